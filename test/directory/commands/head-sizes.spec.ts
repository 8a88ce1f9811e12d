import {
  addMember,
  changeMembers,
  changeMemberships,
  commandAccount,
  commandUser,
  createServiceGroup,
  createUser,
  createUsers,
  createWebhookEndpoint,
  erasePersonalData,
  getUser,
  grantTenant,
  inviteUser,
  migrateTable,
  observedDirectory,
  openCommitReader,
  planShape,
  removeUser,
  replaceServiceGroupsOfUser,
  startBulkJob,
  startImport,
  unpackCommit,
  updateServiceGroup,
  type Tenant,
} from '#libs/directory';
import { AGGREGATE_KINDS, type ServiceGroupId, type UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator } from '../../support/directory/directory.js';
import { inAccount, type TestAccount } from '../../support/directory/in-account.js';
import { everyItem, everyWireItem, putWireItems } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { verifyAccount } from '../../support/directory/settled.js';
import { indexesSettled, onDynamoDBLocal, testOfCalls } from '../../support/engines/engine.js';

/** What a head says of its last commit, at most: the events of small commits, and of larger ones where they are. */
const MAX_BYTES = 2_048;
const KILOBYTE = 1_024;

let account: TestAccount;
let tenant: Tenant;
inAccount((made) => {
  account = made;
  ({ tenant } = made);
});

const person = (n: number, more = {}) =>
  ({ name: `User ${n}`, email: `user${n}@x.example`, role: 'member', ...more }) as const;
const newUser = async (n: number, more = {}): Promise<UserId> =>
  (await createUser(tenant, person(n, more), byOperator)).state.userId;
const newGroup = async (n: number): Promise<ServiceGroupId> =>
  (await createServiceGroup(tenant, { name: `Group ${n}` }, byOperator)).state.serviceGroupId;
const newGroups = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => newGroup(n)));
/** Nearly the 16 KB that an object may have. */
const metadata = (letter: string) => ({ text: letter.repeat(15_900) });
const adding = (userId: UserId, groups: readonly ServiceGroupId[]) =>
  groups.map((serviceGroupId) => ({ userId, serviceGroupId, action: 'add' as const }));

const isHead = (item: Record<string, unknown>) => AGGREGATE_KINDS.some((kind) => kind === item['entity']);
async function heads(): Promise<Record<string, unknown>[]> {
  const items = await everyItem(account.opened);
  return items.filter((item) => isHead(item) && item['accountId'] === tenant.accountId);
}
const headOf = async (userId: UserId) => (await heads()).find((head) => head['userId'] === userId)!;
const bytes = (value: unknown) =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

async function* eachOf<T>(rows: readonly T[]): AsyncGenerator<T> {
  for (const row of rows) yield await Promise.resolve(row);
}

async function importMemberships(user: number, groups: number): Promise<void> {
  const rows = Array.from({ length: groups }, (_, n) => ({
    line: n + 1,
    values: { userEmail: `user${user}@x.example`, serviceGroupName: `Group ${n}` },
  }));
  const request = { kind: 'memberships', mayManageOwners: true, rows: eachOf(rows) } as const;
  await finishJob(account.directory, (await startImport(tenant, request, byOperator)).jobId);
}

/** Whatever gives one head many events, or large ones. */
const COMMANDS: Record<string, () => Promise<unknown>> = {
  'users created in a batch, with all the metadata they may have': () =>
    createUsers(tenant, [person(1, { metadata: metadata('a') }), person(2)], byOperator),
  'metadata replaced: before and after are in one event': async () => {
    const userId = await newUser(1, { metadata: metadata('a') });
    await commandUser(tenant, userId, { type: 'change_user', metadata: metadata('b') }, byOperator);
    const { serviceGroupId } = (
      await createServiceGroup(tenant, { name: 'dev', metadata: metadata('a') }, byOperator)
    ).state;
    await updateServiceGroup(tenant, serviceGroupId, { metadata: metadata('b') }, byOperator);
    await commandAccount(tenant, { type: 'change_account', metadata: metadata('a') }, byOperator);
    await commandAccount(tenant, { type: 'change_account', metadata: metadata('b') }, byOperator);
  },
  'a batch of 40 memberships of a user': async () =>
    changeMemberships(tenant, adding(await newUser(1), await newGroups(40)), byOperator),
  'a batch of members of one group': async () => {
    const [group, ...users] = [await newGroup(1), await newUser(1), await newUser(2)] as const;
    const rows = users.map((userId) => ({ operation: 'add' as const, userId }));
    await changeMembers(tenant, group, rows, byOperator);
  },
  'a replaced set of service groups': async () => {
    const [userId, groups] = [await newUser(1), await newGroups(40)];
    await replaceServiceGroupsOfUser(tenant, userId, groups.slice(0, 20), byOperator);
    await replaceServiceGroupsOfUser(tenant, userId, groups.slice(20), byOperator);
  },
  'a bulk job': async () => {
    const [userId, serviceGroupIds] = [await newUser(1), await newGroups(20)];
    const selection = { users: [{ userId }] };
    const request = { action: 'add_to_groups', serviceGroupIds, mayManageOwners: true, selection } as const;
    await finishJob(account.directory, (await startBulkJob(tenant, request, byOperator)).job.jobId);
  },
  'an import of memberships': async () => {
    await newUser(1);
    await newGroups(30);
    await importMemberships(1, 30);
  },
  'the removal and erasure of a user with 20 memberships': async () => {
    const [userId, groups] = [await newUser(1), await newGroups(20)];
    await changeMemberships(tenant, adding(userId, groups), byOperator);
    const { jobId } = (await removeUser(tenant, userId, byOperator)).state;
    if (jobId !== undefined) await finishJob(account.directory, jobId);
    await erasePersonalData(tenant, userId, byOperator);
  },
  'an invitation to 20 service groups, and a webhook endpoint': async () => {
    const serviceGroupIds = await newGroups(20);
    await inviteUser(tenant, person(1, { serviceGroupIds }), { tokenHashOf: () => 'hash' }, byOperator);
    await createWebhookEndpoint(tenant, { url: 'https://receiver.example/hook' }, byOperator);
  },
};

test.each(Object.keys(COMMANDS))('no head grows with its last commit: %s', async (command) => {
  await COMMANDS[command]!();
  const found = await heads();
  expect(found.length).toBeGreaterThan(1);
  for (const { entity, lastEvents } of found)
    expect({ entity, isSmall: bytes(lastEvents) <= MAX_BYTES }).toEqual({ entity, isSmall: true });
  await indexesSettled();
  expect((await verifyAccount(tenant)).findings.wrong).toBe(0);
});

testOfCalls()(
  'after a batch of 25 a user is as small as before, and the next member costs as little',
  async () => {
    let calls: CallReport[] = [];
    const watched = observedDirectory(account.directory, (call) => calls.push(call));
    tenant = grantTenant(watched, tenant.accountId);
    const [userId, groups] = [await newUser(1), await newGroups(27)];
    await addMember(tenant, groups[25]!, userId, byOperator);
    const before = bytes(await headOf(userId));
    await changeMemberships(tenant, adding(userId, groups.slice(0, 25)), byOperator);
    expect(bytes(await headOf(userId))).toBeLessThan(before);
    expect(before).toBeLessThan(KILOBYTE);
    calls = [];
    await addMember(tenant, groups[26]!, userId, byOperator);
    const units = calls.map(({ capacity }) => capacity?.table ?? 0);
    // Four heads are read, and a head, an event and a membership are written: one unit and two each.
    if (!onDynamoDBLocal()) expect(units).toEqual([4, 6]);
  },
);

test('what a head only names is read by it, decrypted; after an erasure its personal data is gone', async () => {
  const [userId, groups] = [await newUser(1), await newGroups(12)];
  await changeMemberships(tenant, adding(userId, groups), byOperator);
  const { client, tableName } = account.opened;
  const read = openCommitReader({ client, tableName, masterKey: testMasterKey() });
  const named = unpackCommit(JSON.parse((await headOf(userId))['lastEvents'] as string));
  expect(named).toMatchObject({ version: 13, count: 12, actor: byOperator.actor });
  expect(named.events).toBeUndefined();
  const events = await read(userId, named);
  expect(events.map(({ version, type }) => [version, type])).toEqual(
    groups.map((_, n) => [n + 2, 'service_group.member_added']),
  );
  for (const { data } of events)
    expect(data).toMatchObject({ userName: 'User 1', userEmail: 'user1@x.example' });
  expect((await getUser(tenant, userId)).updatedBy).toBe(byOperator.actor);

  const { jobId } = (await removeUser(tenant, userId, byOperator)).state;
  if (jobId !== undefined) await finishJob(account.directory, jobId);
  const erasure = await erasePersonalData(tenant, userId, byOperator);
  if (erasure.state.jobId !== undefined) await finishJob(account.directory, erasure.state.jobId);
  const erased = await read(userId, named);
  expect(erased.map(({ erased: isErased }) => isErased)).toEqual(groups.map(() => true));
  expect(JSON.stringify(erased)).not.toContain('User 1');
});

test('heads that an earlier version stored with all events are read, and are thinned at once by a migration', async () => {
  const [userId, groups] = [await newUser(1), await newGroups(13)];
  await changeMemberships(tenant, adding(userId, groups.slice(0, 12)), byOperator);
  const { client, tableName } = account.opened;
  const named = unpackCommit(JSON.parse((await headOf(userId))['lastEvents'] as string));
  const events = await openCommitReader({ client, tableName, masterKey: testMasterKey() })(userId, named);
  const stored = (await everyWireItem(account.opened)) as Record<string, { S: string }>[];
  const head = stored.find((item) => item['entity']?.S === 'user' && item['userId']?.S === userId)!;
  await putWireItems(account.opened, [{ ...head, lastEvents: { S: JSON.stringify(events) } }]);
  await indexesSettled();
  expect((await verifyAccount(tenant)).findings.wrong).toBe(0);
  expect((await getUser(tenant, userId)).updatedBy).toBe(byOperator.actor);

  const place = { client, tableName };
  expect((await planShape(place)).items.written).toBe(1);
  await migrateTable(place);
  const thinned = await headOf(userId);
  expect(unpackCommit(JSON.parse(thinned['lastEvents'] as string))).toEqual(named);
  expect((await planShape(place)).isNeeded).toBe(false);
  await addMember(tenant, groups[12]!, userId, byOperator);
  await indexesSettled();
  expect((await verifyAccount(tenant)).findings.wrong).toBe(0);
});
