import type { CreateTableCommandInput, GlobalSecondaryIndex } from '@aws-sdk/client-dynamodb';
import { SingleTableError } from './errors.js';

/** The key attributes of an index, or `inverted`: the table's own keys swapped, declared in one word. */
export type IndexDefinition = { partitionKey: string; sortKey?: string } | 'inverted';

export interface TableDefinition {
  partitionKey: string;
  sortKey?: string;
  indexes?: Readonly<Record<string, IndexDefinition>>;
  /** The attribute DynamoDB expires items by: a number attribute in epoch seconds. */
  timeToLive?: string;
  stream?: 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES';
  /** The attribute that names the entity of an item. Default `entity`. */
  discriminator?: string;
  /** The attribute that holds the schema version of an item. Default `_v`. */
  schemaVersionAttribute?: string;
}

/** The names of an index's key attributes, with `inverted` resolved. */
export interface KeyAttributes {
  partitionKey: string;
  sortKey?: string | undefined;
}

/** The table as data: the single source for the library, CreateTable, CDK and Workbench. */
export function defineTable<const T extends TableDefinition>(definition: T): T {
  const sortKeyNeeded = Object.entries(definition.indexes ?? {}).find(([, index]) => index === 'inverted');
  if (sortKeyNeeded && !definition.sortKey) {
    throw new SingleTableError(
      'InvalidDefinition',
      `The inverted index ${sortKeyNeeded[0]} needs a sort key to invert.`,
      {
        definition: sortKeyNeeded[0],
      },
    );
  }
  return definition;
}

export function discriminatorOf(table: TableDefinition): string {
  return table.discriminator ?? 'entity';
}

/** The key attributes of the table (no index) or of one of its indexes. */
export function keyAttributesOf(table: TableDefinition, index?: string): KeyAttributes {
  if (index === undefined) return { partitionKey: table.partitionKey, sortKey: table.sortKey };
  const definition = table.indexes?.[index];
  if (!definition) {
    throw new SingleTableError('InvalidDefinition', `The table has no index ${index}.`, {
      definition: index,
    });
  }
  if (definition !== 'inverted') return definition;
  return { partitionKey: table.sortKey as string, sortKey: table.partitionKey };
}

function keySchema(keys: KeyAttributes): NonNullable<CreateTableCommandInput['KeySchema']> {
  return [
    { AttributeName: keys.partitionKey, KeyType: 'HASH' },
    ...(keys.sortKey === undefined ? [] : [{ AttributeName: keys.sortKey, KeyType: 'RANGE' as const }]),
  ];
}

/** The input of CreateTable: on-demand, every index with projection ALL. TTL needs `timeToLiveInput` afterwards. */
export function createTableInput(table: TableDefinition, tableName: string): CreateTableCommandInput {
  const indexNames = Object.keys(table.indexes ?? {});
  const keys = [keyAttributesOf(table), ...indexNames.map((name) => keyAttributesOf(table, name))];
  const names = new Set(
    keys.flatMap((key) => [key.partitionKey, ...(key.sortKey === undefined ? [] : [key.sortKey])]),
  );
  const indexes: GlobalSecondaryIndex[] = indexNames.map((name) => ({
    IndexName: name,
    KeySchema: keySchema(keyAttributesOf(table, name)),
    Projection: { ProjectionType: 'ALL' },
  }));
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...names].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: keySchema(keyAttributesOf(table)),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
    ...(table.stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: table.stream } }),
  };
}

/** The input of UpdateTimeToLive, or undefined for a table without expiry. */
export function timeToLiveInput(table: TableDefinition, tableName: string) {
  if (table.timeToLive === undefined) return undefined;
  return {
    TableName: tableName,
    TimeToLiveSpecification: { AttributeName: table.timeToLive, Enabled: true },
  };
}

interface CdkAttribute {
  name: string;
  /** The value of CDK's `AttributeType.STRING`. */
  type: 'S';
}

/** The part of CDK's `TablePropsV2` that a definition decides, as plain data with the values of CDK's enumerations. */
export interface CdkTableProps {
  partitionKey: CdkAttribute;
  sortKey?: CdkAttribute;
  globalSecondaryIndexes: { indexName: string; partitionKey: CdkAttribute; sortKey?: CdkAttribute }[];
  timeToLiveAttribute?: string;
  dynamoStream?: NonNullable<TableDefinition['stream']>;
}

/**
 * The same table for CDK: `new TableV2(this, 'Table', { ...(cdkTableProps(table) as TablePropsV2), … })`. The cast is
 * CDK's enumerations, whose values these are; the library does not depend on CDK.
 */
export function cdkTableProps(table: TableDefinition): CdkTableProps {
  const text = (name: string): CdkAttribute => ({ name, type: 'S' });
  const keys = (attributes: KeyAttributes) => ({
    partitionKey: text(attributes.partitionKey),
    ...(attributes.sortKey !== undefined && { sortKey: text(attributes.sortKey) }),
  });
  return {
    ...keys(keyAttributesOf(table)),
    globalSecondaryIndexes: Object.keys(table.indexes ?? {}).map((indexName) => ({
      indexName,
      ...keys(keyAttributesOf(table, indexName)),
    })),
    ...(table.timeToLive !== undefined && { timeToLiveAttribute: table.timeToLive }),
    ...(table.stream && { dynamoStream: table.stream }),
  };
}
