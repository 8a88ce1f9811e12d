import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PublishedEvent } from '#libs/event-contracts';
import { withoutPersonalData } from './personal-data.js';

const PERIOD_MS = 5 * 60_000;
/** More than the clocks of those who append and of those who state that a feed is complete differ. */
const CLOCKS_DIFFER_MS = 60_000;
/** An object is written from memory. A part that begins below is in it whole. */
export const MAX_OBJECT_EVENTS = 10_000;

/** A part of a feed: written once, never changed. */
export interface FeedPart {
  sequence: number;
  /** When it was appended. ISO 8601. */
  at: string;
  events: number;
}

/** Consecutive parts of a feed that are stored as one object. */
export interface FeedObject {
  /** The sequences of its first and its last part. */
  first: number;
  last: number;
  /** The start of the five minutes in which they were appended. Milliseconds since the epoch. */
  from: number;
  events: number;
}

/**
 * The objects of a feed, in order, each when nothing can be added to it. An object ends where the next part was appended in other five
 * minutes, or when it is full: that depends on the parts alone, so whoever cuts a feed again, from its beginning or from an object on,
 * gets the same. Objects without events, which come of parts that mark something, are not to be written.
 * @param parts all from the beginning of the feed or of an object on
 * @param completeTo as read before the parts: everything committed before this moment is in them. Milliseconds since the epoch
 */
export async function* cutObjects(
  parts: AsyncIterable<FeedPart>,
  completeTo: number | undefined,
): AsyncGenerator<FeedObject> {
  let open: FeedObject | undefined;
  for await (const { sequence, at, events } of parts) {
    const from = Math.floor(Date.parse(at) / PERIOD_MS) * PERIOD_MS;
    if (open && open.from === from && open.events < MAX_OBJECT_EVENTS) {
      open = { ...open, last: sequence, events: open.events + events };
    } else {
      if (open) yield open;
      open = { first: sequence, last: sequence, from, events };
    }
  }
  if (open && completeTo !== undefined && completeTo >= open.from + PERIOD_MS + CLOCKS_DIFFER_MS) yield open;
}

/** Where an object is stored: names sort in the order of the feed, and each is another. */
export function objectKey(accountId: string, { first, from }: FeedObject): string {
  const [day = '', time = ''] = new Date(from).toISOString().split(/[T.]/);
  const part = String(first).padStart(12, '0');
  return `${accountId}/${day.replaceAll('-', '/')}/${day.replaceAll('-', '')}T${time.replaceAll(':', '')}Z-${part}.ndjson.gz`;
}

/** The content of an object: NDJSON, compressed by gzip without a time in its header. The same events give the same bytes. */
export async function writeObject(
  events: AsyncIterable<PublishedEvent>,
  { personalData }: { personalData: boolean },
): Promise<Buffer> {
  const lines: string[] = [];
  for await (const event of events)
    lines.push(`${JSON.stringify(personalData ? event : withoutPersonalData(event))}\n`);
  return promisify(gzip)(lines.join(''));
}
