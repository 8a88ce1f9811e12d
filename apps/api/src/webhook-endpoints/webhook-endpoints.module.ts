import { Module } from '@nestjs/common';
import { DeliverySignal } from './delivery-signal.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

@Module({
  controllers: [WebhookEndpointsController, WebhookDeliveriesController],
  providers: [WebhookEndpointsService, DeliverySignal],
})
export class WebhookEndpointsModule {}
