export {
  any,
  bigInteger,
  binary,
  binarySet,
  boolean,
  createdAt,
  date,
  list,
  map,
  number,
  numberSet,
  oneOf,
  record,
  string,
  stringSet,
  ulid,
  updatedAt,
  type Attribute,
  type AttributeMap,
} from './attributes.js';
export type { Capacity } from './capacity.js';
export type { Condition, ConditionBuilder, ConditionOf } from './condition.js';
export {
  connectTable,
  type ByEntity,
  type Page,
  type PageOptions,
  type QueryOptions,
  type ReadOptions,
  type Table,
} from './connect.js';
export type { CallReport, OnCall, TableOptions } from './connection.js';
export { readCursor, writeCursor, type Position } from './cursor.js';
export { defineEntity, type Entity, type IndexOf, type QueryTarget } from './entity.js';
export type { Item, Key, PutItem, QueryKey } from './entity-types.js';
export { isSingleTableError, SingleTableError, type ErrorCode, type ErrorDetails } from './errors.js';
export { compileKeyTemplate, type KeyTemplate } from './key-template.js';
export type { Changes, ItemReference, UpdateOptions, WriteOperation, WriteOptions } from './operations.js';
export { createTableInput, defineTable, timeToLiveInput, type TableDefinition } from './table.js';
export { MAX_TRANSACTION, type TransactOptions } from './transact.js';
export type { CancellationReason } from './transaction-errors.js';
