import { CLOCKS_DIFFER_MS } from '../../core/clocks.js';
import type { Directory } from '../../core/directory.js';
import { feedPartEntity } from '../../table/items/feed.js';
import { BEGINNING, type FeedPosition } from './read-feed.js';

const PARTS_AT_ONCE = 200;

/**
 * Where to begin to read what happened since a time, or at all: every event since then is at this position or after it, and some before that
 * time may be, too. Reads backwards from the end.
 */
export async function positionAt(
  { table }: Directory,
  scope: string,
  since: string | undefined,
): Promise<FeedPosition> {
  if (since === undefined) return BEGINNING;
  // What happened then was appended later, by another clock.
  const appended = new Date(Date.parse(since) - CLOCKS_DIFFER_MS).toISOString();
  let cursor: string | undefined;
  let following: number | undefined;
  do {
    const page = await table.query(
      feedPartEntity,
      { scope },
      { limit: PARTS_AT_ONCE, order: 'descending', consistent: true, select: ['sequence', 'at'], cursor },
    );
    for (const { sequence, at } of page.items) {
      if (at < appended) return { sequence: following ?? sequence + 1, offset: 0 };
      following = sequence;
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return BEGINNING;
}
