import { Dynamo } from 'dynamodb-onetable/Dynamo';
import { Table } from 'dynamodb-onetable';
import { stubbedClient } from '../stub.mjs';
import { keyOf, TABLE } from './keys.mjs';

export function oneTable() {
  const { client, stub } = stubbedClient();
  const table = new Table({
    client: new Dynamo({ client }),
    name: TABLE,
    partial: false,
    schema: {
      format: 'onetable:1.1.0',
      version: '0.0.1',
      indexes: {
        primary: { hash: 'PK', sort: 'SK' },
        gs1: { hash: 'GSI1PK', sort: 'GSI1SK', project: 'all' },
      },
      models: {
        Order: {
          PK: { type: String, value: 'customer:${customerId}' },
          SK: { type: String, value: 'order:${orderId}' },
          GSI1PK: { type: String, value: 'status:${status}' },
          GSI1SK: { type: String, value: '${placedAt}:${orderId}' },
          customerId: { type: String, required: true },
          orderId: { type: String, required: true },
          status: { type: String },
          placedAt: { type: String },
          total: { type: Number },
          lines: { type: Number },
          paid: { type: Boolean },
          tags: { type: Array, items: { type: String } },
          address: {
            type: Object,
            schema: { street: { type: String }, city: { type: String }, zip: { type: String } },
          },
          note: { type: String },
        },
        Customer: {
          PK: { type: String, value: 'customer:${customerId}' },
          SK: { type: String, value: 'customer' },
          customerId: { type: String, required: true },
          name: { type: String },
          email: { type: String },
          since: { type: String },
        },
      },
      params: { timestamps: false, isoDates: false },
    },
  });
  const model = table.getModel('Order');
  return {
    stub,
    put: (item) => model.create(item, { exists: null }),
    putCustomer: (item) => table.getModel('Customer').create(item, { exists: null }),
    get: (item) => model.get(keyOf(item)),
    query: async ({ customerId }) => [...(await model.find({ customerId }, { limit: 25 }))],
    projection: async ({ customerId }) => [
      ...(await model.find({ customerId }, { limit: 25, fields: ['orderId', 'status', 'total'] })),
    ],
    collection: async ({ customerId }) => {
      const items = await table.queryItems({ PK: `customer:${customerId}` }, { parse: true, hidden: true });
      const { Customer: customer, Order } = table.groupByType(items);
      return { customer, order: Order };
    },
  };
}
