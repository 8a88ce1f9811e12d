import {
  addMember,
  closeAccount,
  createServiceGroup,
  createUser,
  getAccount,
  grantTenant,
  importAccount,
  inviteUser,
  listServiceGroupsOfUser,
  replaceServiceGroupsOfUser,
  runDue,
  startBulkJob,
  type BulkRequest,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';
import { exportAccount } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';

const DAY = 24 * 60 * 60 * 1000;
const TERMS = { expiresAt: new Date(Date.now() + 2 * DAY).toISOString(), reason: 'Rota' };

let opened: TestDirectory;
let tenant: Tenant;
let userId: UserId;
inAccount((account) => ({ opened, tenant } = account));
beforeEach(async () => {
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  ({ userId } = (await createUser(tenant, ada, byOperator)).state);
});

async function groupsOf(count: number): Promise<ServiceGroupId[]> {
  const ids: ServiceGroupId[] = [];
  for (let index = 0; index < count; index += 1)
    ids.push((await createServiceGroup(tenant, { name: `g${index}` }, byOperator)).state.serviceGroupId);
  return ids;
}

const after = (days: number, { directory, accountId } = tenant): Tenant => {
  const clock = () => Date.now() + days * DAY;
  return grantTenant({ ...directory, now: clock, steadyNow: clock }, accountId);
};
const termsOf = async (who: UserId, asked = tenant) =>
  (await listServiceGroupsOfUser(asked, who, { limit: 100 })).items.map(({ expiresAt, reason }) => ({
    expiresAt,
    reason,
  }));
const dueIn = async (place = opened) =>
  (await everyItem(place)).filter(
    ({ entity, accountId }) => entity === 'due' && accountId === tenant.accountId,
  );

/** What the worker does once everything is due. */
async function endAll(directory: Directory): Promise<void> {
  const notices: string[] = [];
  for (const days of [1.5, 3]) {
    const { directory: later } = after(days, grantTenant(directory, tenant.accountId));
    await runDue(later, { onNotice: (line) => notices.push(line), rest: 0 });
  }
  expect(notices).toEqual([]);
}

async function expectEnded(who: UserId): Promise<void> {
  expect(await termsOf(who, after(2))).toEqual([]);
  await endAll(tenant.directory);
  expect(await dueIn()).toEqual([]);
  await expectNothingWrong(after(3));
}

test('a bulk job gives every user the end and the reason, and the worker ends them', async () => {
  const serviceGroupIds = await groupsOf(2);
  const grace = { name: 'Grace', email: 'grace@x.example', role: 'member' } as const;
  const other = (await createUser(tenant, grace, byOperator)).state.userId;
  const request: BulkRequest = {
    action: 'add_to_groups',
    serviceGroupIds,
    ...TERMS,
    mayManageOwners: true,
    selection: { users: [{ userId }, { userId: other }] },
  };
  const { job } = await startBulkJob(tenant, request, byOperator);
  await finishJob(tenant.directory, job.jobId);
  for (const who of [userId, other]) expect(await termsOf(who)).toEqual([TERMS, TERMS]);
  await expectEnded(userId);
  expect(await termsOf(other, after(3))).toEqual([]);
});

test('an invitation gives its service groups until the end that it names, accepted or not', async () => {
  const invitation = {
    name: 'Grace',
    email: 'grace@x.example',
    role: 'member',
    serviceGroupIds: await groupsOf(2),
    membershipTerms: TERMS,
  } as const;
  const { userId: invited } = (
    await inviteUser(tenant, invitation, { tokenHashOf: () => 'hash' }, byOperator)
  ).state;
  expect(await termsOf(invited)).toEqual([TERMS, TERMS]);
  await expectEnded(invited);
});

test('a set that takes several transactions ends as one that takes one', async () => {
  const groups = await groupsOf(70);
  await replaceServiceGroupsOfUser(tenant, userId, groups, byOperator, TERMS);
  expect(await termsOf(userId)).toEqual(groups.map(() => TERMS));
  expect(await dueIn()).toHaveLength(groups.length);
  await expectEnded(userId);
});

test('an export has the ends, and they come where it is imported', async () => {
  const [serviceGroupId] = await groupsOf(1);
  await addMember(tenant, serviceGroupId!, userId, byOperator, TERMS);
  const lines: string[] = [];
  for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
  const target = await openTestDirectory();
  try {
    await importAccount(target.directory, toAsync(lines));
    const restored = grantTenant(target.directory, tenant.accountId);
    expect(await termsOf(userId, restored)).toEqual([TERMS]);
    expect((await dueIn(target)).map(({ at, kind }) => ({ at, kind }))).toEqual(
      (await dueIn()).map(({ at, kind }) => ({ at, kind })),
    );
    expect(await termsOf(userId, after(2, restored))).toEqual([]);
    await endAll(target.directory);
    expect(await dueIn(target)).toEqual([]);
    await expectNothingWrong(after(3, restored));
  } finally {
    await target.close();
  }
});

test('a closed account leaves nothing that is due, and its worker has nothing to end', async () => {
  const [serviceGroupId] = await groupsOf(1);
  await addMember(tenant, serviceGroupId!, userId, byOperator, TERMS);
  const { state } = await closeAccount(tenant, byOperator);
  await indexesSettled();
  await finishJob(tenant.directory, state.jobId!);
  await endAll(tenant.directory);
  expect(await dueIn()).toEqual([]);
  await expect(getAccount(after(3))).rejects.toMatchObject({ code: 'account_not_found' });
});

/** As a file is read. */
async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  await Promise.resolve();
  yield* lines;
}
