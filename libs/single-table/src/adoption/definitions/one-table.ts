import { createdAt, defineEntity, defineTable, list, map, number, string, updatedAt } from '../../index.js';

export const table = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { gsi1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  discriminator: '_type',
  incompleteKeys: 'each',
});

const own = { created: createdAt('milliseconds'), updated: updatedAt('milliseconds') };

export const customer = defineEntity(table, {
  name: 'Customer',
  key: { PK: 'Customer#{customerId:raw}', SK: 'Customer#' },
  indexes: { gsi1: { GSI1PK: 'Email#{email:raw}', GSI1SK: 'Customer#{customerId:raw}' } },
  attributes: { customerId: string(), email: string(), name: string(), since: number(), ...own },
});

export const order = defineEntity(table, {
  name: 'Order',
  key: { PK: 'Customer#{customerId:raw}', SK: 'Order#{orderId:raw}' },
  indexes: { gsi1: { GSI1PK: 'Status#{status:raw}', GSI1SK: 'Number#{number:8}' } },
  attributes: {
    customerId: string(),
    orderId: string(),
    number: number(),
    total: number().optional(),
    status: string().optional(),
    tags: list(string()).optional(),
    address: map({ city: string(), zip: string() }).optional(),
    due: number(),
    ...own,
  },
});
