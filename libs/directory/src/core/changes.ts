import { isDeepStrictEqual } from 'node:util';
import {
  AGGREGATES,
  record,
  type Actor,
  type AggregateKind,
  type DomainEvent,
  type NewEvent,
  type Recorded,
  type Recording,
  type StateOf,
} from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { eventEntity } from '../table/items/events.js';
import { headEntity, type PlainKind } from '../table/items/heads.js';
import { lastCommitOf, type LastCommit } from '../table/items/last-commit.js';
import { sealEvent } from './sealed-events.js';
import type { TransactItem } from './transact-item.js';
import type { UsageChange } from './usage-limits.js';
import type { UserKey } from './user-keys.js';

/** What a commit writes for one aggregate. */
export interface Change {
  events: DomainEvent[];
  transactItems: TransactItem[];
  usage?: UsageChange;
}

type State = StateOf<AggregateKind>;
type Versioned = Exclude<State, { status: 'none' }>;

/** Who made the change, when, and why: what recording adds to events, apart from the aggregate's own numbers. */
export type Provenance = Pick<
  Recording,
  'accountId' | 'now' | 'actor' | 'correlationId' | 'causationId' | 'traceparent'
>;

/** What one kind of aggregate adds to `deriveChange`: declared in the aggregate's `changes.ts`. */
export interface DerivedItems<S, F extends NewEvent> {
  evolve: (state: S, event: Recorded<F>) => S;
  head: (before: S, after: Exclude<S, { status: 'none' }>, lastEvents: LastCommit) => WriteOperation;
  /** Claims, memberships, and whatever else follows from the states before and after. */
  companions?: (before: S, after: Exclude<S, { status: 'none' }>, events: Recorded<F>[]) => TransactItem[];
  usage?: (before: S, after: Exclude<S, { status: 'none' }>) => UsageChange;
  /** Encrypts the personal data of the events. */
  key?: UserKey | undefined;
}

/**
 * Every item that a change writes is derived here, from the state before and the state after, so that no command can forget
 * a claim: the head, the events, and what the aggregate itself adds.
 */
export function deriveChange<S extends State, F extends NewEvent>(
  aggregateId: string,
  before: S,
  newEvents: readonly F[],
  provenance: Provenance,
  { evolve, head, companions, usage, key }: DerivedItems<S, F>,
): Change & { events: Recorded<F>[]; state: S } {
  const last: Versioned | undefined = before.status === 'none' ? undefined : before;
  const events = record(newEvents as F[], {
    ...provenance,
    aggregateId,
    currentVersion: last?.version ?? 0,
    lastEventAt: last?.updatedAt,
  });
  const state = events.reduce(evolve, before);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const after = state as Exclude<S, { status: 'none' }>;
  return {
    events,
    state,
    transactItems: [
      { operation: head(before, after, lastCommitOf(events)) },
      ...events.map((event) => ({ operation: eventEntity.create(sealEvent(event, key)) })),
      ...(companions?.(before, after, events) ?? []),
    ],
    ...(usage && { usage: usage(before, after) }),
  };
}

/**
 * Of an aggregate on which nothing else depends: its head, which is put whole, and its events. What a head has besides the
 * state, such as the last use of a key, is reset.
 * @param expiresAt of the tombstone
 */
export function changePlain<Kind extends PlainKind>(
  [kind, id]: readonly [Kind, string],
  before: StateOf<Kind>,
  newEvents: NewEvent[],
  provenance: Provenance,
  expiresAt?: number,
): Change & { state: StateOf<Kind> } {
  const entity = headEntity(kind);
  return deriveChange<StateOf<Kind> & State, NewEvent>(id, before as never, newEvents, provenance, {
    evolve: AGGREGATES[kind].evolve as never,
    head: (was, state, lastEvents) => {
      const { updatedBy: _by, ...kept } = state as Versioned & { updatedBy?: Actor };
      const isTombstone = kept.status === 'removed' && expiresAt !== undefined;
      const item = { ...kept, lastEvents, ...(isTombstone && { expiresAt }) } as never;
      return replaceHead(
        was,
        () => entity.create(item),
        (version) => entity.put(item, { condition: (c) => c.eq('version', version) }),
      );
    },
  });
}

export function replaceHead(
  before: State,
  create: () => WriteOperation,
  replace: (expectedVersion: number) => WriteOperation,
): WriteOperation {
  return before.status === 'none' ? create() : replace(before.version);
}

/** Sets what differs from what was read. @param other names that are not attributes to change */
export function replacing(
  before: object,
  item: object,
  other: readonly string[],
): { set: object; remove: never[] } {
  const was = before as Record<string, unknown>;
  const isKept = (name: string, value: unknown) =>
    value === was[name] || isDeepStrictEqual(value, was[name]) || other.includes(name);
  const set = Object.entries(item).filter(([name, value]) => !isKept(name, value));
  const gone = Object.keys(before).filter(
    (name) => !(name in item) && !other.includes(name) && name !== 'updatedBy',
  );
  return { set: Object.fromEntries(set), remove: gone as never[] };
}
