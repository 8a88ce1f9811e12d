import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { commandWebhookEndpoint, removeWebhookEndpoint } from '#libs/directory';
import type { WebhookEndpointId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn } from '../auth/caller/recent-sign-in.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo, nothing } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import {
  ChangeWebhookEndpointDto,
  CreateWebhookEndpointDto,
  IssuedWebhookEndpointDto,
  toWebhookEndpointDto,
  toWebhookEndpointFacets,
  toWebhookEndpointWithHealthDto,
  RotateWebhookSecretDto,
  WebhookEndpointDto,
  WebhookEndpointListDto,
  WebhookEndpointListQueryDto,
  WebhookEndpointWithHealthDto,
} from './webhook-endpoints.dto.js';
import { WebhookEndpointsService, type Issued } from './webhook-endpoints.service.js';

const issued = ({ secret, ...endpoint }: Issued): IssuedWebhookEndpointDto => ({
  ...toWebhookEndpointDto(endpoint),
  secret,
});

@ApiTags('WebhookEndpoints')
@Controller('v1/accounts/:accountId/webhook-endpoints')
export class WebhookEndpointsController {
  constructor(private readonly endpoints: WebhookEndpointsService) {}

  /**
   * Registers a URL to which the account’s events are sent from now on. The signing secret is only returned here. An account can have
   * at most 20 webhook endpoints.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'invalid_webhook_url', 'invalid_event_types', 'invalid_name')
  @ApiProblems('too_many_webhook_endpoints')
  @RecentSignIn()
  @Post()
  async createWebhookEndpoint(
    @CurrentChange() change: Change,
    @Body() input: CreateWebhookEndpointDto,
  ): Promise<IssuedWebhookEndpointDto> {
    return answerTo(change.command, await this.endpoints.create(change, input), issued);
  }

  /** Lists the webhook endpoints of the account, oldest first, without their secrets. */
  @Allow('webhook-endpoints:read')
  @Get()
  async listWebhookEndpoints(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: WebhookEndpointListQueryDto,
  ): Promise<WebhookEndpointListDto> {
    return searchedPageOf(
      await this.endpoints.list(tenant, query),
      toWebhookEndpointWithHealthDto,
      toWebhookEndpointFacets,
    );
  }

  /** Gets a webhook endpoint, without its secret. */
  @Allow('webhook-endpoints:read')
  @Get(':webhookEndpointId')
  async getWebhookEndpoint(
    @CurrentTenant() tenant: RequestTenant,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<WebhookEndpointWithHealthDto> {
    return toWebhookEndpointWithHealthDto(await this.endpoints.get(tenant, id));
  }

  /** Changes the URL, description or event types (merge patch, RFC 7396). A new URL requires a recent sign-in. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'invalid_webhook_url', 'invalid_event_types')
  @ApiProblems('invalid_name', 'recent_sign_in_needed')
  @Patch(':webhookEndpointId')
  async changeWebhookEndpoint(
    @CurrentChange() change: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Body() changes: ChangeWebhookEndpointDto,
  ): Promise<WebhookEndpointDto> {
    const outcome = await this.endpoints.change(change, id, changes);
    return answerTo(change.command, outcome, toWebhookEndpointDto);
  }

  /** Removes a webhook endpoint: nothing more is sent to it, and its secret is deleted. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(204)
  @Delete(':webhookEndpointId')
  async removeWebhookEndpoint(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<void> {
    return answerTo(command, await removeWebhookEndpoint(tenant, id, command), nothing);
  }

  /** Rotates the secret of an endpoint. The new one is only returned here. For `graceSeconds` requests are signed with both. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @RecentSignIn()
  @Post(':webhookEndpointId/rotate-secret')
  async rotateWebhookSecret(
    @CurrentChange() change: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
    @Body() input: RotateWebhookSecretDto,
  ): Promise<IssuedWebhookEndpointDto> {
    return answerTo(change.command, await this.endpoints.rotate(change, id, input), issued);
  }

  /** Disables an endpoint. New events are not queued for it; pending deliveries resume once it is enabled. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @Post(':webhookEndpointId/disable')
  async disableWebhookEndpoint(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<WebhookEndpointDto> {
    const outcome = await commandWebhookEndpoint(tenant, id, { type: 'disable_webhook_endpoint' }, command);
    return answerTo(command, outcome, toWebhookEndpointDto);
  }

  /** Enables an endpoint. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @Post(':webhookEndpointId/enable')
  async enableWebhookEndpoint(
    @CurrentChange() { tenant, command }: Change,
    @Param('webhookEndpointId') id: WebhookEndpointId,
  ): Promise<WebhookEndpointDto> {
    const outcome = await commandWebhookEndpoint(tenant, id, { type: 'enable_webhook_endpoint' }, command);
    return answerTo(command, outcome, toWebhookEndpointDto);
  }
}
