/** @engines both */
import { CreateTableCommand, DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  connectTable,
  defineEntity,
  defineTable,
  string,
  type ConditionBuilder,
  type Table,
} from '@rollbook/single-table';
import { createTableInput } from '@rollbook/single-table/provisioning';
import { engineClient } from '../../../../test/support/engines/engine.js';

const definition = defineTable({
  partitionKey: 'PK',
  sortKey: 'SK',
  indexes: { GSI1: { partitionKey: 'GSI1PK', sortKey: 'GSI1SK' } },
});
const entry = defineEntity(definition, {
  name: 'entry',
  key: { PK: 'list:{listId}', SK: 'entry:{name}' },
  indexes: { GSI1: { GSI1PK: 'all', GSI1SK: '{name}' } },
  attributes: { listId: string(), name: string() },
});
type Attributes = (typeof entry)['~types']['attributes'];

/** Cursors are bound to the table they were given out for. */
const tableName = 'cursors-given-out';
const names = ['ann', 'anton', 'bert', 'cesar', 'dora'];

let client: DynamoDBClient;
let table: Table;

beforeAll(async () => {
  client = engineClient();
  await client.send(new CreateTableCommand(createTableInput(definition, tableName)));
  table = connectTable(definition, { client, tableName, cursorSecret: 'a secret of thirty-two characters' });
  await table.batchWrite(names.map((name) => entry.put({ listId: 'l', name })));
});
afterAll(async () => {
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  client.destroy();
});

test.each([
  [
    'all of a list',
    {},
    ['anton', 'bert', 'cesar', 'dora'],
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiJdXQ2n259ZjDYN7Nx2lEfPxwUhTK_4cQ06e6mJ9xeRJ8FU',
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiIsImFsbCIsImFubiJdXdtN9uC44dg9yhEQJ-APRscYuGeT8ABFSMU0UG7SjvP4',
  ],
  [
    'a list from its end',
    { order: 'descending' as const },
    ['cesar', 'bert', 'anton', 'ann'],
    'AVtbImxpc3Q6bCIsImVudHJ5OmRvcmEiXV0Wzm9bdTIRj-ZIlSQH_poEFxO4h8AG3d2082M0XRXrQQ',
    'AVtbImxpc3Q6bCIsImVudHJ5OmRvcmEiLCJhbGwiLCJkb3JhIl1dBRVG9abmcqnSF5eOSvekhU9aHrVDvYQfYCUeELcjVFI',
  ],
  [
    'a prefix',
    { beginsWith: { name: 'an' } },
    ['anton'],
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiJdXZ4pTEygzi-y5xVdpDoSi_Or4Yct7gbDy7IqtL1W4udG',
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiIsImFsbCIsImFubiJdXQamr5N54Uw7CtISE5C4EYugQGXtlTQmo7SzzkR8zPFw',
  ],
  [
    'a range',
    { atLeast: { name: 'b' } },
    ['cesar', 'dora'],
    'AVtbImxpc3Q6bCIsImVudHJ5OmJlcnQiXV23LWrQLlKruLMm4IRyMbXQNijPIIKMYGer6-emfYwWJw',
    'AVtbImxpc3Q6bCIsImVudHJ5OmJlcnQiLCJhbGwiLCJiZXJ0Il1dJNJ91z-4iOj7vvmYdEN7tpFvMvt7z6o2B4NdcPi19a4',
  ],
  [
    'a filtered list',
    { filter: (c: ConditionBuilder<Attributes>) => c.ne('listId', 'm') },
    ['anton', 'bert', 'cesar', 'dora'],
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiJdXWh8d-wDKfKhM6Hw18TrF_8CHqBnvPAGOb4JPMUL5Y31',
    'AVtbImxpc3Q6bCIsImVudHJ5OmFubiIsImFsbCIsImFubiJdXcxKBR4-5VDuuRg24YFhHM3w6Wj1XJNjCMWQ8WLwcJRn',
  ],
])(
  'a cursor of %s that was given out by an earlier version goes on',
  async (_, options, rest, cursor, byIndex) => {
    const list = await table.query(entry, { listId: 'l' }, { ...options, cursor, limit: 10 });
    const index = await table.query(entry.by('GSI1'), {}, { ...options, cursor: byIndex, limit: 10 });
    expect([list, index].map(({ items }) => items.map(({ name }) => name))).toEqual([rest, rest]);
  },
);
