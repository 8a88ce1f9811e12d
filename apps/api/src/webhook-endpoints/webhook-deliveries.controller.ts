import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getDelivery, listDeliveries, redeliver } from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { pageOf } from '../http/query/page.js';
import { DeliverySignal } from './delivery-signal.js';
import {
  toDeliveryDto,
  toDeliveryWithEventDto,
  WebhookDeliveryDto,
  WebhookDeliveryListDto,
  WebhookDeliveryListQueryDto,
  WebhookDeliveryWithEventDto,
} from './webhook-deliveries.dto.js';

/** What was sent to a webhook endpoint, and how it answered. */
@ApiTags('WebhookDeliveries')
@Controller('v1/accounts/:accountId/webhook-endpoints/:webhookEndpointId/deliveries')
export class WebhookDeliveriesController {
  constructor(@Inject(DeliverySignal) private readonly signal: DeliverySignal) {}

  /** Lists the deliveries of the last 30 days, newest event first. */
  @Allow('webhook-endpoints:read')
  @Get()
  async listWebhookDeliveries(
    @CurrentTenant() tenant: RequestTenant,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Query() query: WebhookDeliveryListQueryDto,
  ): Promise<WebhookDeliveryListDto> {
    return pageOf(await listDeliveries(tenant, id, query), toDeliveryDto);
  }

  /** Gets the delivery of one event, with what is sent. */
  @Allow('webhook-endpoints:read')
  @ApiProblems('delivery_not_found')
  @Get(':eventId')
  async getWebhookDelivery(
    @CurrentTenant() tenant: RequestTenant,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Param('eventId') eventId: string,
  ): Promise<WebhookDeliveryWithEventDto> {
    return toDeliveryWithEventDto(await getDelivery(tenant, id, eventId));
  }

  /**
   * Sends an event of the account again, whatever the result of its delivery, even if it was never sent to this endpoint. The
   * schedule of attempts starts again.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('webhook_endpoint_disabled', 'event_not_found')
  @HttpCode(202)
  @Post(':eventId/redeliver')
  async redeliverWebhook(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Param('eventId') eventId: string,
  ): Promise<WebhookDeliveryDto> {
    const outcome = await redeliver(tenant, id, eventId, command);
    this.signal.wake();
    return answerTo(command, outcome, toDeliveryDto);
  }
}
