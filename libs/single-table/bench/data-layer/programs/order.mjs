// The entity of the programs whose bundles are measured: the one the CPU bench writes and reads.
import { boolean, declareEntity, defineTable, list, map, number, string } from '../../../src/index.ts';

export const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

export const order = declareEntity(shop, {
  name: 'order',
  key: { PK: 'customer:{customerId}', SK: 'order:{orderId}' },
  indexes: { GSI1: { GSI1PK: 'status:{status}', GSI1SK: '{placedAt:iso}:{orderId}' } },
  attributes: {
    customerId: string(),
    orderId: string(),
    status: string(),
    placedAt: string(),
    total: number(),
    paid: boolean(),
    tags: list(string()),
    address: map({ street: string(), city: string(), zip: string() }),
  },
});
