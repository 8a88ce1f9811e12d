import fc from 'fast-check';
import {
  addMember,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  getAccountAsOf,
  getServiceGroupAsOf,
  getUserAsOf,
  grantTenant,
  listServiceGroupsOfUserAsOf,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type MembershipView,
  type Tenant,
} from '#libs/directory';
import { isIdOf, type Membership, type ServiceGroupId, type UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { onDynamoDBLocal } from '../../support/engines/engine.js';
import { finishJob } from '../../support/directory/jobs.js';
import { everyItem } from '../../support/directory/items.js';
import { listMembersAsOf } from '../../support/directory/settled.js';

const START = Date.parse('2026-01-01T00:00:00.000Z');
let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let now = START;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();
const refused = (code: string): unknown => expect.objectContaining({ code });

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  now = START;
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
});

async function newUser(index: number): Promise<UserId> {
  const input = { name: `User ${index}`, email: `u${index}@x.example`, role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).state.userId;
}
const newGroup = async (name: string) =>
  (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;

async function membersAt(group: ServiceGroupId, instant: string, limit = 100): Promise<UserId[]> {
  const ids: UserId[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listMembersAsOf(tenant, group, instant, { limit, cursor });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    ids.push(...page.items.map(({ userId }) => userId));
    cursor = page.cursor;
    if (!cursor) return ids;
  }
}

async function groupsAt(user: UserId, instant: string, limit = 100): Promise<ServiceGroupId[]> {
  const ids: ServiceGroupId[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listServiceGroupsOfUserAsOf(tenant, user, instant, { limit, cursor });
    ids.push(...page.items.map(({ serviceGroupId }) => serviceGroupId));
    cursor = page.cursor;
    if (!cursor) return ids;
  }
}

/** What the oracle knows, kept by hand. */
interface World {
  users: Map<UserId, Pick<MembershipView, 'userName' | 'userEmail' | 'userRole' | 'userStatus'>>;
  groups: Map<ServiceGroupId, Pick<Membership, 'serviceGroupName' | 'serviceGroupVersion'>>;
  memberships: Map<string, Pick<MembershipView, 'userId' | 'serviceGroupId' | 'since' | 'addedBy'>>;
}

const STEP = fc.record({
  user: fc.nat(5),
  group: fc.nat(2),
  pause: fc.integer({ min: 0, max: 3 }),
  kind: fc.constantFrom('member', 'member', 'member', 'name', 'email', 'role', 'status', 'group-name'),
});
type Step = typeof STEP extends fc.Arbitrary<infer T> ? T : never;

async function newWorld(): Promise<World> {
  const world: World = { users: new Map(), groups: new Map(), memberships: new Map() };
  for (let index = 0; index < 6; index += 1)
    world.users.set(await newUser(index), {
      userName: `User ${index}`,
      userEmail: `u${index}@x.example`,
      userRole: 'member',
      userStatus: 'active',
    });
  for (const name of ['a', 'b', 'c'])
    world.groups.set(await newGroup(name), { serviceGroupName: name, serviceGroupVersion: 1 });
  return world;
}

/** Does one thing to the directory and to the oracle. The copies in memberships are left as they are: none of it may show. */
async function take(world: World, { user, group, kind }: Step): Promise<void> {
  const [userId, side] = [...world.users][user] as [UserId, NonNullable<ReturnType<World['users']['get']>>];
  const serviceGroupId = [...world.groups.keys()][group]!;
  const fresh = `${kind} ${world.memberships.size} ${now}`;
  // The kernel moves the time on when the clock stands still.
  const elapse = (events: readonly { at: string }[]) =>
    (now = Math.max(now, ...events.map((event) => Date.parse(event.at))));
  const change = async (command: Parameters<typeof commandUser>[2], next: Partial<typeof side>) => {
    elapse((await commandUser(tenant, userId, command, byOperator)).events);
    world.users.set(userId, { ...side, ...next });
  };
  if (kind === 'name') return change({ type: 'change_user', name: fresh }, { userName: fresh });
  if (kind === 'email') {
    const email = `u${user}-${now}@x.example`;
    return change({ type: 'change_user', email }, { userEmail: email });
  }
  if (kind === 'role') {
    const role = side.userRole === 'admin' ? 'member' : 'admin';
    return change({ type: 'change_user', role }, { userRole: role });
  }
  if (kind === 'status')
    return side.userStatus === 'active'
      ? change({ type: 'suspend_user' }, { userStatus: 'suspended' })
      : change({ type: 'reactivate_user' }, { userStatus: 'active' });
  if (kind === 'group-name') {
    elapse((await updateServiceGroup(tenant, serviceGroupId, { name: fresh }, byOperator)).events);
    const serviceGroupVersion = world.groups.get(serviceGroupId)!.serviceGroupVersion + 1;
    world.groups.set(serviceGroupId, { serviceGroupName: fresh, serviceGroupVersion });
    return;
  }
  const key = `${userId} ${serviceGroupId}`;
  if (world.memberships.has(key)) {
    elapse((await removeMember(tenant, serviceGroupId, userId, byOperator)).events);
    world.memberships.delete(key);
  } else if (side.userStatus === 'active') {
    const { events } = await addMember(tenant, serviceGroupId, userId, byOperator);
    elapse(events);
    const since = events[0]?.at as string;
    world.memberships.set(key, { userId, serviceGroupId, since, addedBy: byOperator.actor });
  }
}

function viewsOf({ users, groups, memberships }: World): MembershipView[] {
  return [...memberships.values()].map((membership) => ({
    ...membership,
    ...users.get(membership.userId)!,
    serviceGroupName: groups.get(membership.serviceGroupId)!.serviceGroupName,
  }));
}

function grouped<Id extends string>(
  views: MembershipView[],
  keyOf: (view: MembershipView) => Id,
): Map<Id, MembershipView[]> {
  const lists = new Map<Id, MembershipView[]>();
  for (const view of views) lists.set(keyOf(view), [...(lists.get(keyOf(view)) ?? []), view]);
  const idOf = ({ userId, serviceGroupId }: MembershipView) => `${userId} ${serviceGroupId}`;
  for (const list of lists.values()) list.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  return lists;
}

/** Of a service group or of a user. */
async function membershipsAt(
  subject: ServiceGroupId | UserId,
  instant: string,
  limit: number,
): Promise<MembershipView[]> {
  const items: MembershipView[] = [];
  for (let cursor: string | undefined; ;) {
    const asked = { limit, cursor };
    const page = await (isIdOf('user', subject)
      ? listServiceGroupsOfUserAsOf(tenant, subject, instant, asked)
      : listMembersAsOf(tenant, subject, instant, asked));
    items.push(...page.items);
    cursor = page.cursor;
    if (!cursor) return items;
  }
}

describe('memberships as of an instant', () => {
  test('begin with the instant they begin at, end with the instant they end at, and may begin again', async () => {
    const [user, group] = [await newUser(0), await newGroup('dev')];
    const steps = [];
    for (const command of [addMember, removeMember, addMember, removeMember]) {
      now += 1000;
      await command(tenant, group, user, byOperator);
      steps.push(now);
    }
    const [joined, left, joinedAgain, leftAgain] = steps as [number, number, number, number];
    const there = async (instant: number) => {
      const answers = [await membersAt(group, at(instant)), await groupsAt(user, at(instant))];
      expect(answers[0]?.length).toBe(answers[1]?.length);
      return answers[0]?.length === 1;
    };
    for (const [instant, expected] of [
      [joined - 1, false],
      [joined, true],
      [left - 1, true],
      [left, false],
      [joinedAgain - 1, false],
      [joinedAgain, true],
      [leftAgain - 1, true],
      [leftAgain, false],
      [leftAgain + 1_000_000, false],
    ] as const)
      expect([instant - START, await there(instant)]).toEqual([instant - START, expected]);
  });

  test('equal in every field what an oracle remembers, at random instants, in pages of any size', async () => {
    const world = await newWorld();
    const seen: {
      at: number;
      members: Map<ServiceGroupId, MembershipView[]>;
      groups: Map<UserId, MembershipView[]>;
      users: World['users'];
      names: World['groups'];
    }[] = [];
    for (const step of fc.sample(STEP, { numRuns: 150, seed: 20260303 })) {
      now += step.pause;
      await take(world, step);
      const views = viewsOf(world);
      seen.push({
        at: now,
        members: grouped(views, ({ serviceGroupId }) => serviceGroupId),
        groups: grouped(views, ({ userId }) => userId),
        users: new Map(world.users),
        names: new Map(world.groups),
      });
    }
    // Amazon's DynamoDB Local is many times slower than the embedded engine.
    const numRuns = onDynamoDBLocal() ? 100 : 1000;
    const instants = fc.sample(fc.integer({ min: START, max: now + 2 }), { numRuns, seed: 7 });
    const [users, groups] = [[...world.users.keys()], [...world.groups.keys()]];
    for (const [index, instant] of instants.entries()) {
      const then = seen.filter((moment) => moment.at <= instant).at(-1);
      const [group, user] = [groups[index % 3]!, users[index % 6]!];
      if (index % 2 === 0)
        expect(await membershipsAt(group, at(instant), 1 + (index % 5))).toEqual(
          then?.members.get(group) ?? [],
        );
      else
        expect(await membershipsAt(user, at(instant), 1 + (index % 3))).toEqual(then?.groups.get(user) ?? []);
      if (!then) continue;
      const { name, email, role, status } = await getUserAsOf(tenant, user, at(instant));
      expect({ userName: name, userEmail: email, userRole: role, userStatus: status }).toEqual(
        then.users.get(user),
      );
      const { name: serviceGroupName, version } = await getServiceGroupAsOf(tenant, group, at(instant));
      expect({ serviceGroupName, serviceGroupVersion: version }).toEqual(then.names.get(group));
    }
  });

  test('of a removed service group end with it, before and after its job has run', async () => {
    const [user, group] = [await newUser(0), await newGroup('dev')];
    now += 1000;
    await addMember(tenant, group, user, byOperator);
    now += 1000;
    await removeServiceGroup(tenant, group, byOperator);
    const removedAt = now;
    const check = async () => {
      expect(await groupsAt(user, at(removedAt - 1))).toEqual([group]);
      expect(await membersAt(group, at(removedAt - 1))).toEqual([user]);
      expect(await groupsAt(user, at(removedAt))).toEqual([]);
      await expect(membersAt(group, at(removedAt))).rejects.toEqual(refused('service_group_not_found'));
    };
    await check();
    now += 10_000;
    const job = (await everyItem(opened)).find((item) => item['subjectId'] === group);
    await finishJob(directory, job?.['jobId'] as string);
    await check();
  });

  test('of a removed user end with it', async () => {
    const [user, group] = [await newUser(0), await newGroup('dev')];
    now += 1000;
    await addMember(tenant, group, user, byOperator);
    now += 1000;
    await removeUser(tenant, user, byOperator);
    expect(await membersAt(group, at(now - 1))).toEqual([user]);
    expect(await membersAt(group, at(now))).toEqual([]);
    expect(await groupsAt(user, at(now - 1))).toEqual([group]);
    await expect(groupsAt(user, at(now))).rejects.toEqual(refused('user_not_found'));
  });

  test('are absent for another tenant, and so is a cursor of another instant', async () => {
    const group = await newGroup('dev');
    for (let index = 0; index < 3; index += 1) {
      now += 1;
      await addMember(tenant, group, await newUser(index), byOperator);
    }
    now += 10;
    const { cursor } = await listMembersAsOf(tenant, group, at(now), { limit: 1 });
    await expect(listMembersAsOf(tenant, group, at(now - 1), { limit: 1, cursor })).rejects.toEqual(
      refused('InvalidCursor'),
    );
    const { state } = await createAccount(directory, { name: 'Other' }, byOperator);
    const other = grantTenant(directory, state.accountId);
    await expect(listMembersAsOf(other, group, at(now), { limit: 1 })).rejects.toEqual(
      refused('service_group_not_found'),
    );
  });
});

describe('single resources as of an instant', () => {
  test('are what their events add up to by then', async () => {
    const [user, group] = [await newUser(0), await newGroup('dev')];
    now += 1000;
    await commandUser(tenant, user, { type: 'change_user', name: 'Ada', role: 'admin' }, byOperator);
    await updateServiceGroup(tenant, group, { name: 'prod' }, byOperator);
    await commandAccount(tenant, { type: 'change_account', name: 'Globex' }, byOperator);
    const changed = now;
    now += 1000;
    await removeUser(tenant, user, byOperator);
    await removeServiceGroup(tenant, group, byOperator);

    expect(await getUserAsOf(tenant, user, at(changed - 1))).toMatchObject({ name: 'User 0' });
    // The change of name and the change of role are one millisecond apart.
    expect(await getUserAsOf(tenant, user, at(changed))).toMatchObject({
      name: 'Ada',
      role: 'member',
    });
    expect(await getUserAsOf(tenant, user, at(changed + 1))).toMatchObject({ role: 'admin' });
    expect(await getServiceGroupAsOf(tenant, group, at(changed - 1))).toMatchObject({
      name: 'dev',
    });
    expect(await getServiceGroupAsOf(tenant, group, at(changed))).toMatchObject({ name: 'prod' });
    expect(await getAccountAsOf(tenant, at(changed - 1))).toMatchObject({ name: 'Acme' });
    await expect(getUserAsOf(tenant, user, at(now))).rejects.toEqual(refused('user_not_found'));
    await expect(getServiceGroupAsOf(tenant, group, at(now))).rejects.toEqual(
      refused('service_group_not_found'),
    );
    await expect(getAccountAsOf(tenant, at(START - 1))).rejects.toEqual(refused('account_not_found'));
  });
});
