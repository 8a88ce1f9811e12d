/** @engines both */
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addMember,
  closeAccount,
  commandAccount,
  count,
  createAccount,
  createServiceGroup,
  createUser,
  getAccount,
  getServiceGroup,
  grantTenant,
  listServiceGroups,
  recountAll,
  removeServiceGroup,
  updateServiceGroup,
  type Directory,
  type Increment,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import {
  byOperator,
  openTestDirectory,
  openUnreliably,
  type TestDirectory,
} from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { everyItem } from '../../support/directory/items.js';
import { onlyCalls } from '../../support/engines/only-calls.js';
import { listAccounts, rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let people = 0;
let calls: CallReport[] = [];
beforeAll(async () => {
  opened = await openTestDirectory({ onCall: (call) => calls.push(call) });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  tenant = grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId,
  );
});

const newUser = async () => {
  people += 1;
  const person = { name: 'N', email: `p${people}@x.example`, role: 'member' as const };
  return (await createUser(tenant, person, byOperator)).state.userId;
};
const newGroup = async (name: string) =>
  (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
const verified = async (at = Date.now()) =>
  (
    await verifyAccount(grantTenant({ ...directory, now: () => at }, tenant.accountId), {
      recheckAfterMs: 0,
      logSettledAfterMs: 0,
    })
  ).findings;

const SHARD = 'shardId-00000001414576573621-f55eea83';
const later = new Date(Date.now() + 60_000).toISOString();
const ofAccount = () => ({ kind: 'count-account', accountId: tenant.accountId }) as const;
const ofMembers = (serviceGroupId: ServiceGroupId) =>
  ({ kind: 'count-members', accountId: tenant.accountId, serviceGroupId }) as const;
const records = (...increments: (Omit<Increment, 'createdAt'> & { createdAt?: string })[]) => ({
  shardId: SHARD,
  increments: increments.map((each) => ({ createdAt: later, ...each })),
});
const joined = (sequenceNumber: string) => ({ sequenceNumber, members: 1 });
const membersOf = async (group: ServiceGroupId) =>
  (await getServiceGroup(tenant, group)).memberCount?.members;
const usersOf = async () => (await getAccount(tenant)).counts?.users;

async function change(SK: string, UpdateExpression: string, values: Record<string, unknown> = {}) {
  const Key = marshall({ PK: `account:${tenant.accountId}`, SK });
  const ExpressionAttributeValues = marshall(values);
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key,
      UpdateExpression,
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues }),
    }),
  );
}

test('are zero as of the creation until something is counted, and are in lists as well', async () => {
  const { createdAt, counts } = await getAccount(tenant);
  expect(counts).toEqual({ users: 0, serviceGroups: 0, asOf: createdAt });
  const group = await newGroup('dev');
  await count(
    directory,
    ofAccount(),
    records({ sequenceNumber: '1', users: 1 }, { sequenceNumber: '2', serviceGroups: 1 }),
  );
  await count(directory, ofMembers(group), records(joined('3'), joined('4')));
  const account = await getAccount(tenant);
  expect(account).toMatchObject({ version: 1, counts: { users: 1, serviceGroups: 1 } });
  expect(account.counts!.asOf > createdAt).toBe(true);
  expect(await membersOf(group)).toBe(2);
  const [listed] = (await listServiceGroups(tenant, { limit: 1 })).items;
  expect(listed?.memberCount?.members).toBe(2);
  const accounts = (await listAccounts(directory, { limit: 100 })).items;
  expect(accounts.find(({ accountId }) => accountId === tenant.accountId)?.counts?.users).toBe(1);
});

test('stay as they are when a command changes what they are of', async () => {
  const group = await newGroup('dev');
  await count(directory, ofAccount(), records({ sequenceNumber: '1', users: 1 }));
  await count(directory, ofMembers(group), records(joined('1')));
  const renamed = { type: 'change_account', name: 'New', metadata: { a: 1 } } as const;
  const { state } = await commandAccount(tenant, renamed, byOperator);
  expect(state.counts).toMatchObject({ users: 1 });
  await updateServiceGroup(tenant, group, { metadata: { a: 1 } }, byOperator);
  expect(await membersOf(group)).toBe(1);
});

test('one write, and no read, however many records of a batch are about it', async () => {
  const group = await newGroup('dev');
  await count(directory, ofMembers(group), records(joined('1')));
  calls = [];
  const many = Array.from({ length: 500 }, (_, index) => joined(String(index + 2)));
  await count(directory, ofMembers(group), records(...many));
  onlyCalls(calls, 'UpdateItem');
  expect(await membersOf(group)).toBe(501);
});

test('repeated records are skipped, alone or among others, by their position', async () => {
  const group = await newGroup('dev');
  const task = ofMembers(group);
  await count(directory, task, records(joined('9'), joined('10')));
  await count(directory, task, records(joined('9'), joined('10')));
  await count(directory, task, records(joined('10'), joined('100'), { sequenceNumber: '101', members: -1 }));
  await count(directory, task, records(joined('000000000000000000000000000000000000000101')));
  expect(await membersOf(group)).toBe(2);
  await count(directory, task, { ...records(joined('9')), shardId: 'shardId-2' });
  expect(await membersOf(group)).toBe(3);
});

test('several processes that count the same records at once count them once', async () => {
  const group = await newGroup('dev');
  const batch = records(joined('1'), joined('2'));
  await Promise.all(Array.from({ length: 8 }, () => count(directory, ofMembers(group), batch)));
  await Promise.all(
    Array.from({ length: 8 }, (_, shard) =>
      count(directory, ofMembers(group), { ...records(joined('1')), shardId: `shardId-${shard}` }),
    ),
  );
  expect(await membersOf(group)).toBe(10);
  await Promise.all(
    Array.from({ length: 8 }, () =>
      count(directory, ofAccount(), records({ sequenceNumber: '1', users: 1 })),
    ),
  );
  expect(await usersOf()).toBe(1);
});

test('a write that meets a transaction on its item is made again', async () => {
  const group = await newGroup('dev');
  const { engine, directory: through, close } = await openUnreliably(opened);
  let conflicts = 3;
  engine.decide = () => ((conflicts -= 1) >= 0 ? { error: 'TransactionConflictException' } : 'pass');
  await count(through, ofMembers(group), records(joined('1')));
  expect([conflicts < 0, await membersOf(group)]).toEqual([true, 1]);
  await close();
});

test('shards that were last read two days ago are forgotten when a new one comes', async () => {
  const group = await newGroup('dev');
  const at = Date.now();
  const day = 24 * 60 * 60 * 1000;
  const from = (days: number, shardId: string) =>
    count({ ...directory, now: () => at + days * day }, ofMembers(group), {
      ...records(joined('1')),
      shardId,
    });
  await from(0, 'shardId-a');
  await from(1, 'shardId-b');
  await from(2.5, 'shardId-c');
  const head = (await everyItem(opened)).find(
    ({ serviceGroupId: id, entity }) => id === group && entity === 'service-group',
  );
  expect(Object.keys(head?.['countedUpTo'] as object).sort()).toEqual(['b', 'c']);
  expect(await membersOf(group)).toBe(3);
});

test('are not kept of what is being removed: a job that ends 100,000 members would write for nobody', async () => {
  const group = await newGroup('dev');
  await removeServiceGroup(tenant, group, byOperator);
  calls = [];
  await count(directory, ofMembers(group), records({ sequenceNumber: '1', members: -1 }));
  onlyCalls(calls, 'UpdateItem');
  expect(await everyItem(opened)).not.toContainEqual(expect.objectContaining({ memberCount: -1 }) as unknown);
});

describe('of data from before they were added up', () => {
  const countedAt = '2026-03-03T10:00:00.500Z';
  const before = { createdAt: '2026-03-03T09:59:59.000Z' };
  const after = { createdAt: '2026-03-03T10:00:01.000Z' };

  test("an account's are shown, and go on from what was counted", async () => {
    await change('metadata:account', 'SET userCount = :n, serviceGroupCount = :n, countedAt = :at', {
      ':n': 7,
      ':at': countedAt,
    });
    expect((await getAccount(tenant)).counts).toEqual({
      users: 7,
      serviceGroups: 7,
      asOf: countedAt,
    });
    await count(
      directory,
      ofAccount(),
      records({ sequenceNumber: '1', users: 1, ...before }, { sequenceNumber: '2', users: 1, ...after }),
    );
    expect((await getAccount(tenant)).counts).toMatchObject({ users: 8, serviceGroups: 7 });
  });

  test("a service group's go on from what was counted", async () => {
    const group = await newGroup('dev');
    await change(`servicegroup:${group}`, 'SET memberCount = :n, countedAt = :at', {
      ':n': 7,
      ':at': countedAt,
    });
    await count(
      directory,
      ofMembers(group),
      records({ ...joined('1'), ...before }, { ...joined('2'), ...after }),
    );
    expect(await membersOf(group)).toBe(8);
  });
});

describe('counted anew', () => {
  test('verify finds forged ones, and a rebuild puts them right', async () => {
    const group = await newGroup('dev');
    await addMember(tenant, group, await newUser(), byOperator);
    await indexesSettled();
    await recountAll(directory, tenant.accountId);
    expect(await verified()).toEqual({ wrong: 0, stale: 0, pending: 0 });
    await change('counts', 'SET serviceGroups = :n', { ':n': 5 });
    await change(`servicegroup:${group}`, 'SET memberCount = :n', { ':n': 5 });
    expect(await verified()).toEqual({ wrong: 0, stale: 2, pending: 0 });
    const { verification } = await rebuildAccount(tenant, { logSettledAfterMs: 0 });
    expect(verification.findings).toEqual({ wrong: 0, stale: 0, pending: 0 });
    expect((await getAccount(tenant)).counts).toMatchObject({ users: 1, serviceGroups: 1 });
    expect(await membersOf(group)).toBe(1);
  });

  test('verify finds those that are missing for longer than a first count takes', async () => {
    const group = await newGroup('dev');
    await addMember(tenant, group, await newUser(), byOperator);
    expect(await verified()).toEqual({ wrong: 0, stale: 0, pending: 0 });
    expect(await verified(Date.now() + 61_000)).toEqual({ wrong: 0, stale: 2, pending: 0 });
  });

  test('hold what records tell that were made before, and not what comes after', async () => {
    const group = await newGroup('dev');
    await addMember(tenant, group, await newUser(), byOperator);
    await indexesSettled();
    await recountAll({ ...directory, now: () => Date.now() + 1_000 }, tenant.accountId);
    const old = { createdAt: new Date(Date.now() - 1_000).toISOString() };
    await count(directory, ofMembers(group), records({ ...joined('1'), ...old }, joined('2')));
    await count(directory, ofAccount(), records({ sequenceNumber: '1', users: 1, ...old }));
    expect([await membersOf(group), await usersOf()]).toEqual([2, 1]);
  });

  test('nothing is counted of a closed account', async () => {
    await closeAccount(tenant, byOperator);
    calls = [];
    await indexesSettled();
    await recountAll(directory, tenant.accountId);
    expect(calls.filter(({ operation }) => /Update|Put/.test(operation))).toEqual([]);
  });
});
