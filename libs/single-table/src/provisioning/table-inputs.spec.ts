import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { engineClient, uniqueTableName } from '../../../../test/support/engines/engine.js';
import { defineTable } from '@rollbook/single-table';
import {
  cdkTableProps,
  cloudFormationProperties,
  createTableInput,
  terraformArguments,
} from '@rollbook/single-table/provisioning';

const table = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    Inverted: 'inverted',
    Scores: { partitionKey: 'game', sortKey: 'points', projection: ['player'] },
    Names: { partitionKey: 'name', projection: 'KEYS_ONLY' },
  },
  numberKeys: ['points'],
  timeToLive: 'expiresAt',
  stream: 'NEW_IMAGE',
});

test('the engine creates the indexes with their projections', async () => {
  const client = engineClient();
  const tableName = uniqueTableName();
  await client.send(new CreateTableCommand(createTableInput(table, tableName)));
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  const projections = Table?.GlobalSecondaryIndexes?.map(({ IndexName, Projection }) => [
    IndexName,
    Projection,
  ]);
  expect(Object.fromEntries(projections ?? [])).toMatchObject({
    Inverted: { ProjectionType: 'ALL' },
    Scores: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['player'] },
    Names: { ProjectionType: 'KEYS_ONLY' },
  });
  client.destroy();
});

test('CloudFormation gets the same keys, indexes and attributes as CreateTable', () => {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes } = createTableInput(table, 't');
  expect(cloudFormationProperties(table)).toEqual({
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema,
    AttributeDefinitions,
    GlobalSecondaryIndexes,
    StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
  });
});

test('Terraform gets them under its own names', () => {
  expect(terraformArguments(table, 't')).toEqual({
    name: 't',
    billing_mode: 'PAY_PER_REQUEST',
    hash_key: 'PK',
    range_key: 'SK',
    attribute: [
      { name: 'PK', type: 'S' },
      { name: 'SK', type: 'S' },
      { name: 'game', type: 'S' },
      { name: 'points', type: 'N' },
      { name: 'name', type: 'S' },
    ],
    global_secondary_index: [
      { name: 'Inverted', hash_key: 'SK', range_key: 'PK', projection_type: 'ALL' },
      {
        name: 'Scores',
        hash_key: 'game',
        range_key: 'points',
        projection_type: 'INCLUDE',
        non_key_attributes: ['player'],
      },
      { name: 'Names', hash_key: 'name', projection_type: 'KEYS_ONLY' },
    ],
    ttl: { attribute_name: 'expiresAt', enabled: true },
    stream_enabled: true,
    stream_view_type: 'NEW_IMAGE',
  });
});

test('CDK gets projections that are not all', () => {
  expect(cdkTableProps(table).globalSecondaryIndexes).toMatchObject([
    { indexName: 'Inverted' },
    { indexName: 'Scores', projectionType: 'INCLUDE', nonKeyAttributes: ['player'] },
    { indexName: 'Names', projectionType: 'KEYS_ONLY' },
  ]);
  expect(cdkTableProps(table).globalSecondaryIndexes[0]).not.toHaveProperty('projectionType');
});

test('local indexes are local everywhere', () => {
  const local = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { ByTime: { local: true, sortKey: 'at', projection: ['note'] } },
  });
  const { GlobalSecondaryIndexes, LocalSecondaryIndexes } = createTableInput(local, 't');
  expect(GlobalSecondaryIndexes).toBeUndefined();
  expect(LocalSecondaryIndexes).toEqual([
    {
      IndexName: 'ByTime',
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'at', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['note'] },
    },
  ]);
  expect(cloudFormationProperties(local)).toMatchObject({ LocalSecondaryIndexes });
  expect(terraformArguments(local, 't')).toMatchObject({
    local_secondary_index: [
      { name: 'ByTime', range_key: 'at', projection_type: 'INCLUDE', non_key_attributes: ['note'] },
    ],
  });
  expect(cdkTableProps(local)).toMatchObject({
    globalSecondaryIndexes: [],
    localSecondaryIndexes: [
      {
        indexName: 'ByTime',
        sortKey: { name: 'at', type: 'S' },
        projectionType: 'INCLUDE',
        nonKeyAttributes: ['note'],
      },
    ],
  });
});
