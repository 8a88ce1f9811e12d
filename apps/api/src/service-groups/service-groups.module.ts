import { Module } from '@nestjs/common';
import { ServiceGroupsController } from './service-groups.controller.js';
import { ServiceGroupsService } from './service-groups.service.js';

@Module({ controllers: [ServiceGroupsController], providers: [ServiceGroupsService] })
export class ServiceGroupsModule {}
