import { createItemTable, failureOf, type ItemTable } from '../../../../test/support/engines/item-table.js';
import { defineEntity, defineTable, list, map, number, record, string } from '../index.js';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const odd = defineEntity(definition, {
  name: 'odd',
  key: { PK: 'odd:{id}', SK: 'odd' },
  attributes: {
    id: string(),
    'first.name': string(),
    'tags[all]': list(string()),
    a: map({ 'b.c': number(), b: map({ c: number() }) }),
    'a.b': number().optional(),
    scores: record(number()),
  },
});
const key = { id: 'x' };
const item = {
  ...key,
  'first.name': 'Ada',
  'tags[all]': ['one', 'two'],
  a: { 'b.c': 1, b: { c: 2 } },
  scores: { maths: 1 },
};

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition);
});
beforeEach(() => store.table.put(odd, item));
afterAll(() => store.close());

test('names with dots and brackets are taken whole: in updates, conditions, filters and selections', async () => {
  const { table } = store;
  await table.update(odd, key, {
    set: { 'first.name': 'Grace', 'tags[all][1]': 'three' },
    condition: (c) => c.and(c.eq('first.name', 'Ada'), c.contains('tags[all]', 'two')),
  });
  await table.update(odd, key, { append: { 'tags[all]': ['four'] } });
  expect(await table.get(odd, key)).toMatchObject({
    'first.name': 'Grace',
    'tags[all]': ['one', 'three', 'four'],
  });
  const { items } = await table.query(odd, key, {
    filter: (c) => c.eq('first.name', 'Grace'),
    select: ['first.name'],
  });
  expect(items).toEqual([{ 'first.name': 'Grace' }]);
});

test('of several declared names with which a path goes on, the longest is meant', async () => {
  const { table } = store;
  await table.update(odd, key, { set: { 'a.b': 7 } as object });
  expect(await table.get(odd, key)).toMatchObject({ 'a.b': 7, a: { 'b.c': 1, b: { c: 2 } } });
  await table.update(odd, key, { set: { 'a.b.c': 8 } });
  expect(await table.get(odd, key)).toMatchObject({ a: { 'b.c': 8, b: { c: 2 } } });
});

test.each([
  'a..b',
  'a.',
  '.a',
  'scores.',
  'scores.maths.x',
  'tags[all][x]',
  'tags[all][0]x',
  'first.nam',
  '[0]',
])('a path that leads nowhere is refused: %s', async (path) => {
  await failureOf('UnknownAttribute', store.table.update(odd, key, { set: { [path]: 1 } as object }));
});
