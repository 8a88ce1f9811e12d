import { compilerErrors } from '../../test/support/compile.js';
import { failureOf } from '../../test/support/item-table.js';
import { date, defineEntity, defineTable, number, string, stringSet } from '@rollbook/single-table';
import { workbenchModel, type WorkbenchModel } from '@rollbook/single-table/workbench';
import { defineImported, importWorkbench, sourceOfImported } from '@rollbook/single-table/workbench-import';

const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: {
    GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' },
    ByRank: { partitionKey: 'rankKey', sortKey: 'rank', projection: 'KEYS_ONLY' },
    Titles: { partitionKey: 'titleKey', projection: ['title'] },
  },
  numberKeys: ['rank'],
  timeToLive: 'expiresAt',
  stream: 'NEW_AND_OLD_IMAGES',
});
const customer = defineEntity(shop, {
  name: 'customer',
  key: { PK: 'customer:{customerId}', SK: 'customer' },
  attributes: { customerId: string(), since: date(), tags: stringSet().optional(), expiresAt: number() },
});
const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'customer:{customerId}', SK: 'order:{placedAt:iso}#{line:4}' },
  indexes: {
    GSI1: { GSI1PK: 'status:{status}', GSI1SK: '{placedAt:iso}' },
    ByRank: { rankKey: 'ranks', rank: '{total}' },
    Titles: { titleKey: 'title:{title}' },
  },
  attributes: {
    customerId: string(),
    placedAt: string(),
    line: number(),
    status: string().optional(),
    total: number(),
    title: string(),
    /** Has the value of another attribute in some items. */
    shownAs: string(),
  },
});
const placed = { customerId: 'a:b%', placedAt: '2026-03-03T12:00:00.000Z', line: 7, total: 7 };
const exported = workbenchModel(shop, 'Shop', [
  {
    entity: customer,
    items: [
      { customerId: 'a:b%', since: new Date(0), tags: new Set(['x']), expiresAt: 1 },
      { customerId: 'c', since: new Date(1), expiresAt: 2 },
    ],
  },
  {
    entity: order,
    items: [
      { ...placed, status: 'open', title: 'Tea', shownAs: 'Tea' },
      { ...placed, line: 8, title: 'Cup', shownAs: 'Tea' },
    ],
  },
]);

/** What a model says after it was imported and exported again. */
function again(model: WorkbenchModel): WorkbenchModel {
  const [imported] = importWorkbench(model);
  return workbenchModel(imported!.table, imported!.name, defineImported(imported!));
}

describe('a model of NoSQL Workbench', () => {
  test('that was exported is imported without loss', () => {
    expect(again(exported)).toEqual(exported);
    const [imported] = importWorkbench(exported);
    expect(imported?.table).toMatchObject({ ...shop, discriminator: 'entity' });
    expect(imported?.entities.map(({ key, indexes }) => ({ key, indexes }))).toEqual(
      [customer, order].map(({ '~types': _, model: { key, indexes } }) => ({
        key: { PK: key.templates[0].text, SK: key.templates[1]!.text },
        indexes: Object.fromEntries(
          Array.from(indexes, ([index, { names, templates }]) => [
            index,
            Object.fromEntries(names.map((name, part) => [name, templates[part]!.text])),
          ]),
        ),
      })),
    );
  });

  test('is also source text, which compiles', () => {
    const [imported] = importWorkbench(exported);
    const source = sourceOfImported(imported!);
    expect(source).toContain('export const orderEntity = defineEntity(table, {');
    expect(source).toContain('"status": string().optional(),');
    expect(compilerErrors('libs/single-table/src/workbench-program.ts', source)).toEqual([]);
  });

  const S = (...names: string[]) => names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' }));
  const drawn: WorkbenchModel = {
    ModelName: 'Forum',
    ModelMetadata: {},
    DataModel: [
      {
        TableName: 'Thread',
        KeyAttributes: { PartitionKey: S('Forum Name')[0]!, SortKey: S('Subject')[0]! },
        NonKeyAttributes: [...S('Message', 'Author'), { AttributeName: 'Views', AttributeType: 'N' }],
        TableFacets: [
          {
            FacetName: 'Threads',
            KeyAttributeAlias: { PartitionKeyAlias: '', SortKeyAlias: '' },
            NonKeyAttributes: ['Message', 'Author', 'Views'],
          },
        ],
        TableData: [
          { 'Forum Name': { S: 'S3#1' }, Subject: { S: 'A' }, Message: { S: 'm' }, Author: { S: 'u' } },
          { 'Forum Name': { S: 'S3' }, Subject: { S: 'B' }, Author: { S: 'v' }, Views: { N: '3' } },
        ],
      },
    ],
  };

  test('that somebody drew, whose keys are values of their own, keeps its items', () => {
    const [imported] = importWorkbench(drawn);
    expect(imported?.entities[0]?.key).toEqual({ 'Forum Name': '{forumName:raw}', Subject: '{subject:raw}' });
    const [table] = again(drawn).DataModel;
    expect(table?.TableData).toEqual(drawn.DataModel[0]!.TableData);
    expect(table?.KeyAttributes).toEqual(drawn.DataModel[0]!.KeyAttributes);
    expect(table?.NonKeyAttributes).toEqual(drawn.DataModel[0]!.NonKeyAttributes);
  });

  test('with an index key that nothing makes is refused', async () => {
    const [table] = exported.DataModel;
    const TableData = table!.TableData!.map((row) =>
      'GSI1PK' in row ? { ...row, GSI1PK: { S: '?' } } : row,
    );
    // One row would make a constant of it.
    const other = { ...TableData.at(-1)!, SK: { S: 'order:9' }, GSI1PK: { S: '!' }, GSI1SK: { S: '!' } };
    const broken = { ...exported, DataModel: [{ ...table!, TableData: [...TableData, other] }] };
    await failureOf('InvalidDefinition', () => importWorkbench(broken));
  });
});
