import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, number, string } from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const device = defineEntity(definition, {
  name: 'device',
  key: { PK: 'device:{deviceId}', SK: 'about' },
  attributes: { deviceId: string(), model: string() },
});
const reading = defineEntity(definition, {
  name: 'reading',
  key: { PK: 'device:{deviceId}', SK: 'at:{day}:reading:{n:3}' },
  attributes: { deviceId: string(), day: string(), n: number() },
});
const alarm = defineEntity(definition, {
  name: 'alarm',
  key: { PK: 'device:{deviceId}', SK: 'at:{day}:alarm:{code}' },
  attributes: { deviceId: string(), day: string(), code: string() },
});

const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
const deviceId = 'd';
let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition);
  await store.table.batchWrite([
    device.put({ deviceId, model: 'm' }),
    ...DAYS.flatMap((day) => [
      reading.put({ deviceId, day, n: 1 }),
      reading.put({ deviceId, day, n: 2 }),
      alarm.put({ deviceId, day, code: 'hot' }),
    ]),
  ]);
});
afterAll(() => store.close());

test('a range narrows every entity that has its variables, in one query; the others are read as they are', async () => {
  const { table, calls } = store;
  calls.length = 0;
  const { items } = await table.queryCollection(
    [device, reading, alarm],
    { deviceId },
    { between: [{ day: '2026-03-02' }, { day: '2026-03-03' }] },
  );
  expect(calls).toHaveLength(1);
  expect(items.device).toHaveLength(1);
  expect(items.reading.map(({ day, n }) => `${day} ${n}`)).toEqual([
    '2026-03-02 1',
    '2026-03-02 2',
    '2026-03-03 1',
    '2026-03-03 2',
  ]);
  expect(items.alarm.map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03']);
});

test('reads no further than the range reaches', async () => {
  const { table, calls } = store;
  calls.length = 0;
  await table.queryCollection([reading, alarm], { deviceId }, { atLeast: { day: '2026-03-04' } });
  expect(calls[0]?.keys).toEqual([
    { PK: 'device:d', SK: expect.stringMatching(/^at:2026-03-04:alarm:\.\.at;/) },
  ]);
});

test.each([
  [{ greaterThan: { day: '2026-03-03' } }, ['2026-03-04']],
  [{ atMost: { day: '2026-03-01' } }, ['2026-03-01']],
  [{ lessThan: { day: '2026-03-02' } }, ['2026-03-01']],
  [{ beginsWith: { day: '2026-03-0' } }, DAYS],
  [{ greaterThan: { day: '2026-03-04' } }, []],
  [{ atLeast: { day: '2026-03-02' }, lessThan: { day: '2026-03-03' } }, ['2026-03-02']],
])('%j', async (range, days) => {
  const { items } = await store.table.queryCollection([reading, alarm], { deviceId }, range);
  expect(items.alarm.map(({ day }) => day)).toEqual(days);
  expect([...new Set(items.reading.map(({ day }) => day))]).toEqual(days);
});

test('pages in either order, and a cursor belongs to its range', async () => {
  const { table } = store;
  const range = { atLeast: { day: '2026-03-03' }, order: 'descending', limit: 3 } as const;
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.queryCollection([reading, alarm], { deviceId }, { ...range, cursor });
    seen.push(
      ...page.items.reading.map(({ day, n }) => `${day} ${n}`),
      ...page.items.alarm.map(({ day }) => day),
    );
    ({ cursor } = page);
  } while (cursor);
  // Within a page each entity has its own list.
  expect(seen.map((each) => each.slice(0, 10))).toEqual([
    ...Array<string>(3).fill('2026-03-04'),
    ...Array<string>(3).fill('2026-03-03'),
  ]);
  expect(new Set(seen).size).toBe(6);
  const first = await table.queryCollection([reading, alarm], { deviceId }, range);
  await failureOf(
    'InvalidCursor',
    table.queryCollection(
      [reading, alarm],
      { deviceId },
      { ...range, atLeast: { day: '2026-03-02' }, cursor: first.cursor },
    ),
  );
});

test('a bound that no entity has, or that leaves out what is left of it, is refused', async () => {
  const { table } = store;
  await failureOf(
    'InvalidRequest',
    table.queryCollection([reading, alarm], { deviceId }, { atLeast: { hour: 1 } as never }),
  );
  await failureOf(
    'InvalidRequest',
    table.queryCollection([reading, alarm], { deviceId }, { atLeast: { n: 1 } }),
  );
});
