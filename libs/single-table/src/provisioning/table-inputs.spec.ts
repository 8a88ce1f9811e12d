import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { engineClient, uniqueTableName } from '../../../../test/support/engines/engine.js';
import { defineTable } from '@rollbook/single-table';
import { cdkTableProps, createTableInput } from '@rollbook/single-table/provisioning';

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
