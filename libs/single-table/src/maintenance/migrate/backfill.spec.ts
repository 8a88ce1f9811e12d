/** @engines both */
import { DescribeTableCommand, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createItemTable, failureOf, type ItemTable } from '../../../test/support/item-table.js';
import { connectTable, defineEntity, defineTable, string } from '@rollbook/single-table';
import {
  convert,
  planMigration,
  renderProgress,
  runMigration,
  verifyMigration,
  type MigrationOptions,
} from '@rollbook/single-table/maintenance';

const keys = { partitionKey: 'PK', sortKey: 'SK' } as const;
const indexed = defineTable({
  ...keys,
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const shape = {
  name: 'product',
  key: { PK: 'product:{productId}', SK: 'product' },
  attributes: { productId: string(), category: string().optional() },
} as const;
/** The entity before and after it got an index. */
const before = defineEntity(defineTable(keys), shape);
const after = defineEntity(indexed, {
  ...shape,
  indexes: { GSI1: { GSI1PK: 'category:{category}', GSI1SK: '{productId}' } },
});

let items: ItemTable;
beforeEach(async () => {
  items = await createItemTable(before.model.table);
  await items.table.batchWrite(
    Array.from({ length: 60 }, (_, at) =>
      before.put({
        productId: String(at).padStart(2, '0'),
        ...(at % 3 === 0 ? {} : { category: at % 3 === 1 ? 'tea' : 'cup' }),
      }),
    ),
  );
});
afterEach(() => {
  items.close();
});

const migration = () => ({
  name: 'categories',
  target: { definition: indexed, tableName: items.tableName },
  rules: [convert(after)],
});
const run = (options: Partial<MigrationOptions> = {}) =>
  runMigration(migration(), { client: items.client, pageSize: 10, ...options });
const inCategory = async (category: string) => {
  const table = connectTable(indexed, { ...items, cursorSecret: 'a secret of the tests, long enough' });
  return (await table.query(after.by('GSI1'), { category })).items.map((item) => item.productId);
};

describe('a new index', () => {
  test('is planned: what the table lacks and how much would be written, and nothing is changed', async () => {
    const plan = await planMigration(migration(), { client: items.client });
    expect(plan).toMatchObject({
      scanned: 60,
      written: 40,
      current: 20,
      table: { missing: ['GSI1'], building: [], itemCount: 60 },
    });
    const { Table } = await items.client.send(new DescribeTableCommand({ TableName: items.tableName }));
    expect(Table?.GlobalSecondaryIndexes ?? []).toEqual([]);
    expect(await verifyMigration(migration(), { client: items.client })).toMatchObject({ different: 40 });
    const sampled = await planMigration(migration(), { client: items.client, sample: 20, pageSize: 10 });
    expect(sampled).toMatchObject({ read: 20 });
  });

  test('is added, and existing items get its keys, once', async () => {
    expect(await run()).toMatchObject({ scanned: 60, written: 40, current: 20, contended: 0 });
    expect(await inCategory('tea')).toHaveLength(20);
    // The checkpoint of the run before is read too.
    expect(await run({ segments: 3 })).toMatchObject({ read: 61, scanned: 60, written: 0, current: 60 });
    expect(await verifyMigration(migration(), { client: items.client })).toMatchObject({ different: 0 });
  });

  test('keeps what old code and newer code have stored besides', async () => {
    const Item = { PK: { S: 'product:01' }, SK: { S: 'product' }, entity: { S: 'product' } };
    const { tableName: TableName, client } = items;
    const more = { productId: { S: '01' }, category: { S: 'new' }, more: { N: '1' } };
    await client.send(new PutItemCommand({ TableName, Item: { ...Item, ...more } }));
    await run();
    expect(await inCategory('new')).toEqual(['01']);
    const Key = { PK: Item.PK, SK: Item.SK };
    const stored = await client.send(new GetItemCommand({ TableName, Key }));
    expect(stored.Item).toMatchObject({ more: { N: '1' }, GSI1PK: { S: 'category:new' } });
  });

  test('is filled from where a run was stopped', async () => {
    const stopped = run({
      onProgress: ({ scanned }) => {
        if (scanned >= 30) throw new Error('killed');
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    const again = await failureOf('InvalidRequest', run({ segments: 2 }));
    expect(again).toEqual({ operation: 'migrate' });
    const seen: number[] = [];
    const ended = await run({ onProgress: ({ scanned }) => void seen.push(scanned) });
    expect(seen[0]).toBeGreaterThan(30);
    expect(ended).toMatchObject({ scanned: 60, written: 40, current: 20 });
    expect(await inCategory('cup')).toHaveLength(20);
  });

  test('never overwrites what a live writer changes between its read and its write', async () => {
    const Item = {
      PK: { S: 'product:01' },
      SK: { S: 'product' },
      entity: { S: 'product' },
      productId: { S: '01' },
      category: { S: 'new' },
    };
    let interfered = false;
    items.client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName === 'UpdateItemCommand' && !interfered) {
          interfered = true;
          await items.client.send(new PutItemCommand({ TableName: items.tableName, Item }));
        }
        return next(args);
      },
      { step: 'initialize', name: 'otherWriter' },
    );
    expect(await run()).toMatchObject({ scanned: 60, contended: 0 });
    expect(interfered).toBe(true);
    expect(await inCategory('new')).toEqual(['01']);
  });

  test('keeps to the capacity it is given, with all segments together', async () => {
    const started = performance.now();
    const { units } = await run({ unitsPerSecond: 200, segments: 4 });
    const seconds = (performance.now() - started) / 1000;
    expect(units).toBeGreaterThan(80);
    // What has been sent when the time is up is not waited for.
    expect((units - 20) / seconds).toBeLessThanOrEqual(200);
  });

  test('shows how far it is', () => {
    const progress = {
      segments: { shop: ['start' as const] },
      read: 450,
      scanned: 450,
      written: 300,
      deleted: 0,
      current: 150,
      different: 0,
      contended: 2,
      units: 1234.5,
    };
    expect(renderProgress(progress, 1000)).toBe(
      '[#########-----------]  45 %  450 read, 300 written, 2 contended, 1,235 units',
    );
  });
});
