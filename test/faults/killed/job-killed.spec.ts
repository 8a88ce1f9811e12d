import {
  changeMembers,
  closeAccount,
  createServiceGroup,
  createUsers,
  getJob,
  removeServiceGroup,
  removeUser,
  replaceServiceGroupsOfUser,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { everyItem } from '../../support/directory/items.js';
import { runJobInProcess } from './killed-job.js';

const NIGHTLY = process.env['ROLLBOOK_NIGHTLY'] === '1';
/** More than a chunk holds. */
const MEMBERS = 25;
/** More than a chunk holds, and more than are ended with their user. */
const MEMBERSHIPS = 50;

let opened: TestDirectory;
beforeAll(async () => {
  opened = await openTestDirectory();
});
afterAll(() => opened.close());

/** Kills a worker at its first call, the next at its second, and so on, until one comes through. */
async function killAtEachCall(jobId: string, applied: boolean): Promise<number> {
  for (let killAt = 1; ; killAt += 1)
    if ((await runJobInProcess(opened, jobId, { killAt, applied })) === null) return killAt - 1;
}

/** Kills each worker after its first transaction, until there is nothing left to do. */
async function killAfterEachCommit(jobId: string): Promise<number> {
  for (let kills = 0; ; kills += 1)
    if ((await runJobInProcess(opened, jobId, { killAt: 1, applied: true, commits: true })) === null)
      return kills;
}

type Place = Awaited<ReturnType<typeof startAccount>>;

async function newUsers({ tenant }: Place, count: number): Promise<UserId[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `U${n}`,
    email: `u${n}@x.example`,
    role: 'member' as const,
  }));
  const created = await createUsers(tenant, rows, byOperator);
  if ('answeredBefore' in created) throw new Error('Nothing was answered before.');
  return created.rows.flatMap((row) => (row.done ? [row.state.userId] : []));
}

async function addMembers(place: Place): Promise<void> {
  const adding = (await newUsers(place, MEMBERS)).map((userId) => ({ operation: 'add', userId }) as const);
  await changeMembers(place.tenant, place.serviceGroupId, adding, byOperator);
}

async function userWithMemberships(place: Place): Promise<UserId> {
  const [userId] = (await newUsers(place, 1)) as [UserId];
  const created = Array.from({ length: MEMBERSHIPS }, (_, n) =>
    createServiceGroup(place.tenant, { name: `g${n}` }, byOperator),
  );
  const groupIds = (await Promise.all(created)).map(({ state }) => state.serviceGroupId);
  await replaceServiceGroupsOfUser(place.tenant, userId, groupIds, byOperator);
  return userId;
}

interface Killed {
  /** @returns its id */
  start: (place: Place) => Promise<string | undefined>;
  processed: number;
  /** Kinds of items, and types of events, of the account: how many there are at the end. */
  left: Record<string, number>;
}

const JOBS: Record<string, Killed> = {
  'the removal of a service group with many members': {
    start: async (place) => {
      await addMembers(place);
      const { tenant, serviceGroupId } = place;
      return (await removeServiceGroup(tenant, serviceGroupId, byOperator)).state.jobId;
    },
    processed: MEMBERS,
    left: { membership: 0, 'past-membership': MEMBERS, 'service_group.member_removed': MEMBERS },
  },
  'the removal of a user with many memberships': {
    start: async (place) => {
      const userId = await userWithMemberships(place);
      return (await removeUser(place.tenant, userId, byOperator)).state.jobId;
    },
    processed: MEMBERSHIPS,
    left: {
      membership: 0,
      'past-membership': MEMBERSHIPS,
      'user.removed': 1,
      'service_group.member_removed': 0,
    },
  },
  'the closing of an account': {
    start: async (place) => {
      await addMembers(place);
      return (await closeAccount(place.tenant, byOperator)).state.jobId;
    },
    // The owner and the service group too.
    processed: MEMBERS + 2,
    left: {
      membership: 0,
      'past-membership': MEMBERS,
      owner: 0,
      'email-claim': 0,
      'service-group-name-claim': 0,
      'user.removed': MEMBERS + 1,
      'service_group.removed': 1,
    },
  },
};

const when = {
  'before each call': (jobId: string) => killAtEachCall(jobId, false),
  'after each call': (jobId: string) => killAtEachCall(jobId, true),
  'after each commit': killAfterEachCommit,
};
const [GROUP, ...OTHERS] = Object.keys(JOBS) as [string, ...string[]];
// After one call is before the next: the nightly run takes the very first moment too.
const moments: readonly (readonly [string, keyof typeof when])[] = NIGHTLY
  ? Object.keys(JOBS).flatMap((title) => [
      [title, 'before each call'] as const,
      [title, 'after each call'] as const,
    ])
  : [[GROUP, 'after each call'], ...OTHERS.map((title) => [title, 'after each commit'] as const)];

test.each(moments)(
  '%s ends as if nobody had been killed, though its workers are killed %s',
  async (title, moment) => {
    const job = JOBS[title]!;
    const place = await startAccount(opened.directory);
    const { tenant, accountId } = place;
    const jobId = (await job.start(place))!;
    expect(await when[moment](jobId)).toBeGreaterThanOrEqual(2);

    const { status, processed } = await getJob(tenant, jobId);
    expect({ status, processed }).toEqual({ status: 'done', processed: job.processed });
    const items = (await everyItem(opened)).filter((item) => item['accountId'] === accountId);
    const count = (kind: string) =>
      items.filter(({ entity, type }) => (entity === 'event' ? type : entity) === kind).length;
    const left = Object.fromEntries(Object.keys(job.left).map((kind) => [kind, count(kind)]));
    expect(left).toEqual(job.left);
    expect(await wrongFindings(tenant)).toEqual([]);
  },
);
