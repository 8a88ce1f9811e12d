import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  any,
  connectTable,
  defineEntity,
  defineTable,
  expiresAfter,
  list,
  map,
  number,
  SingleTableError,
  string,
  stringSet,
  type WriteOperation,
} from '@rollbook/single-table';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
  timeToLive: 'expiresAt',
});
const order = defineEntity(definition, {
  name: 'order',
  key: { PK: 'order:{orderId}', SK: 'order' },
  attributes: {
    orderId: string(),
    address: map({ city: string(), street: string().optional() }).optional(),
    lines: list(string()).optional(),
    tags: stringSet().optional(),
    count: number().optional(),
    extra: any().optional(),
  },
});
/** Its index is made of what was added later, and of what is hidden. */
const ticket = defineEntity(definition, {
  name: 'ticket',
  key: { PK: 'ticket:{ticketId}', SK: 'ticket' },
  indexes: { GSI1: { GSI1PK: '{team}:{level}', GSI1SK: '{owner}' } },
  attributes: {
    ticketId: string(),
    team: string(),
    level: string().default('low'),
    owner: string().hidden().optional(),
    note: string().nullable().default(null),
  },
});
const session = defineEntity(definition, {
  name: 'session',
  key: { PK: 'session:{id}', SK: 'session' },
  hideExpired: true,
  attributes: {
    id: string(),
    first: string().optional(),
    last: string().optional(),
    expiresAt: expiresAfter(60),
    name: string().computed(['first', 'last'], ({ first, last }: { first?: string; last?: string }) =>
      `${first} ${last}`.trim(),
    ),
  },
});
const half = defineEntity(definition, {
  name: 'half',
  key: { PK: 'half:{id}', SK: 'half' },
  attributes: {
    id: string(),
    from: string(),
    made: string().computed(['from'], ({ from }: { from: string }) =>
      from === '' ? (undefined as never) : from,
    ),
  },
});

let now = new Date('2026-03-03T12:00:00.000Z');
let store: ItemTable;
beforeAll(async () => (store = await createItemTable(definition, { now: () => now.getTime() })));
afterAll(() => store.close());

const key = { orderId: 'o' };
const long = Array.from({ length: 101 }, (_, at) => String(at));
const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => ({ inner }), 'x');

/** What the types allow, and DynamoDB may refuse: with the smallest and the largest of each input. */
const REQUESTS: readonly [string, () => Promise<unknown>][] = [
  ['no value of one', () => store.table.query(order, key, { filter: (c) => c.oneOf('count', []) })],
  ['101 values of one', () => store.table.query(order, key, { filter: (c) => c.oneOf('orderId', long) })],
  ['no condition of all', () => store.table.query(order, key, { filter: (c) => c.and() })],
  ['no condition of any', () => store.table.delete(order, key, { condition: (c) => c.or() })],
  ['the opposite of nothing', () => store.table.delete(order, key, { condition: (c) => c.not(c.and()) })],
  ['bounds the wrong way', () => store.table.query(order, key, { filter: (c) => c.between('count', 2, 1) })],
  ['an order of sets', () => store.table.query(order, key, { filter: (c) => c.lt('tags', new Set(['x'])) })],
  [
    'more operators than an expression has',
    () =>
      store.table.query(order, key, {
        filter: (c) => c.or(...Array.from({ length: 400 }, (_, at) => c.eq('count', at))),
      }),
  ],
  ['a part of what is not there', () => store.table.update(order, key, { set: { 'address.city': 'Bern' } })],
  [
    'a whole and its part',
    () => store.table.update(order, key, { set: { address: { city: 'Bern' }, 'address.street': 'A' } }),
  ],
  [
    'both ends of a list',
    () => store.table.update(order, key, { append: { lines: ['a'] }, prepend: { lines: ['b'] } }),
  ],
  ['removed twice', () => store.table.update(order, key, { remove: ['count', 'count'] })],
  [
    'an entry and its list',
    () => store.table.upsert(order, { ...key, lines: ['a'] }, { append: { lines: ['b'] } }),
  ],
  ['set and removed', () => store.table.update(order, key, { set: { count: 1 }, remove: ['count'] })],
  ['an empty text in a set', () => store.table.put(order, { ...key, tags: new Set(['']) })],
  ['a value of 40 levels', () => store.table.put(order, { ...key, extra: deep })],
  ['an item of 401 KB', () => store.table.put(order, { ...key, extra: 'x'.repeat(401 * 1024) })],
  ['a list position beyond all', () => store.table.update(order, key, { set: { 'lines[4294967296]': 'x' } })],
  ['pages of nothing', () => store.table.scan([order], { pageSize: 0 }).next()],
  ['an empty token', () => store.table.transactWrite([order.put(key)], { clientRequestToken: '' })],
  [
    'a token of 37',
    () => store.table.transactWrite([order.put(key)], { clientRequestToken: 'x'.repeat(37) }),
  ],
  ['nothing selected', () => store.table.query(order, key, { select: [] })],
  ['no page', () => store.table.query(order, key, { maxPages: 0 })],
];

describe('what the types allow', () => {
  beforeEach(() => store.table.put(order, key));

  test.each(REQUESTS)('works or is refused by a code: %s', async (_, request) => {
    const error = await request().then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error !== undefined) expect(error).toBeInstanceOf(SingleTableError);
  });

  test('is refused with what DynamoDB says as the cause, and no value in the message', async () => {
    const text = 'x'.repeat(401 * 1024);
    const error = await store.table.put(order, { ...key, extra: text }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'InvalidRequest',
      message: 'DynamoDB refused the PutItem.',
      details: { operation: 'PutItem' },
      cause: { name: 'ValidationException' },
    });
    expect(store.calls.at(-1)?.error).toBe('ValidationException');
  });

  test('no operations are nothing to do, in transactions as in batches', async () => {
    store.calls.length = 0;
    await store.table.transactWrite([]);
    expect(await store.table.transactGet([])).toEqual([]);
    await store.table.batchWrite([]);
    expect(await store.table.batchGet([])).toEqual([]);
    expect(await store.table.writeEach([])).toEqual([]);
    expect(store.calls).toEqual([]);
  });

  test('a change of one place twice is refused before it is sent', async () => {
    for (const changes of [
      { set: { address: { city: 'Bern' }, 'address.street': 'A' } },
      { set: { 'lines[1]': 'a' }, append: { lines: ['b'] } },
      { add: { tags: new Set(['a']) }, delete: { tags: new Set(['b']) } },
    ])
      await failureOf('InvalidRequest', () => order.update(key, changes).write(now));
    // Neighbours are not the same place.
    order.update(key, { set: { 'lines[1]': 'a', 'lines[11]': 'b', 'address.city': 'c' } }).write(now);
  });
});

describe('an item that index keys and computed values are made of', () => {
  test('may lack what was declared later and has a default, also null', async () => {
    const Item = {
      PK: { S: 'ticket:t' },
      SK: { S: 'ticket' },
      entity: { S: 'ticket' },
      ticketId: { S: 't' },
    };
    const stored = { ...Item, team: { S: 'red' }, owner: { S: 'ada' } };
    await store.client.send(new PutItemCommand({ TableName: store.tableName, Item: stored }));
    expect(await store.table.get(ticket, { ticketId: 't' })).toMatchObject({ level: 'low', note: null });
    await store.table.update(ticket, { ticketId: 't' }, { set: { team: 'blue' } } as never);
    const { items } = await store.table.query(ticket.by('GSI1'), { team: 'blue', level: 'low' });
    expect(items).toHaveLength(1);
  });

  test('is read again when another writer changes what is hidden of it', async () => {
    const id = { ticketId: 'hidden' };
    const table = () =>
      connectTable(definition, { ...store, cursorSecret: 'a secret of the tests, long enough' });
    const ways: ((operation: WriteOperation) => Promise<unknown>)[] = [
      (operation) => table().transactWrite([operation]),
      (operation) => table().writeEach([operation]),
    ];
    for (const way of ways) {
      await store.table.put(ticket, { ...id, team: 'red', owner: 'ada' });
      let readings = 0;
      store.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const result = await next(args);
            if (commandName === 'GetItemCommand' && (readings += 1) === 1)
              await store.table.put(ticket, { ...id, team: 'red', owner: 'eve' });
            return result;
          },
        { step: 'initialize', name: 'otherWriter' },
      );
      await way(ticket.update(id, { set: { team: 'blue' } } as never)).finally(() =>
        store.client.middlewareStack.remove('otherWriter'),
      );
      const found = await store.table.query(ticket.by('GSI1'), { team: 'blue', level: 'low', owner: 'eve' });
      expect(found.items).toHaveLength(1);
    }
  });

  test('is written over when it has expired, also where it has to be read for that', async () => {
    await store.table.put(session, { id: 's', first: 'Ada', last: 'King' });
    now = new Date(now.getTime() + 3_600_000);
    expect(await store.table.get(session, { id: 's' })).toBeUndefined();
    await store.table.upsert(session, { id: 's', last: 'Lovelace', expiresAt: now.getTime() / 1000 + 60 });
    expect(await store.table.get(session, { id: 's' })).toMatchObject({ name: 'Ada Lovelace' });
  });

  test('is never stored without a computed value that every item has', async () => {
    await failureOf('MissingAttribute', store.table.put(half, { id: 'h', from: '' }));
    await store.table.put(half, { id: 'h', from: 'x' });
    await failureOf('MissingAttribute', store.table.update(half, { id: 'h' }, { set: { from: '' } }));
    await failureOf('MissingAttribute', store.table.upsert(half, { id: 'h', from: '' }));
    expect(await store.table.get(half, { id: 'h' })).toMatchObject({ made: 'x' });
  });
});
