import { leafHash, logEntry } from '#libs/transparency-log';
import type { Directory } from '../core/directory.js';
import { eventEntity } from '../table/items/events.js';
import { END_OF_HISTORY, feedPartEntity, FIRST_LIVE_PART, unpackCommits } from '../table/items/feed.js';
import { LogStoppedError } from './log-key.js';

/** An event, where it is in a feed, and what follows it. */
export interface FeedRef {
  aggregateId: string;
  version: number;
  place: string;
  next: string;
}

export const BEGINNING = '1.0';
const PARTS_AT_ONCE = 100;
const CONSISTENT = { consistent: true } as const;

const placeAt = (sequence: number, offset: number) => `${sequence}.${offset}`;

/**
 * The next events of an account's feed, up to `limit`, or to a place that is known. Undefined while what happened before the feed began is being fed: it comes before.
 * @throws LogStoppedError if a part is missing
 */
export async function refsFrom(
  { table }: Directory,
  scope: string,
  from: string,
  limit: number,
  to?: string,
): Promise<FeedRef[] | undefined> {
  const [sequence, offset] = from.split('.').map(Number) as [number, number];
  const range =
    to === undefined
      ? { atLeast: { sequence }, limit: Math.min(limit, PARTS_AT_ONCE) }
      : { between: [{ sequence }, { sequence: Number(to.split('.')[0]) }] as const };
  const parts = { ...range, ...CONSISTENT };
  const refs: FeedRef[] = [];
  let expected = sequence;
  let cursor: string | undefined;
  do {
    const page = await table.query(feedPartEntity, { scope }, { ...parts, cursor });
    cursor = page.cursor;
    if (from === BEGINNING && expected === 1 && !(await isWhole(table, scope, page.items[0])))
      return undefined;
    for (const part of page.items) {
      if (part.sequence !== expected && !isMarked(part, expected))
        throw new LogStoppedError(`The feed of ${scope} lacks its part ${expected}.`);
      expected = part.sequence + 1;
      const events = unpackCommits(part).flatMap(({ aggregateId, first, count }) =>
        Array.from({ length: count }, (_, at) => ({ aggregateId, version: first + at })),
      );
      const skipped = part.sequence === sequence ? offset : 0;
      for (const [at, event] of events.entries()) {
        if (at < skipped) continue;
        const isLast = at + 1 === events.length;
        const next = isLast ? placeAt(part.sequence + 1, 0) : placeAt(part.sequence, at + 1);
        refs.push({ ...event, place: placeAt(part.sequence, at), next });
        if (refs.length === limit) return refs;
      }
    }
  } while (cursor !== undefined);
  return refs;
}

type Part = { sequence: number; whole?: boolean | undefined };

/** Between the history and what was fed as it happened there is a mark, or nothing, if nothing happened before. */
function isMarked({ sequence, whole }: Part, expected: number): boolean {
  if (sequence === END_OF_HISTORY) return expected < END_OF_HISTORY;
  return sequence === FIRST_LIVE_PART && expected === 1 && whole === true;
}

async function isWhole(table: Directory['table'], scope: string, first: Part | undefined): Promise<boolean> {
  if (!first) return false;
  if (first.sequence === FIRST_LIVE_PART) return first.whole === true;
  const mark = await table.get(feedPartEntity, { scope, sequence: END_OF_HISTORY }, CONSISTENT);
  return mark !== undefined;
}

type Named = Pick<FeedRef, 'aggregateId' | 'version'>;
type StoredEvent = Record<string, unknown>;

export const eventName = ({ aggregateId, version }: Named): string => `${aggregateId}.${version}`;

/** As they are stored; undefined for one that does not exist. */
export function storedEvents(
  { table }: Directory,
  refs: readonly Named[],
): Promise<(StoredEvent | undefined)[]> {
  const keys = refs.map(({ aggregateId, version }) => eventEntity.at({ aggregateId, version }));
  return table.batchGetStored(keys, CONSISTENT);
}

/** @param known events that have been read, by name @throws LogStoppedError if one does not exist, or is another account's */
export async function entriesOf(
  directory: Directory,
  scope: string,
  refs: readonly Named[],
  known: ReadonlyMap<string, StoredEvent> = new Map(),
): Promise<Uint8Array[]> {
  const unknown = refs.filter((ref) => !known.has(eventName(ref)));
  const read = await storedEvents(directory, unknown);
  const found = new Map(unknown.map((ref, at) => [eventName(ref), read[at]]));
  return refs.map((ref) => {
    const event = known.get(eventName(ref)) ?? found.get(eventName(ref));
    if (event?.['accountId'] === scope) return logEntry(event);
    const what = event ? 'is of another account' : 'does not exist';
    throw new LogStoppedError(`The event ${eventName(ref)} of the feed of ${scope} ${what}.`);
  });
}

export async function leavesOf(...given: Parameters<typeof entriesOf>): Promise<Uint8Array[]> {
  return (await entriesOf(...given)).map(leafHash);
}
