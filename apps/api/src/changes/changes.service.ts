import { Injectable } from '@nestjs/common';
import {
  getAccount,
  isWanted,
  readFeed,
  type Directory,
  type FeedPage,
  type FeedRequest,
  type Tenant,
} from '#libs/directory';
import { isSingleTableError } from '@rollbook/single-table';
import type { heldOf } from '../auth/rate-limits/in-flight.js';
import { fieldProblem } from '../problems/problem.js';
import { freshnessOf, toPublishedDto } from './changes.dto.js';
import { FeedWatch } from './feed-watch.js';

/** A comment keeps a connection open that nothing else is sent on: proxies close it after a minute or so. */
const HEARTBEAT_MS = 15_000;
/** Then a client requests it again, and is authenticated again. */
const STREAM_MS = 55_000;
/** How soon it asks again. */
const RECONNECT_MS = 200;

export const MAX_PAGE_BYTES = 1_000_000;
/** What one event stream holds while its client does not read it. */
const MAX_STREAMED_BYTES = 64_000;
/** Sent at once in an event stream, unless one event is larger. */
const PIECE_BYTES = 32_000;
/** After a turn, of the time that it took: so that the streams of one account leave most of the process to others. */
const MAX_RESTS = 3;
const MAX_REST_MS = 500;
const STREAMS_WITHOUT_REST = 4;
/** What is read once for all who wait, however many they want. */
const TOGETHER = { limit: 100, maxBytes: MAX_STREAMED_BYTES } as const;

export interface Feed {
  /** By whom the reads are counted. */
  directory: Directory;
  scope: string;
  /** Whose feed it is; undefined for that of all accounts. */
  tenant?: Tenant;
}

export interface Watching {
  feed: Feed;
  request: FeedRequest;
  signal: AbortSignal;
  /** What the answer takes of its account's room. */
  held: ReturnType<typeof heldOf>;
}

@Injectable()
export class Changes {
  /** By scope and position: many who wait for the same events read them together. */
  private readonly reading = new Map<string, Promise<FeedPage>>();
  /** How many streams of a feed have more to read. */
  private readonly behind = new Map<string, number>();

  constructor(private readonly watch: FeedWatch) {}

  /** The next page. If there is nothing to look at yet, it waits for something as long as it may. */
  async next(watching: Watching, waitMs: number): Promise<FeedPage> {
    return this.following(await this.read(watching, MAX_PAGE_BYTES), watching, waitMs);
  }

  /** As `next`, but never waits and never reads more than a stream may hold. */
  first(watching: Watching): Promise<FeedPage> {
    return this.catchUp(watching);
  }

  /** Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html): each event's id is the cursor behind it. */
  async *stream(watching: Watching, first: FeedPage): AsyncGenerator<string> {
    const { feed, request, signal } = watching;
    const { elapsed } = feed.directory;
    const until = elapsed() + STREAM_MS;
    yield `retry: ${RECONNECT_MS}\n\n`;
    let page = first;
    while (true) {
      yield* sent(page, feed.directory.now());
      const leftMs = until - elapsed();
      if (signal.aborted || leftMs <= 0 || this.watch.isStopping) return;
      const { cursor: after, upToDate } = page;
      if (upToDate) {
        const nothing = { ...page, looked: NOTHING_LOOKED_AT, events: [] };
        page = await this.following(nothing, watching, Math.min(HEARTBEAT_MS, leftMs));
      } else {
        page = await this.catchUp({ ...watching, request: { ...request, after } });
      }
    }
  }

  /**
   * The streams of a feed that are behind take turns, and rest between them the longer the more they are: the buffers of many that are
   * not read would otherwise be filled as fast as this process can read, and other tenants would wait.
   */
  private async catchUp(watching: Watching): Promise<FeedPage> {
    const { directory, scope } = watching.feed;
    const { elapsed, sleep } = directory;
    this.behind.set(scope, (this.behind.get(scope) ?? 0) + 1);
    try {
      return await directory.turns.during(`streams ${scope}`, async () => {
        const startedAt = elapsed();
        const page = await this.read(watching, MAX_STREAMED_BYTES);
        const rests = Math.min(MAX_RESTS, (this.behind.get(scope) ?? 0) - STREAMS_WITHOUT_REST);
        if (rests > 0) await sleep(Math.min(MAX_REST_MS, rests * (elapsed() - startedAt)));
        return page;
      });
    } finally {
      const left = (this.behind.get(scope) ?? 1) - 1;
      if (left > 0) this.behind.set(scope, left);
      else this.behind.delete(scope);
    }
  }

  /** Waits for room for a page of such a size, and keeps as much as it then has. */
  private async read({ feed, request, held }: Watching, maxBytes: number): Promise<FeedPage> {
    await held.carry(maxBytes);
    const page = await readOn(feed, { ...request, maxBytes });
    await held.carry(page.looked.bytes);
    return page;
  }

  /** One page of reading for each answer: what comes after a page at the end of the feed, whether or not it is wanted. */
  private async following(
    page: FeedPage,
    { feed, request, held, signal }: Watching,
    waitMs: number,
  ): Promise<FeedPage> {
    if (waitMs <= 0 || page.looked.events > 0 || !page.upToDate || this.watch.isStopping) return page;
    held.wait();
    await this.watch.wait(feed.scope, page.position, waitMs, signal);
    if (this.watch.isStopping || signal.aborted) return page;
    const next = narrowed(await this.readTogether(feed, page), request);
    await held.carry(next.looked.bytes);
    // If nothing has come, it does not know it.
    return { ...next, teams: next.teams || page.teams };
  }

  /** Charged to the one that began it. */
  private readTogether({ directory, scope }: Feed, { position, cursor: after }: FeedPage): Promise<FeedPage> {
    const key = `${scope} ${position.sequence}.${position.offset}`;
    const underWay = this.reading.get(key);
    if (underWay) return underWay;
    const request = { ...TOGETHER, after, toText };
    const reading = readFeed(directory, scope, request).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }
}

const NOTHING_LOOKED_AT = { events: 0, bytes: 0 };

/** What one of those who wait wants of what was read for all. */
function narrowed(page: FeedPage, { limit, ...filter }: FeedRequest): FeedPage {
  const looked = page.events.slice(0, limit);
  const events = looked.filter(({ event }) => isWanted(event, filter));
  const last = looked.at(-1);
  if (looked.length === page.events.length || !last) return { ...page, events };
  return { ...page, events, cursor: last.cursor, upToDate: false };
}

/** @throws DomainError `account_not_found`; Problem `invalid_cursor` */
async function readOn({ directory, scope, tenant }: Feed, request: FeedRequest): Promise<FeedPage> {
  const page = await withKnownCursor(readFeed(directory, scope, { ...request, toText }));
  // An operator may ask for an account that does not exist.
  if (page.events.length === 0 && tenant) await getAccount(tenant);
  return page;
}

/** @throws Problem `invalid_cursor` */
export async function withKnownCursor<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isSingleTableError(error, 'InvalidCursor')) throw error;
    const detail = 'The cursor does not belong to this feed.';
    throw fieldProblem([{ code: 'invalid_cursor', detail, parameter: 'after' }]);
  }
}

const toText = (event: Parameters<typeof toPublishedDto>[0]) => JSON.stringify(toPublishedDto(event));

/** As it is sent, in pieces. The last one says how far the feed was read, and keeps the connection open if there are no events. */
function* sent({ events, cursor, upToDate, completeTo, teams }: FeedPage, now: number): Generator<string> {
  let piece = '';
  for (const each of events) {
    piece += `id: ${each.cursor}\ndata: ${each.text}\n\n`;
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    piece = '';
  }
  piece += `: read to here\nid: ${cursor}\n\n`;
  if (upToDate)
    piece += `event: complete\ndata: ${JSON.stringify(freshnessOf({ completeTo, teams }, now))}\n\n`;
  yield piece;
}
