import type { AnyAttribute } from '../definitions/attribute-types.js';
import type { Capacity } from '../connection/capacity.js';
import type { ConditionOf } from '../expressions/condition.js';
import type {
  Item,
  Key,
  NoOtherNames,
  PutItem,
  QueryKey,
  SortBound,
  SortBounds,
  Typed,
} from '../definitions/entity-types.js';
import type { QueryTarget } from '../model/model.js';
import type { UndeclaredAttributes } from '../items/undeclared.js';
import type { OnCall } from '../connection/observe.js';
import type {
  ItemReference,
  UpdateOptions,
  UpsertOptions,
  WriteOperation,
  WriteOptions,
} from '../writes/operations.js';
import type { Selectable, Selected } from '../reads/selection/selection.js';
import type { TransactOptions } from '../writes/transactions/transact.js';

export interface ReadOptions {
  /** Strongly consistent. Not possible on a global secondary index. */
  consistent?: boolean;
  signal?: AbortSignal;
}

export interface PageOptions<E extends Typed> extends ReadOptions {
  /** How many items to return, also with a filter. Without it: one call, up to 1 MB. */
  limit?: number | undefined;
  /** Where an earlier page of the same query ended. */
  cursor?: string | undefined;
  /** By sort key. */
  order?: 'ascending' | 'descending' | undefined;
  filter?: ConditionOf<E> | undefined;
  /** Stop after this many calls, whatever `limit` says. */
  maxPages?: number;
  /** Stop after this many read units. Needs `reportCapacity`. */
  maxReadUnits?: number;
}

export interface SortOptions<Q extends QueryTarget, K> {
  between?: readonly [SortBound<Q, K>, SortBound<Q, K>] | undefined;
  atLeast?: SortBound<Q, K> | undefined;
  greaterThan?: SortBound<Q, K> | undefined;
  atMost?: SortBound<Q, K> | undefined;
  lessThan?: SortBound<Q, K> | undefined;
  /** The start of the next string variable of the sort key. */
  beginsWith?: SortBound<Q, K> | undefined;
}

export interface Page<T> {
  items: T[];
  /** Undefined at the end. */
  cursor: string | undefined;
  /** Undefined unless the table reports capacity. */
  capacity: Capacity | undefined;
}

export type QueryOptions<Q extends QueryTarget, K, S = never> = PageOptions<Q> &
  SortOptions<Q, K> & {
    /** Attributes, and paths within them: `'address.city'`, `'tags[0]'`. Without it the whole item. */
    select?: readonly S[] | undefined;
  };

/** The items of several entities, each under its own name. */
export type ByEntity<Q extends readonly Typed[]> = {
  [E in Q[number] as E['~types']['name']]: Item<E>[];
};

export interface CollectionPage<Q extends readonly Typed[]> extends Omit<Page<never>, 'items'> {
  items: ByEntity<Q>;
}

/** An item of one of several entities, distinguished by `entity`. */
export type AnyItem<E extends Typed> = E extends Typed
  ? { entity: E['~types']['name']; item: Item<E> }
  : never;

/** The entities' own or common keys: variables needed by one of them are ignored by others. */
export type CollectionKey<E, Known extends string> = E extends QueryTarget
  ? (key: QueryKey<E, Known>) => void
  : never;
export type Common<F> = (F extends unknown ? F : never) extends (key: infer K) => void ? K : never;

/** Bounds of a collection: an entity is narrowed by those that its sort key has variables for. */
type CollectionBound<Q> = Q extends QueryTarget ? (bound: SortBounds<Q>) => void : never;
type BoundOf<Q extends readonly QueryTarget[]> = Common<CollectionBound<Q[number]>>;

export interface CollectionOptions<Q extends readonly QueryTarget[]> extends Omit<
  PageOptions<Q[number]>,
  'filter'
> {
  between?: readonly [BoundOf<Q>, BoundOf<Q>] | undefined;
  atLeast?: BoundOf<Q> | undefined;
  greaterThan?: BoundOf<Q> | undefined;
  atMost?: BoundOf<Q> | undefined;
  lessThan?: BoundOf<Q> | undefined;
  beginsWith?: BoundOf<Q> | undefined;
}

export type Results<R extends readonly ItemReference[]> = {
  -readonly [At in keyof R]: Item<R[At]['~entity']> | undefined;
};

/**
 * What became of one of several writes: it was written; it was refused, as its condition did not hold, with the item that was found
 * instead; or it failed with an error, of which that of a lost answer does not say whether it was written.
 */
export type Outcome<E extends Typed> =
  | { outcome: 'written' }
  | { outcome: 'refused'; found: Item<E> | undefined }
  | { outcome: 'failed'; error: unknown };

export type Outcomes<O extends readonly WriteOperation[]> = {
  -readonly [At in keyof O]: Outcome<NonNullable<O[At]['~entity']>>;
};

export interface WriteEachOptions {
  /** How many are under way at once. Default 16. */
  concurrency?: number | undefined;
  /** What has not been sent by then fails. */
  signal?: AbortSignal | undefined;
}

export interface ScanOptions {
  /** How many segments are read concurrently. Default 1. */
  segments?: number;
  consistent?: boolean;
  /** Items per page. Default: as many as fit in 1 MB. */
  pageSize?: number;
  signal?: AbortSignal;
}

/** A connected table: the operations, typed by the entities passed to them. Errors of the SDK are not wrapped. */
export interface Table {
  get<E extends QueryTarget>(entity: E, key: Key<E>, options?: ReadOptions): Promise<Item<E> | undefined>;
  put<E extends QueryTarget>(entity: E, item: PutItem<E>, options?: WriteOptions<E>): Promise<Item<E>>;
  create<E extends QueryTarget>(entity: E, item: PutItem<E>, options?: WriteOptions<E>): Promise<Item<E>>;
  /** Changes an item that must exist, and returns it as it is afterwards. */
  update<E extends QueryTarget>(entity: E, key: Key<E>, options: UpdateOptions<E>): Promise<Item<E>>;
  /** Sets the given attributes of an item, whether it exists or not, and returns it as it is afterwards. */
  upsert<E extends QueryTarget>(entity: E, item: PutItem<E>, options?: UpsertOptions<E>): Promise<Item<E>>;
  /** Returns the deleted item. */
  delete<E extends QueryTarget>(
    entity: E,
    key: Key<E>,
    options?: WriteOptions<E>,
  ): Promise<Item<E> | undefined>;
  query<Q extends QueryTarget, const K extends QueryKey<Q>, S extends Selectable<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K>,
    options?: QueryOptions<Q, K, S>,
  ): Promise<Page<Selected<Q, S>>>;
  /** Every item of a query, page by page, with bounded memory. */
  each<Q extends QueryTarget, const K extends QueryKey<Q>, S extends Selectable<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K>,
    options?: QueryOptions<Q, K, S>,
  ): AsyncGenerator<Selected<Q, S>, void, undefined>;
  queryCollection<const Q extends readonly QueryTarget[]>(
    targets: Q,
    key: Common<CollectionKey<Q[number], never>>,
    options?: CollectionOptions<Q>,
  ): Promise<CollectionPage<Q>>;
  batchGet<const R extends readonly ItemReference[]>(
    references: R,
    options?: ReadOptions,
  ): Promise<Results<R>>;
  /**
   * Items as they are stored: with their keys, with what no entity declares, and packs as they are. Nothing is refused: a number that neither
   * a number nor a bigint holds is an object with its `text`.
   */
  batchGetStored(
    references: readonly ItemReference[],
    options?: ReadOptions,
  ): Promise<(Record<string, unknown> | undefined)[]>;
  batchWrite(operations: readonly WriteOperation[], options?: { signal?: AbortSignal }): Promise<void>;
  /** Any number of writes with conditions of their own, each sent by itself: one outcome for each, in their order. */
  writeEach<const O extends readonly WriteOperation[]>(
    operations: O,
    options?: WriteEachOptions,
  ): Promise<Outcomes<O>>;
  transactGet<const R extends readonly ItemReference[]>(
    references: R,
    options?: { signal?: AbortSignal },
  ): Promise<Results<R>>;
  transactWrite(operations: readonly WriteOperation[], options?: TransactOptions): Promise<void>;
  /** In no order. For administration: it costs what the table contains, whatever it returns. */
  scan<const E extends readonly QueryTarget[]>(
    entities: E,
    options?: ScanOptions,
  ): AsyncGenerator<AnyItem<E[number]>, void, undefined>;
  /** Also reports each of its calls. It has no connection of its own, so it is cheap enough to create for each request. */
  observed(onCall: OnCall): Table;
  /** Also reports each item it reads that stores more than its entity declares. Reads ignore such attributes. */
  inspected(onUndeclared: (found: UndeclaredAttributes) => void): Table;
  /** The same table for one tenant: every key and item gets this value, and items of other tenants are absent. */
  forTenant<const Name extends string>(tenant: Readonly<Record<Name, string>>): TenantTable<Name>;
}

/** An entity whose items carry the tenant. */
type Tenanted<Name extends string> = QueryTarget & {
  readonly '~types': { attributes: Readonly<Record<Name, AnyAttribute>> };
};

/** A reference that only the tenant's own `entity(…)` creates. */
export interface TenantReference<E extends Typed, Name extends string> extends ItemReference<E> {
  readonly tenant: Readonly<Record<Name, string>>;
}

export interface TenantOperation<Name extends string, E extends Typed = Typed> extends WriteOperation<E> {
  readonly tenant: Readonly<Record<Name, string>>;
}

type TenantKey<E extends Typed, Name extends string> = Omit<Key<E>, Name>;
type TenantItem<E extends Typed, Name extends string> = Omit<PutItem<E>, Name>;

/** The operations on an entity within a tenant, for batches and transactions of the same tenant. */
export interface TenantEntity<E extends Typed, Name extends string> {
  at(key: TenantKey<E, Name>): TenantReference<E, Name>;
  put(item: TenantItem<E, Name>, options?: WriteOptions<E>): TenantOperation<Name, E>;
  create(item: TenantItem<E, Name>, options?: WriteOptions<E>): TenantOperation<Name, E>;
  update(key: TenantKey<E, Name>, options: UpdateOptions<E>): TenantOperation<Name, E>;
  upsert(item: TenantItem<E, Name>, options?: UpsertOptions<E>): TenantOperation<Name, E>;
  delete(key: TenantKey<E, Name>, options?: WriteOptions<E>): TenantOperation<Name, E>;
  check(key: TenantKey<E, Name>, options?: WriteOptions<E>): TenantOperation<Name, E>;
}

/**
 * A table bound to a tenant. No key outside it can be built: the tenant's variable is filled in, and entities without the
 * tenant's attribute do not compile. If a key does not contain the tenant, reads treat another tenant's item as absent and
 * writes carry a condition.
 */
export interface TenantTable<Name extends string> {
  entity<E extends Tenanted<Name>>(entity: E): TenantEntity<E, Name>;
  get<E extends Tenanted<Name>>(
    entity: E,
    key: TenantKey<E, Name>,
    options?: ReadOptions,
  ): Promise<Item<E> | undefined>;
  put<E extends Tenanted<Name>>(
    entity: E,
    item: TenantItem<E, Name>,
    options?: WriteOptions<E>,
  ): Promise<Item<E>>;
  create<E extends Tenanted<Name>>(
    entity: E,
    item: TenantItem<E, Name>,
    options?: WriteOptions<E>,
  ): Promise<Item<E>>;
  update<E extends Tenanted<Name>>(
    entity: E,
    key: TenantKey<E, Name>,
    options: UpdateOptions<E>,
  ): Promise<Item<E>>;
  upsert<E extends Tenanted<Name>>(
    entity: E,
    item: TenantItem<E, Name>,
    options?: UpsertOptions<E>,
  ): Promise<Item<E>>;
  delete<E extends Tenanted<Name>>(
    entity: E,
    key: TenantKey<E, Name>,
    options?: WriteOptions<E>,
  ): Promise<Item<E> | undefined>;
  query<Q extends Tenanted<Name>, const K extends QueryKey<Q, Name>, S extends Selectable<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K> & { [N in Name]?: never },
    options?: QueryOptions<Q, K & Record<Name, string>, S>,
  ): Promise<Page<Selected<Q, S>>>;
  each<Q extends Tenanted<Name>, const K extends QueryKey<Q, Name>, S extends Selectable<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K> & { [N in Name]?: never },
    options?: QueryOptions<Q, K & Record<Name, string>, S>,
  ): AsyncGenerator<Selected<Q, S>, void, undefined>;
  queryCollection<const Q extends readonly Tenanted<Name>[]>(
    targets: Q,
    key: Common<CollectionKey<Q[number], Name>>,
    options?: CollectionOptions<Q>,
  ): Promise<CollectionPage<Q>>;
  batchGet<const R extends readonly TenantReference<Typed, Name>[]>(
    references: R,
    options?: ReadOptions,
  ): Promise<Results<R>>;
  batchWrite(operations: readonly TenantOperation<Name>[], options?: { signal?: AbortSignal }): Promise<void>;
  writeEach<const O extends readonly TenantOperation<Name>[]>(
    operations: O,
    options?: WriteEachOptions,
  ): Promise<Outcomes<O>>;
  transactGet<const R extends readonly TenantReference<Typed, Name>[]>(
    references: R,
    options?: { signal?: AbortSignal },
  ): Promise<Results<R>>;
  transactWrite(operations: readonly TenantOperation<Name>[], options?: TransactOptions): Promise<void>;
}
