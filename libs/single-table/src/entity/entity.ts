import type { AttributeMap } from '../definitions/attribute-types.js';
import type {
  IndexName,
  IndexTemplatePair,
  IndexTemplates,
  IndexTypes,
  Key,
  KeyTemplates,
  PartitionTemplate,
  PutItem,
  SortTemplate,
  Typed,
} from '../definitions/entity-types.js';
import { checkEntity } from '../model/definition-checks.js';
import type {
  CanExpire,
  CheckedAttributes,
  CheckedIndexes,
  CheckedKey,
  VersionAttribute,
} from '../model/definition-rules.js';
import { checkOperation, deleteOperation } from '../writes/keyed-operation.js';
import {
  compileEntity,
  parseKey,
  primaryKeyOf,
  type EntityConfiguration,
  type QueryTarget,
  type SchemaVersions,
} from '../model/model.js';
import type {
  ItemReference,
  UpdateOptions,
  UpsertOptions,
  WriteOperation,
  WriteOptions,
} from '../writes/operations.js';
import { createOperation, putOperation } from '../writes/put-operation.js';
import { schemaVersions, type Schema } from './schema-version.js';
import type { TableDefinition } from '../definitions/table.js';
import { updateOperation, upsertOperation } from '../writes/update-operation.js';

/** An entity seen through one of its indexes. */
export interface IndexOf<E extends Typed, Name> extends QueryTarget {
  readonly '~types': IndexTypes<E, Name>;
  readonly '~partitionKey': IndexTemplatePair<E, Name>[0];
  readonly '~sortKey': IndexTemplatePair<E, Name>[1];
}

/** One kind of item: its keys, its indexes and its attributes. */
export interface Declaration<
  T extends TableDefinition = TableDefinition,
  N extends string = string,
  A extends AttributeMap = AttributeMap,
  K extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
  I extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
> extends QueryTarget {
  readonly '~types': { name: N; table: T; attributes: A; key: K; indexes: I };
  readonly '~partitionKey': PartitionTemplate<this>;
  readonly '~sortKey': SortTemplate<this>;
  readonly name: N;
  /** The entity by one of its indexes, for queries. */
  by<Name extends IndexName<this>>(index: Name): IndexOf<this, Name>;
}

/** An entity that also creates the operations on it, to be sent by a table. */
export interface Entity<
  T extends TableDefinition = TableDefinition,
  N extends string = string,
  A extends AttributeMap = AttributeMap,
  K extends Readonly<Record<string, string>> = Readonly<Record<string, string>>,
  I extends Readonly<Record<string, unknown>> = Readonly<Record<string, unknown>>,
> extends Declaration<T, N, A, K, I> {
  at(key: Key<this>): ItemReference<this>;
  put(item: PutItem<this>, options?: WriteOptions<this>): WriteOperation<this>;
  /** A put that fails if the item exists. */
  create(item: PutItem<this>, options?: WriteOptions<this>): WriteOperation<this>;
  update(key: Key<this>, options: UpdateOptions<this>): WriteOperation<this>;
  /** Sets the given attributes of an item, whether it exists or not. */
  upsert(item: PutItem<this>, options?: UpsertOptions<this>): WriteOperation<this>;
  delete(key: Key<this>, options?: WriteOptions<this>): WriteOperation<this>;
  /** Tests a condition in a transaction without writing; by default, that the item exists. */
  check(key: Key<this>, options?: WriteOptions<this>): WriteOperation<this>;
  /** The values in a stored primary key, or undefined if it is not a key of this entity. */
  parseKey(key: Readonly<Record<string, unknown>>): Key<this> | undefined;
}

interface EntityShape<T extends TableDefinition, N extends string, A extends AttributeMap, K, I> {
  name: N;
  key: K & CheckedKey<T, A, K>;
  indexes?: I & CheckedIndexes<T, A, I>;
  attributes: A & CheckedAttributes<T, A>;
}

export interface EntityOptions<T extends TableDefinition, A extends AttributeMap, S = Schema> {
  /** A number attribute incremented at each write; see `expectedVersion` of the write options. */
  versionAttribute?: VersionAttribute<A>;
  /** Reads treat an item whose time to live has passed as absent, although DynamoDB may take several days to remove it. */
  hideExpired?: CanExpire<T, A>;
  /** The version of the item's shape, and how to convert older ones. */
  schema?: S;
}

/** For the functions that take a connection. Throws InvalidDefinition if its keys could collide or never be written. */
export function declareEntity<
  const T extends TableDefinition,
  const N extends string,
  const A extends AttributeMap,
  const K extends KeyTemplates<T>,
  const I extends IndexTemplates<T, A> = Record<never, never>,
>(
  table: T,
  config: EntityShape<T, N, A, K, I> & EntityOptions<T, A, SchemaVersions>,
): Declaration<T, N, A, K, I> {
  return declare(table, config) as unknown as Declaration<T, N, A, K, I>;
}

function declare(table: TableDefinition, config: EntityConfiguration) {
  const model = compileEntity(table, config);
  checkEntity(table, config, model);
  return {
    name: model.name,
    model,
    keys: model.key,
    by: (index: string) => ({ model, keys: model.indexes.get(index) }),
  };
}

/** Declares an entity that also creates its operations: `user.create(…)`. Throws like `declareEntity`. */
export function defineEntity<
  const T extends TableDefinition,
  const N extends string,
  const A extends AttributeMap,
  const K extends KeyTemplates<T>,
  const I extends IndexTemplates<T, A> = Record<never, never>,
>(table: T, config: EntityShape<T, N, A, K, I> & EntityOptions<T, A>): Entity<T, N, A, K, I> {
  const declared = declare(table, { ...config, schema: config.schema && schemaVersions(config.schema) });
  const { model } = declared;
  const entity = {
    ...declared,
    at: (key: Record<string, unknown>) => ({ model, key: primaryKeyOf(model, key) }),
    put: (item: never, options?: never) => putOperation(model, item, options),
    create: (item: never, options?: never) => createOperation(model, item, options),
    update: (key: never, options: never) => updateOperation(model, key, options),
    upsert: (item: never, options?: never) => upsertOperation(model, item, options),
    delete: (key: never, options?: never) => deleteOperation(model, key, options),
    check: (key: never, options?: never) => checkOperation(model, key, options),
    parseKey: (key: Readonly<Record<string, unknown>>) => parseKey(model.key, key),
  };
  return entity as unknown as Entity<T, N, A, K, I>;
}
