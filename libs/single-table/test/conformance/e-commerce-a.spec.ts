/** @engines both */
import { createItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, number, oneOf, string } from '@rollbook/single-table';

/** Users, orders with their items, and products; orders by date and products by category share one index. */
const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const user = defineEntity(shop, {
  name: 'user',
  key: { PK: 'USER#{userId}', SK: 'PROFILE' },
  indexes: { GSI1: { GSI1PK: 'STATUS#{status}', GSI1SK: 'USER#{userId}' } },
  attributes: { userId: string(), name: string(), email: string(), status: oneOf('active', 'inactive') },
});
const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'USER#{userId}', SK: 'ORDER#{orderId}' },
  indexes: { GSI1: { GSI1PK: 'ORDERS', GSI1SK: '{placedAt:iso}#{orderId}' } },
  attributes: { userId: string(), orderId: string(), placedAt: string(), total: number() },
});
const orderItem = defineEntity(shop, {
  name: 'order-item',
  key: { PK: 'USER#{userId}', SK: 'ORDER#{orderId}#ITEM#{line:3}' },
  attributes: {
    userId: string(),
    orderId: string(),
    line: number(),
    productId: string(),
    quantity: number(),
  },
});
const product = defineEntity(shop, {
  name: 'product',
  key: { PK: 'PRODUCT#{productId}', SK: 'PRODUCT' },
  indexes: { GSI1: { GSI1PK: 'CATEGORY#{category}', GSI1SK: 'PRODUCT#{productId}' } },
  attributes: { productId: string(), category: string(), price: number() },
});

const day = (at: number) => `2026-03-${String(at).padStart(2, '0')}T00:00:00.000Z`;
const users = [
  { userId: 'ada', name: 'Ada', email: 'ada@x.org', status: 'active' as const },
  { userId: 'bob', name: 'Bob', email: 'bob@x.org', status: 'inactive' as const },
  { userId: 'cyd', name: 'Cyd', email: 'cyd@x.org', status: 'active' as const },
];
const orders = [
  { userId: 'ada', orderId: '1', placedAt: day(3), total: 30 },
  { userId: 'ada', orderId: '12', placedAt: day(1), total: 12 },
  { userId: 'bob', orderId: '2', placedAt: day(2), total: 20 },
];
const orderItems = [
  { userId: 'ada', orderId: '1', line: 1, productId: 'tea', quantity: 2 },
  { userId: 'ada', orderId: '1', line: 2, productId: 'cup', quantity: 1 },
  { userId: 'ada', orderId: '12', line: 1, productId: 'tea', quantity: 9 },
];
const products = [
  { productId: 'cup', category: 'ware', price: 8 },
  { productId: 'jug', category: 'ware', price: 20 },
  { productId: 'tea', category: 'food', price: 11 },
];

const open = async () => {
  const items = await createItemTable(shop);
  await items.table.batchWrite([
    ...users.map((each) => user.put(each)),
    ...orders.map((each) => order.put(each)),
    ...orderItems.map((each) => orderItem.put(each)),
    ...products.map((each) => product.put(each)),
  ]);
  items.calls.length = 0;
  return items;
};
let items: Awaited<ReturnType<typeof open>>;

beforeEach(async () => {
  items = await open();
});
afterEach(() => {
  items.close();
});

describe('e-commerce: users, orders and products', () => {
  test('a profile by id', async () => {
    expect(await items.table.get(user, { userId: 'ada' })).toEqual(users[0]);
    onlyCalls(items.calls, 'GetItem');
  });

  test('the orders of a user, without their items', async () => {
    expect((await items.table.query(order, { userId: 'ada' })).items).toEqual([orders[0], orders[1]]);
    onlyCalls(items.calls, 'Query');
  });

  test('an order with its items, and not those of an order whose id starts alike', async () => {
    const { items: found } = await items.table.queryCollection([order, orderItem], {
      userId: 'ada',
      orderId: '1',
    });
    expect(found).toEqual({ order: [orders[0]], 'order-item': [orderItems[0], orderItems[1]] });
    onlyCalls(items.calls, 'Query');
  });

  test('all orders by date, newest first, and in a range of dates', async () => {
    const byDate = order.by('GSI1');
    const newest = await items.table.query(byDate, {}, { order: 'descending' });
    expect(newest.items.map((each) => each.orderId)).toEqual(['1', '2', '12']);
    onlyCalls(items.calls, 'Query GSI1');
    const range = await items.table.query(
      byDate,
      {},
      { between: [{ placedAt: day(1) }, { placedAt: day(2) }] },
    );
    expect(range.items.map((each) => each.orderId)).toEqual(['12', '2']);
  });

  test('products by category, from the same index', async () => {
    expect((await items.table.query(product.by('GSI1'), { category: 'ware' })).items).toEqual([
      products[0],
      products[1],
    ]);
    onlyCalls(items.calls, 'Query GSI1');
  });

  test('active users by status', async () => {
    expect((await items.table.query(user.by('GSI1'), { status: 'active' })).items).toEqual([
      users[0],
      users[2],
    ]);
    onlyCalls(items.calls, 'Query GSI1');
    await items.table.update(user, { userId: 'ada' }, { set: { status: 'inactive' } });
    expect((await items.table.query(user.by('GSI1'), { status: 'active' })).items).toEqual([users[2]]);
  });
});
