/** @engines both */
import { CreateTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineClient, uniqueTableName } from '../../../../../test/support/engines/engine.js';
import { failureOf } from '../../../test/support/item-table.js';
import { startUnreliableEngine } from '../../../../../test/support/engines/unreliable-engine.js';
import {
  connectTable,
  defineEntity,
  defineTable,
  number,
  string,
  updatedAt,
  type Table,
  type TableDefinition,
} from '@rollbook/single-table';
import {
  convert,
  planMigration,
  runMigration,
  shadowRead,
  verifyMigration,
  type Difference,
  type Migration,
  type RunOptions,
} from '@rollbook/single-table/maintenance';
import { createTableInput } from '@rollbook/single-table/provisioning';

// Two tables of one kind of item each, as somebody has begun with.
const users = defineTable({ partitionKey: 'id' });
const profile = defineEntity(users, {
  name: 'profile',
  key: { id: 'p-{userId}' },
  attributes: { userId: string(), name: string(), street: string(), town: string() },
});
const settings = defineEntity(users, {
  name: 'settings',
  key: { id: 's-{userId}' },
  attributes: { userId: string(), theme: string() },
});
const orders = defineTable({ partitionKey: 'userId', sortKey: 'orderId' });
const order = defineEntity(orders, {
  name: 'order',
  key: { userId: '{user}', orderId: '{number}' },
  attributes: { user: string(), number: string(), total: number() },
});

// And the one table in which they are to be.
const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const person = defineEntity(shop, {
  name: 'person',
  key: { PK: 'user:{userId}', SK: 'person' },
  attributes: { userId: string(), name: string(), theme: string().optional(), writtenAt: updatedAt() },
});
const address = defineEntity(shop, {
  name: 'address',
  key: { PK: 'user:{userId}', SK: 'address:{town}' },
  indexes: { GSI1: { GSI1PK: 'town:{town}', GSI1SK: '{userId}' } },
  attributes: { userId: string(), town: string(), street: string() },
});
const purchase = defineEntity(shop, {
  name: 'purchase',
  key: { PK: 'user:{userId}', SK: 'purchase:{number}' },
  attributes: { userId: string(), number: string(), total: number() },
});

const USERS = 12;
let client: DynamoDBClient;
let migration: Migration;
let old: { users: Table; orders: Table };
let table: Table;

async function create(definition: TableDefinition): Promise<{ table: Table; tableName: string }> {
  const tableName = uniqueTableName();
  await client.send(new CreateTableCommand(createTableInput(definition, tableName)));
  const cursorSecret = 'a secret of the tests, long enough';
  return { tableName, table: connectTable(definition, { client, tableName, cursorSecret }) };
}

beforeEach(async () => {
  client = engineClient();
  const [ofUsers, ofOrders, target] = await Promise.all([create(users), create(orders), create(shop)]);
  old = { users: ofUsers.table, orders: ofOrders.table };
  ({ table } = target);
  for (let n = 0; n < USERS; n += 1) {
    const userId = `u${n}`;
    await old.users.put(profile, { userId, name: `N${n}`, street: 'Gasse 1', town: n % 2 ? 'Bern' : 'Chur' });
    if (n % 3 === 0) await old.users.put(settings, { userId, theme: 'dark' });
    await old.orders.put(order, { user: userId, number: '1', total: n });
  }
  migration = {
    name: 'one-table',
    target: { definition: shop, tableName: target.tableName },
    rules: [
      // Split into two, and merged with another.
      convert(profile, {
        tableName: ofUsers.tableName,
        absorb: ({ userId }) => [settings.at({ userId })],
        to: ({ userId, name, street, town }, [itsSettings]) => [
          person.put({ userId, name, ...(itsSettings && { theme: itsSettings.theme }) }),
          address.put({ userId, street, town }),
        ],
      }),
      // Another table, with another template.
      convert(order, {
        tableName: ofOrders.tableName,
        to: ({ user, number: ofOrder, total }) => [purchase.put({ userId: user, number: ofOrder, total })],
      }),
    ],
  };
});
afterEach(() => client.destroy());

const run = (options: Partial<RunOptions> = {}) => runMigration(migration, { client, ...options });
const verify = () => verifyMigration(migration, { client });

async function all(of: Table, ...entities: Parameters<Table['scan']>[0]): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { entity, item } of of.scan(entities, { consistent: true }))
    found.push({ entity, ...item, writtenAt: undefined });
  return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
const allNew = () => all(table, person, address, purchase);
const expected = () =>
  Array.from({ length: USERS }, (_, n) => {
    const userId = `u${n}`;
    const theme = n % 3 === 0 ? { theme: 'dark' } : {};
    return [
      { entity: 'person', userId, name: `N${n}`, ...theme },
      { entity: 'address', userId, street: 'Gasse 1', town: n % 2 ? 'Bern' : 'Chur' },
      { entity: 'purchase', userId, number: '1', total: n },
    ];
  }).flat();
const sameAs = (items: unknown[]) => expect.arrayContaining(items) as unknown;

test('entities of several tables are split and merged into one, verified item by item, and then deleted', async () => {
  expect(await planMigration(migration, { client })).toMatchObject({
    scanned: 24,
    written: 24,
    different: 0,
  });
  expect(await allNew()).toEqual([]);
  expect(await verify()).toMatchObject({ scanned: 24, different: 24 });
  expect(await run({ segments: 3 })).toMatchObject({ scanned: 24, written: 24, deleted: 0, different: 0 });
  const found = await allNew();
  expect(found).toHaveLength(36);
  expect(found).toEqual(sameAs(expected()));
  expect((await table.query(address.by('GSI1'), { town: 'Bern' })).items).toHaveLength(6);
  expect(await verify()).toMatchObject({ scanned: 24, current: 24, different: 0 });
  expect(await all(old.users, profile, settings)).toHaveLength(16);
  expect(await run({ deleteSources: true })).toMatchObject({ written: 0, deleted: 24, different: 0 });
  expect(await all(old.users, profile, settings)).toEqual([]);
  expect(await all(old.orders, order)).toEqual([]);
  expect(await allNew()).toEqual(found);
});

describe('what live writers do in the meantime stays', () => {
  const ofUser = { userId: 'u1', name: 'Changed' };

  test('a target they have written already is left, and told, unless a rule says who is right', async () => {
    await table.put(person, ofUser);
    const differences: Difference[] = [];
    const options = { onDifference: (each: Difference) => void differences.push(each) };
    expect(await run(options)).toMatchObject({ written: 23, different: 1 });
    expect(await run({ ...options, deleteSources: true })).toMatchObject({ deleted: 23, different: 1 });
    expect(await table.get(person, { userId: 'u1' })).toMatchObject(ofUser);
    expect(await old.users.get(profile, { userId: 'u1' })).toMatchObject({ name: 'N1' });
    expect(differences[0]).toEqual({
      entity: 'profile',
      key: { id: 'p-u1' },
      target: { PK: 'user:u1', SK: 'person' },
      attributes: ['name'],
    });
    migration = { ...migration, rules: migration.rules.map((rule) => ({ ...rule, wins: () => 'source' })) };
    expect(await run()).toMatchObject({ written: 1, different: 0 });
    expect(await table.get(person, { userId: 'u1' })).toMatchObject({ name: 'N1' });
  });

  /** Somebody else writes just before the first transaction that is about a user. */
  function interfere(userId: string, write: () => Promise<unknown>): void {
    let isDone = false;
    client.middlewareStack.add(
      (next) => async (args) => {
        if (
          !isDone &&
          JSON.stringify(args.input).includes(`"TransactItems":[{"Put":`) &&
          isAbout(args.input)
        ) {
          isDone = true;
          await write();
        }
        return next(args);
      },
      { step: 'initialize', name: 'otherWriter' },
    );
    const isAbout = (input: unknown) => JSON.stringify(input).includes(`"p-${userId}"`);
  }

  test.each(['copy', 'move'])(
    'a source they change between its read and the %s is read again',
    async (how) => {
      interfere('u1', async () => {
        await old.users.update(profile, { userId: 'u1' }, { set: { name: 'Changed' } });
        await old.users.put(settings, { userId: 'u1', theme: 'light' });
      });
      expect(await run({ deleteSources: how === 'move' })).toMatchObject({ contended: 0, different: 0 });
      expect(await table.get(person, { userId: 'u1' })).toMatchObject({ name: 'Changed', theme: 'light' });
    },
  );

  test('what becomes part of it is read again too', async () => {
    interfere('u1', () => old.users.put(settings, { userId: 'u1', theme: 'light' }));
    await run();
    expect(await table.get(person, { userId: 'u1' })).toMatchObject({ name: 'N1', theme: 'light' });
  });

  test('what they delete is not brought back', async () => {
    interfere('u1', () => old.users.delete(profile, { userId: 'u1' }));
    expect(await run()).toMatchObject({ scanned: 24, written: 23 });
    expect(await table.get(person, { userId: 'u1' })).toBeUndefined();
  });

  test('a target they write between its read and the copy is left', async () => {
    interfere('u1', () => table.put(person, ofUser));
    expect(await run()).toMatchObject({ written: 23, different: 1 });
    expect(await table.get(person, { userId: 'u1' })).toMatchObject(ofUser);
  });
});

test.each([
  [false, 'before'],
  [false, 'after'],
  [true, 'before'],
  [true, 'after'],
])(
  'killed at every call in turn, it loses nothing (deletes sources: %s, %s the call)',
  async (deleteSources, when) => {
    let kills = 0;
    for (let ended = false; !ended;) {
      let calls = 0;
      const killAt = 1 + (kills % 13);
      const dying = engineClient();
      dying.middlewareStack.add(
        (next) => async (args) => {
          calls += 1;
          if (calls > killAt || (calls === killAt && when === 'before')) throw new Error('killed');
          const result = await next(args);
          if (calls >= killAt) throw new Error('killed');
          return result;
        },
        { step: 'initialize', name: 'death' },
      );
      const last = kills > 60 ? client : dying;
      try {
        await runMigration(migration, { client: last, pageSize: 2, deleteSources });
        ended = true;
      } catch (error) {
        expect(error).toMatchObject({ message: 'killed' });
        kills += 1;
      }
      dying.destroy();
    }
    expect(kills).toBeGreaterThan(10);
    const found = await allNew();
    expect(found).toHaveLength(36);
    expect(found).toEqual(sameAs(expected()));
    expect(await all(old.users, profile, settings)).toHaveLength(deleteSources ? 0 : 16);
    expect(await verify()).toMatchObject({ different: 0 });
  },
  120_000,
);

test('an index is added although the answer to its creation is lost', async () => {
  const tableName = uniqueTableName();
  const without = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
  await client.send(new CreateTableCommand(createTableInput(without, tableName)));
  const engine = await startUnreliableEngine();
  let lost = 0;
  engine.decide = (operation) => (operation === 'UpdateTable' && lost++ === 0 ? 'lose answer' : 'pass');
  const toEngine = engineClient(engine.endpoint);
  const adding = { name: 'an-index', target: { definition: shop, tableName }, rules: [] };
  await runMigration(adding, { client: toEngine });
  expect(lost).toBeGreaterThan(1);
  expect((await planMigration(adding, { client })).table).toMatchObject({ missing: [], building: [] });
  toEngine.destroy();
  await engine.close();
});

test('a run notices another one of the same migration', async () => {
  let others: Promise<unknown> | undefined;
  const first = run({
    pageSize: 5,
    onProgress: () => (others ??= run({ pageSize: 5 })).then(() => undefined),
  });
  expect(await failureOf('InvalidRequest', first)).toEqual({ operation: 'migrate' });
  await others;
  expect(await verify()).toMatchObject({ different: 0 });
});

test('an entity moves to another key under its name', async () => {
  const moved = defineEntity(shop, { ...shapeOf('p:{userId}'), name: 'person' });
  const { target } = migration;
  await table.put(person, { userId: 'u1', name: 'Ada' });
  const rules = [convert(person, { to: ({ userId, name }) => [moved.put({ userId, name })] })];
  const moving = { name: 'moving', target, rules };
  for (const written of [1, 0])
    expect(await runMigration(moving, { client, deleteSources: true })).toMatchObject({ written });
  expect(await table.get(person, { userId: 'u1' })).toBeUndefined();
  expect(await table.get(moved, { userId: 'u1' })).toMatchObject({ name: 'Ada' });
});
const shapeOf = <const PK extends string>(PK: PK) =>
  ({ key: { PK, SK: 'person' }, attributes: { userId: string(), name: string() } }) as const;

test.each<[string, (of: Migration) => Partial<Migration>]>([
  ['needs a name', () => ({ name: '' })],
  ['has two rules for profile', ({ rules }) => ({ rules: [rules[0]!, rules[0]!] })],
  ['is not its target', () => ({ rules: [convert(profile, { tableName: 'elsewhere' })] })],
  ['whose definition it is not of', () => ({ rules: [convert(profile)] })],
  [
    'puts profile, which is not of its target',
    ({ rules }) => ({ rules: [{ ...rules[0]!, to: (item) => [profile.put(item)] }] }),
  ],
  [
    'makes Delete of person: only puts',
    ({ rules }) => ({ rules: [{ ...rules[0]!, to: () => [person.delete({ userId: 'x' })] }] }),
  ],
])('a migration that %s is refused, and changes nothing', async (why, change) => {
  migration = { ...migration, ...change(migration) };
  await expect(run()).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: expect.stringContaining(why) as unknown,
  });
  expect(await allNew()).toEqual([]);
});

test('a shadow read gives the old answer, and tells what the new way answers otherwise', async () => {
  const told: unknown[] = [];
  const tell = (...each: unknown[]) => void told.push(each);
  const answers = [{ a: 1 }, { a: 2 }];
  const read = () => Promise.resolve({ a: 2 });
  expect(await shadowRead(read, () => Promise.resolve(answers.shift()!), tell)).toEqual({ a: 2 });
  expect(told).toEqual([]);
  const missing = new Error('no such index');
  expect(await shadowRead(read, () => Promise.reject(missing), tell)).toEqual({ a: 2 });
  expect(told).toEqual([[{ a: 2 }, missing]]);
});
