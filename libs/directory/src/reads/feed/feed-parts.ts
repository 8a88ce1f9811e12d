import type { DomainEvent } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { END_OF_HISTORY, feedPartEntity, unpackCommits } from '../../table/items/feed.js';
import { cursorAt, FeedNotReadyError, readFeed } from './read-feed.js';

/** A part of a feed, without its commits. */
export interface FeedPartSize {
  sequence: number;
  /** When it was appended. ISO 8601. */
  at: string;
  /** How many events it has. */
  events: number;
}

const PAGE = 500;

/**
 * The parts of a feed up to its end, read as they are wanted, and up to when the feed was complete then. Strongly consistent.
 * @param from the sequence of the first part; from the beginning without it
 */
export async function readFeedParts(
  directory: Directory,
  scope: string,
  from = 1,
): Promise<{ completeTo: number | undefined; parts: AsyncGenerator<FeedPartSize> }> {
  // First: what is fed in between is in what is read then.
  const completeTo = await directory.feedClock.completeTo();
  return { completeTo, parts: partsFrom(directory, scope, from) };
}

/** @throws FeedNotReadyError while what happened before the feed began is being fed */
async function* partsFrom({ table }: Directory, scope: string, from: number): AsyncGenerator<FeedPartSize> {
  let next = from;
  const select = ['sequence', 'at', 'commits', 'whole'] as const;
  const all = { atLeast: { sequence: from }, consistent: true, select };
  for await (const part of table.each(feedPartEntity, { scope }, all)) {
    const { sequence, at } = part;
    if (sequence > next && !part.whole && sequence !== END_OF_HISTORY) throw new FeedNotReadyError();
    next = sequence + 1;
    const events = unpackCommits(part).reduce((sum, { count }) => sum + count, 0);
    yield { sequence, at, events };
  }
}

/** The events of some parts of a feed, in its order. @param events how many they have */
export async function* readEventsOfParts(
  directory: Directory,
  scope: string,
  { first, events }: { first: number; events: number },
): AsyncGenerator<DomainEvent> {
  let after = cursorAt(directory, scope, { sequence: first, offset: 0 });
  for (let left = events; left > 0;) {
    const page = await readFeed(directory, scope, { after, limit: Math.min(left, PAGE) });
    if (page.looked.events === 0)
      throw new Error(`The feed of ${scope} lacks ${left} events from ${first} on.`);
    for (const { event } of page.events) yield event;
    left -= page.looked.events;
    after = page.cursor;
  }
}
