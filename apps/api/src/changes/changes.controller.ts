import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  ACCOUNTS_SCOPE,
  readSnapshot,
  snapshotOfAccess,
  snapshotOfEvents,
  type Directory,
} from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import {
  CurrentCaller,
  CurrentDirectory,
  CurrentTenant,
  requireScope,
  type Caller,
  type RequestTenant,
} from '../auth/caller/caller.js';
import { heldOf } from '../auth/rate-limits/in-flight.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { NDJSON } from '../http/edge/ndjson.js';
import { textStream } from '../http/edge/text-stream.js';
import { ChangesDto, changesText, ChangesQueryDto, feedRequestOf, SnapshotQueryDto } from './changes.dto.js';
import { Changes, withKnownCursor, type Feed } from './changes.service.js';
import { FeedWatch } from './feed-watch.js';
import { lineOfAccess, lineOfEvent, snapshotLines } from './snapshot-lines.js';

const EVENT_STREAM = 'text/event-stream';
/** Of the later pages of a snapshot. */
const DEFAULT_LINES = 1_000;
/** Service groups whose members are read side by side: what is read beyond the end of a page is read for nothing. */
const GROUPS_AT_ONCE = 4;

@ApiTags('Changes')
@Controller('v1')
export class ChangesController {
  constructor(
    private readonly changes: Changes,
    private readonly watch: FeedWatch,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {}

  /**
   * Reads the feed of the account: each event once, and the events of a subject in their order. With `Accept: text/event-stream` they are
   * sent as they happen, where the API runs as a process; the id of each is the cursor after it. Whenever there is nothing more, and at
   * least every 15 seconds, an event `complete` says how fresh that is (`completeTo`, `readAt`).
   */
  @Allow('events:read')
  @ApiProblems('account_not_found', 'feed_not_ready', 'invalid_cursor')
  @ApiOkResponse({ type: ChangesDto })
  @Get('accounts/:accountId/changes')
  readChanges(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: ChangesQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { directory, accountId } = tenant;
    return this.answer({ directory, scope: accountId, tenant }, query, request, reply);
  }

  /**
   * Gets the present state of the account as the events that would create it, one per line: the account, its service groups with their
   * managers, its users, their memberships. They have no `sequence`. The last line is the cursor with which to go on in the feed, which
   * repeats what happened in the last minute, with `completeTo` and `readAt`: changes made before `completeTo` are in the snapshot. Without
   * that line the answer is incomplete. With `limit` it comes in pages. `form=access` has only what access depends on, many to a line.
   */
  @Allow('events:read')
  @ApiProblems('account_not_found', 'feed_not_ready', 'invalid_cursor', 'answer_too_large')
  @ApiOkResponse({ content: { [NDJSON]: { schema: { type: 'string' } } } })
  @Get('accounts/:accountId/changes/snapshot')
  async readSnapshot(
    @CurrentTenant() tenant: RequestTenant,
    @Query() { after, form, limit = after === undefined ? undefined : DEFAULT_LINES }: SnapshotQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { now } = tenant.directory;
    const groupsAtOnce = limit === undefined || form === 'access' ? GROUPS_AT_ONCE : 1;
    const reading = { after, groupsAtOnce };
    const lines =
      form === 'access'
        ? snapshotLines(
            await withKnownCursor(readSnapshot(tenant, snapshotOfAccess, reading)),
            lineOfAccess,
            now,
            limit,
          )
        : snapshotLines(
            await withKnownCursor(readSnapshot(tenant, snapshotOfEvents, reading)),
            lineOfEvent,
            now,
            limit,
          );
    await reply.header('content-type', NDJSON).send(textStream(lines));
  }

  /** Reads the feed of all accounts, like that of one account. An API key needs the scope `events:read` too. */
  @Allow('platform:read')
  @ApiProblems('feed_not_ready', 'invalid_cursor')
  @ApiOkResponse({ type: ChangesDto })
  @Get('changes')
  readAllChanges(
    @CurrentDirectory() directory: Directory,
    @CurrentCaller() caller: Caller,
    @Query() query: ChangesQueryDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireScope(caller, 'events:read');
    return this.answer({ directory, scope: ACCOUNTS_SCOPE }, query, request, reply);
  }

  private async answer(
    feed: Feed,
    query: ChangesQueryDto,
    httpRequest: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { headers } = httpRequest;
    const signal = goneSignal(reply);
    const resumed = headers['last-event-id'];
    const request = feedRequestOf(query, typeof resumed === 'string' ? resumed : undefined);
    const watching = { feed, request, signal, held: heldOf(httpRequest) };
    // A function sends an answer when it is whole, and waits for nothing.
    const waits = this.configuration.oneRequestAtATime !== true;
    if (!waits) await feed.directory.feedClock.noteFollower();
    const streams = waits && headers.accept?.includes(EVENT_STREAM) === true;
    const waitMs = waits ? query.wait * 1_000 : 0;
    if (streams || waitMs > 0) whenGone(signal, this.watch.follow(feed.scope));
    if (!streams) {
      const page = await this.changes.next(watching, waitMs);
      const text = changesText(page, { now: feed.directory.now(), waits });
      await reply.type('application/json; charset=utf-8').send(text);
      return;
    }
    const first = await this.changes.first(watching);
    reply.headers({ 'content-type': EVENT_STREAM, 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    await reply.send(textStream(this.changes.stream(watching, first)));
  }
}

/** The client has gone away, or has its answer. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  // The event is over: a later listener would not get it.
  if (raw.destroyed) gone.abort();
  return gone.signal;
}

function whenGone(signal: AbortSignal, leave: () => void): void {
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
}
