import { DeleteItemCommand, type AttributeValue, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  commandUser,
  createServiceGroup,
  createUser,
  erasePersonalData,
  grantTenant,
  listAuditLog,
  listMembers,
  migrateTable,
  openDirectory,
  planShape,
  readShape,
  refreshMembershipsOfUser,
  removeMember,
  removeUser,
  requireTable,
  rollbookTable,
  TABLE_SHAPE,
  verifyShape,
  type Tenant,
} from '#libs/directory';
import { any, connectTable, defineEntity, number, string } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem, everyWireItem } from '../../support/directory/items.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';
import { engineClient, indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';

const cursorSecret = 'the cursor secret of a test, 32 characters or more';
let opened: TestDirectory;
let tenant: Tenant;
beforeEach(async () => {
  opened = await openTestDirectory();
});
afterEach(() => opened.close());

const place = () => ({ client: opened.client, tableName: opened.tableName });
/** A process that has just started. */
const started = (client = opened.client) =>
  grantTenant(
    openDirectory({ client, tableName: opened.tableName, cursorSecret, masterKey: testMasterKey() }),
    tenant.accountId,
  );

/** The table as version 0.2.0 has made it: nothing says its shape, and no item is packed. */
async function fillAsBefore() {
  const Key = { PK: { S: 'table' }, SK: { S: 'shape' } };
  await opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key }));
  ({ tenant } = await startAccount(opened.directory));
  return fill('Ada');
}

async function fill(name: string) {
  const { state: group } = await createServiceGroup(tenant, { name: `Group of ${name}` }, byOperator);
  const input = { name, email: `${name}@x.example`, role: 'member' } as const;
  const [user, gone] = [
    (await createUser(tenant, input, byOperator)).state.userId,
    (await createUser(tenant, { ...input, email: `gone-${name}@x.example` }, byOperator)).state.userId,
  ];
  const { serviceGroupId } = group;
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await addMember(tenant, serviceGroupId, user, byOperator, { expiresAt });
  await addMember(tenant, serviceGroupId, gone, byOperator);
  await removeMember(tenant, serviceGroupId, gone, byOperator);
  await removeUser(tenant, gone, byOperator);
  return { user, gone, serviceGroupId };
}

/** The names of what is packed of events and memberships, wherever it is stored so. */
async function formsIn(): Promise<string[]> {
  const found = new Set<string>();
  for (const { entity, ...item } of (await everyWireItem(opened)) as Record<string, AttributeValue>[]) {
    const name = entity?.S ?? '';
    if (!/^(event|membership|past-membership)$/.test(name)) continue;
    const pack = name === 'event' ? 'd' : 'u';
    const member = name === 'event' ? 'data' : 'userName';
    found.add(`${name} ${pack in item ? 'packed' : 'flat'}`);
    expect(pack in item).not.toBe(member in item);
  }
  return [...found].sort();
}
const ALL = ['event', 'membership', 'past-membership'];
const allAre = (form: string) => ALL.map((name) => `${name} ${form}`);

const sorted = (items: Record<string, unknown>[]) =>
  items
    .filter(({ entity }) => entity !== 'migration-checkpoint' && entity !== 'table-shape')
    .map((item) => [JSON.stringify([item['PK'], item['SK']]), item] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));

class Killed extends Error {}

/** A client whose process ends at a call, before or after the engine has carried it out. */
function dyingClient(killAt: number, isApplied: boolean): DynamoDBClient {
  const client = engineClient();
  let calls = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls > killAt || (calls === killAt && !isApplied)) throw new Killed();
      const result = await next(args);
      if (calls >= killAt) throw new Killed();
      return result;
    },
    { step: 'initialize', name: 'dying' },
  );
  return client;
}

test('a new table has packed items from its first event', async () => {
  ({ tenant } = await startAccount(opened.directory));
  const { user } = await fill('Ada');
  expect(await readShape(place())).toEqual({ version: 4, readableFrom: 4 });
  expect(await formsIn()).toEqual(allAre('packed'));
  await indexesSettled();
  const about = await listAuditLog(tenant, { limit: 50, subject: user });
  expect(about.items.map(({ type }) => type)).toEqual(['service_group.member_added', 'user.created']);
  await expectNothingWrong(tenant);
});

test('a table of before is served in its form, packed by a migration that may end at each call, and served on', async () => {
  const { user, gone, serviceGroupId } = await fillAsBefore();
  await requireTable(opened.client, opened.tableName);
  expect(await formsIn()).toEqual(allAre('flat'));
  const before = sorted(await everyItem(opened));
  const subjects = [user, serviceGroupId, tenant.accountId];
  const logs = () => Promise.all(subjects.map((subject) => listAuditLog(tenant, { limit: 50, subject })));
  await indexesSettled();
  const logged = (await logs()).map(({ items }) => items);
  expect(logged[0]!.length).toBeGreaterThan(1);
  expect(await planShape(place())).toMatchObject({ found: 1, wanted: 4, isNeeded: true });

  let kills = 0;
  for (let isDone = false; !isDone; kills += 1) {
    // Each run comes a little further, by what it has stored; it never begins again.
    const client = dyingClient(3 + kills, kills % 2 === 0);
    isDone = await migrateTable({ ...place(), client }, { pageSize: 1 }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    client.destroy();
    // At every point all of it is read, whatever form it has.
    expect((await logs()).map(({ items }) => items)).toEqual(logged);
  }
  expect(kills).toBeGreaterThan(10);
  expect(await readShape(place())).toEqual({ version: 4, readableFrom: 4 });
  expect(await formsIn()).toEqual(allAre('packed'));
  expect(sorted(await everyItem(opened))).toEqual(before);
  expect(await verifyShape(place())).toBe(0);
  await indexesSettled();
  await expectNothingWrong(tenant);

  // A process that goes on writes as the table was when it looked; one that starts now packs. Both read both.
  const rename = (of: Tenant, name: string) =>
    commandUser(of, user, { type: 'change_user', name }, byOperator);
  await rename(tenant, 'Flat');
  expect(await formsIn()).toContain('event flat');
  await refreshMembershipsOfUser(tenant.directory, tenant.accountId, user);
  expect(await formsIn()).toContain('membership flat');
  const later = started();
  await rename(later, 'Packed');
  await refreshMembershipsOfUser(later.directory, tenant.accountId, user);
  expect((await formsIn()).filter((form) => form !== 'event flat')).toEqual(allAre('packed'));
  await indexesSettled();
  const { items: members } = await listMembers(tenant, serviceGroupId, { limit: 10 });
  expect(members).toMatchObject([{ userName: 'Packed', userEmail: 'Ada@x.example' }]);
  await erasePersonalData(later, gone, byOperator);
  expect(await migrateTable(place())).toMatchObject({ written: 1, contended: 0 });
  expect((await planShape(place())).isNeeded).toBe(false);
  await indexesSettled();
  await expectNothingWrong(later);
});

test('programs that cannot read a shape refuse it: of this version at their start, earlier ones by what they lack', async () => {
  ({ tenant } = await startAccount(opened.directory));
  const { user } = await fill('Ada');
  const newer = { ...TABLE_SHAPE, version: 5, readableFrom: 5 };
  await migrateTable({ ...place(), shape: newer });
  await expect(requireTable(opened.client, opened.tableName)).rejects.toThrow(
    /its shape is 5, which needs a newer version of Rollbook/,
  );
  // As 0.2.0 reads them: for its readiness and `migrate`, and as what happened.
  const shape = { name: 'table-shape', key: { PK: 'table', SK: 'shape' } as const };
  const old = { ...rollbookTable };
  const shapeOfBefore = defineEntity(old, {
    ...shape,
    attributes: { version: number(), updatedAt: string() },
  });
  const eventOfBefore = defineEntity(old, {
    name: 'event',
    key: { PK: 'events:{aggregateId}', SK: 'v:{version:12}' },
    attributes: { aggregateId: string(), version: number(), data: any() },
  });
  const table = connectTable(old, { ...place(), cursorSecret });
  await expect(table.get(shapeOfBefore, {})).rejects.toThrow('A stored table-shape has no version');
  await expect(table.get(eventOfBefore, { aggregateId: user, version: 1 })).rejects.toThrow(
    'A stored event has no data',
  );
});
