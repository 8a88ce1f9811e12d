import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  commandLogStream,
  createLogStream,
  getLogStream,
  listLogStreams,
  removeLogStream,
} from '#libs/directory';
import type { LogStreamId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn, requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { answerTo, nothing } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { pageOf } from '../http/query/page.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { DeliverySignal } from '../webhook-endpoints/delivery-signal.js';
import { requirePublicHost } from '../webhook-endpoints/public-host.js';
import {
  ChangeLogStreamDto,
  CreateLogStreamDto,
  LogStreamDto,
  LogStreamListDto,
  LogStreamWithHealthDto,
  ReplaceStreamSecretDto,
  ReplayLogStreamDto,
  toLogStreamDto,
  toLogStreamWithHealthDto,
} from './log-streams.dto.js';

type Command = Parameters<typeof commandLogStream>[2];

/** Whoever may send an account's events to a URL of their choice by webhooks may do so by log streams: the permissions are the same. */
@ApiTags('LogStreams')
@Controller('v1/accounts/:accountId/log-streams')
export class LogStreamsController {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    @Inject(DeliverySignal) private readonly signal: DeliverySignal,
  ) {}

  /**
   * Creates a log stream: from now on the account’s events are sent to a URL, in batches and in order. The secret is never shown. An
   * account can have at most 5 log streams.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'invalid_webhook_url', 'invalid_event_types', 'invalid_name')
  @ApiProblems('invalid_secret', 'too_many_log_streams')
  @RecentSignIn()
  @Post()
  async createLogStream(
    @CurrentChange() { tenant, command }: Change,
    @Body() input: CreateLogStreamDto,
  ): Promise<LogStreamDto> {
    requirePublicHost(this.configuration, input.url);
    const outcome = await createLogStream(tenant, { ...input }, command);
    this.signal.wake();
    return answerTo(command, outcome, toLogStreamDto);
  }

  /** Lists the log streams of the account, oldest first, with how far they are. */
  @Allow('webhook-endpoints:read')
  @Get()
  async listLogStreams(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ListQueryDto,
  ): Promise<LogStreamListDto> {
    return pageOf(await listLogStreams(tenant, query), toLogStreamWithHealthDto);
  }

  /** Gets a log stream, with how far it is and what it was last refused. */
  @Allow('webhook-endpoints:read')
  @Get(':logStreamId')
  async getLogStream(
    @CurrentTenant() tenant: RequestTenant,
    @Param('logStreamId') id: LogStreamId,
  ): Promise<LogStreamWithHealthDto> {
    return toLogStreamWithHealthDto(await getLogStream(tenant, id));
  }

  /**
   * Changes the URL, form, event types, description, or whether personal data is sent (merge patch, RFC 7396). What was refused is sent
   * again at once. A new URL and sending personal data require a recent sign-in.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'invalid_webhook_url', 'invalid_event_types')
  @ApiProblems('invalid_name', 'recent_sign_in_needed')
  @Patch(':logStreamId')
  async changeLogStream(
    @CurrentChange() change: Change,
    @Param('logStreamId') id: LogStreamId,
    @Body() changes: ChangeLogStreamDto,
  ): Promise<LogStreamDto> {
    if (changes.url !== undefined || changes.personalData === true) requireRecentSignIn(change.caller);
    if (changes.url !== undefined) requirePublicHost(this.configuration, changes.url);
    return this.commanded(change, id, { ...changes, type: 'change_log_stream' });
  }

  /** Removes a log stream: nothing more is sent, and its secret is deleted. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(204)
  @Delete(':logStreamId')
  async removeLogStream(
    @CurrentChange() { tenant, command }: Change,
    @Param('logStreamId') id: LogStreamId,
  ): Promise<void> {
    return answerTo(command, await removeLogStream(tenant, id, command), nothing);
  }

  /** Replaces the secret of a log stream. What was refused is sent again at once. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'invalid_secret')
  @HttpCode(200)
  @RecentSignIn()
  @Post(':logStreamId/replace-secret')
  async replaceStreamSecret(
    @CurrentChange() change: Change,
    @Param('logStreamId') id: LogStreamId,
    @Body() { secret }: ReplaceStreamSecretDto,
  ): Promise<LogStreamDto> {
    return this.commanded(change, id, { type: 'replace_stream_secret' }, secret);
  }

  /** Disables a log stream. Once it is enabled, everything that happened since is sent. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @Post(':logStreamId/disable')
  async disableLogStream(
    @CurrentChange() change: Change,
    @Param('logStreamId') id: LogStreamId,
  ): Promise<LogStreamDto> {
    return this.commanded(change, id, { type: 'disable_log_stream' });
  }

  /** Enables a log stream: it continues where it stopped. */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(200)
  @Post(':logStreamId/enable')
  async enableLogStream(
    @CurrentChange() change: Change,
    @Param('logStreamId') id: LogStreamId,
  ): Promise<LogStreamDto> {
    return this.commanded(change, id, { type: 'enable_log_stream' });
  }

  /**
   * Sends events again, from a time or from the first event of the account, and then what follows; or leaves out what is older than that
   * time and not sent yet. Personal data that was erased is not in it. Datadog takes no event older than 18 hours.
   */
  @Allow('webhook-endpoints:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'log_stream_replay_too_old')
  @HttpCode(202)
  @Post(':logStreamId/replay')
  async replayLogStream(
    @CurrentChange() change: Change,
    @Param('logStreamId') id: LogStreamId,
    @Body() { from }: ReplayLogStreamDto,
  ): Promise<LogStreamDto> {
    const now = new Date(change.tenant.directory.now()).toISOString();
    return this.commanded(change, id, { type: 'replay_log_stream', from, now });
  }

  private async commanded(
    { tenant, command }: Change,
    id: LogStreamId,
    streamCommand: Command,
    secret?: string,
  ): Promise<LogStreamDto> {
    const outcome = await commandLogStream(tenant, id, streamCommand, command, secret);
    this.signal.wake();
    return answerTo(command, outcome, toLogStreamDto);
  }
}
