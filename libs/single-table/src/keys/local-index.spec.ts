import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, number, string, type Item } from '@rollbook/single-table';

const table = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    ByScore: { local: true, sortKey: 'score' },
    ByNote: { local: true, sortKey: 'note1', projection: ['name'] },
  },
  numberKeys: ['score'],
});
const player = defineEntity(table, {
  name: 'player',
  key: { PK: 'game:{gameId}', SK: 'player:{playerId}' },
  indexes: { ByScore: { score: '{points}' }, ByNote: { note1: 'note:{note}' } },
  attributes: {
    gameId: string(),
    playerId: string(),
    points: number(),
    note: string().optional(),
    name: string(),
  },
});

let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(table);
  await store.table.batchWrite(
    [7, 30, 4].map((points, at) => player.put({ gameId: 'g', playerId: `p${at}`, points, name: `n${at}` })),
  );
});
afterAll(() => store.close());

const byScore = async (options: Parameters<typeof query>[0] = {}) =>
  (await query(options)).items.map(({ playerId }) => playerId);
const query = (options: { atLeast?: { points: number }; limit?: number; cursor?: string | undefined }) =>
  store.table.query(player.by('ByScore'), { gameId: 'g' }, { consistent: true, ...options });

test('a local index orders the partitions of the table otherwise, and is read consistently', async () => {
  expect(await byScore()).toEqual(['p2', 'p0', 'p1']);
  expect(await byScore({ atLeast: { points: 7 } })).toEqual(['p0', 'p1']);
  expect(store.calls.at(-1)?.capacity?.indexes).toEqual({ ByScore: 1 });
});

test('its pages go on where they ended', async () => {
  const first = await query({ limit: 2 });
  expect(first.items).toHaveLength(2);
  expect((await query({ limit: 2, cursor: first.cursor })).items.map(({ playerId }) => playerId)).toEqual([
    'p1',
  ]);
});

test('an update moves an item in it, and takes it out and in', async () => {
  const key = { gameId: 'g', playerId: 'p2' };
  await store.table.update(player, key, { set: { points: 99, note: 'late' } });
  expect(await byScore()).toEqual(['p0', 'p1', 'p2']);
  const noted = () => store.table.query(player.by('ByNote'), { gameId: 'g' });
  expect((await noted()).items).toEqual([{ ...key, note: 'late', name: 'n2' }]);
  await store.table.update(player, key, { remove: ['note'] });
  expect((await noted()).items).toEqual([]);
  await store.table.upsert(player, { ...key, points: 4, note: 'back', name: 'n2' });
  const [found] = (await noted()).items;
  const typed: Pick<Item<typeof player>, 'gameId' | 'playerId' | 'note' | 'name'> | undefined = found;
  expect(typed).toEqual({ ...key, note: 'back', name: 'n2' });
  expect(await byScore()).toEqual(['p2', 'p0', 'p1']);
});

test('one that cannot be is refused', async () => {
  const local = (sortKey: string) => ({ local: true as const, sortKey });
  await failureOf('InvalidDefinition', () =>
    defineTable({ partitionKey: 'PK', indexes: { Local: local('a') } }),
  );
  const six = Object.fromEntries([...'abcdef'].map((name) => [`by-${name}`, local(name)]));
  await failureOf('InvalidDefinition', () =>
    defineTable({ partitionKey: 'PK', sortKey: 'SK', indexes: six }),
  );
});

test('an index over a key attribute of the table has its template, as each would overwrite the other', async () => {
  const reused = defineTable({
    partitionKey: 'PK',
    sortKey: 'SK',
    indexes: { Reused: { partitionKey: 'SK', sortKey: 'at' } },
  });
  const shape = { key: { PK: 'a:{id}', SK: 'b:{n}' }, attributes: { id: string(), n: string() } } as const;
  const by = (SK: string) => () =>
    defineEntity({ ...reused }, { name: 'each', ...shape, indexes: { Reused: { SK, at: '{id}' } } as never });
  by('b:{n}')();
  await failureOf('InvalidDefinition', by('c:{n}'));
});
