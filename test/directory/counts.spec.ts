import {
  addMember,
  closeAccount,
  commandAccount,
  countAccount,
  countMembers,
  createAccount,
  createServiceGroup,
  createUser,
  getAccount,
  getServiceGroup,
  grantTenant,
  listAccounts,
  listServiceGroups,
  rebuildAccount,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  verifyAccount,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { CallReport } from '#libs/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory.js';
import { onlyCalls } from '../support/only-calls.js';

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
  tenant = grantTenant((await createAccount(directory, { name: 'Acme' }, byOperator)).state.accountId);
});

const newUser = async () => {
  people += 1;
  const person = { name: 'N', email: `p${people}@x.example`, role: 'member' as const };
  return (await createUser(directory, tenant, person, byOperator)).state.userId;
};
const newGroup = async (name: string) =>
  (await createServiceGroup(directory, tenant, { name }, byOperator)).state.serviceGroupId;
const verified = async () =>
  (await verifyAccount(directory, tenant, { recheckAfterMs: 0, logSettledAfterMs: 0 })).findings;

test('are zero as of the creation until something is counted, and then as of the count', async () => {
  const { createdAt, counts } = await getAccount(directory, tenant);
  expect(counts).toEqual({ users: 0, serviceGroups: 0, asOf: createdAt });
  const [ada, ben, group] = [await newUser(), await newUser(), await newGroup('dev')];
  await addMember(directory, tenant, group, ada, byOperator);
  await addMember(directory, tenant, group, ben, byOperator);
  await countAccount(directory, tenant.accountId);
  await countMembers(directory, tenant.accountId, group);
  const account = await getAccount(directory, tenant);
  expect(account).toMatchObject({ version: 1, counts: { users: 2, serviceGroups: 1 } });
  expect(account.counts!.asOf > createdAt).toBe(true);
  expect((await getServiceGroup(directory, tenant, group)).memberCount?.members).toBe(2);
  const [listed] = (await listServiceGroups(directory, tenant, { limit: 1 })).items;
  expect(listed?.memberCount?.members).toBe(2);
  const accounts = (await listAccounts(directory, { limit: 100 })).items;
  expect(accounts.find(({ accountId }) => accountId === tenant.accountId)?.counts?.users).toBe(2);
});

test('stay on the head when a command changes it, and are not lost to one that began before', async () => {
  const group = await newGroup('dev');
  await addMember(directory, tenant, group, await newUser(), byOperator);
  await countAccount(directory, tenant.accountId);
  await countMembers(directory, tenant.accountId, group);
  const renamed = { type: 'change_account', name: 'New', metadata: { a: 1 } } as const;
  const { state } = await commandAccount(directory, tenant, renamed, byOperator);
  expect(state.counts).toMatchObject({ users: 1, serviceGroups: 1 });
  await updateServiceGroup(directory, tenant, group, { metadata: { a: 1 } }, byOperator);
  expect((await getServiceGroup(directory, tenant, group)).memberCount?.members).toBe(1);
  expect(await verified()).toEqual({ wrong: 0, stale: 0, pending: 0 });
});

test('of an earlier time never replace a later one, however often and in whatever order they come', async () => {
  await countAccount(directory, tenant.accountId);
  await newUser();
  await Promise.all([countAccount(directory, tenant.accountId), countAccount(directory, tenant.accountId)]);
  await countAccount({ ...directory, now: () => Date.now() - 60_000 }, tenant.accountId);
  const { counts } = await getAccount(directory, tenant);
  expect(counts!.users).toBe(1);
  expect(Date.parse(counts!.asOf)).toBeGreaterThan(Date.now() - 60_000);
});

test('wait for an index that does not show what is known, unless that is over', async () => {
  const [group, ada, ben] = [await newGroup('dev'), await newUser(), await newUser()];
  await addMember(directory, tenant, group, ada, byOperator);
  const count = (known: [string, boolean][]) =>
    countMembers(directory, tenant.accountId, group, new Map(known));
  expect(await count([[ada, true]])).toBe(true);
  // A record of the past: the membership it tells of was ended, or begun, since.
  expect(await count([[ben, true]])).toBe(true);
  expect(await count([[ada, false]])).toBe(true);
});

test('are not taken of what is being removed: a job that ends 100,000 members would have each part counted', async () => {
  const [group, ada] = [await newGroup('dev'), await newUser()];
  await addMember(directory, tenant, group, ada, byOperator);
  await removeServiceGroup(directory, tenant, group, byOperator);
  calls = [];
  expect(await countMembers(directory, tenant.accountId, group, new Map([[ada, false]]))).toBe(true);
  onlyCalls(calls, 'GetItem');
  await closeAccount(directory, tenant, byOperator);
  calls = [];
  await countAccount(directory, tenant.accountId);
  onlyCalls(calls, 'GetItem');
});

test('that are behind are stale, and a rebuild counts again', async () => {
  const [group, ada] = [await newGroup('dev'), await newUser()];
  await addMember(directory, tenant, group, ada, byOperator);
  await countAccount(directory, tenant.accountId);
  await countMembers(directory, tenant.accountId, group);
  await newUser();
  await removeUser(directory, tenant, ada, byOperator);
  await newUser();
  expect(await verified()).toEqual({ wrong: 0, stale: 2, pending: 0 });
  const { verification } = await rebuildAccount(directory, tenant, { logSettledAfterMs: 0 });
  expect(verification.findings).toEqual({ wrong: 0, stale: 0, pending: 0 });
  expect((await getAccount(directory, tenant)).counts).toMatchObject({ users: 2, serviceGroups: 1 });
});
