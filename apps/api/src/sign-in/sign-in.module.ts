import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/access-control.module.js';
import { Addresses } from './addresses.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { AcceptBySignInController } from './linking/accept-by-sign-in.controller.js';
import { LinkingService } from './linking/linking.service.js';
import { AuthController } from './auth.controller.js';
import { CallbackController } from './callback.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [AccessControlModule, InvitationsModule],
  controllers: [AuthController, CallbackController, AcceptBySignInController],
  providers: [Addresses, LinkingService, SignInService],
})
export class SignInModule {}
