import { createdAt, defineEntity, defineTable, list, map, number, string, updatedAt } from '../../index.js';

export const table = defineTable({
  partitionKey: 'pk',
  sortKey: 'sk',
  indexes: { gsi1: { partitionKey: 'gsi1pk', sortKey: 'gsi1sk' } },
  discriminator: '__edb_e__',
  incompleteKeys: 'begun',
});

const own = {
  __edb_v__: string().default('1').hidden(),
  createdAt: createdAt('milliseconds'),
  updatedAt: updatedAt('milliseconds'),
};

export const customer = defineEntity(table, {
  name: 'customer',
  key: { pk: '$shop#customerid_{customerId:lower}', sk: '$customer_1' },
  indexes: { gsi1: { gsi1pk: '$SHOP#EMAIL_{email:upper}', gsi1sk: '$customer_1' } },
  attributes: { customerId: string(), email: string(), name: string(), ...own },
});

export const order = defineEntity(table, {
  name: 'order',
  key: {
    pk: '$shop#customerid_{customerId:lower}',
    sk: '$order_1#orderid_{orderId:lower}#number_{number:number}',
  },
  indexes: { gsi1: { gsi1pk: '$shop#status_{status:lower}', gsi1sk: '$order_1#number_{number:number}' } },
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
