import { Inject, Injectable } from '@nestjs/common';
import {
  getAccount,
  readFeed,
  type Directory,
  type FeedPage,
  type FeedRequest,
  type Tenant,
} from '#libs/directory';
import { isSingleTableError } from '@rollbook/single-table';
import { fieldProblem } from '../problems/problem.js';
import { freshnessOf, toPublishedDto } from './changes.dto.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { FeedWatch } from './feed-watch.js';

/** A comment keeps a connection open that nothing else is sent on: proxies close it after a minute or so. */
const HEARTBEAT_MS = 15_000;
/** Then a client asks again, and is asked again who it is. */
const STREAM_MS = 55_000;
/** How soon it asks again. */
const RECONNECT_MS = 200;

export interface Feed {
  /** By whom the first read is counted. */
  directory: Directory;
  scope: string;
  /** Whose feed it is; undefined for that of all accounts. */
  tenant?: Tenant;
}

export interface Watching {
  feed: Feed;
  request: FeedRequest;
  signal: AbortSignal;
}

@Injectable()
export class Changes {
  /** Many who wait for the same events read them together. */
  private readonly reading = new Map<string, Promise<FeedPage>>();

  constructor(
    @Inject(DIRECTORY) private readonly directory: Directory,
    private readonly watch: FeedWatch,
  ) {}

  /** The next events; if there are none, it waits for some as long as it may. */
  async next({ feed, request, signal }: Watching, waitMs: number): Promise<FeedPage> {
    const page = await readOn(feed, request);
    // An operator may ask for an account that does not exist.
    if (page.events.length === 0 && feed.tenant) await getAccount(feed.tenant);
    return this.after(page, { feed, request, signal }, waitMs);
  }

  /** Server-Sent Events (https://html.spec.whatwg.org/multipage/server-sent-events.html): each event's id is the cursor behind it. */
  async *stream(watching: Watching, first: FeedPage): AsyncGenerator<string> {
    const until = performance.now() + STREAM_MS;
    yield `retry: ${RECONNECT_MS}\n\n${this.sent(first)}`;
    let page = first;
    while (!watching.signal.aborted && performance.now() < until) {
      const nothing = { ...page, events: [] };
      page = await this.after(nothing, watching, Math.min(HEARTBEAT_MS, until - performance.now()));
      yield this.sent(page);
    }
  }

  /** What comes after a page, unless it has events itself. */
  private async after(
    page: FeedPage,
    { feed: { scope }, request, signal }: Watching,
    waitMs: number,
  ): Promise<FeedPage> {
    const until = performance.now() + waitMs;
    let last = page;
    while (last.events.length === 0 && !signal.aborted) {
      const left = until - performance.now();
      if (left <= 0) break;
      if (last.upToDate) await this.watch.wait(scope, last.position, left, signal);
      last = await this.readTogether(scope, { ...request, after: last.cursor });
    }
    return last;
  }

  /** As it is sent. Without events it keeps the connection open, and says how far the feed was read. */
  private sent({ events, cursor, upToDate, completeTo }: FeedPage): string {
    const changes = events.map(
      (each) => `id: ${each.cursor}\ndata: ${JSON.stringify(toPublishedDto(each.event))}\n\n`,
    );
    if (changes.length === 0) changes.push(`: nothing new\nid: ${cursor}\n\n`);
    const freshness = JSON.stringify(freshnessOf(completeTo, this.directory.now()));
    if (upToDate) changes.push(`event: complete\ndata: ${freshness}\n\n`);
    return changes.join('');
  }

  private readTogether(scope: string, request: FeedRequest): Promise<FeedPage> {
    const key = JSON.stringify([scope, request]);
    const under = this.reading.get(key);
    if (under) return under;
    const reading = readFeed(this.directory, scope, request).finally(() => this.reading.delete(key));
    this.reading.set(key, reading);
    return reading;
  }
}

/** @throws Problem `invalid_cursor` */
async function readOn({ directory, scope }: Feed, request: FeedRequest): Promise<FeedPage> {
  try {
    return await readFeed(directory, scope, request);
  } catch (error) {
    if (!isSingleTableError(error, 'InvalidCursor')) throw error;
    const detail = 'The cursor does not belong to this feed.';
    throw fieldProblem([{ code: 'invalid_cursor', detail, parameter: 'after' }]);
  }
}
