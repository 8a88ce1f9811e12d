import { Module } from '@nestjs/common';
import { ServiceGroupsController } from './service-groups.controller.js';

@Module({ controllers: [ServiceGroupsController] })
export class ServiceGroupsModule {}
