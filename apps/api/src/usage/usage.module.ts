import { Module } from '@nestjs/common';
import { RequestMeter } from './request-meter.js';
import { UsageController } from './usage.controller.js';

@Module({ controllers: [UsageController], providers: [RequestMeter] })
export class UsageModule {}
