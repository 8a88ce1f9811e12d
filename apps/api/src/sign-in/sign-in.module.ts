import { Module } from '@nestjs/common';
import { AccessControlModule } from '../access-control/access-control.module.js';
import { Addresses } from './addresses.js';
import { AuthController } from './auth.controller.js';
import { CallbackController } from './callback.controller.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [AccessControlModule],
  controllers: [AuthController, CallbackController],
  providers: [Addresses, SignInService],
})
export class SignInModule {}
