import { stubbedClient } from '../stub.mjs';
import { keyOf, TABLE } from './keys.mjs';

export async function singleTable() {
  const { connectTable, defineEntity, defineTable, boolean, list, map, number, string } =
    await import('../../node_modules/.bench/single-table.mjs');
  const { client, stub } = stubbedClient();
  const definition = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  });
  const entity = defineEntity(definition, {
    name: 'order',
    key: { PK: 'customer:{customerId}', SK: 'order:{orderId}' },
    indexes: { GSI1: { GSI1PK: 'status:{status}', GSI1SK: '{placedAt:iso}:{orderId}' } },
    attributes: {
      customerId: string(),
      orderId: string(),
      status: string(),
      placedAt: string(),
      total: number(),
      lines: number(),
      paid: boolean(),
      tags: list(string()),
      address: map({ street: string(), city: string(), zip: string() }),
      note: string(),
    },
  });
  const customer = defineEntity(definition, {
    name: 'customer',
    key: { PK: 'customer:{customerId}', SK: 'customer' },
    attributes: { customerId: string(), name: string(), email: string(), since: string() },
  });
  const table = connectTable(definition, { client, tableName: TABLE, cursorSecret: 'x'.repeat(32) });
  return {
    stub,
    put: (item) => table.put(entity, item),
    putCustomer: (item) => table.put(customer, item),
    get: (item) => table.get(entity, keyOf(item)),
    query: async ({ customerId }) => (await table.query(entity, { customerId }, { limit: 25 })).items,
    projection: async ({ customerId }) =>
      (await table.query(entity, { customerId }, { limit: 25, select: ['orderId', 'status', 'total'] }))
        .items,
    collection: async ({ customerId }) =>
      (await table.queryCollection([customer, entity], { customerId })).items,
  };
}
