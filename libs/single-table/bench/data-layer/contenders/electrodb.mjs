import * as lib from '@aws-sdk/lib-dynamodb';
import { Entity, Service } from 'electrodb';
import { stubbedClient } from '../stub.mjs';
import { keyOf, TABLE } from './keys.mjs';

export function electrodb() {
  const { client, stub } = stubbedClient();
  const connection = {
    client: lib.DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    table: TABLE,
  };
  const entity = new Entity(
    {
      model: { entity: 'order', version: '1', service: 'shop' },
      attributes: {
        customerId: { type: 'string', required: true },
        orderId: { type: 'string', required: true },
        status: { type: 'string', required: true },
        placedAt: { type: 'string', required: true },
        total: { type: 'number' },
        lines: { type: 'number' },
        paid: { type: 'boolean' },
        tags: { type: 'list', items: { type: 'string' } },
        address: {
          type: 'map',
          properties: { street: { type: 'string' }, city: { type: 'string' }, zip: { type: 'string' } },
        },
        note: { type: 'string' },
      },
      indexes: {
        primary: {
          collection: 'account',
          pk: { field: 'PK', composite: ['customerId'] },
          sk: { field: 'SK', composite: ['orderId'] },
        },
        byStatus: {
          index: 'GSI1',
          pk: { field: 'GSI1PK', composite: ['status'] },
          sk: { field: 'GSI1SK', composite: ['placedAt', 'orderId'] },
        },
      },
    },
    connection,
  );
  const customer = new Entity(
    {
      model: { entity: 'customer', version: '1', service: 'shop' },
      attributes: {
        customerId: { type: 'string', required: true },
        name: { type: 'string' },
        email: { type: 'string' },
        since: { type: 'string' },
      },
      indexes: {
        primary: {
          collection: 'account',
          pk: { field: 'PK', composite: ['customerId'] },
          sk: { field: 'SK', composite: [] },
        },
      },
    },
    connection,
  );
  const service = new Service({ customer, order: entity });
  return {
    stub,
    put: (item) => entity.put(item).go(),
    putCustomer: (item) => customer.put(item).go(),
    get: async (item) => (await entity.get(keyOf(item)).go()).data,
    query: async ({ customerId }) => (await entity.query.primary({ customerId }).go({ limit: 25 })).data,
    projection: async ({ customerId }) =>
      (
        await entity.query
          .primary({ customerId })
          .go({ limit: 25, attributes: ['orderId', 'status', 'total'] })
      ).data,
    collection: async ({ customerId }) => (await service.collections.account({ customerId }).go()).data,
  };
}
