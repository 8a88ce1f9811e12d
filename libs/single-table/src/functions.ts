import { batchGet, batchWrite } from './writes/batch.js';
import type { Connection } from './connection/connection.js';
import type { Item, Key, NoOtherNames, PutItem, QueryKey } from './definitions/entity-types.js';
import { type QueryTarget, primaryKeyOf } from './model/model.js';
import * as keyed from './writes/keyed-operation.js';
import type {
  ItemReference,
  UpdateOptions,
  UpsertOptions,
  WriteOperation,
  WriteOptions,
} from './writes/operations.js';
import * as puts from './writes/put-operation.js';
import * as reads from './reads/reads.js';
import { scanTable } from './reads/scan.js';
import * as writes from './writes/single-writes.js';
import type {
  AnyItem,
  CollectionKey,
  CollectionOptions,
  CollectionPage,
  Common,
  Outcomes,
  Page,
  QueryOptions,
  ReadOptions,
  Results,
  ScanOptions,
  WriteEachOptions,
} from './table/table-api.js';
import type { Selectable, Selected } from './reads/selection/selection.js';
import * as updates from './writes/update-operation.js';
import { writeEach } from './writes/write-each.js';

/** Separate functions, so that a bundle contains only those it uses; `connectTable` is built from the same. */

export const getItem = reads.get as <E extends QueryTarget>(
  connection: Connection,
  entity: E,
  key: Key<E>,
  options?: ReadOptions,
) => Promise<Item<E> | undefined>;

type Put = <E extends QueryTarget>(
  connection: Connection,
  entity: E,
  item: PutItem<E>,
  options?: WriteOptions<E>,
) => Promise<Item<E>>;
export const putItem = writes.put as unknown as Put;
/** A put that fails with ConditionFailed if the item exists. */
export const createItem = writes.create as unknown as Put;

export const updateItem = writes.update as unknown as <E extends QueryTarget>(
  connection: Connection,
  entity: E,
  key: Key<E>,
  options: UpdateOptions<E>,
) => Promise<Item<E>>;

export const upsertItem = writes.upsert as unknown as <E extends QueryTarget>(
  connection: Connection,
  entity: E,
  item: PutItem<E>,
  options?: UpsertOptions<E>,
) => Promise<Item<E>>;

export const deleteItem = writes.remove as unknown as <E extends QueryTarget>(
  connection: Connection,
  entity: E,
  key: Key<E>,
  options?: WriteOptions<E>,
) => Promise<Item<E> | undefined>;

export const queryItems = reads.query as unknown as <
  Q extends QueryTarget,
  const K extends QueryKey<Q>,
  S extends Selectable<Q> = never,
>(
  connection: Connection,
  target: Q,
  key: K & NoOtherNames<Q, K>,
  options?: QueryOptions<Q, K, S>,
) => Promise<Page<Selected<Q, S>>>;

export const eachItem = reads.each as unknown as <
  Q extends QueryTarget,
  const K extends QueryKey<Q>,
  S extends Selectable<Q> = never,
>(
  connection: Connection,
  target: Q,
  key: K & NoOtherNames<Q, K>,
  options?: QueryOptions<Q, K, S>,
) => AsyncGenerator<Selected<Q, S>, void, undefined>;

export const queryCollection = reads.queryCollection as unknown as <const Q extends readonly QueryTarget[]>(
  connection: Connection,
  targets: Q,
  key: Common<CollectionKey<Q[number], never>>,
  options?: CollectionOptions<Q>,
) => Promise<CollectionPage<Q>>;

export const batchGetItems = batchGet as unknown as <const R extends readonly ItemReference[]>(
  connection: Connection,
  references: R,
  options?: ReadOptions,
) => Promise<Results<R>>;

export const batchWriteItems: (
  connection: Connection,
  operations: readonly WriteOperation[],
  options?: { signal?: AbortSignal },
) => Promise<void> = batchWrite;

/** See `Table.writeEach`. */
export const writeEachItem = writeEach as <const O extends readonly WriteOperation[]>(
  connection: Connection,
  operations: O,
  options?: WriteEachOptions,
) => Promise<Outcomes<O>>;

/** See `Table.scan`: for administration. */
export function scanItems<const E extends readonly QueryTarget[]>(
  connection: Connection,
  entities: E,
  options?: ScanOptions,
): AsyncGenerator<AnyItem<E[number]>, void, undefined> {
  const models = entities.map(({ model }) => model);
  return scanTable(connection, models, options) as AsyncGenerator<AnyItem<E[number]>, void, undefined>;
}

/** A reference to an item, for batches and transactions that read. */
export function referenceTo<E extends QueryTarget>(entity: E, key: Key<E>): ItemReference<E> {
  return { model: entity.model, key: primaryKeyOf(entity.model, key) } as ItemReference<E>;
}

/** Operations to be sent by `transactWrite` or `batchWriteItems`. */

export function putOperation<E extends QueryTarget>(
  { model }: E,
  item: PutItem<E>,
  options?: WriteOptions<E>,
): WriteOperation<E> {
  return puts.putOperation(model, item, options) as WriteOperation<E>;
}

export function createOperation<E extends QueryTarget>(
  { model }: E,
  item: PutItem<E>,
  options?: WriteOptions<E>,
): WriteOperation<E> {
  return puts.createOperation(model, item, options) as WriteOperation<E>;
}

export function updateOperation<E extends QueryTarget>(
  { model }: E,
  key: Key<E>,
  options: UpdateOptions<E>,
): WriteOperation<E> {
  return updates.updateOperation(model, key, options) as WriteOperation<E>;
}

export function upsertOperation<E extends QueryTarget>(
  { model }: E,
  item: PutItem<E>,
  options?: UpsertOptions<E>,
): WriteOperation<E> {
  return updates.upsertOperation(model, item, options) as WriteOperation<E>;
}

export function deleteOperation<E extends QueryTarget>(
  { model }: E,
  key: Key<E>,
  options?: WriteOptions<E>,
): WriteOperation<E> {
  return keyed.deleteOperation(model, key, options) as WriteOperation<E>;
}

export function checkOperation<E extends QueryTarget>(
  { model }: E,
  key: Key<E>,
  options?: WriteOptions<E>,
): WriteOperation<E> {
  return keyed.checkOperation(model, key, options) as WriteOperation<E>;
}
