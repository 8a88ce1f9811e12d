import { Controller, Get, Header, Param, Req, type StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Allow } from '../auth/caller/allow.decorator.js';
import {
  CurrentCaller,
  CurrentTenant,
  requireScope,
  type Caller,
  type RequestTenant,
} from '../auth/caller/caller.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import {
  BYTES,
  found,
  LogReaders,
  NOTE,
  sendTile,
  tilesOfAccount,
  toEventProofDto,
  type TileParams,
} from './log-readers.js';
import { EventProofDto, LogDto } from './logs.dto.js';

@ApiTags('Log')
@Controller('v1/accounts/:accountId')
export class LogsController {
  constructor(private readonly readers: LogReaders) {}

  /** Gets the name and key of the log in which the account's events are. */
  @Allow('events:read')
  @Get('log')
  getLog(@CurrentTenant() { accountId }: RequestTenant): Promise<LogDto> {
    return this.readers.describe(accountId);
  }

  /** Gets the newest checkpoint of the account's own log: how many events it has, and the root of their tree, signed. Keep it elsewhere. */
  @Allow('events:read')
  @ApiProblems('not_logged')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' } } } })
  @Header('content-type', NOTE)
  @Get('log/checkpoint')
  async getLogCheckpoint(@CurrentTenant() { accountId, directory }: RequestTenant): Promise<string> {
    return found(await this.readers.of(directory).accounts.checkpoint(accountId));
  }

  /**
   * Gets hashes of the account's tree, or entries: a tile of https://c2sp.org/tlog-tiles. `level` is 0, 1, … or `entries`; `path` is `000`, and
   * `000.p/5` for the first 5 of it. A key with `log:monitor` gets hashes.
   */
  @Allow('events:read', 'log:monitor')
  @ApiProblems('not_logged')
  @ApiOkResponse({ content: { [BYTES]: { schema: { type: 'string', format: 'binary' } } } })
  @Get('log/tile/:level/*')
  getLogTile(
    @CurrentTenant() { accountId, directory }: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Req() { params }: FastifyRequest,
  ): Promise<StreamableFile> {
    const tile = params as TileParams;
    if (tile.level === 'entries') requireScope(caller, 'events:read');
    return sendTile(tilesOfAccount(this.readers.of(directory), accountId), tile);
  }

  /** Gets a proof that an event is in the log, to be checked elsewhere. An event is covered by a checkpoint within a minute. */
  @Allow('events:read')
  @ApiProblems('event_not_found', 'not_logged')
  @Get('events/:eventId/proof')
  async getEventProof(
    @CurrentTenant() { accountId, directory }: RequestTenant,
    @Param('eventId') eventId: string,
  ): Promise<EventProofDto> {
    const proof = await this.readers.of(directory).accounts.proof(accountId, eventId);
    if (proof === 'unknown')
      throw new Problem('event_not_found', 'There is no such event in the log of this account.');
    if (proof === 'pending')
      throw new Problem('not_logged', 'No checkpoint covers this event yet: ask again in a minute.');
    return toEventProofDto(proof, accountId);
  }
}
