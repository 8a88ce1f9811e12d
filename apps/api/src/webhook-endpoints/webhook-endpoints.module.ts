import { Module } from '@nestjs/common';
import { DeliverySignal } from './delivery-signal.js';
import { WebhookChecksController } from './webhook-checks.controller.js';
import { WebhookDeliveriesController } from './webhook-deliveries.controller.js';
import { WebhookEndpointsController } from './webhook-endpoints.controller.js';
import { WebhookEndpointsService } from './webhook-endpoints.service.js';

@Module({
  controllers: [WebhookEndpointsController, WebhookDeliveriesController, WebhookChecksController],
  providers: [WebhookEndpointsService, DeliverySignal],
})
export class WebhookEndpointsModule {}
