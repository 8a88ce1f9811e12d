import { Module } from '@nestjs/common';
import { ManagersController } from './managers.controller.js';

@Module({ controllers: [ManagersController] })
export class ManagersModule {}
