import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { convertToNative } from '@aws-sdk/util-dynamodb';
import { unpackEvents } from '#libs/directory';
import { AGGREGATE_KINDS, AGGREGATES, kindOfAggregate, type AggregateKind } from '#libs/domain';
import type { StreamRecord } from '#libs/dynamodb-streams';
import type { CommittedEvent } from '#libs/event-contracts';

type Image = Record<string, AttributeValue>;

export type Commit =
  /** Not a commit: another item, a removal, or a head whose version did not change. */
  | { kind: 'none' }
  | { kind: 'events'; events: CommittedEvent[] }
  /** A commit that cannot be read. Its aggregate is known as well as can be. */
  | {
      kind: 'unreadable';
      aggregateId: string;
      accountId?: string;
      /** The aggregate's version after the commit, and its number of events; 0 if not known. */
      version: number;
      count: number;
      reason: string;
    };

const heads = new Set<string>(AGGREGATE_KINDS);

/** True for records that are not commits, recognised by two attributes without decoding the rest. */
export function isNoCommit(record: StreamRecord): boolean {
  const { NewImage, OldImage } = record.dynamodb ?? {};
  if (!NewImage || !heads.has(NewImage['entity']?.S ?? '')) return true;
  return NewImage['version']?.N !== undefined && NewImage['version'].N === OldImage?.['version']?.N;
}

/**
 * The events of the commit that a stream record reports. Only head items count, and only with a new version: event items'
 * records may arrive in any order, but never a head's. Each head carries the events of its last commit, so nothing else is
 * read.
 */
export function commitOf(record: StreamRecord): Commit {
  if (isNoCommit(record)) return { kind: 'none' };
  const image = record.dynamodb?.NewImage as Image;
  const events = carriedEvents(image);
  const version = Number(image['version']?.N ?? NaN);
  const problem = problemOf(events, version);
  if (!problem) return { kind: 'events', events };
  const accountId = image['accountId']?.S;
  const before = Number(record.dynamodb?.OldImage?.['version']?.N ?? 0);
  return {
    kind: 'unreadable',
    aggregateId: aggregateIdOf(image),
    version: version || 0,
    count: Math.max(0, (version || 0) - before),
    reason: problem,
    ...(accountId !== undefined && { accountId }),
  };
}

/** None if they cannot be read. Earlier versions stored them as a list instead of as text. */
export function carriedEvents({ lastEvents }: Image): CommittedEvent[] {
  if (!lastEvents) return [];
  try {
    const stored: unknown =
      lastEvents.S === undefined ? convertToNative(lastEvents) : JSON.parse(lastEvents.S);
    return Array.isArray(stored) ? unpackEvents(stored) : [];
  } catch {
    return [];
  }
}

/** From the item itself: its events may be what cannot be read. Older heads have the id only in their key. */
function aggregateIdOf(image: Image): string {
  const kind = image['entity']?.S as AggregateKind;
  const [inSortKey, inPartitionKey] = [image['SK'], image['PK']].map((key) => key?.S?.split(':').at(-1));
  const ids = [image[AGGREGATES[kind].idName]?.S, inSortKey, inPartitionKey];
  return ids.find((id) => id !== undefined && kindOfAggregate(id) === kind) ?? 'unknown';
}

const TEXTS = [
  'eventId',
  'type',
  'accountId',
  'aggregateId',
  'at',
  'actor',
  'correlationId',
  'causationId',
] as const;

/** What is wrong with the events of the commit that created this version, if anything. */
function problemOf(events: readonly CommittedEvent[], version: number): string | undefined {
  if (Number.isNaN(version)) return 'the head item has no version';
  if (events.length === 0) return 'the head item carries no events';
  for (const [index, event] of events.entries()) {
    if (typeof event !== 'object' || event === null) return `event ${index} is not an object`;
    const missing = TEXTS.find((name) => typeof event[name] !== 'string' || event[name] === '');
    if (missing) return `event ${index} has no ${missing}`;
    if (typeof event.data !== 'object' || event.data === null) return `event ${index} has no data`;
    const expected = version - events.length + 1 + index;
    if (event.version !== expected) return `event ${index} has version ${event.version}, not ${expected}`;
    if (event.eventId !== `${event.aggregateId}.${event.version}`)
      return `event ${index} has the id ${event.eventId}`;
    if (event.aggregateId !== events[0]?.aggregateId) return `event ${index} belongs to another aggregate`;
  }
  return undefined;
}
