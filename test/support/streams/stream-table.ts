import {
  CreateTableCommand,
  DeleteTableCommand,
  TransactWriteItemsCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { uniqueTableName } from '../engines/engine.js';

/** A separate table with a stream, in the shape the stream processors expect. */
export async function createStreamTable(client: DynamoDBClient): Promise<string> {
  const table = uniqueTableName();
  const attributes = ['PK', 'SK', 'GSI1PK', 'GSI1SK'];
  await client.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: attributes.map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'PK', KeyType: 'HASH' },
        { AttributeName: 'SK', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'GSI1',
          KeySchema: [
            { AttributeName: 'GSI1PK', KeyType: 'HASH' },
            { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  return table;
}

export async function dropTable(client: DynamoDBClient, table: string): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: table }));
}

export const ACCOUNT = 'acct_01';

/** Commits events of a user in the table's own shape: the head with its `lastEvents`, and one item for each event. @param named the head only names them */
export async function commit(
  client: DynamoDBClient,
  table: string,
  userId: string,
  fromVersion: number,
  count = 1,
  { named = false } = {},
): Promise<string[]> {
  const at = new Date().toISOString();
  const events = Array.from({ length: count }, (_, index) => {
    const version = fromVersion + 1 + index;
    return {
      eventId: `${userId}.${version}`,
      type: version === 1 ? 'user.created' : 'user.profile_changed',
      schemaVersion: 1,
      accountId: ACCOUNT,
      aggregateId: userId,
      version,
      at,
      actor: 'operator:test',
      correlationId: 'corr_1',
      causationId: 'cause_1',
      data: { userId, name: `Name ${version}` },
    };
  });
  const stamps = { accountId: ACCOUNT, createdAt: at, updatedAt: at };
  const head = {
    PK: `account:${ACCOUNT}`,
    SK: `user:${userId}`,
    entity: 'user',
    ...stamps,
    version: fromVersion + count,
    lastEvents: JSON.stringify(named ? [{ t: 'commit', n: count, v: fromVersion + count }] : events),
  };
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        { Put: { TableName: table, Item: marshall(head) } },
        ...events.map((event) => ({
          Put: {
            TableName: table,
            Item: marshall({
              PK: `events:${userId}`,
              SK: `v:${String(event.version).padStart(12, '0')}`,
              GSI1PK: `log:${ACCOUNT}`,
              GSI1SK: `${at}:${event.eventId}`,
              entity: 'event',
              ...stamps,
              ...event,
            }),
          },
        })),
      ],
    }),
  );
  return events.map((event) => event.eventId);
}
