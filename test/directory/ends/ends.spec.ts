import {
  addMember,
  CAPACITY_CONTRACT,
  changeMembership,
  createServiceGroup,
  createUser,
  END_CAPACITY,
  erasePersonalData,
  getHistory,
  grantTenant,
  removeMember,
  removeServiceGroup,
  removeUser,
  settleDueMemberships,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';
import { onDynamoDBLocal, testOfCalls } from '../../support/engines/engine.js';

const DAY = 24 * 60 * 60 * 1000;

let opened: TestDirectory;
let tenant: Tenant;
let userId: UserId;
let serviceGroupId: ServiceGroupId;
inAccount((account) => ({ opened, tenant } = account));
beforeEach(async () => {
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  ({ userId } = (await createUser(tenant, ada, byOperator)).state);
  ({ serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state);
});

const inDays = (count: number) => new Date(Date.now() + count * DAY).toISOString();
/** The same account, by a clock that is ahead. */
const after = (days: number): Tenant => {
  const clock = () => Date.now() + days * DAY;
  return grantTenant({ ...tenant.directory, now: clock, steadyNow: clock }, tenant.accountId);
};
const add = (expiresAt: string | null, by = tenant, reason?: string) =>
  addMember(by, serviceGroupId, userId, byOperator, { expiresAt, reason });
const settle = async (by: Tenant) => {
  const [row] = await settleDueMemberships(by, [{ userId, cells: [{ serviceGroupId }] }], byOperator);
  return row?.done ? row.events.map(({ type }) => type) : row;
};
const ofAccount = async (entity: string) =>
  (await everyItem(opened)).filter(
    (item) => item['entity'] === entity && item['accountId'] === tenant.accountId,
  );

test('a membership with an end is stored with it, and with one item by which it will be found', async () => {
  const end = inDays(3);
  await add(end, tenant, 'On call');
  expect(await ofAccount('membership')).toMatchObject([{ endsAt: end, reason: 'On call' }]);
  expect(await ofAccount('due')).toMatchObject([
    { at: new Date(Date.parse(end) - DAY).toISOString(), kind: 'membership', aggregateId: userId },
  ]);
  await expectNothingWrong(tenant);
});

test('its end is announced, and then comes, each once, with the time it came as the end of the membership', async () => {
  const end = inDays(3);
  await add(end);
  expect(await settle(tenant)).toEqual([]);
  expect(await settle(after(2.5))).toEqual(['service_group.membership_expiring']);
  expect(await settle(after(2.5))).toEqual([]);
  expect(await ofAccount('due')).toMatchObject([{ at: end }]);
  const both = await Promise.all([settle(after(3)), settle(after(3))]);
  expect(both.flat()).toEqual(['service_group.member_removed']);
  expect(await settle(after(4))).toEqual([]);
  expect([await ofAccount('due'), await ofAccount('membership')]).toEqual([[], []]);
  expect(await ofAccount('past-membership')).toMatchObject([{ until: end }]);
  await expectNothingWrong(tenant);
});

test('a change of the end moves the item by which it is found, and takes it away with the end', async () => {
  await add(null);
  expect(await ofAccount('due')).toEqual([]);
  for (const days of [10, 2]) {
    const end = inDays(days);
    await changeMembership(tenant, serviceGroupId, userId, { expiresAt: end }, byOperator);
    const at = new Date(Date.parse(end) - DAY).toISOString();
    expect(await ofAccount('due')).toMatchObject([{ at }]);
  }
  await expectNothingWrong(tenant);
  await changeMembership(tenant, serviceGroupId, userId, { expiresAt: null }, byOperator);
  expect(await ofAccount('due')).toEqual([]);
  expect((await ofAccount('membership'))[0]).not.toHaveProperty('endsAt');
  await expectNothingWrong(tenant);
});

test('one that is due is ended and given again in one transaction', async () => {
  const end = inDays(1);
  await add(end);
  const { events } = await add(inDays(30), after(2));
  expect(events.map(({ type }) => type)).toEqual([
    'service_group.member_removed',
    'service_group.member_added',
  ]);
  expect(await ofAccount('past-membership')).toMatchObject([{ until: end }]);
  expect(await ofAccount('due')).toHaveLength(1);
  await expectNothingWrong(tenant);
});

test.each(['member', 'user', 'service group'])('removing the %s leaves nothing that is due', async (what) => {
  await add(inDays(2));
  if (what === 'member') await removeMember(tenant, serviceGroupId, userId, byOperator);
  if (what === 'user') await removeUser(tenant, userId, byOperator);
  if (what === 'service group') {
    const { state } = await removeServiceGroup(tenant, serviceGroupId, byOperator);
    if (state.jobId) await finishJob(tenant.directory, state.jobId);
  }
  expect([await ofAccount('due'), await ofAccount('membership')]).toEqual([[], []]);
  await expectNothingWrong(tenant);
});

test('a membership that ended before its user was removed ended then', async () => {
  const end = inDays(1);
  await add(end);
  await removeUser(after(2), userId, byOperator);
  expect(await ofAccount('past-membership')).toMatchObject([{ until: end }]);
  await expectNothingWrong(after(2));
});

test('the reason is stored with the event encrypted, and gone with the data of the user', async () => {
  const reason = 'Ticket of somebody';
  await add(inDays(2), tenant, reason);
  const stored = (await ofAccount('event')).filter(({ type }) => type === 'service_group.member_added');
  expect(JSON.stringify(stored)).not.toContain(reason);
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, byOperator);
  expect(JSON.stringify(await everyItem(opened))).not.toContain(reason);
  const { items } = await getHistory(tenant, userId, { limit: 100 });
  expect(items.find(({ type }) => type === 'service_group.member_added')?.data).toMatchObject({
    reason: '[erased]',
  });
  await expectNothingWrong(tenant);
});

testOfCalls()('an end costs what the contract says; without one an addition costs what it did', async () => {
  let reports: CallReport[] = [];
  const { directory, accountId } = tenant;
  const observed = { ...directory, table: directory.table.observed((report) => reports.push(report)) };
  const seen = grantTenant(observed, accountId);
  const unitsOf = async (command: () => Promise<unknown>) => {
    reports = [];
    await command();
    const { capacity } = reports.find(({ operation }) => operation === 'TransactWriteItems')!;
    return { reads: reports.length - 1, table: capacity?.table, index: capacity?.indexes['GSI1'] };
  };
  // DynamoDB Local counts a new item of a transaction twice.
  if (onDynamoDBLocal()) return;
  expect(await unitsOf(() => add(null, seen))).toEqual({ reads: 1, table: 6, index: 2 });
  await removeMember(tenant, serviceGroupId, userId, byOperator);
  expect(await unitsOf(() => add(inDays(2), seen))).toEqual({
    reads: 1,
    table: 6 + END_CAPACITY.table,
    index: 2 + END_CAPACITY.index,
  });
  const taken = await unitsOf(() => removeMember(seen, serviceGroupId, userId, byOperator));
  const { table, index } = CAPACITY_CONTRACT.removeMember;
  expect(taken).toMatchObject({ table: table + END_CAPACITY.table, index: index + END_CAPACITY.index });
});
