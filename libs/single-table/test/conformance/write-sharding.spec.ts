/** @engines both */
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, number, string } from '@rollbook/single-table';

/** A hot counter over ten partitions, and hot listings whose index key is spread over several. */
const SHARDS = 10;
const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const counter = defineEntity(definition, {
  name: 'counter',
  key: { PK: 'COUNTER#{name}#{shard:2}', SK: 'COUNTER' },
  attributes: { name: string(), shard: number(), count: number().default(0) },
});
const postOf = (by: 'postId' | 'random') =>
  defineEntity(definition, {
    name: `post-by-${by}`,
    key: { PK: 'POST#{postId}', SK: `POST-${by}` },
    indexes: { GSI1: { GSI1PK: `FEED-${by}`, GSI1SK: '{at:iso}#{postId}', shards: { count: 4, by } } },
    attributes: { postId: string(), at: string() },
  });

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(definition);
});
afterEach(() => {
  items.close();
});

describe('write sharding', () => {
  test('a counter over ten shards, with its total in one call', async () => {
    const increment = (shard: number) =>
      items.table.upsert(counter, { name: 'likes', shard }, { add: { count: 1 } });
    for (let at = 0; at < 47; at++) await increment(Math.floor(Math.random() * SHARDS));
    items.calls.length = 0;
    const shards = Array.from({ length: SHARDS }, (_, shard) => counter.at({ name: 'likes', shard }));
    const found = await items.table.batchGet(shards);
    expect(found.reduce((total, each) => total + (each?.count ?? 0), 0)).toBe(47);
    onlyCalls(items.calls, 'BatchGetItem');
  });

  test.each(['postId', 'random'] as const)(
    'a listing sharded by %s comes merged in order, with one cursor',
    async (by) => {
      const post = postOf(by);
      const posts = Array.from({ length: 40 }, (_, at) => ({
        postId: `p${at}`,
        at: new Date(Date.UTC(2026, 2, 1, 0, (at * 7) % 40)).toISOString(),
      }));
      await items.table.batchWrite(posts.map((each) => post.put(each)));
      const expected = posts.map((each) => each.at).sort();
      for (const order of ['ascending', 'descending'] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          items.calls.length = 0;
          const page = await items.table.query(post.by('GSI1'), {}, { limit: 7, cursor, order });
          expect(page.items.length).toBe(Math.min(7, 40 - seen.length));
          seen.push(...page.items.map((each) => each.at));
          cursor = page.cursor;
          if (seen.length === 7)
            onlyCalls(items.calls, 'Query GSI1', 'Query GSI1', 'Query GSI1', 'Query GSI1');
        } while (cursor);
        expect(seen).toEqual(order === 'ascending' ? expected : [...expected].reverse());
      }
    },
  );

  test('the shards of a listing are really spread, and also merge in a range with a filter', async () => {
    const post = postOf('postId');
    await items.table.batchWrite(
      Array.from({ length: 40 }, (_, at) =>
        post.put({ postId: `p${at}`, at: new Date(Date.UTC(2026, 2, 1, 0, at)).toISOString() }),
      ),
    );
    const { items: found } = await items.table.query(
      post.by('GSI1'),
      {},
      { atLeast: { at: '2026-03-01T00:20:00.000Z' }, filter: (c) => c.ne('postId', 'p21'), limit: 5 },
    );
    expect(found.map((each) => each.postId)).toEqual(['p20', 'p22', 'p23', 'p24', 'p25']);
    const partitions = new Set(items.calls.flatMap((call) => call.keys.map((key) => key['GSI1PK'])));
    partitions.delete(undefined);
    expect([...partitions].sort()).toEqual([0, 1, 2, 3].map((shard) => `FEED-postId#${shard}`));
    const each: string[] = [];
    for await (const item of items.table.each(post.by('GSI1'), {})) each.push(item.at);
    expect(each).toEqual([...each].sort());
    expect(each).toHaveLength(40);
  });
});
