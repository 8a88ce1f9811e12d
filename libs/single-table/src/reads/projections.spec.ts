import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, number, string, date, type Item } from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    ByStatus: { partitionKey: 'statusKey', sortKey: 'placedKey', projection: ['total', 'note'] },
    ByDay: { partitionKey: 'dayKey', sortKey: 'amount', projection: 'KEYS_ONLY' },
  },
  numberKeys: ['amount'],
});
const order = defineEntity(definition, {
  name: 'order',
  key: { PK: 'customer:{customerId}', SK: 'order:{orderId}' },
  indexes: {
    ByStatus: { statusKey: 'status:{status}', placedKey: '{placedAt:date}:{orderId}' },
    ByDay: { dayKey: 'day:{day}', amount: '{total}', shards: { count: 3, by: 'orderId' } },
  },
  attributes: {
    customerId: string(),
    orderId: string(),
    status: string(),
    placedAt: date(),
    day: string(),
    total: number(),
    note: string().optional(),
    address: string(),
  },
});
const refund = defineEntity(definition, {
  name: 'refund',
  key: { PK: 'customer:{customerId}', SK: 'refund:{refundId}' },
  indexes: { ByStatus: { statusKey: 'status:{status}', placedKey: '{at:date}:{refundId}' } },
  attributes: { customerId: string(), refundId: string(), status: string(), at: date(), total: number() },
});

const placedAt = new Date('2026-03-03T12:00:00.000Z');
const base = { customerId: 'a:b', status: 'open', placedAt, day: '2026-03-03', address: 'Bern' };

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition);
  await store.table.batchWrite([
    order.put({ ...base, orderId: '1', total: 5, note: 'soon' }),
    order.put({ ...base, orderId: '2', total: 100 }),
    order.put({ ...base, orderId: '3', total: 20 }),
    refund.put({ customerId: 'a:b', refundId: '9', status: 'open', at: placedAt, total: 1 }),
  ]);
});
afterAll(() => store.close());

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type ByStatus = ReturnType<typeof byStatus>;
const byStatus = () => order.by('ByStatus');
const is: Same<
  Item<ByStatus>,
  {
    customerId: string;
    orderId: string;
    status: string;
    placedAt: Date;
    total: number;
    note?: string;
  }
> = true;

test('an index that includes some attributes gives these back, and what is in its keys', async () => {
  expect(is).toBe(true);
  const { items } = await store.table.query(byStatus(), { status: 'open' });
  expect(items).toEqual([
    { customerId: 'a:b', orderId: '1', status: 'open', placedAt, total: 5, note: 'soon' },
    { customerId: 'a:b', orderId: '2', status: 'open', placedAt, total: 100 },
    { customerId: 'a:b', orderId: '3', status: 'open', placedAt, total: 20 },
  ]);
});

test('an index of keys alone gives back what they were made of, in order over its shards', async () => {
  const { items } = await store.table.query(
    order.by('ByDay'),
    { day: '2026-03-03' },
    { order: 'descending' },
  );
  expect(items).toEqual(
    [
      ['2', 100],
      ['3', 20],
      ['1', 5],
    ].map(([orderId, total]) => ({ customerId: 'a:b', orderId, day: '2026-03-03', total })),
  );
});

test('pages, selects, and filters by what the index includes', async () => {
  const { table } = store;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.query(byStatus(), { status: 'open' }, { limit: 1, cursor, select: ['orderId'] });
    seen.push(...page.items.map((item) => JSON.stringify(item)));
    ({ cursor } = page);
  } while (cursor);
  expect(seen).toEqual(['{"orderId":"1"}', '{"orderId":"2"}', '{"orderId":"3"}']);
  const cheap = await table.query(byStatus(), { status: 'open' }, { filter: (c) => c.lt('total', 10) });
  expect(cheap.items.map(({ orderId }) => orderId)).toEqual(['1']);
  // What is only in the keys would be compared with nothing.
  await failureOf(
    'UnknownAttribute',
    table.query(byStatus(), { status: 'open' }, { filter: (c) => c.eq('orderId', '1') }),
  );
});

test('tells the entities of a collection apart by their keys', async () => {
  const { items } = await store.table.queryCollection([byStatus(), refund.by('ByStatus')], {
    status: 'open',
  });
  expect([items.order.length, items.refund]).toEqual([
    3,
    [{ customerId: 'a:b', refundId: '9', status: 'open', at: placedAt, total: 1 }],
  ]);
});

test('a tenant reads only an index whose items say whose they are', async () => {
  const shop = store.table.forTenant({ customerId: 'a:b' });
  expect((await shop.query(byStatus(), { status: 'open' })).items).toHaveLength(3);
  const other = store.table.forTenant({ customerId: 'other' });
  expect((await other.query(byStatus(), { status: 'open' })).items).toEqual([]);
  const byAddress = store.table.forTenant({ address: 'Bern' });
  // The types refuse it already.
  await failureOf('InvalidRequest', byAddress.query(byStatus() as never, { status: 'open' } as never));
});

test('an entity whose items the index could not give back is refused', async () => {
  const indexes = { ByStatus: { statusKey: 'x', placedKey: '{id}' } } as const;
  const define = (more: object) => () =>
    defineEntity(
      { ...definition, timeToLive: 'expiresAt' },
      {
        name: 'wrong',
        key: { PK: 'wrong:{id}', SK: 'wrong' },
        indexes,
        attributes: { id: string(), total: number(), expiresAt: number() },
        ...more,
      },
    );
  define({})();
  await failureOf(
    'InvalidDefinition',
    define({ schema: { version: 2, upcasters: { 1: (old: object) => old } } }),
  );
  await failureOf('InvalidDefinition', define({ hideExpired: true }));
});
