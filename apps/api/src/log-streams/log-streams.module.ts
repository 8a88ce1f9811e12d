import { Module } from '@nestjs/common';
import { DeliverySignal } from '../webhook-endpoints/delivery-signal.js';
import { LogStreamsController } from './log-streams.controller.js';

@Module({ controllers: [LogStreamsController], providers: [DeliverySignal] })
export class LogStreamsModule {}
