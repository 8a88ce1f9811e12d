/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../../../test/support/item-table.js';
import { defineEntity, defineTable, list, map, number, record, string } from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const attributes = {
  shopId: string(),
  orderId: string(),
  total: number(),
  address: map({ city: string(), zip: string().optional(), geo: map({ lat: number(), lon: number() }) }),
  lines: list(map({ sku: string(), count: number() })),
  notes: record(string()),
  'a.b': string().optional(),
  pin: string().hidden(),
};
const shape = { key: { PK: 'shop:{shopId}', SK: 'order:{orderId}' }, attributes } as const;
const order = defineEntity(definition, { name: 'order', ...shape });
/** Its items are read whole, for their upcasters. */
const versioned = defineEntity(defineTable({ partitionKey: 'PK', sortKey: 'SK' }), {
  name: 'order',
  ...shape,
  schema: { version: 2, upcasters: { 1: (stored: object) => stored as Record<string, unknown> } },
});

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition);
  await store.table.put(order, {
    shopId: 's',
    orderId: '1',
    total: 5,
    address: { city: 'Bern', geo: { lat: 1, lon: 2 } },
    lines: ['x', 'y', 'z'].map((sku, count) => ({ sku, count })),
    notes: { gift: 'yes' },
    'a.b': 'dotted',
    pin: '1234',
  });
});
afterAll(() => store.close());

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

test('paths within maps and lists come back, typed, and nothing else', async () => {
  const select = ['address.city', 'address.geo.lat', 'lines[1].sku', 'total'] as const;
  const { items } = await store.table.query(order, { shopId: 's' }, { select });
  const is: Same<
    (typeof items)[number],
    { total: number; address: { city: string; geo: { lat: number } }; lines: { sku: string }[] | undefined }
  > = true;
  expect(is).toBe(true);
  expect(items).toEqual([{ total: 5, address: { city: 'Bern', geo: { lat: 1 } }, lines: [{ sku: 'y' }] }]);
});

test.each<[readonly Parameters<typeof selected>[0][number][], object]>([
  [['lines[2]', 'lines[0].sku'], { lines: [{ sku: 'x' }, { sku: 'z', count: 2 }] }],
  [['address', 'address.city'], { address: { city: 'Bern', geo: { lat: 1, lon: 2 } } }],
  [['address.zip'], {}],
  [['address.zip', 'orderId'], { orderId: '1' }],
  [['lines[7]'], {}],
  [['notes.gift', 'notes.none'], { notes: { gift: 'yes' } }],
  [['a.b'], { 'a.b': 'dotted' }],
  [['total', 'total'], { total: 5 }],
])(
  '%j is the same of an item that is read in part and of one that is read whole',
  async (select, expected) => {
    expect(await selected(select)).toEqual([expected]);
    const { items } = await store.table.query(versioned, { shopId: 's' }, { select });
    expect(items).toEqual([expected]);
  },
);

async function selected(
  select: readonly (
    | 'orderId'
    | 'total'
    | 'address'
    | 'address.city'
    | 'address.zip'
    | 'a.b'
    | `lines[${number}]${'' | '.sku'}`
    | `notes.${string}`
  )[],
): Promise<object[]> {
  return (await store.table.query(order, { shopId: 's' }, { select })).items;
}

test('what is hidden is not selected, and a path to nothing is refused', async () => {
  const select = ['pin' as 'total', 'orderId'] as const;
  expect((await store.table.query(order, { shopId: 's' }, { select })).items).toEqual([{ orderId: '1' }]);
  await failureOf('UnknownAttribute', selected(['address.street' as 'total']));
});

test('pages of a selection go on where they ended', async () => {
  await store.table.put(order, { ...(await whole()), orderId: '2', pin: '' });
  const found: object[] = [];
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await store.table.query(
      order,
      { shopId: 's' },
      { select: ['address.city'], limit: 1, cursor },
    );
    found.push(...page.items);
    cursor = page.cursor;
  }
  expect(found).toEqual([{ address: { city: 'Bern' } }, { address: { city: 'Bern' } }]);
});

const whole = async () => (await store.table.get(order, { shopId: 's', orderId: '1' }))!;
