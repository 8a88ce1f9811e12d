import {
  commandAccount,
  createServiceGroup,
  createUser,
  getImport,
  listImportErrors,
  listServiceGroupsOfUser,
  removeServiceGroup,
  startImport,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let calls: CallReport[] = [];
beforeEach(async () => {
  opened = await openTestDirectory({ onCall: (call) => calls.push(call) });
  ({ directory } = opened);
  ({ tenant } = await startAccount(directory));
});
afterEach(() => opened.close());

async function groups(count: number): Promise<ServiceGroupId[]> {
  const ids: ServiceGroupId[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await createServiceGroup(tenant, { name: `g${n}` }, byOperator)).state.serviceGroupId);
  return ids;
}
async function user(name: string): Promise<UserId> {
  const person = { name, email: `${name}@x.example`, role: 'member' as const };
  return (await createUser(tenant, person, byOperator)).state.userId;
}

/** @returns the import when it has ended, with the refused lines */
async function run(rows: readonly [user: string, group: string][]) {
  async function* lines() {
    for (const [index, [name, serviceGroupName]] of rows.entries())
      yield await Promise.resolve({
        line: index + 1,
        values: { userEmail: `${name}@x.example`, serviceGroupName },
      });
  }
  const request = { kind: 'memberships', mayManageOwners: true, rows: lines() } as const;
  const { jobId } = await startImport(tenant, request, byOperator);
  calls = [];
  await finishJob(directory, jobId);
  const { created, changed, refused } = await getImport(tenant, jobId);
  const errors = (await listImportErrors(tenant, jobId, { limit: 100 })).items;
  return { created, changed, refused, errors: errors.map(({ line, code }) => [line, code]) };
}
const heldBy = async (userId: UserId) =>
  (await listServiceGroupsOfUser(tenant, userId, { limit: 100 })).items.length;
const transactions = () => calls.filter(({ operation }) => operation === 'TransactWriteItems').length;

test('forty service groups of a user are two transactions, and again they are there', async () => {
  const [ada] = [await user('ada'), await groups(40)];
  const rows = Array.from({ length: 40 }, (_, n) => ['ada', `g${n}`] as [string, string]);
  expect(await run(rows)).toMatchObject({ created: 40, refused: 0 });
  // One more moves the job on.
  expect(transactions()).toBe(3);
  expect(await heldBy(ada)).toBe(40);
  expect(await run(rows)).toMatchObject({ created: 0, refused: 0 });
  expect(await heldBy(ada)).toBe(40);
  await expectNothingWrong(tenant);
});

test('a row that is refused refuses none of the others of its user; the same row twice is one', async () => {
  const [ada, [, gone]] = [await user('ada'), await groups(3)];
  await removeServiceGroup(tenant, gone!, byOperator);
  const rows = ['g0', 'g1', 'g0', 'g9', 'g2'].map((name) => ['ada', name] as [string, string]);
  expect(await run([...rows, ['nobody', 'g0']])).toEqual({
    created: 3,
    changed: 0,
    refused: 3,
    errors: [
      [2, 'service_group_not_found'],
      [4, 'service_group_not_found'],
      [6, 'user_not_found'],
    ],
  });
  expect(await heldBy(ada)).toBe(2);
});

test('of what does not fit into a limit together, as much as fits is added', async () => {
  const [ada] = [await user('ada'), await groups(5)];
  await commandAccount(tenant, { type: 'change_account', limits: { members: 3 } }, byOperator);
  const rows = Array.from({ length: 5 }, (_, n) => ['ada', `g${n}`] as [string, string]);
  const { created, refused, errors } = await run(rows);
  expect([created, refused, new Set(errors.map(([, code]) => code))]).toEqual([
    3,
    2,
    new Set(['limit_reached']),
  ]);
  expect(await heldBy(ada)).toBe(3);
});
