import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller.js';
import { EventTypesController } from './event-types.controller.js';

@Module({ controllers: [AuditLogController, EventTypesController] })
export class AuditLogModule {}
