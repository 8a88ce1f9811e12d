import { isSingleTableError } from '@rollbook/single-table';
import { feedHistoryEntity, feedPartEntity, FIRST_LIVE_PART } from '../table/items/feed.js';
import { CLOCKS_DIFFER_MS } from './clocks.js';
import type { Directory } from './directory.js';
import type { FeedEnd } from './feed-ends.js';

/** An earlier version may still process the stream while this one begins: it feeds nothing. */
const OVERLAP_MS = 60_000;
/** A commit is given up after three calls of ten seconds, the index lags by less, and clocks differ by less. */
export const SETTLED_AFTER_MS = 45_000;

/** Strongly consistent; undefined if the feed has not begun. */
export async function readFeedEnd({ table }: Directory, scope: string): Promise<FeedEnd | undefined> {
  const last = { limit: 1, order: 'descending', consistent: true } as const;
  const { items } = await table.query(feedPartEntity, { scope }, last);
  const end = items[0];
  return end && end.sequence >= FIRST_LIVE_PART ? end : undefined;
}

/** Begins a feed when there are events already: what is committed until a minute from now is fed from the log of events. */
export async function beginFeed(directory: Directory, scope: string): Promise<FeedEnd> {
  const now = directory.now();
  const filledTo = new Date(now + OVERLAP_MS).toISOString();
  const dueAt = new Date(now + OVERLAP_MS + CLOCKS_DIFFER_MS + SETTLED_AFTER_MS).toISOString();
  const part = { scope, sequence: FIRST_LIVE_PART, at: new Date(now).toISOString(), commits: '[]', filledTo };
  try {
    await directory.table.transactWrite([
      feedPartEntity.create({ ...part, fedUpTo: {} }),
      feedHistoryEntity.put({ scope, dueAt }),
    ]);
    return { sequence: FIRST_LIVE_PART, fedUpTo: {}, filledTo };
  } catch (error) {
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    // Somebody else did.
    const end = await readFeedEnd(directory, scope);
    if (!end) throw error;
    return end;
  }
}
