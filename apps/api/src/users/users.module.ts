import { Module } from '@nestjs/common';
import { IdentitiesController } from './identities.controller.js';
import { UsersController } from './users.controller.js';

@Module({ controllers: [UsersController, IdentitiesController] })
export class UsersModule {}
