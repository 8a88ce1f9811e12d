/** @engines both */
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  connectTable,
  createdAt,
  defineEntity,
  defineTable,
  isSingleTableError,
  number,
  string,
  ulid,
  type TableOptions,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const seat = defineEntity(definition, {
  name: 'seat',
  key: { PK: 'show:{show}', SK: 'seat:{seat:4}' },
  indexes: { GSI1: { GSI1PK: 'holder:{holder}', GSI1SK: '{createdAt:iso}' } },
  attributes: { show: string(), seat: number(), holder: string(), createdAt: createdAt() },
});
const visit = defineEntity(definition, {
  name: 'visit',
  key: { PK: 'show:{show}', SK: 'visit:{visitId}' },
  attributes: { show: string(), visitId: ulid(), pages: number() },
});

let items: ItemTable;
let shows = 0;
let show: string;
beforeAll(async () => (items = await createItemTable(definition)));
beforeEach(() => {
  show = `s${shows++}`;
  items.calls.length = 0;
});
afterAll(() => items.close());

/** The same table, connected anew. */
const again = (options: Partial<TableOptions> = {}) =>
  connectTable(definition, { ...items, cursorSecret: 'a secret of the tests, long enough', ...options });
const taken = (at: number, holder: string) => seat.create({ show, seat: at, holder });

test('each write has its own outcome, in their order, and those that are refused say what is there', async () => {
  const { table } = items;
  const before = await table.create(seat, { show, seat: 2, holder: 'ada' });
  const outcomes = await table.writeEach([
    taken(1, 'bob'),
    taken(2, 'bob'),
    seat.update({ show, seat: 3 }, { set: { holder: 'bob' } }),
    visit.put({ show, pages: 1 }),
  ]);
  const [, refused, , visited] = outcomes;
  expect(outcomes).toEqual([
    { outcome: 'written' },
    { outcome: 'refused', found: before },
    { outcome: 'refused', found: undefined },
    { outcome: 'written' },
  ]);
  // Each outcome has the type of its own entity.
  if (refused.outcome === 'refused') expect(refused.found?.holder).toBe('ada');
  // @ts-expect-error a visit has no holder
  if (visited.outcome === 'refused') void visited.found?.holder;
  expect((await table.query(seat, { show })).items.map(({ holder }) => holder)).toEqual(['bob', 'ada']);
  expect((await table.query(visit, { show })).items).toHaveLength(1);
});

test('what no call could write fails by itself, before it is sent', async () => {
  const [odd, even] = await items.table.writeEach([
    visit.put({ show, pages: 2 ** 53 }),
    visit.put({ show, pages: 2 }),
  ]);
  if (odd.outcome !== 'failed') throw new Error(odd.outcome);
  expect(isSingleTableError(odd.error, 'NumberNotExact')).toBe(true);
  expect(even).toEqual({ outcome: 'written' });
});

test('many writes are under way at once, and never more than asked for', async () => {
  let [underWay, most] = [0, 0];
  items.client.middlewareStack.add(
    (next) => async (args) => {
      most = Math.max(most, (underWay += 1));
      return next(args).finally(() => (underWay -= 1));
    },
    { step: 'initialize', name: 'count' },
  );
  const rows = Array.from({ length: 40 }, (_, at) => taken(at, 'ada'));
  const outcomes = await again().writeEach(rows, { concurrency: 3 });
  items.client.middlewareStack.remove('count');
  expect(outcomes).toHaveLength(40);
  expect(outcomes.every(({ outcome }) => outcome === 'written')).toBe(true);
  expect(most).toBe(3);
  expect((await items.table.query(seat, { show })).items).toHaveLength(40);
});

test('an index key is made of the stored item where the change does not say all of it', async () => {
  const { table } = items;
  await table.create(seat, { show, seat: 1, holder: `${show}-ada` });
  await table.writeEach([seat.update({ show, seat: 1 }, { set: { holder: `${show}-bob` } })]);
  expect((await table.query(seat.by('GSI1'), { holder: `${show}-bob` })).items).toHaveLength(1);
});

test('of two batches for the same seats each seat goes to one', async () => {
  const rows = (holder: string) => Array.from({ length: 20 }, (_, at) => taken(at, holder));
  const both = await Promise.all([items.table.writeEach(rows('ada')), items.table.writeEach(rows('bob'))]);
  const won = both.map((outcomes) => outcomes.filter(({ outcome }) => outcome === 'written').length);
  expect(won[0]! + won[1]!).toBe(20);
  const holders = (await items.table.query(seat, { show })).items.map(({ holder }) => holder);
  expect(holders.filter((holder) => holder === 'ada')).toHaveLength(won[0]!);
});

test('what has not been sent when it is stopped fails, and is not written', async () => {
  const stop = new AbortController();
  const outcomes = await again({ onCall: () => stop.abort() }).writeEach([taken(1, 'ada'), taken(2, 'ada')], {
    concurrency: 1,
    signal: stop.signal,
  });
  expect(outcomes).toEqual([
    { outcome: 'written' },
    { outcome: 'failed', error: expect.objectContaining({ name: 'AbortError' }) },
  ]);
  expect((await items.table.query(seat, { show })).items).toHaveLength(1);
});

test('two writes on one item, a check and a senseless concurrency are refused before anything is sent', async () => {
  const { table, calls } = items;
  const twice = [taken(1, 'ada'), taken(2, 'ada'), seat.delete({ show, seat: 1 })];
  expect(await failureOf('DuplicateKey', table.writeEach(twice))).toEqual({ first: 0, second: 2 });
  await failureOf('InvalidRequest', table.writeEach([seat.check({ show, seat: 1 })]));
  await failureOf('InvalidRequest', table.writeEach([taken(1, 'ada')], { concurrency: 0 }));
  expect(calls).toEqual([]);
});
