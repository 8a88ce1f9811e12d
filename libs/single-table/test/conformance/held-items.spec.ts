/** @engines both */
import { connectTable, defineEntity, defineTable, number, string } from '@rollbook/single-table';
import { engineClient, engineEndpoint } from '../../../../test/support/engines/engine.js';
import { createItemTable } from '../support/item-table.js';
import { STRONG } from '../../../../test/support/weak-table/settings.js';
import { untilHeld } from '../../../../test/support/weak-table/until-held.js';
import { startWeakTable } from '../../../../test/support/weak-table/weak-table.js';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK' });
const row = defineEntity(definition, {
  name: 'row',
  key: { PK: 'row:{rowId}', SK: 'row' },
  attributes: { rowId: string(), value: number() },
});

test('a single write that meets a transaction on its item is made again until it is through', async () => {
  const items = await createItemTable(definition);
  const weak = await startWeakTable(engineEndpoint(), { ...STRONG, heldMs: [500, 500] });
  const client = engineClient(weak.endpoint);
  const once = engineClient(weak.endpoint, 1);
  try {
    const calls: (string | undefined)[] = [];
    const table = connectTable(definition, {
      client,
      tableName: items.tableName,
      cursorSecret: 'a secret of the tests, long enough',
      onCall: ({ operation, error }) => calls.push(error && `${operation} ${error}`),
    });
    await table.put(row, { rowId: '1', value: 0 });
    const transaction = table.transactWrite([row.update({ rowId: '1' }, { add: { value: 1 } })]);
    await untilHeld(once, items.tableName, { PK: { S: 'row:1' }, SK: { S: 'row' } });
    await table.update(row, { rowId: '1' }, { add: { value: 1 } });
    await transaction;
    expect(await table.get(row, { rowId: '1' }, { consistent: true })).toMatchObject({ value: 2 });
    expect(calls.filter((each) => each?.includes('TransactionConflictException'))).not.toEqual([]);
  } finally {
    client.destroy();
    once.destroy();
    await weak.close();
    items.close();
  }
});
