import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { convertToNative } from '@aws-sdk/util-dynamodb';
import { unpackCommit, type LastCommit } from '#libs/directory';
import { AGGREGATE_KINDS, AGGREGATES, kindOfAggregate, type AggregateKind } from '#libs/domain';
import type { StreamRecord } from '#libs/dynamodb-streams';
import type { CommittedEvent } from '#libs/event-contracts';

type Image = Record<string, AttributeValue>;

export type Commit =
  /** Not a commit: another item, a removal, or a head whose version did not change. */
  | { kind: 'none' }
  | { kind: 'events'; events: CommittedEvent[] }
  /** A commit whose events the head names, because they are too large to be carried. They are read by their keys. */
  | { kind: 'named'; aggregateId: string; accountId?: string; version: number; count: number }
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
 * records may arrive in any order, but never a head's. Each head carries the events of its last commit, or, if they are too
 * large, names them: so its record alone says what to publish, and in which order.
 */
export function commitOf(record: StreamRecord): Commit {
  if (isNoCommit(record)) return { kind: 'none' };
  const image = record.dynamodb?.NewImage as Image;
  const { events, count, version: named } = carriedCommit(image);
  const version = Number(image['version']?.N ?? NaN);
  const accountId = image['accountId']?.S;
  const account = accountId !== undefined && { accountId };
  if (!events && named === version && count > 0 && count <= version)
    return { kind: 'named', aggregateId: aggregateIdOf(image), ...account, version, count };
  const problem = events ? problemOf(events, version) : `the head item names version ${named} as its last`;
  if (events && !problem) return { kind: 'events', events };
  const before = Number(record.dynamodb?.OldImage?.['version']?.N ?? 0);
  return {
    kind: 'unreadable',
    aggregateId: aggregateIdOf(image),
    version: version || 0,
    count: Math.max(0, (version || 0) - before),
    reason: problem!,
    ...account,
  };
}

/** Without events if it cannot be read. Earlier versions stored them as a list instead of as text. */
export function carriedCommit({ lastEvents }: Image): LastCommit {
  if (!lastEvents) return unpackCommit(undefined);
  try {
    return unpackCommit(
      lastEvents.S === undefined ? convertToNative(lastEvents) : (JSON.parse(lastEvents.S) as unknown),
    );
  } catch {
    return unpackCommit(undefined);
  }
}

/** From the item itself: its events may be what cannot be read. Older heads have the id only in their key. */
export function aggregateIdOf(image: Image): string {
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

/** What is wrong with the events that were read for a commit whose head names them, if anything. */
export function problemOfRead(
  events: readonly CommittedEvent[],
  { version, count }: Pick<LastCommit, 'version' | 'count'>,
): string | undefined {
  if (events.length !== count) return `the table has ${events.length} of its ${count} events`;
  return problemOf(events, version);
}

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
