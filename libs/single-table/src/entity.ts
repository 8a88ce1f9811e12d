import type { AttributeMap } from './attribute-types.js';
import type {
  IndexName,
  IndexTemplatePair,
  IndexTemplates,
  Key,
  KeyTemplates,
  PartitionTemplate,
  PutItem,
  Queryable,
  SortTemplate,
  Typed,
} from './entity-types.js';
import type { Variables } from './key-types.js';
import { compileEntity, primaryKeyOf, type CompiledKeys, type EntityModel } from './model.js';
import {
  checkOperation,
  deleteOperation,
  putOperation,
  updateOperation,
  upsertOperation,
  type ItemReference,
  type UpdateOptions,
  type UpsertOptions,
  type WriteOperation,
  type WriteOptions,
} from './operations.js';
import type { Schema } from './schema-version.js';
import type { TableDefinition } from './table.js';

/** An entity, or an entity by one of its indexes, as queries take it. */
export interface QueryTarget extends Queryable {
  readonly model: EntityModel;
  readonly keys: CompiledKeys;
}

/** An entity seen through one of its indexes. */
export interface IndexOf<E extends Typed, Name> extends QueryTarget {
  readonly '~types': E['~types'];
  readonly '~partitionKey': IndexTemplatePair<E, Name>[0];
  readonly '~sortKey': IndexTemplatePair<E, Name>[1];
}

/** One kind of item: its keys, its indexes and its attributes. Also makes the operations on it, to be sent by a table. */
export interface Entity<
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
  at(key: Key<this>): ItemReference<this>;
  put(item: PutItem<this>, options?: WriteOptions<this>): WriteOperation;
  /** A put that fails when the item is there already. */
  create(item: PutItem<this>, options?: WriteOptions<this>): WriteOperation;
  update(key: Key<this>, options: UpdateOptions<this>): WriteOperation;
  /** Sets what it is given on an item, there or not. */
  upsert(item: PutItem<this>, options?: UpsertOptions<this>): WriteOperation;
  delete(key: Key<this>, options?: WriteOptions<this>): WriteOperation;
  /** Tests a condition in a transaction without writing; by default that the item is there. */
  check(key: Key<this>, options?: WriteOptions<this>): WriteOperation;
  /** The values in a stored primary key, or undefined when it is not a key of this entity. */
  parseKey(key: Readonly<Record<string, unknown>>): Key<this> | undefined;
}

/** Refuses a template whose variable is not an attribute. */
type OnlyAttributes<A extends AttributeMap, Templates> = {
  readonly [Name in keyof Templates]: Templates[Name] extends string
    ? Templates[Name] extends 'inverted'
      ? unknown
      : Variables<Templates[Name]> extends keyof A
        ? unknown
        : { 'a template variable is not an attribute': Exclude<Variables<Templates[Name]>, keyof A> }
    : unknown;
};

export interface EntityOptions<A extends AttributeMap> {
  /** A number attribute counted up at each write; see `expectedVersion` of the write options. */
  versionAttribute?: keyof A & string;
  /**
   * Reads treat an item whose time to live has passed as absent, although DynamoDB has not removed it yet, which takes
   * up to some days.
   */
  hideExpired?: boolean;
  /** The version of the item's shape, and the way there from older ones. */
  schema?: Schema;
}

/** Declares an entity of a table. Throws InvalidDefinition when its keys could collide or never be written. */
export function defineEntity<
  const T extends TableDefinition,
  const N extends string,
  const A extends AttributeMap,
  const K extends KeyTemplates<T>,
  const I extends IndexTemplates<T, A> = Record<never, never>,
>(
  table: T,
  config: { name: N; key: K & OnlyAttributes<A, K>; indexes?: I; attributes: A } & EntityOptions<A>,
): Entity<T, N, A, K, I> {
  const model = compileEntity(table, config);
  const parse = (keys: CompiledKeys, key: Readonly<Record<string, unknown>>) => {
    const { partitionKey, sortKey } = keys.attributes;
    const partition = keys.partition.parse(String(key[partitionKey]));
    const sort = keys.sort && sortKey !== undefined ? keys.sort.parse(String(key[sortKey])) : {};
    return partition && sort && { ...partition, ...sort };
  };
  const entity = {
    name: config.name,
    model,
    keys: model.key,
    by: (index: string) => ({ model, keys: model.indexes.get(index) }),
    at: (key: Record<string, unknown>) => ({ model, key: primaryKeyOf(model, key) }),
    put: (item: never, options?: never) => putOperation('put', model, item, options),
    create: (item: never, options?: never) => putOperation('create', model, item, options),
    update: (key: never, options: never) => updateOperation(model, key, options),
    upsert: (item: never, options?: never) => upsertOperation(model, item, options),
    delete: (key: never, options?: never) => deleteOperation(model, key, options),
    check: (key: never, options?: never) => checkOperation(model, key, options),
    parseKey: (key: Readonly<Record<string, unknown>>) => parse(model.key, key),
  };
  return entity as unknown as Entity<T, N, A, K, I>;
}
