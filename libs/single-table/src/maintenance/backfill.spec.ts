import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { createItemTable, type ItemTable } from '../../../../test/support/engines/item-table.js';
import {
  backfill,
  defineEntity,
  defineTable,
  renderProgress,
  string,
  type BackfillProgress,
} from '../index.js';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});

const shape = {
  name: 'product',
  key: { PK: 'product:{productId}', SK: 'product' },
  attributes: { productId: string(), category: string().optional() },
} as const;
/** The entity before and after it got an index. */
const before = defineEntity(definition, shape);
const after = defineEntity(definition, {
  ...shape,
  indexes: { GSI1: { GSI1PK: 'category:{category}', GSI1SK: '{productId}' } },
});

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(definition);
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

const inCategory = async (category: string) =>
  (await items.table.query(after.by('GSI1'), { category })).items.map((item) => item.productId);

describe('a backfill', () => {
  test('gives existing items the keys of a new index, once', async () => {
    const first = await backfill(definition, items, { entities: [after], pageSize: 7 });
    expect(first).toMatchObject({ scanned: 60, written: 40, current: 20, contended: 0 });
    expect(await inCategory('tea')).toHaveLength(20);
    const second = await backfill(definition, items, { entities: [after], segments: 3 });
    expect(second).toMatchObject({ scanned: 60, written: 0, current: 60 });
  });

  test('writes nothing in a dry run, and says what it would', async () => {
    const progress = await backfill(definition, items, { entities: [after], dryRun: true });
    expect(progress).toMatchObject({ written: 40, current: 20 });
    expect(await inCategory('tea')).toEqual([]);
  });

  test('goes on where it was stopped', async () => {
    const kept: BackfillProgress[] = [];
    const stopped = backfill(definition, items, {
      entities: [after],
      pageSize: 10,
      onProgress: (progress) => {
        kept.push(progress);
        if (kept.length === 3) throw new Error('killed');
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    const resume = JSON.parse(JSON.stringify(kept.at(-1))) as BackfillProgress;
    expect(resume.scanned).toBe(30);
    const ended = await backfill(definition, items, { entities: [after], pageSize: 10, resume });
    expect(ended).toMatchObject({ scanned: 60, written: 40, current: 20, segments: ['done'] });
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
        if (context.commandName === 'PutItemCommand' && !interfered) {
          interfered = true;
          await items.client.send(new PutItemCommand({ TableName: items.tableName, Item }));
        }
        return next(args);
      },
      { step: 'initialize', name: 'otherWriter' },
    );
    const progress = await backfill(definition, items, { entities: [after] });
    expect(interfered).toBe(true);
    expect(progress).toMatchObject({ scanned: 60, contended: 0 });
    expect(await inCategory('new')).toEqual(['01']);
  });

  test('keeps to the capacity it is given', async () => {
    const started = performance.now();
    const { units } = await backfill(definition, items, {
      entities: [after],
      pageSize: 10,
      unitsPerSecond: 200,
    });
    const seconds = (performance.now() - started) / 1000;
    expect(units).toBeGreaterThan(80);
    expect(units / seconds).toBeLessThanOrEqual(200);
  });

  test('shows how far it is', () => {
    const progress = {
      segments: ['start' as const],
      scanned: 450,
      written: 300,
      current: 150,
      contended: 0,
      units: 1234.5,
    };
    expect(renderProgress(progress, 1000)).toBe(
      '[#########-----------]  45 %  450 read, 300 written, 0 contended, 1,235 units',
    );
  });
});
