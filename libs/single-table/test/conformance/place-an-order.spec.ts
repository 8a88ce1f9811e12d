/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { createdAt, defineEntity, defineTable, map, number, string, ulid } from '@rollbook/single-table';

/** A user with profile, addresses and orders in one partition; stock elsewhere; pending orders in a sparse index. */
const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const profile = defineEntity(shop, {
  name: 'profile',
  key: { PK: 'USER#{userId}', SK: 'PROFILE' },
  attributes: { userId: string(), name: string() },
});
const address = defineEntity(shop, {
  name: 'address',
  key: { PK: 'USER#{userId}', SK: 'ADDRESS#{label}' },
  attributes: { userId: string(), label: string(), place: map({ street: string(), city: string() }) },
});
const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'USER#{userId}', SK: 'ORDER#{orderId}' },
  indexes: { GSI1: { GSI1PK: 'PENDING', GSI1SK: '{pendingSince:iso}#{orderId}' } },
  attributes: {
    userId: string(),
    orderId: ulid('ord_'),
    productId: string(),
    quantity: number(),
    pendingSince: string().optional(),
    createdAt: createdAt(),
  },
});
const stock = defineEntity(shop, {
  name: 'stock',
  key: { PK: 'PRODUCT#{productId}', SK: 'STOCK' },
  attributes: { productId: string(), left: number() },
});

const now = '2026-03-03T12:00:00.000Z';
let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(shop, { now: () => Date.parse(now) });
  await items.table.batchWrite([
    profile.put({ userId: 'u', name: 'Ada' }),
    address.put({ userId: 'u', label: 'home', place: { street: 'Gasse 1', city: 'Bern' } }),
    address.put({ userId: 'u', label: 'work', place: { street: 'Weg 2', city: 'Basel' } }),
    stock.put({ productId: 'tea', left: 3 }),
  ]);
  items.calls.length = 0;
});
afterEach(() => {
  items.close();
});

const place = (orderId: string, quantity: number) =>
  items.table.transactWrite([
    order.create({ userId: 'u', orderId, productId: 'tea', quantity, pendingSince: now }),
    stock.update(
      { productId: 'tea' },
      { add: { left: -quantity }, condition: (c) => c.gte('left', quantity) },
    ),
    profile.check({ userId: 'u' }),
  ]);

describe('users with profile, orders and addresses', () => {
  test('everything about a user in one query, typed apart', async () => {
    await place('o1', 1);
    items.calls.length = 0;
    const { items: all } = await items.table.queryCollection([profile, address, order], { userId: 'u' });
    expect(all.profile.map((each) => each.name)).toEqual(['Ada']);
    expect(all.address.map((each) => each.place.city)).toEqual(['Bern', 'Basel']);
    expect(all.order).toEqual([
      { userId: 'u', orderId: 'o1', productId: 'tea', quantity: 1, pendingSince: now, createdAt: now },
    ]);
    onlyCalls(items.calls, 'Query');
  });

  test('an order and its stock change together', async () => {
    await place('o1', 2);
    onlyCalls(items.calls, 'TransactWriteItems');
    expect(await items.table.get(stock, { productId: 'tea' })).toEqual({ productId: 'tea', left: 1 });
  });

  test('an order beyond the stock is refused, says how much is left, and changes nothing', async () => {
    await place('o1', 2);
    const { reasons } = await failureOf('TransactionCanceled', place('o2', 2));
    expect(reasons).toMatchObject([
      { operation: 1, entity: 'stock', code: 'ConditionalCheckFailed', item: { productId: 'tea', left: 1 } },
    ]);
    expect(await items.table.get(stock, { productId: 'tea' })).toEqual({ productId: 'tea', left: 1 });
    expect((await items.table.query(order, { userId: 'u' })).items).toHaveLength(1);
  });

  test('pending orders, oldest first, until they are done', async () => {
    await place('o2', 1);
    await place('o1', 1);
    items.calls.length = 0;
    const pending = async () =>
      (await items.table.query(order.by('GSI1'), {})).items.map((each) => each.orderId);
    expect(await pending()).toEqual(['o1', 'o2']);
    onlyCalls(items.calls, 'Query GSI1');
    await items.table.update(order, { userId: 'u', orderId: 'o1' }, { remove: ['pendingSince'] });
    expect(await pending()).toEqual(['o2']);
  });

  test('an order without an id gets a ULID, and ids sort as they were made', async () => {
    const made: string[] = [];
    for (let at = 0; at < 3; at++) {
      made.push((await items.table.create(order, { userId: 'u', productId: 'tea', quantity: 1 })).orderId);
    }
    expect(made.every((id) => /^ord_[0-9A-HJKMNP-TV-Z]{26}$/.test(id))).toBe(true);
    expect((await items.table.query(order, { userId: 'u' })).items.map((each) => each.orderId)).toEqual(made);
  });
});
