import { Module } from '@nestjs/common';
import { LogReaders } from './log-readers.js';
import { LogsController } from './logs.controller.js';

@Module({ controllers: [LogsController], providers: [LogReaders] })
export class LogsModule {}
