import { Module } from '@nestjs/common';
import { AccessRolesController } from './access-roles.controller.js';

@Module({ controllers: [AccessRolesController] })
export class AccessRolesModule {}
