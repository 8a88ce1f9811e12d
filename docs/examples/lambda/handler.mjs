// A function behind a rule of EventBridge (source "rollbook"): it keeps the members of each service group in a table of its own.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { eventBridgeHandler, openSubscriber } from '@rollbook/subscriber';
import { dynamodbStore } from '@rollbook/subscriber/dynamodb';

const { ROLLBOOK_URL, ROLLBOOK_KEY, ROLLBOOK_ACCOUNT, TABLE: TableName } = process.env;
const client = DynamoDBDocumentClient.from(new DynamoDBClient());
const keyOf = ({ serviceGroupId, userId }) => ({ pk: `members:${serviceGroupId}`, sk: userId });

// The bus delivers at least once, and not always in order: what comes too early or again is put right from the feed.
const subscriber = await openSubscriber({
  baseUrl: ROLLBOOK_URL,
  token: ROLLBOOK_KEY,
  accountId: ROLLBOOK_ACCOUNT,
  store: dynamodbStore({ client, table: TableName }),
  follow: false,
  from: 'beginning',
  on: {
    'service_group.member_added': (tx, { data, time }) => {
      tx.write({ Put: { TableName, Item: { ...keyOf(data), since: time } } });
    },
    'service_group.member_removed': (tx, { data }) => {
      tx.write({ Delete: { TableName, Key: keyOf(data) } });
    },
  },
  reset: () => undefined,
});

export const handler = eventBridgeHandler(subscriber);
