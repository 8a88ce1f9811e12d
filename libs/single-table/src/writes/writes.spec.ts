/** @engines both */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  any,
  createdAt,
  defineEntity,
  defineTable,
  list,
  map,
  number,
  oneOf,
  string,
  stringSet,
  updatedAt,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' },
  },
});
const task = defineEntity(definition, {
  name: 'task',
  key: { PK: 'task:{taskId}', SK: 'task' },
  indexes: {
    GSI1: { GSI1PK: 'assignee:{assignee}', GSI1SK: '{status}:{due:iso}' },
    GSI2: { GSI2PK: 'late', GSI2SK: '{lateSince:iso}:{taskId}' },
  },
  attributes: {
    taskId: string(),
    assignee: string(),
    status: oneOf('open', 'done'),
    due: string(),
    lateSince: string().optional(),
    title: string(),
    slug: string().computed(['title'], ({ title }: { title: string }) =>
      title.toLowerCase().replaceAll(' ', '-'),
    ),
    tags: stringSet().optional(),
    log: list(map({ at: string(), what: string() })).default([]),
    place: map({ city: string(), rooms: list(string()) }).optional(),
    extra: any<Record<string, unknown>>().optional(),
    hours: number().default(0),
    pin: string().hidden().optional(),
    origin: string().readOnly(),
    version: number(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  versionAttribute: 'version',
});

const due = '2026-03-03T00:00:00.000Z';
const key = { taskId: 't' };
const given = {
  ...key,
  assignee: 'ada',
  status: 'open',
  due,
  title: 'Water the Plants',
  origin: 'web',
  version: 1,
} as const;
const now = '2026-03-01T00:00:00.000Z';

let items: ItemTable;
let clock: Date;

beforeEach(async () => {
  clock = new Date(now);
  items = await createItemTable(definition, { now: () => clock.getTime() });
});
afterEach(() => {
  items.close();
});

const stored = async () => {
  const Key = { PK: { S: 'task:t' }, SK: { S: 'task' } };
  return (await items.client.send(new GetItemCommand({ TableName: items.tableName, Key }))).Item ?? {};
};

describe('a put', () => {
  test('fills in defaults, computed attributes and timestamps, and hides what is hidden', async () => {
    const put = await items.table.put(task, { ...given, pin: '1234' });
    expect(put).toEqual({
      ...given,
      slug: 'water-the-plants',
      log: [],
      hours: 0,
      createdAt: now,
      updatedAt: now,
    });
    expect(await items.table.get(task, key)).toEqual(put);
    expect(await stored()).toMatchObject({ pin: { S: '1234' } });
    const { items: found } = await items.table.query(task, key, { filter: (c) => c.eq('pin', '1234') });
    expect(found).toHaveLength(1);
  });

  test('refuses attributes it does not know, also where types were bypassed', async () => {
    const wrong = { ...given, colour: 'red' };
    expect(await failureOf('UnknownAttribute', items.table.put(task, wrong))).toEqual({
      attribute: 'colour',
    });
    const { title: _, ...missing } = given;
    expect(await failureOf('MissingAttribute', items.table.put(task, missing as typeof given))).toEqual({
      attribute: 'title',
    });
  });
});

describe('an update', () => {
  beforeEach(async () => {
    await items.table.put(task, {
      ...given,
      tags: new Set(['a']),
      place: { city: 'Bern', rooms: ['1'] },
      extra: { a: { b: 1 } },
    });
  });

  test('sets, removes, adds, appends and takes out, at nested paths too', async () => {
    clock = new Date('2026-03-02T00:00:00.000Z');
    const changed = await items.table.update(task, key, {
      set: { title: 'Feed the Cat', 'place.city': 'Basel', 'place.rooms[1]': '2', 'extra.a.b': 2 },
      add: { hours: 2.5, tags: new Set(['b', 'c']) },
      append: { log: [{ at: due, what: 'moved' }] },
      ifNotExists: { pin: '0000' },
    });
    expect(changed).toMatchObject({
      title: 'Feed the Cat',
      slug: 'feed-the-cat',
      place: { city: 'Basel', rooms: ['1', '2'] },
      extra: { a: { b: 2 } },
      hours: 2.5,
      tags: new Set(['a', 'b', 'c']),
      log: [{ at: due, what: 'moved' }],
      createdAt: now,
      updatedAt: '2026-03-02T00:00:00.000Z',
      version: 2,
    });
    const again = await items.table.update(task, key, {
      remove: ['place.rooms[0]', 'extra'],
      delete: { tags: new Set(['a', 'b']) },
      prepend: { log: [{ at: due, what: 'first' }] },
    });
    expect(again).toMatchObject({ place: { city: 'Basel', rooms: ['2'] }, tags: new Set(['c']) });
    expect(again.log.map((each) => each.what)).toEqual(['first', 'moved']);
    expect(again).not.toHaveProperty('extra');
  });

  test('writes an index key whole or not at all: nothing is ever left half-written', async () => {
    const table = items.table as unknown as { update(...args: unknown[]): Promise<unknown> };
    items.calls.length = 0;
    for (const changes of [
      { add: { due: 1 } },
      { ifNotExists: { status: 'done' } },
      { remove: ['assignee'] },
      { set: { taskId: 'other' } },
      { set: { origin: 'app' } },
    ]) {
      await failureOf('InvalidRequest', table.update(task, key, changes));
    }
    await failureOf('UnknownAttribute', table.update(task, key, { set: { 'status.x': 'done' } }));
    expect(items.calls).toEqual([]);
    // What is not set is what it was.
    await table.update(task, key, { set: { status: 'done' } });
    await table.update(task, key, { set: { assignee: 'bob', due } });
    expect(await stored()).toMatchObject({ GSI1PK: { S: 'assignee:bob' }, GSI1SK: { S: `done:${due}` } });
  });

  test('moves an item into a sparse index and out of it', async () => {
    const late = async () => (await items.table.query(task.by('GSI2'), {})).items.length;
    expect(await late()).toBe(0);
    await items.table.update(task, key, { set: { lateSince: due } });
    expect(await late()).toBe(1);
    await items.table.update(task, key, { remove: ['lateSince'] });
    expect(await late()).toBe(0);
    expect(Object.keys(await stored())).not.toEqual(expect.arrayContaining(['GSI2PK']));
  });

  test('with an expected version only the first of two writers wins', async () => {
    const rename = (title: string) => items.table.update(task, key, { set: { title }, expectedVersion: 1 });
    const results = await Promise.allSettled([rename('one'), rename('two')]);
    expect(results.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected']);
    const { item } = await failureOf('ConditionFailed', rename('three'));
    expect(item).toMatchObject({ version: 2 });
    const put = await items.table.put(task, { ...given, title: 'four' }, { expectedVersion: 2 });
    expect(put.version).toBe(3);
  });

  test('a put passes over no version that it has not seen', async () => {
    const seen = (await items.table.get(task, key))!;
    const write = (version: number) => items.table.put(task, { ...given, title: `v${version}`, version });
    await items.table.update(task, key, { set: { title: 'meanwhile' } });
    await failureOf('ConditionFailed', write(seen.version));
    await failureOf('ConditionFailed', write(seen.version + 1));
    expect(await items.table.get(task, key)).toMatchObject({ title: 'meanwhile', version: seen.version + 1 });
    const both = await Promise.allSettled([write(seen.version + 2), write(seen.version + 2)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('of nothing, or of an item that is not there, fails', async () => {
    const table = items.table;
    await failureOf('ConditionFailed', table.update(task, { taskId: 'x' }, { set: { title: 'x' } }));
    await failureOf('ConditionFailed', table.update(task, { taskId: 'x' }, { remove: ['extra'] }));
    expect(await table.get(task, { taskId: 'x' })).toBeUndefined();
  });
});

describe('an upsert', () => {
  test('creates what is missing and changes what is there, leaving what was made at creation', async () => {
    const first = await items.table.upsert(task, given);
    expect(first).toMatchObject({ title: 'Water the Plants', createdAt: now, version: 1, hours: 0 });
    clock = new Date('2026-03-05T00:00:00.000Z');
    const second = await items.table.upsert(
      task,
      { ...given, title: 'Feed the Cat', status: 'done' },
      { add: { hours: 1 }, append: { log: [{ at: due, what: 'fed' }] } },
    );
    expect(second).toMatchObject({
      slug: 'feed-the-cat',
      createdAt: now,
      updatedAt: clock.toISOString(),
      version: 2,
      hours: 1,
    });
    expect(second.log).toHaveLength(1);
    expect(await stored()).toMatchObject({ GSI1SK: { S: `done:${due}` }, entity: { S: 'task' } });
  });
});

describe('conditions', () => {
  test.each([
    ['eq', true, (c) => c.eq('status', 'open')],
    ['ne', false, (c) => c.ne('status', 'open')],
    ['lt and gt', true, (c) => c.and(c.lt('hours', 1), c.gt('version', 0))],
    ['lte and gte', true, (c) => c.and(c.lte('hours', 0), c.gte('version', 1))],
    ['between', true, (c) => c.between('due', '2026-01-01', '2026-12-31')],
    ['oneOf', true, (c) => c.oneOf('status', ['done', 'open'])],
    ['beginsWith', true, (c) => c.beginsWith('title', 'Water')],
    ['contains in text', true, (c) => c.contains('title', 'Plants')],
    ['contains in a set', false, (c) => c.contains('tags', 'z')],
    ['exists', true, (c) => c.exists('place.city')],
    ['notExists', false, (c) => c.notExists('place.city')],
    ['isType', true, (c) => c.isType('tags', 'SS')],
    ['size', true, (c) => c.size('tags', '=', 1)],
    ['or, not', true, (c) => c.or(c.eq('hours', 9), c.not(c.eq('place.rooms[0]', '9')))],
    ['inside of open JSON', true, (c) => c.eq('extra.a.b', 1)],
  ] satisfies [
    string,
    boolean,
    Parameters<typeof task.check>[1] extends infer O
      ? O extends { condition?: infer C }
        ? NonNullable<C>
        : never
      : never,
  ][])('%s', async (_, holds, condition) => {
    await items.table.put(task, {
      ...given,
      tags: new Set(['a']),
      place: { city: 'Bern', rooms: ['1'] },
      extra: { a: { b: 1 } },
    });
    const write = items.table.transactWrite([task.check(key, { condition })]);
    if (holds) await write;
    else await failureOf('TransactionCanceled', write);
  });
});
