import { Module } from '@nestjs/common';
import { InstallationLogController } from './installation-log.controller.js';
import { LogReaders } from './log-readers.js';
import { LogsController } from './logs.controller.js';

@Module({ controllers: [LogsController, InstallationLogController], providers: [LogReaders] })
export class LogsModule {}
