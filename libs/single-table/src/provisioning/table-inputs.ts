import type { CreateTableCommandInput, GlobalSecondaryIndex } from '@aws-sdk/client-dynamodb';
import { includedIn, isLocal, keyNamesOf, keyTypeOf, type TableDefinition } from '../definitions/table.js';

function keySchema(
  names: readonly (string | undefined)[],
): NonNullable<CreateTableCommandInput['KeySchema']> {
  return names.map((AttributeName, part) => ({ AttributeName, KeyType: part === 0 ? 'HASH' : 'RANGE' }));
}

export function projectionOf(
  table: TableDefinition,
  index: string,
): NonNullable<GlobalSecondaryIndex['Projection']> {
  const included = includedIn(table, index);
  if (!included) return { ProjectionType: 'ALL' };
  return included.length === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...included] };
}

function indexesOf(table: TableDefinition): { global: string[]; local: string[] } {
  const names = Object.keys(table.indexes ?? {});
  return {
    global: names.filter((name) => !isLocal(table, name)),
    local: names.filter((name) => isLocal(table, name)),
  };
}

/** The input of CreateTable, on-demand. TTL also needs `timeToLiveInput` afterwards. */
export function createTableInput(table: TableDefinition, tableName: string): CreateTableCommandInput {
  const indexNames = Object.keys(table.indexes ?? {});
  const names = new Set([keyNamesOf(table), ...indexNames.map((name) => keyNamesOf(table, name))].flat());
  const indexOf = (name: string): GlobalSecondaryIndex => ({
    IndexName: name,
    KeySchema: keySchema(keyNamesOf(table, name)),
    Projection: projectionOf(table, name),
  });
  const { global, local } = indexesOf(table);
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...(names as Set<string>)].map((name) => ({
      AttributeName: name,
      AttributeType: keyTypeOf(table, name),
    })),
    KeySchema: keySchema(keyNamesOf(table)),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global.map(indexOf) }),
    ...(local.length > 0 && { LocalSecondaryIndexes: local.map(indexOf) }),
    ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
  };
}

export function timeToLiveInput(table: TableDefinition, tableName: string) {
  if (table.timeToLive === undefined) return undefined;
  return {
    TableName: tableName,
    TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
  };
}

interface CdkAttribute {
  name: string;
  /** The value of CDK's `AttributeType.STRING` or `NUMBER`. */
  type: 'S' | 'N';
}

/** The part of CDK's `TablePropsV2` that a definition decides, as plain data with the values of CDK's enumerations. */
export interface CdkTableProps {
  partitionKey: CdkAttribute;
  sortKey?: CdkAttribute;
  globalSecondaryIndexes: {
    indexName: string;
    partitionKey: CdkAttribute;
    sortKey?: CdkAttribute;
    /** The value of CDK's `ProjectionType`; left out for ALL. */
    projectionType?: 'KEYS_ONLY' | 'INCLUDE';
    nonKeyAttributes?: string[];
  }[];
  localSecondaryIndexes?: {
    indexName: string;
    sortKey: CdkAttribute;
    projectionType?: 'KEYS_ONLY' | 'INCLUDE';
    nonKeyAttributes?: string[];
  }[];
  timeToLiveAttribute?: string;
  dynamoStream?: NonNullable<TableDefinition['stream']>;
}

function cdkProjection(table: TableDefinition, index: string) {
  const { ProjectionType, NonKeyAttributes } = projectionOf(table, index);
  if (ProjectionType === 'ALL') return {};
  return {
    projectionType: ProjectionType as 'KEYS_ONLY' | 'INCLUDE',
    ...(NonKeyAttributes && { nonKeyAttributes: NonKeyAttributes }),
  };
}

/** The cast is for CDK's enumerations, whose values these are; the library does not depend on CDK. */
export function cdkTableProps(table: TableDefinition): CdkTableProps {
  const attribute = (name: string): CdkAttribute => ({ name, type: keyTypeOf(table, name) });
  const { global, local } = indexesOf(table);
  const keys = ([partitionKey, sortKey]: [string, string?]) => ({
    partitionKey: attribute(partitionKey),
    ...(sortKey !== undefined && { sortKey: attribute(sortKey) }),
  });
  return {
    ...keys(keyNamesOf(table)),
    globalSecondaryIndexes: global.map((indexName) => ({
      indexName,
      ...keys(keyNamesOf(table, indexName)),
      ...cdkProjection(table, indexName),
    })),
    ...(local.length > 0 && {
      localSecondaryIndexes: local.map((indexName) => ({
        indexName,
        sortKey: attribute(keyNamesOf(table, indexName)[1] as string),
        ...cdkProjection(table, indexName),
      })),
    }),
    ...(table.timeToLive !== undefined && { timeToLiveAttribute: table.timeToLive }),
    ...(table.stream && { dynamoStream: table.stream }),
  };
}
