import { Module } from '@nestjs/common';
import { AccessControlModule } from '../guard/access-control.module.js';
import { Addresses } from './addresses.js';
import { AuthController } from './auth.controller.js';
import { CallbackController } from './callback.controller.js';
import { LinkingService } from './linking.service.js';
import { SignInService } from './sign-in.service.js';

/** Needs an `InvitationAcceptance`, which the invitations provide to all modules. */
@Module({
  imports: [AccessControlModule],
  controllers: [AuthController, CallbackController],
  providers: [Addresses, LinkingService, SignInService],
  exports: [Addresses, SignInService],
})
export class SignInModule {}
