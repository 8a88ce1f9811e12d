export {
  any,
  bigInteger,
  binary,
  binarySet,
  boolean,
  createdAt,
  date,
  expiresAfter,
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
} from './attributes.js';
export type { Attribute, AttributeMap } from './attribute-types.js';
export type { Capacity } from './capacity.js';
export type { Condition, ConditionBuilder, ConditionOf } from './condition.js';
export { connectTable, type TableOptions } from './connect.js';
export { connect, type Connection, type ConnectOptions } from './connection.js';
export type { PipelineOptions } from './transport.js';
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
} from './functions.js';
export { observe, type CallReport, type OnCall, type Observation } from './observe.js';
export { readCursor, writeCursor, type Position } from './cursor.js';
export {
  declareEntity,
  defineEntity,
  type Declaration,
  type Entity,
  type IndexOf,
  type QueryTarget,
} from './entity.js';
export type { Item, Key, PutItem, QueryKey } from './entity-types.js';
export { isSingleTableError, SingleTableError, type ErrorCode, type ErrorDetails } from './errors.js';
export { compileKeyTemplate, type KeyTemplate } from './key-template.js';
export type {
  Changes,
  ItemReference,
  UpdateOptions,
  UpsertOptions,
  WriteOperation,
  WriteOptions,
} from './operations.js';
export {
  cdkTableProps,
  createTableInput,
  defineTable,
  timeToLiveInput,
  type TableDefinition,
} from './table.js';
export { MAX_TRANSACTION, transactGet, transactWrite, type TransactOptions } from './transact.js';
export type { CancellationReason } from './transaction-errors.js';
export {
  streamReader,
  type Change,
  type EntityChange,
  type OtherChange,
  type StreamRecordLike,
} from './stream-records.js';
export type { SchemaVersions } from './model.js';
export { schemaVersions, type Schema } from './schema-version.js';
export type {
  AnyItem,
  ByEntity,
  CollectionPage,
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
} from './table-api.js';
export type { ForeignItem } from './tenant.js';
export { uniqueClaim, type UniqueClaim } from './unique.js';
export { backfill, renderProgress, type BackfillOptions, type BackfillProgress } from './backfill.js';
export {
  accessPattern,
  bindPatterns,
  describePatterns,
  iamActionsOf,
  type AccessPattern,
  type AccessPatterns,
  type BoundPatterns,
  type IamAction,
  type ItemGrant,
  type PatternCall,
  type PatternDescription,
} from './catalogue.js';
export { renderCatalogue } from './catalogue-page.js';
export { drawFraction, drawHex } from './random-pool.js';
export { joinReads } from './join-reads.js';
export { timeLimits, type TimeLimits } from './time-limits.js';
export { requestSigner, type RequestSigner } from './request-signer.js';
export { workbenchModel, type WorkbenchEntity } from './workbench.js';
