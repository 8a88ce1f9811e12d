import { Global, Module } from '@nestjs/common';
import { AccessControlModule } from '../auth/guard/access-control.module.js';
import { InvitationAcceptance } from '../auth/sign-in/invitation-acceptance.js';
import { SignInModule } from '../auth/sign-in/sign-in.module.js';
import { AcceptBySignInController } from './accept-by-sign-in.controller.js';
import { AcceptInvitationController } from './accept-invitation.controller.js';
import { InvitationAttempts } from './attempts.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsService } from './invitations.service.js';
import { MailLimits } from './mail-limits.js';

@Global()
@Module({
  imports: [AccessControlModule, SignInModule],
  controllers: [InvitationsController, AcceptInvitationController, AcceptBySignInController],
  providers: [
    InvitationAttempts,
    InvitationsService,
    MailLimits,
    { provide: InvitationAcceptance, useExisting: InvitationsService },
  ],
  exports: [InvitationAcceptance, MailLimits],
})
export class InvitationsModule {}
