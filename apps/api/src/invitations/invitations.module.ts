import { Module } from '@nestjs/common';
import { AcceptInvitationController } from './accept-invitation.controller.js';
import { InvitationAttempts } from './attempts.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';

@Module({
  controllers: [InvitationsController, AcceptInvitationController],
  providers: [InvitationAttempts, InvitationsService],
})
export class InvitationsModule {}
