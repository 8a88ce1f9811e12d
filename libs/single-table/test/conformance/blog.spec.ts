/** @engines both */
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, number, oneOf, string, ulid } from '@rollbook/single-table';

/** Users, posts, comments, reactions to comments and tags; and an inventory by place. Ids are ULIDs: they sort by time. */
const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  },
});
const user = defineEntity(definition, {
  name: 'user',
  key: { PK: 'USER#{userId}', SK: 'USER' },
  attributes: { userId: string(), name: string() },
});
const post = defineEntity(definition, {
  name: 'post',
  key: { PK: 'POST#{postId}', SK: 'POST' },
  indexes: {
    GSI1: { GSI1PK: 'USER#{userId}#POSTS', GSI1SK: '{postId}' },
    GSI2: { GSI2PK: 'STATUS#{status}', GSI2SK: '{postId}' },
  },
  attributes: { postId: ulid(), userId: string(), title: string(), status: oneOf('draft', 'published') },
});
const comment = defineEntity(definition, {
  name: 'comment',
  key: { PK: 'POST#{postId}', SK: 'COMMENT#{commentId}' },
  indexes: { GSI1: { GSI1PK: 'USER#{userId}#COMMENTS', GSI1SK: '{commentId}' } },
  attributes: { postId: string(), commentId: ulid(), userId: string(), text: string() },
});
const reaction = defineEntity(definition, {
  name: 'reaction',
  key: { PK: 'POST#{postId}', SK: 'COMMENT#{commentId}#REACTION#{userId}' },
  attributes: { postId: string(), commentId: string(), userId: string(), kind: oneOf('like', 'laugh') },
});
const tag = defineEntity(definition, {
  name: 'tag',
  key: { PK: 'POST#{postId}', SK: 'TAG#{tag}' },
  indexes: { GSI1: 'inverted' },
  attributes: { postId: string(), tag: string(), title: string() },
});
const inventory = defineEntity(definition, {
  name: 'inventory',
  key: { PK: 'ITEM#{itemId}', SK: 'PLACE#{country}#{city}#{store}' },
  indexes: { GSI1: { GSI1PK: 'COUNTRY#{country}', GSI1SK: '{city}#{store}#{itemId}' } },
  attributes: { itemId: string(), country: string(), city: string(), store: string(), count: number() },
});

let items: ItemTable;
let clock = Date.UTC(2026, 2, 3);
/** A clock that ticks a second at each look, so that ULIDs differ in time, not in chance. */
const tick = () => (clock += 1000);

beforeEach(async () => {
  items = await createItemTable(definition, { now: tick });
});
afterEach(() => {
  items.close();
});

async function write(
  title: string,
  userId: string,
  status: 'draft' | 'published',
  ...tags: string[]
): Promise<string> {
  const { postId } = await items.table.create(post, { userId, title, status });
  await items.table.batchWrite(tags.map((each) => tag.put({ postId, tag: each, title })));
  items.calls.length = 0;
  return postId;
}

async function say(postId: string, userId: string, text: string): Promise<string> {
  const { commentId } = await items.table.create(comment, { postId, userId, text });
  items.calls.length = 0;
  return commentId;
}

describe('a blog', () => {
  test('a user; their posts in the order of writing; published posts', async () => {
    await items.table.create(user, { userId: 'ada', name: 'Ada' });
    for (const [title, status] of [
      ['one', 'published'],
      ['two', 'draft'],
      ['three', 'published'],
    ] as const) {
      await write(title, 'ada', status);
    }
    expect(await items.table.get(user, { userId: 'ada' })).toEqual({ userId: 'ada', name: 'Ada' });
    onlyCalls(items.calls, 'GetItem');
    const mine = await items.table.query(post.by('GSI1'), { userId: 'ada' });
    expect(mine.items.map((each) => each.title)).toEqual(['one', 'two', 'three']);
    onlyCalls(items.calls, 'Query GSI1');
    const published = await items.table.query(
      post.by('GSI2'),
      { status: 'published' },
      { order: 'descending' },
    );
    expect(published.items.map((each) => each.title)).toEqual(['three', 'one']);
    onlyCalls(items.calls, 'Query GSI2');
  });

  test('a draft that is published changes its index, whole', async () => {
    const postId = await write('one', 'ada', 'draft');
    await items.table.update(post, { postId }, { set: { status: 'published' } });
    expect((await items.table.query(post.by('GSI2'), { status: 'draft' })).items).toEqual([]);
    expect((await items.table.query(post.by('GSI2'), { status: 'published' })).items).toHaveLength(1);
  });

  test('comments on a post, reactions to a comment, and a whole post in one call', async () => {
    const postId = await write('one', 'ada', 'published', 'tea');
    const first = await say(postId, 'bob', 'nice');
    const second = await say(postId, 'cyd', 'hm');
    await items.table.put(reaction, { postId, commentId: first, userId: 'ada', kind: 'like' });
    await items.table.put(reaction, { postId, commentId: second, userId: 'ada', kind: 'laugh' });
    items.calls.length = 0;
    expect((await items.table.query(comment, { postId })).items.map((each) => each.text)).toEqual([
      'nice',
      'hm',
    ]);
    onlyCalls(items.calls, 'Query');
    expect(
      (await items.table.query(comment, { postId }, { limit: 1 })).items.map((each) => each.text),
    ).toEqual(['nice']);
    items.calls.length = 0;
    const reactions = await items.table.query(reaction, { postId, commentId: second });
    expect(reactions.items.map((each) => each.kind)).toEqual(['laugh']);
    onlyCalls(items.calls, 'Query');
    const { items: whole } = await items.table.queryCollection([post, comment, reaction, tag], { postId });
    expect(Object.entries(whole).map(([name, found]) => [name, found.length])).toEqual([
      ['post', 1],
      ['comment', 2],
      ['reaction', 2],
      ['tag', 1],
    ]);
    onlyCalls(items.calls, 'Query');
  });

  test('comments by a user, and posts with a tag', async () => {
    const one = await write('one', 'ada', 'published', 'tea', 'cups');
    const two = await write('two', 'ada', 'published', 'tea');
    await say(one, 'bob', 'first');
    await say(two, 'bob', 'second');
    const comments = await items.table.query(comment.by('GSI1'), { userId: 'bob' });
    expect(comments.items.map((each) => each.text)).toEqual(['first', 'second']);
    onlyCalls(items.calls, 'Query GSI1');
    const tagged = await items.table.query(tag.by('GSI1'), { tag: 'tea' });
    expect(tagged.items.map((each) => each.title)).toEqual(['one', 'two']);
    onlyCalls(items.calls, 'Query GSI1');
  });
});

describe('an inventory by place', () => {
  test('an item everywhere, and everything in a country, a city, a store', async () => {
    const stock = [
      ['tea', 'CH', 'Bern', 'station'],
      ['tea', 'CH', 'Basel', 'old town'],
      ['cup', 'CH', 'Bern', 'station'],
      ['cup', 'CH', 'Bern', 'arcade'],
      ['cup', 'DE', 'Bernau', 'market'],
    ].map(([itemId = '', country = '', city = '', store = '']) => ({
      itemId,
      country,
      city,
      store,
      count: 1,
    }));
    await items.table.batchWrite(stock.map((each) => inventory.put(each)));
    items.calls.length = 0;
    const place = (each: { city: string; store: string; itemId: string }) =>
      `${each.city}/${each.store}/${each.itemId}`;
    const teas = await items.table.query(inventory, { itemId: 'tea' });
    expect(teas.items.map(place)).toEqual(['Basel/old town/tea', 'Bern/station/tea']);
    onlyCalls(items.calls, 'Query');
    const byPlace = inventory.by('GSI1');
    expect((await items.table.query(byPlace, { country: 'CH' })).items).toHaveLength(4);
    onlyCalls(items.calls, 'Query GSI1');
    const inBern = await items.table.query(byPlace, { country: 'CH', city: 'Bern' });
    expect(inBern.items.map(place)).toEqual(['Bern/arcade/cup', 'Bern/station/cup', 'Bern/station/tea']);
    onlyCalls(items.calls, 'Query GSI1');
    const station = await items.table.query(byPlace, { country: 'CH', city: 'Bern', store: 'station' });
    expect(station.items.map(place)).toEqual(['Bern/station/cup', 'Bern/station/tea']);
    onlyCalls(items.calls, 'Query GSI1');
  });
});
