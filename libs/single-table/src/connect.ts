import { batchGet, batchWrite } from './batch.js';
import { conditionBuilder, type ConditionOf } from './condition.js';
import { call, connect, type TableOptions } from './connection.js';
import type { Capacity } from './capacity.js';
import type { Item, Key, NoOtherNames, PutItem, QueryKey, SortBound, Typed } from './entity-types.js';
import type { QueryTarget } from './entity.js';
import { decodeItem, entityNameOf } from './item-codec.js';
import { primaryKeyOf, type EntityModel } from './model.js';
import {
  deleteOperation,
  putOperation,
  updateOperation,
  wireKey,
  type ItemReference,
  type UpdateOptions,
  type WriteOperation,
  type WriteOptions,
} from './operations.js';
import { iterateQuery, runQuery, type Found, type Paging, type QueryResult } from './query.js';
import { planCollection, planQuery, type Range } from './query-plan.js';
import { writeOne } from './single-writes.js';
import type { TableDefinition } from './table.js';
import { transactGet, transactWrite, type TransactOptions } from './transact.js';
import type { WireItem } from './wire.js';

export interface ReadOptions {
  /** Strongly consistent. Not possible by a global secondary index. */
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
  /** Stop after so many calls, whatever `limit` says. */
  maxPages?: number;
  /** Stop after so many read units. Needs `reportCapacity`. */
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

type Selected<E extends Typed, S> = [S] extends [never] ? Item<E> : Pick<Item<E>, S & keyof Item<E>>;

export interface Page<T> {
  items: T[];
  /** Undefined at the end. */
  cursor: string | undefined;
  capacity: Capacity | undefined;
}

export type QueryOptions<Q extends QueryTarget, K, S = never> = PageOptions<Q> &
  SortOptions<Q, K> & { select?: readonly S[] | undefined };

/** The items of several entities, each under its own name. */
export type ByEntity<Q extends readonly Typed[]> = {
  [E in Q[number] as E['~types']['name']]: Item<E>[];
};

/** The entities' own or common keys: what one of them needs, others may ignore. */
type CollectionKey<Q extends readonly QueryTarget[]> = Q[number] extends infer E
  ? E extends QueryTarget
    ? (key: QueryKey<E>) => void
    : never
  : never;
type Common<F> = (F extends unknown ? F : never) extends (key: infer K) => void ? K : never;

type Results<R extends readonly ItemReference[]> = {
  -readonly [At in keyof R]: Item<R[At]['~entity']> | undefined;
};

/** A connected table: the operations, typed by the entities they are given. Errors of the SDK pass through. */
export interface Table {
  get<E extends QueryTarget>(entity: E, key: Key<E>, options?: ReadOptions): Promise<Item<E> | undefined>;
  put<E extends QueryTarget>(entity: E, item: PutItem<E>, options?: WriteOptions<E>): Promise<Item<E>>;
  /** Fails with ConditionFailed when the item is there already. */
  create<E extends QueryTarget>(entity: E, item: PutItem<E>, options?: WriteOptions<E>): Promise<Item<E>>;
  /** Changes an item that must be there, and returns it as it is afterwards. */
  update<E extends QueryTarget>(entity: E, key: Key<E>, options: UpdateOptions<E>): Promise<Item<E>>;
  /** Returns what was deleted. */
  delete<E extends QueryTarget>(
    entity: E,
    key: Key<E>,
    options?: WriteOptions<E>,
  ): Promise<Item<E> | undefined>;
  query<Q extends QueryTarget, const K extends QueryKey<Q>, S extends keyof Item<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K>,
    options?: QueryOptions<Q, K, S>,
  ): Promise<Page<Selected<Q, S>>>;
  /** Every item of a query, page by page, with bounded memory. */
  each<Q extends QueryTarget, const K extends QueryKey<Q>, S extends keyof Item<Q> = never>(
    target: Q,
    key: K & NoOtherNames<Q, K>,
    options?: QueryOptions<Q, K, S>,
  ): AsyncGenerator<Selected<Q, S>, void, undefined>;
  /** Several entities of one partition in one query. */
  queryCollection<const Q extends readonly QueryTarget[]>(
    targets: Q,
    key: Common<CollectionKey<Q>>,
    options?: Omit<PageOptions<Q[number]>, 'filter'>,
  ): Promise<Page<never> & { items: ByEntity<Q> }>;
  batchGet<const R extends readonly ItemReference[]>(
    references: R,
    options?: ReadOptions,
  ): Promise<Results<R>>;
  batchWrite(operations: readonly WriteOperation[], options?: { signal?: AbortSignal }): Promise<void>;
  transactGet<const R extends readonly ItemReference[]>(
    references: R,
    options?: { signal?: AbortSignal },
  ): Promise<Results<R>>;
  transactWrite(operations: readonly WriteOperation[], options?: TransactOptions): Promise<void>;
}

type Untyped = Record<string, unknown>;

function pagingOf(options: PageOptions<Typed> & { select?: readonly unknown[] | undefined }): Paging {
  const { filter, select, ...rest } = options;
  return {
    ...rest,
    filter: filter?.(conditionBuilder()),
    select: select as readonly string[] | undefined,
  };
}

function page(result: QueryResult): Page<Untyped> {
  return { items: result.found.map((each) => each.item), cursor: result.cursor, capacity: result.capacity };
}

function byEntity(targets: readonly QueryTarget[], found: readonly Found[]): Record<string, Untyped[]> {
  const items: Record<string, Untyped[]> = {};
  for (const target of targets) items[target.model.name] = [];
  for (const { model, item } of found) items[model.name]?.push(item);
  return items;
}

/** Hides what a read of the same item would hide. */
function visible(model: EntityModel, item: Untyped | undefined): Untyped {
  const seen: Untyped = {};
  for (const [name, { settings }] of model.entries) {
    if (item?.[name] !== undefined && settings.access !== 'hidden') seen[name] = item[name];
  }
  return seen;
}

/** Connects a table definition to a table. */
export function connectTable(definition: TableDefinition, options: TableOptions): Table {
  const connection = connect(definition, options);
  const table = {
    async get({ model }: QueryTarget, values: Untyped, { consistent, signal }: ReadOptions = {}) {
      const key = primaryKeyOf(model, values);
      const input = {
        TableName: connection.tableName,
        Key: wireKey(key),
        ...(consistent && { ConsistentRead: true }),
      };
      const { output } = await call(connection, 'GetItem', input, {
        entities: [model.name],
        keys: [key],
        signal,
      });
      const wire = output['Item'] as WireItem | undefined;
      return wire && entityNameOf(model.discriminator, wire) === model.name
        ? decodeItem(model, wire)
        : undefined;
    },
    async put({ model }: QueryTarget, item: Untyped, write?: object) {
      const { written } = await writeOne(connection, putOperation('put', model, item, write));
      return visible(model, written.item);
    },
    async create({ model }: QueryTarget, item: Untyped, write?: object) {
      const { written } = await writeOne(connection, putOperation('create', model, item, write));
      return visible(model, written.item);
    },
    async update({ model }: QueryTarget, key: Untyped, changes: object) {
      const { returned } = await writeOne(connection, updateOperation(model, key, changes), 'ALL_NEW');
      return returned;
    },
    async delete({ model }: QueryTarget, key: Untyped, write?: object) {
      const { returned } = await writeOne(connection, deleteOperation(model, key, write), 'ALL_OLD');
      return returned;
    },
    async query(target: QueryTarget, key: Untyped, query: PageOptions<Typed> & Range = {}) {
      return page(await runQuery(connection, planQuery(target, key, query), pagingOf(query)));
    },
    async *each(target: QueryTarget, key: Untyped, query: PageOptions<Typed> & Range = {}) {
      for await (const { item } of iterateQuery(connection, planQuery(target, key, query), pagingOf(query)))
        yield item;
    },
    async queryCollection(targets: readonly QueryTarget[], key: Untyped, query: PageOptions<Typed> = {}) {
      const result = await runQuery(connection, planCollection(targets, key), pagingOf(query));
      return { ...page(result), items: byEntity(targets, result.found) };
    },
    batchGet: (references: readonly ItemReference[], read: ReadOptions = {}) =>
      batchGet(connection, references, read),
    batchWrite: (operations: readonly WriteOperation[], write: { signal?: AbortSignal } = {}) =>
      batchWrite(connection, operations, write.signal),
    transactGet: (references: readonly ItemReference[], read: { signal?: AbortSignal } = {}) =>
      transactGet(connection, references, read),
    transactWrite: (operations: readonly WriteOperation[], write: TransactOptions = {}) =>
      transactWrite(connection, operations, write),
  };
  return table as unknown as Table;
}
