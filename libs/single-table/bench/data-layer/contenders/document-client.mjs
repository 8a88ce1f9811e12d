import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as lib from '@aws-sdk/lib-dynamodb';
import { stubbedClient } from '../stub.mjs';
import { customerKeys, keys, TABLE } from './keys.mjs';

export function documentClient(settings) {
  const { client, stub } = stubbedClient(DynamoDBClient, settings);
  const doc = lib.DynamoDBDocumentClient.from(client);
  return {
    stub,
    put: (item) =>
      doc.send(new lib.PutCommand({ TableName: TABLE, Item: { ...keys(item), entity: 'order', ...item } })),
    get: async (item) => {
      const { PK, SK } = keys(item);
      return (await doc.send(new lib.GetCommand({ TableName: TABLE, Key: { PK, SK } }))).Item;
    },
    putCustomer: (item) =>
      doc.send(
        new lib.PutCommand({
          TableName: TABLE,
          Item: { ...customerKeys(item), entity: 'customer', ...item },
        }),
      ),
    query: async ({ customerId }) =>
      (
        await doc.send(
          new lib.QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': `customer:${customerId}`, ':sk': 'order:' },
            Limit: 25,
          }),
        )
      ).Items,
    projection: async ({ customerId }) =>
      (
        await doc.send(
          new lib.QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': `customer:${customerId}`, ':sk': 'order:' },
            ProjectionExpression: 'orderId, #status, #total',
            ExpressionAttributeNames: { '#status': 'status', '#total': 'total' },
            Limit: 25,
          }),
        )
      ).Items,
    collection: async ({ customerId }) => {
      const { Items } = await doc.send(
        new lib.QueryCommand({
          TableName: TABLE,
          KeyConditionExpression: 'PK = :pk',
          ExpressionAttributeValues: { ':pk': `customer:${customerId}` },
        }),
      );
      const found = { customer: [], order: [] };
      for (const item of Items) found[item.entity].push(item);
      return found;
    },
  };
}
