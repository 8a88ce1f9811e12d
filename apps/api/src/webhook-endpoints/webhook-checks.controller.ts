import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { deliveryStatistics, recoverDeliveries, testWebhookEndpoint } from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { DeliverySignal } from './delivery-signal.js';
import {
  RecoveredWebhooksDto,
  RecoverWebhooksDto,
  toRecoveryDto,
  toStatisticsDto,
  WebhookStatisticsDto,
} from './webhook-checks.dto.js';
import { toDeliveryDto, WebhookDeliveryDto } from './webhook-deliveries.dto.js';

/** Whether what is sent to a webhook endpoint arrives. */
@ApiTags('WebhookDeliveries')
@Controller('v1/accounts/:accountId/webhook-endpoints/:webhookEndpointId')
export class WebhookChecksController {
  constructor(@Inject(DeliverySignal) private readonly signal: DeliverySignal) {}

  /** Gets statistics of the newest 200 deliveries. */
  @Allow('webhook-endpoints:read')
  @Get('statistics')
  async getWebhookStatistics(
    @CurrentTenant() tenant: RequestTenant,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<WebhookStatisticsDto> {
    return toStatisticsDto(await deliveryStatistics(tenant, id));
  }

  /**
   * Sends the newest event that the endpoint subscribes to once more: its delivery shows whether it arrives. Read from the audit log,
   * which is eventually consistent.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('webhook_endpoint_disabled', 'event_not_found')
  @HttpCode(202)
  @Post('test')
  async testWebhook(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<WebhookDeliveryDto> {
    const outcome = await testWebhookEndpoint(tenant, id, command);
    this.signal.wake();
    return answerTo(command, outcome, toDeliveryDto);
  }

  /**
   * Sends all events since a time that the endpoint subscribes to and has not received: given up, or never sent. Read from the audit
   * log, which is eventually consistent.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('webhook_endpoint_disabled')
  @HttpCode(202)
  @Post('recover')
  async recoverWebhooks(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Body() { since }: RecoverWebhooksDto,
  ): Promise<RecoveredWebhooksDto> {
    const outcome = await recoverDeliveries(tenant, id, since, command);
    this.signal.wake();
    return answerTo(command, outcome, toRecoveryDto);
  }
}
