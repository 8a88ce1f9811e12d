import type { Actor, DomainEvent } from '#libs/domain';
import { storedBytesOf } from './stored-bytes.js';

/** The commit that made a head's version: what every head says of it, so that its own stream record is enough to publish it. */
export interface LastCommit {
  /** Of its last event, and so the head's. */
  version: number;
  /** The number of its events. */
  count: number;
  /** Of the last event. All have the same causes. */
  actor?: Actor;
  correlationId?: string;
  causationId?: string;
  /** Whole; undefined if they are too large for a head: then they are read by their keys (docs/adr/0045). */
  events?: DomainEvent[] | undefined;
  /** What events that the head does not carry take in the table, without keys. */
  bytes?: number;
}

/**
 * A head is read by each command, check and list, and is twice in each stream record: it carries at most this much of its last
 * commit. One event of the usual size takes 0.5 kB.
 */
export const MAX_CARRIED_BYTES = 2_048;

export function lastCommitOf(events: readonly DomainEvent[]): LastCommit {
  const last = events.at(-1);
  if (!last) return { version: 0, count: 0, events: [] };
  const { version, actor, correlationId, causationId } = last;
  return { version, count: events.length, actor, correlationId, causationId, events: [...events] };
}

/** Short names keep a head within the units it had. */
const SHORT_NAMES = {
  type: 't',
  data: 'd',
  schemaVersion: 's',
  accountId: 'c',
  aggregateId: 'a',
  version: 'v',
  at: 'at',
  actor: 'by',
  correlationId: 'r',
  causationId: 'x',
  traceparent: 'p',
};
const LONG_NAMES = Object.fromEntries(Object.entries(SHORT_NAMES).map(([long, short]) => [short, long]));

/**
 * As it is stored: its events, or, if they are too large, only the last one, without its data, and how many there are. A list
 * either way, so that a version that knows no other form reads it, and publishes nothing that is not whole.
 */
export function packCommit({ events = [], ...commit }: LastCommit): unknown {
  const last = events.at(-1);
  if (!last) return commit.count === 0 ? [] : [packedRange(commit)];
  const packed = packEvents(events);
  if (Buffer.byteLength(JSON.stringify(packed)) <= MAX_CARRIED_BYTES) return packed;
  const bytes = events.reduce((sum, event) => sum + storedBytesOf(event), 0);
  return [packedRange({ ...lastCommitOf(events), bytes })];
}

/** Of a head on which nothing personal may be: its events are named, however small they are, and read by their keys. */
export function packCommitByName({ events = [], ...commit }: LastCommit): unknown {
  if (commit.count === 0) return [];
  const bytes = events.reduce((sum, event) => sum + storedBytesOf(event), 0);
  return [packedRange(events.length === 0 ? commit : { ...commit, bytes })];
}

function packedRange({ version, count, actor, correlationId, causationId, bytes }: LastCommit): object {
  return { t: 'commit', n: count, v: version, by: actor, r: correlationId, x: causationId, b: bytes };
}

/** From whatever was ever stored. What cannot be read has no events. */
export function unpackCommit(stored: unknown): LastCommit {
  if (!Array.isArray(stored)) return lastCommitOf([]);
  const [first] = stored as (Record<string, unknown> | null)[];
  if (typeof first?.['n'] !== 'number') return lastCommitOf(unpackEvents(stored));
  const { n, v, by, r, x, b } = first as Record<string, never>;
  return { version: v!, count: n!, actor: by, correlationId: r, causationId: x, bytes: b };
}

/** Without their ids, which are those of their aggregate with their version. */
function packEvents(events: readonly DomainEvent[]): unknown {
  return events.map(({ eventId: _, ...event }) => renamed(event, SHORT_NAMES));
}

/** Also those with their own names, as earlier versions stored them. */
function unpackEvents(stored: readonly unknown[]): DomainEvent[] {
  return (stored as Record<string, unknown>[]).map((each) => {
    if (typeof each !== 'object' || !(SHORT_NAMES.type in (each ?? {})))
      return each as unknown as DomainEvent;
    const event = renamed(each, LONG_NAMES);
    event['eventId'] = `${String(event['aggregateId'])}.${String(event['version'])}`;
    return event as unknown as DomainEvent;
  });
}

/** A loop, because it is part of every read of a head: `Object.fromEntries` takes three times as long. */
function renamed(event: object, names: Record<string, string>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) made[names[name] ?? name] = value;
  return made;
}
