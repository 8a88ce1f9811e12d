import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import {
  addManager,
  addMember,
  commandUser,
  createUser,
  getAccount,
  getServiceGroup,
  getUserAsOf,
  listParkedTasks,
  listServiceGroupsOfUserAsOf,
  parkTask,
  readSearchEntries,
  recountAll,
  redriveTask,
  removeServiceGroup,
  removeUser,
  repairSince,
  resumeStalledJobs,
  steerJob,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { jobs as jobsOf } from '../../../apps/stream-processor/src/projector/job-runner.js';
import { sweep } from '../../../apps/stream-processor/src/projector/projector.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { finishJob } from '../../support/directory/jobs.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { everyItem } from '../../support/directory/items.js';
import { listAuditLog, listMembersAsOf } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let now = Date.parse('2026-03-03T10:00:00.000Z');
let tenant: Tenant;
let ownerId: UserId;
let serviceGroupId: ServiceGroupId;
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(async () => {
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
  ({ tenant, ownerId, serviceGroupId } = await startAccount(directory));
});
afterEach(() => opened.close());

const jobItem = async (jobId: string) =>
  (await everyItem(opened)).find((item) => item['entity'] === 'job' && item['jobId'] === jobId)!;
async function removedGroupWithMembers(members: number, of = { tenant, serviceGroupId }): Promise<string> {
  for (let n = 0; n < members; n += 1) {
    const input = { name: `U${n}`, email: `u${n}@x.example`, role: 'member' as const };
    const { userId } = (await createUser(of.tenant, input, byOperator)).state;
    await addMember(of.tenant, of.serviceGroupId, userId, byOperator);
  }
  return (await removeServiceGroup(of.tenant, of.serviceGroupId, byOperator)).state.jobId!;
}
/** Nobody reads the stream here. */
const findings = async () => {
  await indexesSettled();
  await recountAll(directory, tenant.accountId);
  return findingsOf(tenant);
};

describe('the sweep', () => {
  test('wakes a running job that rests, once, and leaves others alone', async () => {
    const jobId = await removedGroupWithMembers(1);
    await indexesSettled();
    expect(await resumeStalledJobs(directory, { restsMs: 60_000 })).toEqual([]);
    now += 61_000;
    expect(await resumeStalledJobs(directory, { restsMs: 60_000, except: [jobId] })).toEqual([]);
    const resumed = await Promise.all([1, 2, 3].map(() => resumeStalledJobs(directory, { restsMs: 60_000 })));
    expect(resumed.flat()).toEqual([jobId]);
    now += 61_000;
    await steerJob(tenant, jobId, 'paused', byOperator);
    now += 61_000;
    expect(await resumeStalledJobs(directory, { restsMs: 60_000 })).toEqual([]);
    await steerJob(tenant, jobId, 'running', byOperator);
    await finishJob(directory, jobId);
    now += 61_000;
    expect(await resumeStalledJobs(directory, { restsMs: 60_000 })).toEqual([]);
    expect(await jobItem(jobId)).not.toHaveProperty('GSI1PK');
  });
});

describe('the reader of jobs', () => {
  const signal = new AbortController().signal;
  const recordOf = async (jobId: string) => ({ dynamodb: { NewImage: marshall(await jobItem(jobId)) } });
  const notices: string[] = [];
  const onNotice = (line: string) => void notices.push(line);

  test('lets the jobs of two accounts go on side by side, neither faster than its rate', async () => {
    const other = await startAccount(directory, 'Globex');
    const jobs = [await removedGroupWithMembers(60), await removedGroupWithMembers(60, other)];
    const handle = jobsOf({ directory, onNotice, chunksPerSecond: 0.01 });
    const records = await Promise.all(jobs.map(recordOf));
    expect(await handle({ records, signal })).toEqual({ unfinished: [] });
    for (const jobId of jobs) expect(await jobItem(jobId)).toMatchObject({ version: 2, processed: 24 });
    // The rate is used up: the records come again.
    expect((await handle({ records, signal })).unfinished).toHaveLength(2);
    for (const jobId of jobs) expect(await jobItem(jobId)).toMatchObject({ version: 2 });
  });

  test('gives up what fails again and again, with its reason, and others go on; a redrive finishes it', async () => {
    const poisoned = await removedGroupWithMembers(1);
    const member = (await everyItem(opened)).find(
      ({ entity, email }) => entity === 'user' && email === 'u0@x.example',
    )!;
    const put = (item: Record<string, unknown>) =>
      opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: marshall(item) }));
    await put({ ...member, userKey: '2026-03.broken' });
    const other = await startAccount(directory, 'Globex');
    const healthy = await removedGroupWithMembers(1, other);
    now += 60_000;
    const handle = jobsOf({ directory, onNotice });
    const records = await Promise.all([poisoned, healthy].map(recordOf));
    let calls = 0;
    for (let left = records; left.length > 0; calls += 1)
      left = (await handle({ records: left, signal })).unfinished as typeof records;
    expect(calls).toBe(8);
    expect(await jobItem(healthy)).toMatchObject({ status: 'done' });
    expect(notices.join('\n')).toContain('keeps failing, and will be retried for an hour');
    const [parked] = await listParkedTasks(directory);
    expect(parked).toMatchObject({
      task: `run-job ${poisoned}`,
      reason: expect.stringContaining('cannot be unwrapped') as string,
    });
    await expect(redriveTask(directory, parked!)).rejects.toThrow('cannot be unwrapped');
    expect(await listParkedTasks(directory)).toHaveLength(1);
    await put(member);
    await redriveTask(directory, parked!);
    expect(await listParkedTasks(directory)).toEqual([]);
    expect(await jobItem(poisoned)).toMatchObject({ status: 'done' });
    expect(await findings()).toEqual([]);
  });

  test('tries what it has parked again for an hour, ever less often, and then leaves it to an operator', async () => {
    const said: string[] = [];
    const task = { kind: 'count-account', accountId: 'acct_of_nobody' } as const;
    const broken = { ...task, kind: 'a projection that is gone' };
    for (const each of [task, broken]) await parkTask(directory, each, 'throttled');
    const [parkedAt, tries] = [now, [] as number[]];
    for (; now < parkedAt + 70 * 60_000; now += 30_000) {
      await sweep(directory, (line) => void said.push(line));
      const left = await listParkedTasks(directory);
      expect(left).toHaveLength(now < parkedAt + 30_000 ? 2 : 1);
      const triedAt = Date.parse(left.at(-1)!.updatedAt);
      if (triedAt === now && now > parkedAt) tries.push((now - parkedAt) / 1_000);
    }
    // Half a minute, then after as long again as it has been parked.
    expect(tries).toEqual([30, 60, 120, 240, 480, 960, 1_920, 3_840]);
    expect(await listParkedTasks(directory)).toMatchObject([{ asked: broken, reason: /no projection/ }]);
    expect(said).toEqual([
      expect.stringMatching(/^DEAD LETTER: .* was given up after an hour: .*no projection/),
    ]);
  });

  test('parks each task once, with the newest reason', async () => {
    const task = { kind: 'refresh-user', accountId: tenant.accountId, userId: ownerId } as const;
    await parkTask(directory, task, 'first');
    now += 1;
    await parkTask(directory, task, 'second');
    expect(await listParkedTasks(directory)).toMatchObject([{ reason: 'second', asked: task }]);
  });
});

test('what followed from changes that the stream has lost is repaired by the logs of events', async () => {
  const input = { name: 'Ben', email: 'ben@x.example', role: 'member' as const };
  const { userId } = (await createUser(tenant, input, byOperator)).state;
  await addMember(tenant, serviceGroupId, userId, byOperator);
  await addManager(tenant, serviceGroupId, ownerId, byOperator);
  await addManager(tenant, serviceGroupId, userId, byOperator);
  now += 1_000;
  await commandUser(tenant, userId, { type: 'change_user', name: 'Benedict' }, byOperator);
  await updateServiceGroup(tenant, serviceGroupId, { name: 'renamed' }, byOperator);
  const { userId: goneId } = (await createUser(tenant, { ...input, email: 'gone@x.example' }, byOperator))
    .state;
  await addManager(tenant, serviceGroupId, goneId, byOperator);
  await removeUser(tenant, goneId, byOperator);
  await indexesSettled();
  now += 5_000;
  await repairSince(directory, { from: new Date(now - DAY_MS), to: new Date(now + DAY_MS) });
  const stored = (await everyItem(opened)).find(
    (item) => item['entity'] === 'membership' && item['userId'] === userId,
  );
  expect(stored).toMatchObject({ userName: 'Benedict', serviceGroupName: 'renamed' });
  expect((await getAccount(tenant)).counts).toMatchObject({ users: 2, serviceGroups: 1 });
  expect((await getServiceGroup(tenant, serviceGroupId)).managers).not.toContain(goneId);
  const { segments } = await readSearchEntries(directory, tenant.accountId);
  expect(JSON.stringify(segments)).toContain('Benedict');
});

describe('a tombstone', () => {
  const expiryOf = async (id: string) =>
    (await everyItem(opened)).find(
      ({ PK, SK }) => String(PK).startsWith('account:') && String(SK).endsWith(id),
    )?.['expiresAt'];
  const retained = () => Math.ceil((now + 90 * DAY_MS) / 1000);

  /** As DynamoDB's TTL does, which neither engine does when a test wants it. */
  async function expire(): Promise<number> {
    const seconds = Math.floor(now / 1000);
    const expired = (await everyItem(opened)).filter(({ expiresAt }) => Number(expiresAt) <= seconds);
    for (const { PK, SK } of expired)
      await opened.client.send(
        new DeleteItemCommand({
          TableName: opened.tableName,
          Key: { PK: { S: String(PK) }, SK: { S: String(SK) } },
        }),
      );
    return expired.length;
  }

  test('is kept for 90 days from when nothing is left under it; then its history still tells everything', async () => {
    const input = { name: 'Ada', email: 'ada@x.example', role: 'member' as const };
    const { userId } = (await createUser(tenant, input, byOperator)).state;
    await addMember(tenant, serviceGroupId, userId, byOperator);
    await addMember(tenant, serviceGroupId, ownerId, byOperator);
    now += 1_000;
    const during = new Date(now).toISOString();
    now += 1_000;
    await removeUser(tenant, userId, byOperator);
    expect(await expiryOf(userId)).toBe(retained());
    const { jobId } = (await removeServiceGroup(tenant, serviceGroupId, byOperator)).state;
    expect(await expiryOf(serviceGroupId)).toBeUndefined();
    now += 60_000;
    await indexesSettled();
    await finishJob(directory, jobId!);
    expect(await expiryOf(serviceGroupId)).toBe(retained());

    now += 91 * DAY_MS;
    expect(await expire()).toBeGreaterThanOrEqual(2);
    expect(await expiryOf(userId)).toBeUndefined();
    const page = { limit: 10 };
    expect((await listMembersAsOf(tenant, serviceGroupId, during, page)).items).toHaveLength(2);
    expect((await listServiceGroupsOfUserAsOf(tenant, userId, during, page)).items).toHaveLength(1);
    expect(await getUserAsOf(tenant, userId, during)).toMatchObject({ name: 'Ada' });
    const later = new Date(now).toISOString();
    await expect(listMembersAsOf(tenant, serviceGroupId, later, page)).rejects.toMatchObject({
      code: 'service_group_not_found',
    });
    expect((await listAuditLog(tenant, { limit: 100, subject: userId })).items.length).toBe(3);
    expect(await findings()).toEqual([]);
  });
});
