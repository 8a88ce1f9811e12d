import * as lib from '@aws-sdk/lib-dynamodb';
import * as toolbox from 'dynamodb-toolbox';
import { stubbedClient } from '../stub.mjs';
import { keyOf, TABLE } from './keys.mjs';

export function dynamodbToolbox() {
  const { client, stub } = stubbedClient();
  const { Table, Entity, item: schema, string, number, boolean, list, map } = toolbox;
  const table = new Table({
    documentClient: lib.DynamoDBDocumentClient.from(client),
    name: TABLE,
    partitionKey: { name: 'PK', type: 'string' },
    sortKey: { name: 'SK', type: 'string' },
    indexes: {
      GSI1: {
        type: 'global',
        partitionKey: { name: 'GSI1PK', type: 'string' },
        sortKey: { name: 'GSI1SK', type: 'string' },
      },
    },
  });
  const attributes = schema({
    customerId: string().key(),
    orderId: string().key(),
    status: string(),
    placedAt: string(),
    total: number(),
    lines: number(),
    paid: boolean(),
    tags: list(string()),
    address: map({ street: string(), city: string(), zip: string() }),
    note: string(),
  });
  const entity = new Entity({
    name: 'order',
    table,
    schema: attributes.and((prev) => ({
      GSI1PK: string()
        .hidden()
        .link(({ status }) => `status:${status}`),
      GSI1SK: string()
        .hidden()
        .link(({ placedAt, orderId }) => `${placedAt}:${orderId}`),
    })),
    computeKey: ({ customerId, orderId }) => ({ PK: `customer:${customerId}`, SK: `order:${orderId}` }),
    timestamps: false,
  });
  const customer = new Entity({
    name: 'customer',
    table,
    schema: schema({ customerId: string().key(), name: string(), email: string(), since: string() }),
    computeKey: ({ customerId }) => ({ PK: `customer:${customerId}`, SK: 'customer' }),
    timestamps: false,
  });
  return {
    stub,
    put: (item) => entity.build(toolbox.PutItemCommand).item(item).send(),
    putCustomer: (item) => customer.build(toolbox.PutItemCommand).item(item).send(),
    get: async (item) => (await entity.build(toolbox.GetItemCommand).key(keyOf(item)).send()).Item,
    query: async ({ customerId }) =>
      (
        await table
          .build(toolbox.QueryCommand)
          .entities(entity)
          .query({ partition: `customer:${customerId}`, range: { beginsWith: 'order:' } })
          .options({ limit: 25 })
          .send()
      ).Items,
    projection: async ({ customerId }) =>
      (
        await table
          .build(toolbox.QueryCommand)
          .entities(entity)
          .query({ partition: `customer:${customerId}`, range: { beginsWith: 'order:' } })
          .options({ limit: 25, attributes: ['orderId', 'status', 'total'] })
          .send()
      ).Items,
    collection: async ({ customerId }) => {
      const { Items } = await table
        .build(toolbox.QueryCommand)
        .entities(customer, entity)
        .query({ partition: `customer:${customerId}` })
        .options({ showEntityAttr: true })
        .send();
      const found = { customer: [], order: [] };
      for (const item of Items) found[item.entity].push(item);
      return found;
    },
  };
}
