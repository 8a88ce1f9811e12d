/** @engines both */
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  paginateScan,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';
import { uniqueTableName } from '../../../../test/support/engines/engine.js';
import { createItemTable, type ItemTable } from '../support/item-table.js';
import { onlyCalls } from '../../../../test/support/engines/only-calls.js';
import { defineEntity, defineTable, isSingleTableError, number, string } from '@rollbook/single-table';

/** Three tables of an older program become one; the old ones are read whole once, the new one never. */
const shop = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const user = defineEntity(shop, {
  name: 'user',
  key: { PK: 'USER#{userId}', SK: 'USER' },
  attributes: { userId: string(), name: string() },
});
const order = defineEntity(shop, {
  name: 'order',
  key: { PK: 'USER#{userId}', SK: 'ORDER#{orderId}' },
  indexes: { GSI1: { GSI1PK: 'PRODUCT#{productId}', GSI1SK: 'ORDER#{orderId}' } },
  attributes: { userId: string(), orderId: string(), productId: string() },
});
const product = defineEntity(shop, {
  name: 'product',
  key: { PK: 'PRODUCT#{productId}', SK: 'PRODUCT' },
  indexes: { GSI1: { GSI1PK: 'PRODUCT#{productId}', GSI1SK: 'PRODUCT' } },
  attributes: { productId: string(), price: number() },
});

type Row = Record<string, AttributeValue>;
const text = (row: Row, name: string) => row[name]?.S ?? '';

let items: ItemTable;

beforeEach(async () => {
  items = await createItemTable(shop);
});
afterEach(() => {
  items.close();
});

async function oldTable(key: string, rows: Row[]): Promise<string> {
  const TableName = uniqueTableName();
  await items.client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
    }),
  );
  const RequestItems = { [TableName]: rows.map((Item) => ({ PutRequest: { Item } })) };
  await items.client.send(new BatchWriteItemCommand({ RequestItems }));
  return TableName;
}

/** Moves each row that the new table does not have yet; may be run again at any time. */
async function migrate(oldName: string, move: (row: Row) => Promise<unknown>): Promise<number> {
  let moved = 0;
  for await (const page of paginateScan({ client: items.client }, { TableName: oldName })) {
    for (const row of page.Items ?? []) {
      await move(row).then(
        () => moved++,
        (error: unknown) => {
          if (!isSingleTableError(error, 'ConditionFailed')) throw error;
        },
      );
    }
  }
  return moved;
}

describe('three tables into one', () => {
  test('every row arrives once, what live writers have written stays, and one call answers what took three', async () => {
    const { table, calls } = items;
    const users = await oldTable('id', [
      { id: { S: 'u1' }, name: { S: 'Ada' } },
      { id: { S: 'u2' }, name: { S: 'Bob' } },
    ]);
    const orders = await oldTable('orderId', [
      { orderId: { S: 'o1' }, user: { S: 'u1' }, product: { S: 'tea' } },
      { orderId: { S: 'o2' }, user: { S: 'u1' }, product: { S: 'cup' } },
    ]);
    const products = await oldTable('sku', [
      { sku: { S: 'tea' }, price: { N: '11' } },
      { sku: { S: 'cup' }, price: { N: '8' } },
    ]);
    // A live writer already uses the new table.
    await table.put(user, { userId: 'u2', name: 'Robert' });

    const run = async () => [
      await migrate(users, (row) => table.create(user, { userId: text(row, 'id'), name: text(row, 'name') })),
      await migrate(orders, (row) =>
        table.create(order, {
          userId: text(row, 'user'),
          orderId: text(row, 'orderId'),
          productId: text(row, 'product'),
        }),
      ),
      await migrate(products, (row) =>
        table.create(product, { productId: text(row, 'sku'), price: Number(row['price']?.N) }),
      ),
    ];
    expect(await run()).toEqual([1, 2, 2]);
    expect(await run()).toEqual([0, 0, 0]);
    expect(await table.get(user, { userId: 'u2' })).toEqual({ userId: 'u2', name: 'Robert' });

    calls.length = 0;
    const { items: ofUser } = await table.queryCollection([user, order], { userId: 'u1' });
    expect([ofUser.user[0]?.name, ofUser.order.map((each) => each.productId)]).toEqual([
      'Ada',
      ['tea', 'cup'],
    ]);
    onlyCalls(calls, 'Query');
    const { items: ofProduct } = await table.queryCollection([product.by('GSI1'), order.by('GSI1')], {
      productId: 'tea',
    });
    expect([ofProduct.product[0]?.price, ofProduct.order.map((each) => each.userId)]).toEqual([11, ['u1']]);
    onlyCalls(calls, 'Query GSI1');
  });
});
