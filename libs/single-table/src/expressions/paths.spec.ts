/** @engines both */
import { PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  defineEntity,
  defineTable,
  list,
  map,
  number,
  record,
  string,
  stringSet,
} from '@rollbook/single-table';

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

describe('what a map must have', () => {
  const place = map({
    city: string(),
    visits: number().default(0),
    tags: stringSet(),
    zip: string().optional(),
  });
  const trip = defineEntity(definition, {
    name: 'trip',
    key: { PK: 'trip:{id}', SK: 'trip' },
    attributes: { id: string(), to: place, stops: list(place).default([]) },
  });
  const to = { city: 'Bern', visits: 1, tags: new Set(['x']), zip: '3000' };
  const untyped = () => store.table as unknown as { update(...args: unknown[]): Promise<unknown> };

  test.each(['to.city', 'to.visits', 'stops[0].city'])('is not removed: %s', async (path) => {
    await store.table.put(trip, { id: 'x', to, stops: [to] });
    await failureOf('InvalidRequest', untyped().update(trip, key, { remove: [path] }));
    await store.table.update(trip, key, { remove: ['to.zip', 'stops[0]'] });
    const { zip, ...rest } = to;
    expect(await store.table.get(trip, key)).toEqual({ id: 'x', to: rest, stops: [] });
    expect(zip).toBe('3000');
  });

  async function putStored(id: string, stored: Record<string, AttributeValue>) {
    const Item = {
      PK: { S: `trip:${id}` },
      SK: { S: 'trip' },
      entity: { S: 'trip' },
      id: { S: id },
      ...stored,
    };
    await store.client.send(new PutItemCommand({ TableName: store.tableName, Item }));
  }

  test('is filled in when it is read, as of the item itself', async () => {
    await putStored('old', { to: { M: { city: { S: 'Bern' } } } });
    expect(await store.table.get(trip, { id: 'old' })).toMatchObject({
      to: { city: 'Bern', visits: 0, tags: new Set() },
    });
  });

  test('is missed loudly, but not in a selection without it', async () => {
    await putStored('odd', { to: { M: { visits: { N: '3' } } } });
    const { attribute } = await failureOf('MissingAttribute', store.table.get(trip, { id: 'odd' }));
    expect(attribute).toBe('city');
    const { items } = await store.table.query(trip, { id: 'odd' }, { select: ['to.visits'] });
    expect(items).toEqual([{ to: { visits: 3 } }]);
  });
});
