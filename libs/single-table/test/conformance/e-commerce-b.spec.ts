/** @engines both */
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, number, oneOf, record, string, updatedAt } from '@rollbook/single-table';

/** Customers and orders; GSI1 answers by status, by order id and by email; GSI2 holds unpaid orders only. */
const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  },
});
const customer = defineEntity(shop, {
  name: 'customer',
  key: { PK: 'CUSTOMER#{customerId}', SK: 'CUSTOMER' },
  indexes: { GSI1: { GSI1PK: 'EMAIL#{email}', GSI1SK: 'CUSTOMER' } },
  attributes: { customerId: string(), email: string(), name: string() },
});
const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'CUSTOMER#{customerId}', SK: 'ORDER#{placedAt:iso}#{orderId}' },
  indexes: {
    GSI1: { GSI1PK: 'STATUS#{status}', GSI1SK: '{placedAt:iso}#{orderId}' },
    GSI2: { GSI2PK: 'UNPAID#{customerId}', GSI2SK: '{unpaidSince:iso}#{orderId}' },
  },
  attributes: {
    customerId: string(),
    placedAt: string(),
    orderId: string(),
    status: oneOf('placed', 'shipped', 'delivered'),
    total: number(),
    unpaidSince: string().optional(),
  },
});
/** Finds an order by its id alone: a pointer item under the order's own partition holds its lines, too. */
const orderLine = defineEntity(shop, {
  name: 'order-line',
  key: { PK: 'ORDER#{orderId}', SK: 'LINE#{line:3}' },
  attributes: { orderId: string(), line: number(), productId: string(), quantity: number() },
});
const orderHead = defineEntity(shop, {
  name: 'order-head',
  key: { PK: 'ORDER#{orderId}', SK: 'HEAD' },
  indexes: { GSI1: 'inverted' },
  attributes: { orderId: string(), customerId: string(), placedAt: string() },
});
/** A product's description changes once a year, its views every second: two items, so that a view rewrites little. */
const productCold = defineEntity(shop, {
  name: 'product',
  key: { PK: 'PRODUCT#{productId}', SK: 'COLD' },
  attributes: { productId: string(), description: string(), attributes: record(string()) },
});
const productHot = defineEntity(shop, {
  name: 'product-counters',
  key: { PK: 'PRODUCT#{productId}', SK: 'HOT' },
  attributes: { productId: string(), views: number().default(0), updatedAt: updatedAt() },
});

const day = (at: number) => `2026-03-${String(at).padStart(2, '0')}T09:30:00.000Z`;
const ada = { customerId: 'c1', email: 'ada#lovelace@x.org', name: 'Ada' };
const orders = [1, 2, 3, 4].map((at) => ({
  customerId: 'c1',
  orderId: `o${at}`,
  placedAt: day(at),
  status: at < 3 ? ('delivered' as const) : ('placed' as const),
  total: at * 10,
  ...(at % 2 === 0 && { unpaidSince: day(at) }),
}));
const lines = [1, 2].map((line) => ({ orderId: 'o2', line, productId: `p${line}`, quantity: line }));

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(shop);
  await items.table.batchWrite([
    customer.put(ada),
    ...orders.map((each) => order.put(each)),
    ...orders.map(({ customerId, orderId, placedAt }) => orderHead.put({ customerId, orderId, placedAt })),
    ...lines.map((each) => orderLine.put(each)),
  ]);
  items.calls.length = 0;
});
afterEach(() => {
  items.close();
});

const ids = (found: { items: { orderId: string }[] }) => found.items.map((each) => each.orderId);

describe('e-commerce: customers and their orders', () => {
  test('orders newest first, a page at a time', async () => {
    const page = await items.table.query(order, { customerId: 'c1' }, { order: 'descending', limit: 3 });
    expect(ids(page)).toEqual(['o4', 'o3', 'o2']);
    onlyCalls(items.calls, 'Query');
    const rest = await items.table.query(
      order,
      { customerId: 'c1' },
      { order: 'descending', limit: 3, cursor: page.cursor },
    );
    expect([ids(rest), rest.cursor]).toEqual([['o1'], undefined]);
  });

  test('orders in a range of dates, both days included', async () => {
    const range = { between: [{ placedAt: day(2) }, { placedAt: day(3) }] } as const;
    expect(ids(await items.table.query(order, { customerId: 'c1' }, range))).toEqual(['o2', 'o3']);
    onlyCalls(items.calls, 'Query');
  });

  test('an order with its items, by order id', async () => {
    const { items: found } = await items.table.queryCollection([orderHead, orderLine], { orderId: 'o2' });
    expect(found['order-head']).toMatchObject([{ customerId: 'c1', placedAt: day(2) }]);
    expect(found['order-line']).toEqual(lines);
    onlyCalls(items.calls, 'Query');
  });

  test('by status, by order id and by email, all from one index', async () => {
    expect(ids(await items.table.query(order.by('GSI1'), { status: 'placed' }))).toEqual(['o3', 'o4']);
    onlyCalls(items.calls, 'Query GSI1');
    expect((await items.table.query(customer.by('GSI1'), { email: ada.email })).items).toEqual([ada]);
    onlyCalls(items.calls, 'Query GSI1');
    expect(ids(await items.table.query(orderHead.by('GSI1'), { orderId: 'o3' }))).toEqual(['o3']);
    onlyCalls(items.calls, 'Query GSI1');
  });

  test('the sparse index of unpaid orders empties as they are paid', async () => {
    const unpaid = () => items.table.query(order.by('GSI2'), { customerId: 'c1' });
    expect(ids(await unpaid())).toEqual(['o2', 'o4']);
    onlyCalls(items.calls, 'Query GSI2');
    for (const at of [2, 4]) {
      const key = { customerId: 'c1', orderId: `o${at}`, placedAt: day(at) };
      await items.table.update(order, key, { remove: ['unpaidSince'] });
    }
    expect(ids(await unpaid())).toEqual([]);
    expect(ids(await items.table.query(order, { customerId: 'c1' }))).toHaveLength(4);
  });

  test('hot and cold attributes apart: a view rewrites the small item only', async () => {
    await items.table.put(productCold, {
      productId: 'p',
      description: 'x'.repeat(8_000),
      attributes: { colour: 'red' },
    });
    await items.table.put(productHot, { productId: 'p' });
    items.calls.length = 0;
    await items.table.update(productHot, { productId: 'p' }, { add: { views: 1 } });
    expect(items.calls[0]?.capacity?.write).toBe(1);
    onlyCalls(items.calls, 'UpdateItem');
    const { items: whole } = await items.table.queryCollection([productCold, productHot], { productId: 'p' });
    expect([whole.product[0]?.attributes['colour'], whole['product-counters'][0]?.views]).toEqual(['red', 1]);
    onlyCalls(items.calls, 'Query');
  });
});
