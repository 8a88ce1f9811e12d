import { GetItemCommand, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { stubbedClient } from '../stub.mjs';
import { keys, TABLE } from './keys.mjs';

export function plainClient() {
  const { client, stub } = stubbedClient();
  const S = (value) => ({ S: value });
  const encode = (item) => {
    const k = keys(item);
    return {
      PK: S(k.PK),
      SK: S(k.SK),
      GSI1PK: S(k.GSI1PK),
      GSI1SK: S(k.GSI1SK),
      entity: S('order'),
      customerId: S(item.customerId),
      orderId: S(item.orderId),
      status: S(item.status),
      placedAt: S(item.placedAt),
      total: { N: String(item.total) },
      lines: { N: String(item.lines) },
      paid: { BOOL: item.paid },
      tags: { L: item.tags.map(S) },
      address: {
        M: { street: S(item.address.street), city: S(item.address.city), zip: S(item.address.zip) },
      },
      note: S(item.note),
    };
  };
  const encodeCustomer = (item) => ({
    PK: S(`customer:${item.customerId}`),
    SK: S('customer'),
    entity: S('customer'),
    customerId: S(item.customerId),
    name: S(item.name),
    email: S(item.email),
    since: S(item.since),
  });
  const decodeCustomer = (item) => ({
    customerId: item.customerId.S,
    name: item.name.S,
    email: item.email.S,
    since: item.since.S,
  });
  const decode = (item) => ({
    customerId: item.customerId.S,
    orderId: item.orderId.S,
    status: item.status.S,
    placedAt: item.placedAt.S,
    total: Number(item.total.N),
    lines: Number(item.lines.N),
    paid: item.paid.BOOL,
    tags: item.tags.L.map((tag) => tag.S),
    address: { street: item.address.M.street.S, city: item.address.M.city.S, zip: item.address.M.zip.S },
    note: item.note.S,
  });
  return {
    stub,
    put: (item) => client.send(new PutItemCommand({ TableName: TABLE, Item: encode(item) })),
    putCustomer: (item) => client.send(new PutItemCommand({ TableName: TABLE, Item: encodeCustomer(item) })),
    get: async (item) => {
      const { PK, SK } = keys(item);
      return decode(
        (await client.send(new GetItemCommand({ TableName: TABLE, Key: { PK: S(PK), SK: S(SK) } }))).Item,
      );
    },
    query: async ({ customerId }) =>
      (
        await client.send(
          new QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': S(`customer:${customerId}`), ':sk': S('order:') },
            Limit: 25,
          }),
        )
      ).Items.map(decode),
    projection: async ({ customerId }) =>
      (
        await client.send(
          new QueryCommand({
            TableName: TABLE,
            KeyConditionExpression: 'PK = :pk AND begins_with(SK, :sk)',
            ExpressionAttributeValues: { ':pk': S(`customer:${customerId}`), ':sk': S('order:') },
            ProjectionExpression: 'orderId, #status, #total',
            ExpressionAttributeNames: { '#status': 'status', '#total': 'total' },
            Limit: 25,
          }),
        )
      ).Items.map((item) => ({
        orderId: item.orderId.S,
        status: item.status.S,
        total: Number(item.total.N),
      })),
    collection: async ({ customerId }) => {
      const { Items } = await client.send(
        new QueryCommand({
          TableName: TABLE,
          KeyConditionExpression: 'PK = :pk',
          ExpressionAttributeValues: { ':pk': S(`customer:${customerId}`) },
        }),
      );
      const found = { customer: [], order: [] };
      for (const item of Items)
        if (item.entity.S === 'order') found.order.push(decode(item));
        else found.customer.push(decodeCustomer(item));
      return found;
    },
  };
}
