export {
  any,
  bigInteger,
  binary,
  binarySet,
  boolean,
  createdAt,
  date,
  expiresAfter,
  json,
  list,
  map,
  number,
  numberSet,
  oneOf,
  packed,
  record,
  string,
  stringSet,
  ulid,
  updatedAt,
} from './definitions/attributes.js';
export type { Attribute, AttributeMap } from './definitions/attribute-types.js';
export type { Capacity } from './connection/capacity.js';
export type { Condition, ConditionBuilder, ConditionOf } from './expressions/condition.js';
export { connectTable, type TableOptions } from './table/connect.js';
export {
  connect,
  type Connection,
  type ConnectOptions,
  type HookedWrite,
  type Hooks,
} from './connection/connection.js';
export {
  batchGetItems,
  batchWriteItems,
  checkOperation,
  createItem,
  createOperation,
  deleteItem,
  deleteOperation,
  eachItem,
  getItem,
  putItem,
  putOperation,
  queryCollection,
  queryItems,
  referenceTo,
  scanItems,
  updateItem,
  updateOperation,
  upsertItem,
  upsertOperation,
  writeEachItem,
} from './functions.js';
export { observe, type CallReport, type OnCall, type Observation } from './connection/observe.js';
export { readCursor, writeCursor, type Position } from './connection/cursor.js';
export { declareEntity, defineEntity, type Declaration, type Entity, type IndexOf } from './entity/entity.js';
export type { QueryTarget, SchemaVersions } from './model/model.js';
export type { Item, Key, PutItem, QueryKey } from './definitions/entity-types.js';
export type { UndeclaredAttributes } from './items/undeclared.js';
export { isSingleTableError, SingleTableError, type ErrorCode, type ErrorDetails } from './wire/errors.js';
export type {
  Changes,
  ItemReference,
  UpdateOptions,
  UpsertOptions,
  WriteOperation,
  WriteOptions,
} from './writes/operations.js';
export { defineTable, type Projection, type TableDefinition } from './definitions/table.js';
export {
  MAX_TRANSACTION,
  transactGet,
  transactWrite,
  type TransactOptions,
} from './writes/transactions/transact.js';
export type { CancellationReason } from './wire/transaction-errors.js';
export { schemaVersions, type Schema } from './entity/schema-version.js';
export type {
  AnyItem,
  ByEntity,
  CollectionOptions,
  CollectionPage,
  Outcome,
  Outcomes,
  Page,
  PageOptions,
  QueryOptions,
  ReadOptions,
  ScanOptions,
  Table,
  TenantEntity,
  TenantOperation,
  TenantReference,
  TenantTable,
  WriteEachOptions,
} from './table/table-api.js';
export type { ForeignItem } from './connection/tenant-scope.js';
export type { Runtime } from './transport/runtime.js';
