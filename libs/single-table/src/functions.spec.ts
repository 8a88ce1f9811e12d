/** @engines both */
import { createItemTable } from '../test/support/item-table.js';
import {
  batchGetItems,
  batchWriteItems,
  checkOperation,
  connect,
  createItem,
  createOperation,
  declareEntity,
  defineTable,
  deleteItem,
  deleteOperation,
  eachItem,
  getItem,
  number,
  observe,
  putItem,
  putOperation,
  queryCollection,
  queryItems,
  referenceTo,
  scanItems,
  schemaVersions,
  string,
  transactGet,
  transactWrite,
  updateItem,
  updateOperation,
  upsertItem,
  upsertOperation,
  type CallReport,
} from '@rollbook/single-table';

const definition = defineTable({ partitionKey: 'PK', sortKey: 'SK', indexes: { GSI1: 'inverted' } });
const user = declareEntity(definition, {
  name: 'user',
  key: { PK: 'user:{userId}', SK: 'user' },
  attributes: { userId: string(), logins: number() },
});
const membership = declareEntity(definition, {
  name: 'membership',
  key: { PK: 'user:{userId}', SK: 'group:{groupId}' },
  attributes: { userId: string(), groupId: string(), since: string() },
  schema: schemaVersions({
    version: 2,
    upcasters: { 1: (old: { groupId: string }) => ({ ...old, since: 'long ago' }) },
  }),
});

test('every operation is a function of a connection', async () => {
  const { client, tableName, close } = await createItemTable(definition);
  const plain = connect(definition, { client, tableName, cursorSecret: 'x'.repeat(32) });
  const reports: CallReport[] = [];
  const table = observe(plain, { onCall: (report) => reports.push(report) });

  expect(await putItem(plain, user, { userId: 'ada', logins: 0 })).toEqual({ userId: 'ada', logins: 0 });
  await expect(createItem(table, user, { userId: 'ada', logins: 0 })).rejects.toMatchObject({
    code: 'ConditionFailed',
  });
  expect(await updateItem(table, user, { userId: 'ada' }, { add: { logins: 2 } })).toMatchObject({
    logins: 2,
  });
  expect(await upsertItem(table, user, { userId: 'bob', logins: 1 })).toMatchObject({ logins: 1 });
  expect(await getItem(table, user, { userId: 'ada' }, { consistent: true })).toMatchObject({ logins: 2 });
  await transactWrite(table, [
    createOperation(membership, { userId: 'ada', groupId: 'a', since: '2026' }),
    putOperation(membership, { userId: 'ada', groupId: 'b', since: '2026' }),
    updateOperation(user, { userId: 'ada' }, { add: { logins: 1 } }),
    upsertOperation(user, { userId: 'eve', logins: 0 }),
    checkOperation(user, { userId: 'bob' }),
  ]);
  const page = await queryItems(table, membership, { userId: 'ada' }, { limit: 1 });
  expect(page.items).toEqual([{ userId: 'ada', groupId: 'a', since: '2026' }]);
  expect(page.cursor).toBeDefined();
  expect(page.capacity?.read).toBeGreaterThan(0);
  const seen: string[] = [];
  for await (const { groupId } of eachItem(table, membership, { userId: 'ada' })) seen.push(groupId);
  expect(seen).toEqual(['a', 'b']);
  expect(await queryItems(plain, membership.by('GSI1'), { groupId: 'a' })).toMatchObject({
    items: [{ userId: 'ada' }],
    capacity: undefined,
  });
  const { items } = await queryCollection(table, [user, membership], { userId: 'ada' });
  expect([items.user.length, items.membership.length]).toEqual([1, 2]);
  await batchWriteItems(table, [deleteOperation(membership, { userId: 'ada', groupId: 'b' })]);
  const references = [
    referenceTo(user, { userId: 'eve' }),
    referenceTo(membership, { userId: 'ada', groupId: 'b' }),
  ] as const;
  expect(await batchGetItems(table, references)).toEqual([{ userId: 'eve', logins: 0 }, undefined]);
  expect(await transactGet(table, references)).toEqual([{ userId: 'eve', logins: 0 }, undefined]);
  expect(await deleteItem(table, user, { userId: 'eve' })).toEqual({ userId: 'eve', logins: 0 });
  const users: string[] = [];
  for await (const { item } of scanItems(table, [user], { segments: 2 })) users.push(item.userId);
  expect(users.sort()).toEqual(['ada', 'bob']);
  expect(reports.map(({ operation }) => operation)).toContain('Scan');
  close();
});
