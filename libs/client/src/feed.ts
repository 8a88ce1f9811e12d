import { ConnectionError, RollbookError } from './errors.js';
import { TwoClocks } from './feed-age.js';
import { progress, standstill } from './progress.js';
import type { RollbookClient } from './rollbook-client.js';
import type { FeedPage, Schemas } from './types.js';

/** A line of a snapshot: an event as it would make what there is, without `sequence`. */
export type SnapshotEvent = Omit<Schemas['PublishedEvent'], 'sequence'> & {
  /** The version of its subject when it was read, if it was. */
  stateversion?: string;
};

/**
 * A line of a snapshot in the form `access`. Versions are those of the subjects when they were read. A member is a user's id, with the time when the
 * membership ends by itself if it does; of users who are not in the snapshot, memberships mean nothing.
 */
export type AccessLine =
  | { account: { id: string; isOpen: boolean; version: number } }
  | { serviceGroups: [id: string, version: number, externalId?: string][] }
  | { users: [id: string, status: Schemas['User']['status'], version: number, externalId?: string][] }
  | { serviceGroup: string; members: (string | [userId: string, expiresAt: string])[] };

type SnapshotForm = 'events' | 'access';

/** The last line of a snapshot: where to go on, and how fresh it is, as a page says it. */
export type SnapshotEnd = Pick<FeedPage, 'completeTo' | 'readAt'> & { cursor: string };

/** The events of an account, or of all, as `changes` of the client gives them, page by page. */
export interface Feed {
  /**
   * @param after `nextCursor` of an earlier page, or `now`; undefined for the beginning
   * @param waitSeconds how long to wait if there is nothing yet, 20 at most. An API that runs as functions does not wait: then the next page is
   * not requested before the time that it has named, or this one.
   * @param timeoutMs how long the answer may take, instead of the client's limit
   * @throws ConnectionError for a page that leads nowhere although there is more
   */
  page(
    after: string | undefined,
    waitSeconds: number,
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<FeedPage>;
  /** What there is, and at last from where to go on. @throws Error for all accounts, of which there is no snapshot */
  snapshot(signal?: AbortSignal): AsyncGenerator<SnapshotEvent | SnapshotEnd>;
  /** The same, of what access depends on alone. An API from before there was this form gives events. */
  accessSnapshot(signal?: AbortSignal): AsyncGenerator<AccessLine | SnapshotEvent | SnapshotEnd>;
}

/** The most that the API takes. */
const EVENTS_OF_PAGE = 1_000;
/** Of a server, or of one before it, to which the answer may have been too large. */
const PERHAPS_TOO_LARGE: ReadonlySet<number> = new Set([500, 502]);

/**
 * For those who follow a feed by themselves.
 * @param accountId undefined for all accounts, with a key of the operators
 */
export function feedOf(
  client: RollbookClient,
  accountId: string | undefined,
  only: { type?: string; subject?: string } = {},
  { monotonic, sleep } = new TwoClocks(),
): Feed {
  let [limit, askAgainAt] = [EVENTS_OF_PAGE, -Infinity];

  function ask(
    after: string | undefined,
    waitSeconds: number,
    signal?: AbortSignal,
    timeoutMs?: number,
  ): Promise<FeedPage> {
    const query = { ...only, wait: waitSeconds, limit, ...(after !== undefined && { after }) };
    const request = { query, ...(signal && { signal }), ...(timeoutMs !== undefined && { timeoutMs }) };
    return accountId === undefined
      ? client.get('/v1/changes', request)
      : client.get('/v1/accounts/{accountId}/changes', { path: { accountId }, ...request });
  }

  /** With half as many events, then half of that, after an answer that may have been too large. */
  async function askForLess(...request: Parameters<typeof ask>): Promise<FeedPage> {
    for (;;)
      try {
        const page = await ask(...request);
        limit = Math.min(EVENTS_OF_PAGE, 2 * limit);
        return page;
      } catch (error) {
        const status = statusOf(error);
        if (status < 500) throw error;
        const isSmallest = limit === 1;
        limit = Math.max(1, Math.floor(limit / 2));
        if (isSmallest || !PERHAPS_TOO_LARGE.has(status)) throw error;
      }
  }

  async function* snapshot<Line>(
    form: SnapshotForm,
    signal?: AbortSignal,
  ): AsyncGenerator<Line | SnapshotEnd> {
    if (accountId === undefined) throw new Error('There is no snapshot of all accounts.');
    const goOn = progress('changes/snapshot');
    let next: string | undefined;
    const download = (query: { form?: 'access' }) =>
      client.download('/v1/accounts/{accountId}/changes/snapshot', {
        path: { accountId },
        query: { limit: EVENTS_OF_PAGE, ...query, ...(next !== undefined && { after: next }) },
        ...(signal && { signal }),
      });
    let query: { form?: 'access' } = form === 'access' ? { form } : {};
    do {
      const { body } = await download(query).catch((error: unknown) => {
        // An API from before there was this form.
        if (query.form === undefined || next !== undefined || statusOf(error) !== 400) throw error;
        query = {};
        return download(query);
      });
      next = undefined;
      for await (const text of linesOf(body)) {
        const line = JSON.parse(text) as Line | SnapshotEnd | { next: string };
        if (isNext(line)) ({ next } = line);
        else yield line;
      }
      goOn(next ?? null);
    } while (next !== undefined);
  }

  return {
    async page(after, waitSeconds, signal, timeoutMs) {
      const pauseMs = Math.min(askAgainAt - monotonic(), waitSeconds * 1_000);
      if (pauseMs > 0) await sleep(pauseMs, signal);
      const page = await askForLess(after, waitSeconds, signal, timeoutMs);
      const { upToDate, askAgainAfterSeconds = 0 } = page;
      askAgainAt = upToDate ? monotonic() + askAgainAfterSeconds * 1_000 : -Infinity;
      if (page.nextCursor === after && (!upToDate || page.data.length > 0)) throw standstill('changes');
      return page;
    },
    snapshot: (signal) => snapshot('events', signal),
    accessSnapshot: (signal) => snapshot('access', signal),
  };
}

function isNext(line: unknown): line is { next: string } {
  return typeof line === 'object' && line !== null && 'next' in line;
}

/** 0 without an answer. */
function statusOf(error: unknown): number {
  const isAnswer = error instanceof RollbookError || error instanceof ConnectionError;
  return (isAnswer && error.status) || 0;
}

/** Those that are complete. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    let rest = '';
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    await reader.cancel();
  }
}
