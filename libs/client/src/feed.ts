import { standstill } from './progress.js';
import type { RollbookClient } from './rollbook-client.js';
import type { Schemas } from './types.js';

export type FeedPage = Schemas['ChangesDto'];

/** A line of a snapshot: an event as it would make what there is, without `sequence`. */
export type SnapshotEvent = Omit<Schemas['PublishedEventDto'], 'sequence'> & {
  /** The version of its subject when it was read, if it was. */
  stateversion?: string;
};

/** The last line of a snapshot: where to go on, and how fresh it is, as a page says it. */
export type SnapshotEnd = Pick<FeedPage, 'completeTo' | 'readAt'> & { cursor: string };

/** The events of an account, or of all, as `changes` of the client gives them, page by page. */
export interface Feed {
  /**
   * @param after `nextCursor` of an earlier page, or `now`; undefined for the beginning
   * @param waitSeconds how long to wait if there is nothing yet, 20 at most
   * @throws ConnectionError for a page that leads nowhere although there is more
   */
  page(after: string | undefined, waitSeconds: number, signal?: AbortSignal): Promise<FeedPage>;
  /** What there is, and at last from where to go on. @throws Error for all accounts, of which there is no snapshot */
  snapshot(signal?: AbortSignal): AsyncGenerator<SnapshotEvent | SnapshotEnd>;
}

/** The most that the API takes. */
const EVENTS_OF_PAGE = 1_000;

/**
 * For those who follow a feed by themselves.
 * @param accountId undefined for all accounts, with a key of the operators
 */
export function feedOf(
  client: RollbookClient,
  accountId: string | undefined,
  only: { type?: string; subject?: string } = {},
): Feed {
  return {
    async page(after, waitSeconds, signal) {
      const query = {
        ...only,
        wait: waitSeconds,
        limit: EVENTS_OF_PAGE,
        ...(after !== undefined && { after }),
      };
      const request = { query, ...(signal && { signal }) };
      const page = await (accountId === undefined
        ? client.get('/v1/changes', request)
        : client.get('/v1/accounts/{accountId}/changes', { path: { accountId }, ...request }));
      if (page.nextCursor === after && (!page.upToDate || page.data.length > 0)) throw standstill('changes');
      return page;
    },
    async *snapshot(signal) {
      if (accountId === undefined) throw new Error('There is no snapshot of all accounts.');
      const request = { path: { accountId }, ...(signal && { signal }) };
      const { body } = await client.download('/v1/accounts/{accountId}/changes/snapshot', request);
      for await (const line of linesOf(body)) yield JSON.parse(line) as SnapshotEvent | SnapshotEnd;
    },
  };
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
