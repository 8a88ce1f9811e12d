import { defineEntity, defineTable, number, string } from '../../index.js';

/** Nothing says what an item is but its key, and what is in the key is nowhere else. */
export const table = defineTable({
  partitionKey: 'HASH',
  sortKey: 'RANGE',
  numberKeys: ['RANGE2'],
  indexes: { byStatus: { partitionKey: 'HASH2', sortKey: 'RANGE2' } },
  discriminator: null,
});

export const customer = defineEntity(table, {
  name: 'customer',
  key: { HASH: 'cust-{customerId:raw}', RANGE: '!' },
  attributes: { customerId: string().keyOnly(), email: string(), since: number() },
});

export const order = defineEntity(table, {
  name: 'order',
  key: { HASH: 'cust-{customerId:raw}', RANGE: 'ord-{day:raw}-{orderId:raw}' },
  indexes: { byStatus: { HASH2: 'st-{status:lower}', RANGE2: '{total}' } },
  attributes: {
    customerId: string().keyOnly(),
    day: string().keyOnly(),
    orderId: string().keyOnly(),
    status: string().optional(),
    total: number(),
  },
});
