import {
  addMember,
  createServiceGroup,
  createUser,
  createUsers,
  dueShards,
  grantTenant,
  openDirectory,
  removeServiceGroup,
  runDue,
  runDueOfShard,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openUnreliably, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong } from '../../support/directory/nothing-wrong.js';

const DAY = 24 * 60 * 60 * 1000;
const PEOPLE = 30;

let opened: TestDirectory;
let tenant: Tenant;
let groups: ServiceGroupId[];
let userIds: UserId[];
inAccount((account) => ({ opened, tenant } = account));
beforeEach(async () => {
  groups = [];
  for (const name of ['dev', 'prod'])
    groups.push((await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId);
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ name: 'N', email: `n${n}@x.example` }));
  const outcome = await createUsers(tenant, people, byOperator);
  userIds = 'rows' in outcome ? outcome.rows.flatMap((row) => (row.done ? [row.state.userId] : [])) : [];
});

const inDays = (count: number) => new Date(Date.now() + count * DAY).toISOString();
/** The same table, by a clock that is ahead. */
const after = (days: number, directory: Directory = tenant.directory): Directory => {
  const clock = () => Date.now() + days * DAY;
  return { ...directory, now: clock, steadyNow: clock };
};
const addAll = async (expiresAt: string) => {
  for (const serviceGroupId of groups)
    await Promise.all(
      userIds.map((userId) => addMember(tenant, serviceGroupId, userId, byOperator, { expiresAt })),
    );
};
const ofAccount = async (entity: string) =>
  (await everyItem(opened)).filter(
    (item) => item['entity'] === entity && item['accountId'] === tenant.accountId,
  );
const countOf = async (type: string) =>
  (await ofAccount('event')).filter((event) => event['type'] === type).length;
const notices: string[] = [];
const onNotice = (line: string) => void notices.push(line);
const run = (directory: Directory) => runDue(directory, { onNotice, rest: 0 });
const EXPIRED = 'service_group.member_removed';
const MEMBERSHIPS = PEOPLE * 2;

test('everything due is announced and then ended, once, by however many workers', async () => {
  await addAll(inDays(2));
  await run(tenant.directory);
  expect([await countOf(EXPIRED), await countOf('service_group.membership_expiring')]).toEqual([0, 0]);
  await Promise.all([run(after(1.5)), run(after(1.5))]);
  expect(await countOf('service_group.membership_expiring')).toBe(MEMBERSHIPS);
  // Two clocks that are two seconds apart.
  await Promise.all([run(after(2)), run(after(2 + 2_000 / DAY)), run(after(2))]);
  await run(after(3));
  expect([await countOf(EXPIRED), await countOf('service_group.membership_expiring')]).toEqual([
    MEMBERSHIPS,
    MEMBERSHIPS,
  ]);
  expect([await ofAccount('due'), await ofAccount('membership')]).toEqual([[], []]);
  await expectNothingWrong(grantTenant(after(3), tenant.accountId));
});

test('a worker says how late it is: of what it did, and of what it could not do', async () => {
  const nothing = { lateMs: 0 };
  await addAll(inDays(2));
  expect(await run(tenant.directory)).toEqual(nothing);
  const { lateMs } = await run(after(1 + 1 / 24));
  expect(lateMs).toBeGreaterThanOrEqual(DAY / 24 - 60_000);
  expect(lateMs).toBeLessThan(DAY / 24 + 600_000);
  expect(await run(after(1 + 1 / 24))).toEqual(nothing);
  const unreliable = await openUnreliably(opened);
  try {
    unreliable.engine.decide = (operation) =>
      operation === 'TransactWriteItems' ? { error: 'AccessDeniedException' } : 'pass';
    const failed = await run(after(2 + 2, unreliable.directory));
    expect(failed.lateMs).toBeGreaterThanOrEqual(2 * DAY - 60_000);
    notices.length = 0;
  } finally {
    await unreliable.close();
  }
  expect((await run(after(2 + 2))).lateMs).toBeGreaterThanOrEqual(2 * DAY - 60_000);
  expect(await run(after(2 + 2))).toEqual(nothing);
});

test('a worker that is cut off anywhere leaves the rest to the next, and ends nothing twice', async () => {
  await addAll(inDays(1));
  const unreliable = await openUnreliably(opened);
  try {
    for (let calls = 1; (await ofAccount('due')).length > 0; calls += 1) {
      let made = 0;
      unreliable.engine.decide = () => {
        made += 1;
        if (made > calls) return { error: 'AccessDeniedException' };
        return made === calls ? 'lose answer' : 'pass';
      };
      await run(after(2, unreliable.directory)).catch(() => undefined);
    }
  } finally {
    await unreliable.close();
  }
  expect(await countOf(EXPIRED)).toBe(MEMBERSHIPS);
  await expectNothingWrong(grantTenant(after(2), tenant.accountId));
});

test('a clock that is set back ends nothing twice and revives nothing', async () => {
  await addAll(inDays(1));
  await run(after(2));
  await run(tenant.directory);
  expect(await countOf(EXPIRED)).toBe(MEMBERSHIPS);
  let now = Date.now() + 2 * DAY;
  const { directory } = tenant;
  const ahead = openDirectory({ ...optionsOf(directory), now: () => now });
  const before = ahead.steadyNow();
  now -= 3 * DAY;
  expect(ahead.steadyNow()).toBe(before);
});

test('what is left of a removal is left to it, and a forged item is taken away', async () => {
  await addAll(inDays(1));
  const { state } = await removeServiceGroup(tenant, groups[0]!, byOperator);
  await run(after(2));
  expect(await countOf(EXPIRED)).toBe(PEOPLE);
  if (state.jobId) await finishJob(tenant.directory, state.jobId);
  const { userId } = (await createUser(tenant, { name: 'Ada', email: 'ada@x.example' }, byOperator)).state;
  await addMember(tenant, groups[1]!, userId, byOperator);
  const [shard] = dueShards();
  await run(after(2));
  expect(await ofAccount('due')).toEqual([]);
  expect(await runDueOfShard(tenant.directory, shard!, { onNotice, rest: 0 })).toMatchObject({ found: 0 });
  await expectNothingWrong(grantTenant(after(2), tenant.accountId));
});

function optionsOf({ cursorSecret }: Directory) {
  const { client, tableName } = opened;
  const masterKey = { wrap: () => Promise.reject(new Error()), unwrap: () => Promise.reject(new Error()) };
  return { client, tableName, cursorSecret, masterKey: masterKey as never };
}
