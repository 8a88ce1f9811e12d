import { createItemTable, type ItemTable } from '../../test/support/item-table.js';
import { defineEntity, defineTable, number, string, type HookedWrite } from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const stock = defineEntity(definition, {
  name: 'stock',
  key: { PK: 'stock:{sku}', SK: 'stock' },
  attributes: { sku: string(), count: number().default(0), pin: string().optional().hidden() },
});

const written: HookedWrite[] = [];
const read: object[] = [];
let refused: string | undefined;
let store: ItemTable;
beforeAll(async () => {
  store = await createItemTable(definition, {
    async beforeWrite(write) {
      await Promise.resolve();
      if (write.key['PK'] === refused) throw new Error('closed for the night');
      written.push(write);
    },
    afterRead: (each) => read.push(each),
  });
});
beforeEach(() => {
  written.length = read.length = 0;
  refused = undefined;
});
afterAll(() => store.close());

const keyOf = (sku: string) => ({ PK: `stock:${sku}`, SK: 'stock' });

test('each write is announced before it is sent, alone, in a batch and in a transaction', async () => {
  const { table } = store;
  await table.put(stock, { sku: 'a' });
  await table.update(stock, { sku: 'a' }, { add: { count: 1 } });
  await table.batchWrite([stock.put({ sku: 'b' }), stock.delete({ sku: 'c' })]);
  await table.transactWrite([stock.create({ sku: 'd', count: 2 }), stock.check({ sku: 'a' })]);
  const of = (kind: string, sku: string, count?: number) => ({
    kind,
    entity: 'stock',
    key: keyOf(sku),
    item: count === undefined ? undefined : { sku, count },
  });
  expect(written).toEqual([
    of('put', 'a', 0),
    of('update', 'a'),
    of('put', 'b', 0),
    of('delete', 'c'),
    of('create', 'd', 2),
  ]);
});

test('a hook that throws keeps all of a call from being sent', async () => {
  const { table } = store;
  refused = keyOf('y').PK;
  store.calls.length = 0;
  await expect(table.transactWrite([stock.create({ sku: 'x' }), stock.create({ sku: 'y' })])).rejects.toThrow(
    'closed for the night',
  );
  await expect(table.batchWrite([stock.put({ sku: 'x' }), stock.put({ sku: 'y' })])).rejects.toThrow(
    'closed',
  );
  await expect(table.put(stock, { sku: 'y' })).rejects.toThrow('closed');
  expect(store.calls).toEqual([]);
});

test('each item that is given back is announced, without what is hidden', async () => {
  const { table } = store;
  await table.put(stock, { sku: 'e', pin: '1234' });
  await table.get(stock, { sku: 'e' });
  await table.query(stock, { sku: 'e' });
  await table.update(stock, { sku: 'e' }, { set: { count: 3 } });
  const of = (count: number) => ({ entity: 'stock', item: { sku: 'e', count } });
  expect(read).toEqual([of(0), of(0), of(3)]);
});
