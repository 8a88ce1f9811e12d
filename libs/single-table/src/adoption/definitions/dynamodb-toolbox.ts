import { createdAt, defineEntity, defineTable, list, map, number, string, updatedAt } from '../../index.js';

export const table = defineTable({
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: { gsi1: { partitionKey: 'gsi1pk', sortKey: 'gsi1sk' } },
  discriminator: '_et',
});

/** An attribute has the name under which it is stored: `savedAs` of the Toolbox. */
const own = { _ct: createdAt(), _md: updatedAt() };

export const customer = defineEntity(table, {
  name: 'Customer',
  key: { pk: 'CUSTOMER#{_id:raw}', sk: 'CUSTOMER' },
  indexes: { gsi1: { gsi1pk: 'EMAIL#{email:lower}', gsi1sk: 'CUSTOMER' } },
  attributes: { _id: string(), email: string(), name: string(), ...own },
});

export const order = defineEntity(table, {
  name: 'Order',
  key: { pk: 'CUSTOMER#{customerId:raw}', sk: 'ORDER#{orderId:raw}' },
  indexes: { gsi1: { gsi1pk: 'STATUS#{status:raw}', gsi1sk: 'ORDER#{number:8}' } },
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
