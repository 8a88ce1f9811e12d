import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/access-control.module.js';
import { AcceptInvitationController } from './accept-invitation.controller.js';
import { InvitationAttempts } from './attempts.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MailLimits } from './mail-limits.js';

@Module({
  imports: [AccessControlModule],
  controllers: [InvitationsController, AcceptInvitationController],
  providers: [InvitationAttempts, InvitationsService, MailLimits],
  exports: [InvitationAttempts, InvitationsService],
})
export class InvitationsModule {}
