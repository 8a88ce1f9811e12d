import { GetItemCommand, PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { indexesSettled } from '../../../../test/support/engines/engine.js';
import { createItemTable, failureOf, type ItemTable } from '../../test/support/item-table.js';
import {
  any,
  connectTable,
  date,
  defineEntity,
  defineTable,
  map,
  number,
  oneOf,
  packed,
  string,
  stringSet,
  type Item,
} from '@rollbook/single-table';
import { convert, runMigration, verifyMigration, type Migration } from '@rollbook/single-table/maintenance';
import { workbenchModel } from '@rollbook/single-table/workbench';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

const members = {
  at: date(),
  price: number(),
  state: oneOf('new', 'paid').default('new'),
  to: map({ town: string(), zip: string().optional() }),
  data: any<{ tags?: (string | null)[]; on?: boolean }>(),
  note: string().nullable().optional(),
};
const order = defineEntity(definition, {
  name: 'order',
  key: { PK: 'order:{id}', SK: 'order' },
  indexes: { GSI1: { GSI1PK: 'by:{owner}', GSI1SK: '{id}' } },
  attributes: {
    id: string(),
    owner: string(),
    version: number().default(1),
    ...packed('d', members, { price: 'p' }),
  },
  versionAttribute: 'version',
});
const key = { id: '1' };
const CONSISTENT = { consistent: true };
const whole = {
  ...{ id: '1', owner: 'ada', at: new Date('2026-01-02T03:04:05Z'), price: 2.5 },
  ...{ to: { town: 'Bern' }, data: { tags: ['a"b', null], on: false } },
};
const read: Item<typeof order> = { ...whole, state: 'new', version: 1 };

let opened: ItemTable;
beforeEach(async () => void (opened = await createItemTable(definition)));
afterEach(() => opened.close());

const Key = { PK: { S: 'order:1' }, SK: { S: 'order' } };
async function stored(): Promise<Record<string, AttributeValue>> {
  const { client, tableName: TableName } = opened;
  return (await client.send(new GetItemCommand({ TableName, Key, ConsistentRead: true }))).Item!;
}
/** The table of a program that writes what programs without packs can read. */
const flatTable = () =>
  connectTable(definition, {
    ...opened,
    cursorSecret: 'a secret of the tests, long enough',
    packs: () => false,
  });
const OWN = ['GSI1PK', 'GSI1SK', 'PK', 'SK', 'entity', 'id', 'owner', 'version'];
const FLAT = [...OWN, 'at', 'data', 'price', 'state', 'to'].sort();

test('packed attributes are stored as one text, and read and listed as if each were stored on its own', async () => {
  const { table } = opened;
  expect(await table.put(order, whole)).toEqual(read);
  const item = await stored();
  expect(Object.keys(item).sort()).toEqual([...OWN, 'd'].sort());
  expect(JSON.parse(item['d']!.S!)).toEqual({
    ...{ at: '2026-01-02T03:04:05.000Z', p: 2.5, state: 'new', to: { town: 'Bern' } },
    data: { tags: ['a"b', null], on: false },
  });
  expect(await table.get(order, key, CONSISTENT)).toEqual(read);
  await indexesSettled();
  const { items } = await table.query(
    order.by('GSI1'),
    { owner: 'ada' },
    { select: ['price', 'id', 'note'] },
  );
  expect(items).toEqual([{ price: 2.5, id: '1' }]);
});

test('an item stored with each on its own is read the same, and packed when it is written', async () => {
  const { table } = opened;
  await flatTable().put(order, { ...whole, note: null });
  expect(Object.keys(await stored()).sort()).toEqual([...FLAT, 'note'].sort());
  expect(await table.get(order, key, CONSISTENT)).toEqual({ ...read, note: null });
  const { items } = await table.query(order, key, { ...CONSISTENT, select: ['price', 'note'] });
  expect(items).toEqual([{ price: 2.5, note: null }]);
  const { at, price, to, data } = whole;
  const changed = await table.update(order, key, { set: { at, price: price + 1, to, data, state: 'paid' } });
  expect(changed).toEqual({ ...read, price: 3.5, state: 'paid', version: 2 });
  expect(Object.keys(await stored()).sort()).toEqual([...OWN, 'd'].sort());
  // And by a program that writes them flat.
  await flatTable().update(order, key, { set: { at, price, to, data, state: 'new' } });
  expect(await table.get(order, key, CONSISTENT)).toEqual({ ...read, version: 3 });
  expect(Object.keys(await stored()).sort()).toEqual(FLAT);
});

test('an update of other attributes leaves both forms as they are', async () => {
  for (const [table, names] of [
    [opened.table, [...OWN, 'd'].sort()],
    [flatTable(), FLAT],
  ] as const) {
    await table.put(
      order,
      { ...whole, version: 1 },
      { condition: (c) => c.or(c.exists('id'), c.notExists('id')) },
    );
    await opened.table.update(order, key, { set: { owner: 'bob' } });
    expect(await opened.table.get(order, key, CONSISTENT)).toEqual({ ...read, owner: 'bob', version: 2 });
    expect(Object.keys(await stored()).sort()).toEqual(names);
    await opened.table.delete(order, key);
  }
});

interface Looking {
  eq(path: string, value: unknown): unknown;
}

test('a change of a part of a pack, and a look into it, are refused before anything is sent', async () => {
  const { table, calls } = opened;
  const bypassed = table as unknown as Record<
    'update' | 'query' | 'upsert',
    (...given: unknown[]) => Promise<unknown>
  >;
  const refusals = [
    bypassed.update(order, key, { set: { price: 1 } }),
    bypassed.update(order, key, { set: { 'to.town': 'Thun' } }),
    bypassed.update(order, key, { add: { price: 1 } }),
    bypassed.update(order, key, { remove: ['note'] }),
    bypassed.update(order, key, { set: { owner: 'x' }, condition: (c: Looking) => c.eq('price', 1) }),
    bypassed.query(order, key, { filter: (c: Looking) => c.eq('data.on', true) }),
    bypassed.query(order, key, { select: ['data.on'] }),
    bypassed.upsert(order, whole),
  ];
  for (const refusal of refusals) await failureOf('InvalidRequest', refusal);
  expect(calls).toEqual([]);
  await failureOf('InvalidAttribute', table.put(order, { ...whole, data: { on: new Set(['x']) } as never }));
});

test.each([
  ['a member in a key', { key: { PK: 'order:{at:iso}', SK: 'order' } }],
  ['a member in an index key', { indexes: { GSI1: { GSI1PK: 'at:{at:iso}', GSI1SK: '{id}' } } }],
  ['a member that counts versions', { versionAttribute: 'price' }],
  ['a member that something is computed from', { more: { twice: number().computed(['price'], () => 2) } }],
  ['a pack named as an attribute', { more: { d: string() } }],
  ['a pack named as a key', { more: packed('SK', { x: string() }) }],
  ['two members under one name', { more: packed('d', { x: string() }, { x: 'p' }) }],
  ['a set', { more: packed('e', { x: stringSet() }) }],
] as [string, { more?: object }][])(
  'an entity is refused when defined: %s',
  async (_, { more = {}, ...changes }) => {
    const attributes = { id: string(), ...packed('d', members, { price: 'p' }), ...more };
    const given = { name: 'wrong', key: { PK: 'wrong:{id}', SK: 'wrong' }, attributes, ...changes };
    await failureOf('InvalidDefinition', () => defineEntity({ ...definition }, given as never));
  },
);

test('a text that is no JSON object is refused when it is read', async () => {
  const { client, tableName: TableName, table } = opened;
  await table.put(order, whole);
  const Item = { ...(await stored()), d: { S: '{' } };
  await client.send(new PutItemCommand({ TableName, Item }));
  expect(await failureOf('InvalidAttribute', table.get(order, key, CONSISTENT))).toMatchObject({
    attribute: 'd',
  });
});

test('an older schema version is read and migrated whether it is packed or not', async () => {
  const versioned = (version: number) =>
    defineEntity(version === 1 ? definition : { ...definition }, {
      name: 'paper',
      key: { PK: 'paper:{id}', SK: 'paper' },
      attributes: {
        id: string(),
        ...packed('d', version === 1 ? { title: string() } : ({ name: string() } as never)),
      },
      ...(version === 2 && {
        schema: {
          version,
          upcasters: { 1: ({ title, ...rest }: { title: string }) => ({ ...rest, name: title }) },
        },
      }),
    });
  const [older, newer] = [versioned(1), versioned(2)];
  for (const [id, table] of [
    ['p', opened.table],
    ['f', flatTable()],
  ] as const) {
    await table.put(older, { id, title: 'T' });
    expect(await opened.table.get(newer, { id }, CONSISTENT)).toEqual({ id, name: 'T' });
    await opened.table.update(newer, { id }, { set: { name: 'U' } } as never);
    expect(await opened.table.get(newer, { id }, CONSISTENT)).toEqual({ id, name: 'U' });
  }
});

test('a migration packs what is flat, with what a rule makes of it besides, and leaves what it does not know', async () => {
  const found = defineEntity(definition, {
    name: 'found',
    key: { PK: 'found:{id}', SK: 'found' },
    attributes: { id: string() },
  });
  const { client, tableName, table } = opened;
  await flatTable().put(order, whole);
  await client.send(
    new PutItemCommand({ TableName: tableName, Item: { ...(await stored()), other: { S: 'o' } } }),
  );
  const rules = [convert(order, { to: ({ id }) => [found.put({ id })], inPlace: true })];
  const migration: Migration = { name: 'pack', target: { definition, tableName }, rules };
  expect((await verifyMigration(migration, { client })).different).toBe(1);
  expect(await runMigration(migration, { client })).toMatchObject({ written: 1, contended: 0 });
  expect(Object.keys(await stored()).sort()).toEqual([...OWN, 'd', 'other'].sort());
  expect(await table.get(order, key, CONSISTENT)).toEqual(read);
  expect(await table.get(found, key, CONSISTENT)).toEqual(key);
  expect((await verifyMigration(migration, { client })).different).toBe(0);
  // Only the pack is left to do.
  await flatTable().put(order, { ...whole, version: 2 });
  expect(await runMigration(migration, { client })).toMatchObject({ written: 1, current: 0 });
  expect(await runMigration(migration, { client })).toMatchObject({ written: 0, current: 1 });
});

test('Workbench is told of the attribute that is stored, and what it holds', () => {
  const model = workbenchModel(definition, 'shop', [
    { entity: order, items: [{ ...whole, state: 'new', version: 1 }] },
  ]);
  const [shop] = model.DataModel;
  expect(shop!.NonKeyAttributes).toContainEqual({ AttributeName: 'd', AttributeType: 'S' });
  expect(shop!.TableFacets![0]!.NonKeyAttributes).toEqual(['id', 'owner', 'version', 'd']);
  expect(model.ModelMetadata['Description']).toContain(
    'd of order: JSON of at, price, state, to, data, note.',
  );
  expect(Object.keys(shop!.TableData![0]!)).not.toContain('price');
});
