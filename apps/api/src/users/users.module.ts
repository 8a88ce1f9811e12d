import { Module } from '@nestjs/common';
import { IdentitiesController } from './identities.controller.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

@Module({
  controllers: [UsersController, IdentitiesController],
  providers: [UsersService],
  exports: [UsersService],
})
export class UsersModule {}
