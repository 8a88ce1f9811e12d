import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  changeMembers,
  closeAccount,
  commandAccount,
  createAccount,
  createServiceGroup,
  createUser,
  createUsers,
  grantTenant,
  listUsers,
  removeMember,
  removeServiceGroup,
  removeUser,
  type Directory,
  type Finding,
  type Tenant,
} from '#libs/directory';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let reports: CallReport[] = [];
/** Added to the time: a limit is counted again a minute after it was set. */
let later = 0;
beforeAll(async () => {
  opened = await openTestDirectory({
    onCall: (report) => reports.push(report),
    now: () => Date.now() + later,
  });
  ({ directory } = opened);
});
afterAll(() => opened.close());

let people = 0;
const person = () => {
  people += 1;
  return { name: 'N', email: `p${people}@x.example`, role: 'member' as const };
};
const newAccount = async (limits: object = {}) =>
  grantTenant(
    directory,
    (await createAccount(directory, { name: 'Acme', limits }, byOperator)).state.accountId,
  );
const newUser = async (tenant: Tenant) => (await createUser(tenant, person(), byOperator)).state.userId;
const newGroup = async (tenant: Tenant) => {
  people += 1;
  return (await createServiceGroup(tenant, { name: `g${people}` }, byOperator)).state.serviceGroupId;
};
const setLimits = (tenant: Tenant, limits: object) =>
  commandAccount(tenant, { type: 'change_account', limits }, byOperator);
const usageOf = async ({ accountId }: Tenant) =>
  (await everyItem(opened))
    .filter((item) => item['entity'] === 'usage' && item['accountId'] === accountId)
    .map(({ counted, count, settled }) => ({ counted, count, settled }));
const noFindings: string[] = [];
/** Readers' counts are the projector's, which does not run here. */
const verified = async (tenant: Tenant) => {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, onFinding });
  return findings.filter(({ level }) => level !== 'stale').map(({ message }) => message);
};
const limitReached = { code: 'limit_reached' };

test('50 users at once for one free place: one is created', async () => {
  const tenant = await newAccount({ users: 3 });
  for (let n = 0; n < 2; n += 1) await newUser(tenant);
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => newUser(tenant)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject(limitReached);
  expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(3);
  expect(await usageOf(tenant)).toMatchObject([{ counted: 'users', count: 3 }]);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('a limit that comes later counts what is there, refuses more, and keeps what exceeds it', async () => {
  const tenant = await newAccount();
  const [ada, ben] = [await newUser(tenant), await newUser(tenant)];
  await newUser(tenant);
  expect(await usageOf(tenant)).toEqual([]);
  await setLimits(tenant, { users: 2 });
  await expect(newUser(tenant)).rejects.toMatchObject(limitReached);
  expect(await usageOf(tenant)).toEqual([]);
  await removeUser(tenant, ada, byOperator);
  await expect(newUser(tenant)).rejects.toMatchObject(limitReached);
  await removeUser(tenant, ben, byOperator);
  await newUser(tenant);
  await expect(newUser(tenant)).rejects.toMatchObject(limitReached);
  await setLimits(tenant, { users: 3 });
  await newUser(tenant);
  expect(await usageOf(tenant)).toEqual([{ counted: 'users', count: 3, settled: false }]);
  later += 61_000;
  await setLimits(tenant, { users: 4 });
  await newUser(tenant);
  expect(await usageOf(tenant)).toEqual([{ counted: 'users', count: 4, settled: true }]);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('a limit that was removed and set again is recounted', async () => {
  const tenant = await newAccount({ serviceGroups: 2 });
  await newGroup(tenant);
  await setLimits(tenant, { serviceGroups: null });
  const groups = [await newGroup(tenant), await newGroup(tenant)];
  await setLimits(tenant, { serviceGroups: 3 });
  await expect(newGroup(tenant)).rejects.toMatchObject(limitReached);
  await removeServiceGroup(tenant, groups[0]!, byOperator);
  await newGroup(tenant);
  await expect(newGroup(tenant)).rejects.toMatchObject(limitReached);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('members are counted over all service groups, and given back with whatever ends them', async () => {
  const tenant = await newAccount({ members: 4 });
  const [users, groups] = [
    [await newUser(tenant), await newUser(tenant), await newUser(tenant)],
    [await newGroup(tenant), await newGroup(tenant)],
  ];
  const add = (group: number, user: number) => addMember(tenant, groups[group]!, users[user]!, byOperator);
  for (const [group, user] of [
    [0, 0],
    [0, 1],
    [1, 0],
    [1, 1],
  ] as const)
    await add(group, user);
  await expect(add(0, 2)).rejects.toMatchObject(limitReached);
  expect((await add(0, 0)).events).toEqual([]);
  await removeMember(tenant, groups[0]!, users[0]!, byOperator);
  await add(0, 2);
  await expect(add(1, 2)).rejects.toMatchObject(limitReached);
  await removeUser(tenant, users[0]!, byOperator);
  await add(1, 2);
  await expect(add(0, 0)).rejects.toMatchObject({ code: 'user_not_found' });
  const { state } = await removeServiceGroup(tenant, groups[1]!, byOperator);
  await finishJob(directory, state.jobId!);
  expect(await usageOf(tenant)).toMatchObject([{ counted: 'members', count: 2 }]);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('a batch fills the places there are, in the order of its rows', async () => {
  const tenant = await newAccount({ users: 40, members: 5 });
  const outcome = await createUsers(tenant, Array.from({ length: 50 }, person), byOperator);
  const rows = 'rows' in outcome ? outcome.rows : [];
  expect(rows.map(({ done }) => done)).toEqual([...Array(40).fill(true), ...Array(10).fill(false)]);
  expect(rows[40]).toMatchObject({ error: limitReached });
  const group = await newGroup(tenant);
  const adds = rows.slice(0, 7).map((row) => ({
    operation: 'add' as const,
    userId: row.done ? row.state.userId : ('user_' as const),
  }));
  const added = await changeMembers(tenant, group, adds, byOperator);
  expect('rows' in added && added.rows.filter(({ done }) => done)).toHaveLength(5);
  expect(await usageOf(tenant)).toMatchObject([
    { counted: 'members', count: 5 },
    { counted: 'users', count: 40 },
  ]);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('what is not limited is not counted: no command has an item in common with all others', async () => {
  const tenant = await newAccount({ serviceGroups: 10 });
  reports = [];
  await newUser(tenant);
  expect(reports.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
});

test('of a closed account nothing is counted, and its last counts are not wrong', async () => {
  const tenant = await newAccount({ users: 5, serviceGroups: 5, members: 5 });
  later += 61_000;
  await addMember(tenant, await newGroup(tenant), await newUser(tenant), byOperator);
  expect(await usageOf(tenant)).toContainEqual({ counted: 'members', count: 1, settled: true });
  await finishJob(directory, (await closeAccount(tenant, byOperator)).state.jobId!);
  expect(await verified(tenant)).toEqual(noFindings);
});

test('a wrong count is found by verify, and put right by a rebuild', async () => {
  const tenant = await newAccount({ users: 5 });
  later += 61_000;
  await newUser(tenant);
  await newUser(tenant);
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key: { PK: { S: `account:${tenant.accountId}` }, SK: { S: 'usage:users' } },
      UpdateExpression: 'SET #count = :five',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':five': { N: '5' } },
    }),
  );
  await expect(newUser(tenant)).rejects.toMatchObject(limitReached);
  expect(await verified(tenant)).toHaveLength(1);
  await rebuildAccount(tenant, { logSettledAfterMs: 0 });
  expect(await verified(tenant)).toEqual(noFindings);
  await newUser(tenant);
});
