/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../test/support/item-table.js';
import {
  defineEntity,
  defineTable,
  expiresAfter,
  number,
  string,
  stringSet,
  type QueryTarget,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { Inverse: 'inverted' },
  timeToLive: 'expiresAt',
});
const note = defineEntity(definition, {
  name: 'note',
  key: { PK: 'owner:{owner}', SK: 'note:{text}' },
  attributes: { owner: string(), text: string(), tags: stringSet().optional() },
});
const visit = defineEntity(definition, {
  name: 'visit',
  key: { PK: 'owner:{owner}', SK: 'visit:{at:iso}' },
  attributes: { owner: string(), at: string() },
});
const session = defineEntity(definition, {
  name: 'session',
  key: { PK: 'session:{id}', SK: 'session' },
  hideExpired: true,
  attributes: { id: string(), user: string(), expiresAt: expiresAfter(60) },
});

let now = new Date('2026-03-03T12:00:00.000Z');
let items: ItemTable;
beforeAll(async () => (items = await createItemTable(definition, { now: () => now.getTime() })));
afterAll(() => items.close());

test('keys of exactly 2,048 and 1,024 bytes are taken by the engine, one byte more is refused here', async () => {
  const plain = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
  const long = defineEntity(plain, {
    name: 'long',
    key: { PK: 'owner:{owner}', SK: 'note:{text}' },
    attributes: { owner: string(), text: string() },
  });
  const { table, close } = await createItemTable(plain);
  const owner = 'é'.repeat((2048 - 'owner:'.length) / 2);
  const text = '😀'.repeat((1024 - 'note:'.length - 3) / 4) + 'abc';
  await table.put(long, { owner, text });
  expect(await table.get(long, { owner, text })).toEqual({ owner, text });
  expect(await failureOf('KeyTooLong', () => table.get(long, { owner: owner + 'a', text }))).toEqual({
    attribute: 'PK',
    bytes: 2049,
    limit: 2048,
  });
  expect(await failureOf('KeyTooLong', () => table.get(long, { owner, text: text + 'd' }))).toMatchObject({
    bytes: 1025,
  });
  close();
});

test('a partition key that is the sort key of an inverted index has the limit of a sort key', async () => {
  const { table } = items;
  const owner = 'a'.repeat(1024 - 'owner:'.length);
  await table.put(note, { owner, text: 'long owner' });
  await failureOf('KeyTooLong', table.put(note, { owner: owner + 'a', text: 'long owner' }));
});

test('the escape sequences themselves are text like any other', async () => {
  const { table } = items;
  const texts = ['%', '%25', '%3A', ':', '%3a', '{text}', '#|/', '\u0000', '\u{10ffff}', ' ', '%2'];
  await table.batchWrite(texts.map((text) => note.put({ owner: 'escapes', text })));
  const found = await table.query(note, { owner: 'escapes' });
  expect(new Set(found.items.map(({ text }) => text))).toEqual(new Set(texts));
  for (const text of texts) expect(await table.get(note, { owner: 'escapes', text })).toMatchObject({ text });
});

test('a query may begin in the middle of a timestamp, also after a colon', async () => {
  const { table } = items;
  const times = ['2026-03-03T12:00:00.000Z', '2026-03-03T12:30:00.000Z', '2026-03-03T13:00:00.000Z'];
  await table.batchWrite(times.map((at) => visit.put({ owner: 'v', at })));
  const count = async (at: string) =>
    (await table.query(visit, { owner: 'v' }, { beginsWith: { at } })).items.length;
  expect(await count('2026-03-03T12:')).toBe(2);
  expect(await count('2026-03-03T12:3')).toBe(1);
  expect(await count('2026-03')).toBe(3);
  await failureOf('InvalidKeyValue', table.put(visit, { owner: 'v', at: '2026-02-30T12:00:00.000Z' }));
});

test('an invalid limit, and a table read in no segments, are refused', async () => {
  const { table } = items;
  for (const limit of [0, -1, 1.5, NaN, Infinity]) {
    await failureOf('InvalidRequest', table.query(note, { owner: 'o' }, { limit }));
    await failureOf('InvalidRequest', () => table.each(note, { owner: 'o' }, { limit }).next());
  }
  await failureOf('InvalidRequest', () => table.scan([note], { segments: 0 }).next());
});

test('a collection by the inverted index is typed apart, and holds no neighbour', async () => {
  const { table } = items;
  await table.batchWrite([
    note.put({ owner: 'a', text: 'x' }),
    note.put({ owner: 'b', text: 'x' }),
    note.put({ owner: 'b', text: 'xy' }),
  ]);
  const { items: found } = await table.queryCollection([note.by('Inverse')], { text: 'x' });
  expect(found.note.map(({ owner }) => owner)).toEqual(['a', 'b']);
  const page = await table.query(note.by('Inverse'), { text: 'x' }, { limit: 1 });
  const rest = await table.query(note.by('Inverse'), { text: 'x' }, { limit: 1, cursor: page.cursor });
  expect([...page.items, ...rest.items].map(({ owner }) => owner)).toEqual(['a', 'b']);
});

test('an expired item is absent however it is read, also when its expiry was not asked for', async () => {
  const { table } = items;
  await table.put(session, { id: 's', user: 'u' });
  const reads = async () => [
    await table.get(session, { id: 's' }),
    ...(await table.query(session, { id: 's' }, { select: ['user'] })).items,
    ...(await table.batchGet([session.at({ id: 's' })])),
    ...(await table.transactGet([session.at({ id: 's' })])),
  ];
  expect((await reads()).every((item) => item?.user === 'u')).toBe(true);
  now = new Date('2026-03-03T12:01:00.000Z');
  expect((await reads()).every((item) => item === undefined)).toBe(true);
});

test('no byte of a cursor can be changed, left out, added or spelled otherwise', async () => {
  const { table } = items;
  await table.batchWrite(['1', '2', '3'].map((text) => note.put({ owner: 'c', text })));
  const { cursor = '' } = await table.query(note, { owner: 'c' }, { limit: 1 });
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const forged = [...cursor].flatMap((char, at) =>
    [alphabet[(alphabet.indexOf(char) + 1) % 64], alphabet[(alphabet.indexOf(char) + 32) % 64], ''].map(
      (other) => cursor.slice(0, at) + other + cursor.slice(at + 1),
    ),
  );
  for (const each of [...forged, '', cursor + 'A', cursor + '=', ` ${cursor}`, cursor + cursor]) {
    await failureOf('InvalidCursor', table.query(note, { owner: 'c' }, { limit: 1, cursor: each }));
  }
  const others: Parameters<typeof table.query<typeof note, { owner: string }>>[2][] = [
    { order: 'descending' },
    { filter: (c) => c.exists('tags') },
    { atLeast: { text: '1' } },
  ];
  for (const options of others) {
    await failureOf('InvalidCursor', table.query(note, { owner: 'c' }, { limit: 1, cursor, ...options }));
  }
  // The limit and the projection are not part of the query.
  expect((await table.query(note, { owner: 'c' }, { limit: 2, cursor, select: ['text'] })).items).toEqual([
    { text: '2' },
    { text: '3' },
  ]);
});

test('a table without a sort key has items, indexes and pages too', async () => {
  const flat = defineTable({ partitionKey: 'id', indexes: { ByKind: { partitionKey: 'kindKey' } } });
  const thing = defineEntity(flat, {
    name: 'thing',
    key: { id: 'thing:{thingId}' },
    indexes: { ByKind: { kindKey: 'kind:{kind}' } },
    attributes: { thingId: string(), kind: string(), size: number() },
  });
  const { table, close } = await createItemTable(flat);
  for (const thingId of ['a', 'b', 'c']) await table.create(thing, { thingId, kind: 'k', size: 1 });
  await failureOf('ConditionFailed', table.create(thing, { thingId: 'a', kind: 'k', size: 1 }));
  expect(await table.get(thing, { thingId: 'b' })).toMatchObject({ size: 1 });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.query(thing.by('ByKind'), { kind: 'k' }, { limit: 1, cursor });
    seen.push(...page.items.map(({ thingId }) => thingId));
    ({ cursor } = page);
  } while (cursor);
  expect(seen.sort()).toEqual(['a', 'b', 'c']);
  const targets: QueryTarget[] = [thing];
  expect((await table.queryCollection(targets, { thingId: 'a' })).items['thing']).toHaveLength(1);
  close();
});
