import {
  addMember,
  createAccount,
  createServiceGroup,
  createUsers,
  grantTenant,
  listServiceGroupsOfUser,
  removeServiceGroup,
  settleAllMembers,
  updateServiceGroup,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';

// Adding members to one service group at the same time: none holds an item that another needs.

const USERS = 60;

let opened: TestDirectory;
let tenant: Tenant;
let userIds: UserId[];
let reports: CallReport[] = [];
beforeAll(async () => {
  opened = await openTestDirectory({ onCall: (report) => reports.push(report) });
  const { accountId } = (await createAccount(opened.directory, { name: 'Acme' }, byOperator)).state;
  tenant = grantTenant(opened.directory, accountId);
  const people = Array.from({ length: USERS }, (_, n) => ({
    name: 'N',
    email: `at-once${n}@x.example`,
    role: 'member' as const,
  }));
  const outcome = await createUsers(tenant, people, byOperator);
  userIds = 'rows' in outcome ? outcome.rows.flatMap((row) => (row.done ? [row.state.userId] : [])) : [];
});
afterAll(() => opened.close());

let groups = 0;
const newGroup = async () => {
  groups += 1;
  const { state } = await createServiceGroup(tenant, { name: `g${groups}` }, byOperator);
  return state.serviceGroupId;
};
const add = async (serviceGroupId: ServiceGroupId, userId: UserId) =>
  addMember(tenant, serviceGroupId, userId, byOperator);
const namesOf = async (userId: UserId) =>
  (await listServiceGroupsOfUser(tenant, userId, { limit: 100 })).items.map(
    ({ serviceGroupName }) => serviceGroupName,
  );
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled' ? 'done' : (result.reason as { code?: string }).code;

test('all are added, each with a separate event, by transactions without a common item', async () => {
  const groupId = await newGroup();
  reports = [];
  const outcomes = await Promise.all(userIds.map(async (userId) => add(groupId, userId)));
  expect(outcomes.map(({ events }) => events.map(({ type }) => type))).toEqual(
    userIds.map(() => ['service_group.member_added']),
  );
  const written = reports
    .filter(({ operation }) => operation === 'TransactWriteItems')
    .flatMap(({ keys }) => keys.map((key) => JSON.stringify(key)));
  expect(written).toHaveLength(3 * USERS);
  expect(new Set(written).size).toBe(written.length);
  for (const userId of userIds) expect(await namesOf(userId)).toEqual([`g${groups}`]);
});

test('one that is conflicted is tried again, and takes nobody with it', async () => {
  const groupId = await newGroup();
  const [first, ...others] = userIds as [UserId, ...UserId[]];
  const results = await Promise.allSettled([
    ...others.map(async (userId) => add(groupId, userId)),
    add(groupId, first),
    add(groupId, first),
    add(groupId, 'user_00000000000000000000000000'),
  ]);
  expect(results.map(codeOf)).toEqual([...userIds.map(() => 'done'), 'done', 'user_not_found']);
});

test('a concurrent rename or removal loses nothing, and later adds are refused', async () => {
  const groupId = await newGroup();
  const half = userIds.length / 2;
  const adding = userIds.slice(0, half).map(async (userId) => add(groupId, userId));
  await updateServiceGroup(tenant, groupId, { name: 'renamed' }, byOperator);
  await Promise.all(adding);
  await add(groupId, userIds[half]!);
  expect(await namesOf(userIds[half]!)).toContain('renamed');
  const late = userIds.slice(half + 1).map(async (userId) => add(groupId, userId));
  await removeServiceGroup(tenant, groupId, byOperator);
  const codes = (await Promise.allSettled(late)).map(codeOf);
  expect(codes.every((code) => code === 'done' || code === 'service_group_not_found')).toBe(true);
  await settleAllMembers(opened.directory, tenant.accountId, groupId);
  for (const userId of userIds) expect(await namesOf(userId)).not.toContain('renamed');
});
