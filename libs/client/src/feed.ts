import { understanding } from './requirements.js';
import { ConnectionError, RollbookError } from './errors.js';
import type { TwoClocks } from './feed-age.js';
import { standstill } from './progress.js';
import { pause } from './retries.js';
import type { RollbookClient } from './rollbook-client.js';
import type { FeedPage } from './types.js';

/** The most that the API takes. */
const EVENTS_OF_PAGE = 1_000;
/** Of a server, or of one before it, to which the answer may have been too large. */
const PERHAPS_TOO_LARGE: ReadonlySet<number> = new Set([500, 502]);

/**
 * @param after `nextCursor` of an earlier page, or `now`; undefined for the beginning
 * @param waitSeconds how long to wait if there is nothing yet, 20 at most. An API that runs as functions does not wait: then the next page is
 * not requested before the time that it has named, or this one.
 * @param timeoutMs how long the answer may take, instead of the client's limit
 * @throws ConnectionError for a page that leads nowhere although there is more
 */
export type ReadPage = (
  after: string | undefined,
  waitSeconds: number,
  signal?: AbortSignal,
  timeoutMs?: number,
) => Promise<FeedPage>;

/**
 * Reads the events of an account, or of all, page by page.
 * @param accountId undefined for all accounts, with a key of the operators
 * @param understands what the reader knows of what the feed may require
 */
export function pagesOf(
  client: RollbookClient,
  accountId: string | undefined,
  only: { type?: string; subject?: string } = {},
  clocks?: TwoClocks,
  understands?: readonly string[],
): ReadPage {
  let [limit, askAgainAt] = [EVENTS_OF_PAGE, -Infinity];
  const { monotonic = () => performance.now(), sleep = pause } = clocks ?? {};

  const ask: ReadPage = (after, waitSeconds, signal, timeoutMs) => {
    const query = { ...only, wait: waitSeconds, limit, ...(after !== undefined && { after }) };
    const headers = understanding(understands);
    const request = {
      query,
      headers,
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    return accountId === undefined
      ? client.get('/v1/changes', request)
      : client.get('/v1/accounts/{accountId}/changes', { path: { accountId }, ...request });
  };

  /** With half as many events, then half of that, after an answer that may have been too large. */
  async function askForLess(...request: Parameters<ReadPage>): Promise<FeedPage> {
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

  return async (after, waitSeconds, signal, timeoutMs) => {
    const pauseMs = Math.min(askAgainAt - monotonic(), waitSeconds * 1_000);
    if (pauseMs > 0) await sleep(pauseMs, signal);
    const page = await askForLess(after, waitSeconds, signal, timeoutMs);
    const { upToDate, askAgainAfterSeconds = 0 } = page;
    askAgainAt = upToDate ? monotonic() + askAgainAfterSeconds * 1_000 : -Infinity;
    if (page.nextCursor === after && (!upToDate || page.data.length > 0)) throw standstill('changes');
    return page;
  };
}

/** 0 without an answer. */
function statusOf(error: unknown): number {
  const isAnswer = error instanceof RollbookError || error instanceof ConnectionError;
  return (isAnswer && error.status) || 0;
}
