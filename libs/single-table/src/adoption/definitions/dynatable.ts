import { createdAt, defineEntity, defineTable, list, map, number, string, updatedAt } from '../../index.js';

export const table = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { gsi1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  discriminator: '_type',
});

const own = { createdAt: createdAt(), updatedAt: updatedAt() };

export const customer = defineEntity(table, {
  name: 'Customer',
  key: { PK: 'Customer#{customerId:raw}', SK: 'Customer#' },
  indexes: { gsi1: { GSI1PK: 'Email#{email:raw}', GSI1SK: 'Customer#{customerId:raw}' } },
  attributes: { customerId: string(), email: string(), name: string(), ...own },
});

export const order = defineEntity(table, {
  name: 'Order',
  key: { PK: 'Customer#{customerId:raw}', SK: 'Order#{orderId:raw}' },
  indexes: { gsi1: { GSI1PK: 'Status#{status:raw}', GSI1SK: 'Number#{number:number}' } },
  attributes: {
    customerId: string(),
    orderId: string(),
    number: number(),
    total: number().optional(),
    status: string().optional(),
    tags: list(string()).optional(),
    address: map({ city: string(), zip: string() }).optional(),
    ...own,
  },
});
