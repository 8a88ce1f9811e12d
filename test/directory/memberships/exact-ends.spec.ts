import {
  addMember,
  changeMembership,
  createServiceGroup,
  createUser,
  getMembership,
  grantTenant,
  createAccount,
  listServiceGroupsOfUserAsOf,
  openDirectory,
  removeMember,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { EVERY_SURFACE, surfacesThatShow, type Pair } from '../../support/directory/membership-surfaces.js';
import { followSearchChanges } from '../../support/directory/search-changes.js';
import { listMembersAsOf } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';

// No stream processor runs here: nothing ends a membership but the clock.

const START = Date.parse('2026-03-01T12:00:00.000Z');
const HOUR = 3_600_000;
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let pair: Pair;
let index: () => Promise<void>;
let now: number;

beforeEach(async () => {
  now = START - HOUR;
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
  const { accountId } = (await createAccount(directory, { name: 'Acme' }, byOperator)).state;
  tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  const { userId, name: userName, email: userEmail } = (await createUser(tenant, ada, byOperator)).state;
  const group = (await createServiceGroup(tenant, { name: 'prod' }, byOperator)).state;
  pair = { userId, userName, userEmail, ...group, serviceGroupName: group.name };
  index = followSearchChanges(opened);
  now = START;
});
afterEach(() => opened.close());

const add = (expiresAt?: string) =>
  addMember(tenant, pair.serviceGroupId, pair.userId, byOperator, { expiresAt });
const change = (expiresAt: string | null) =>
  changeMembership(tenant, pair.serviceGroupId, pair.userId, { expiresAt }, byOperator);

async function shown(asked = tenant): Promise<string[]> {
  await index();
  await indexesSettled();
  return surfacesThatShow(asked, pair);
}

test('a membership is in every answer until its last millisecond, and in none from its end on', async () => {
  const end = START + HOUR;
  await add(at(end));
  expect(await shown()).toEqual(EVERY_SURFACE);
  now = end - 1;
  expect(await shown()).toEqual(EVERY_SURFACE);
  now = end;
  expect(await shown()).toEqual([]);
  now = end + 1;
  expect(await shown()).toEqual([]);
});

test('a membership that is extended, shortened or made permanent ends when it was last said', async () => {
  await add(at(START + HOUR));
  expect(await shown()).toEqual(EVERY_SURFACE);
  await change(at(START + 3 * HOUR));
  now = START + 2 * HOUR;
  expect(await shown()).toEqual(EVERY_SURFACE);
  await change(null);
  now = START + 4 * HOUR;
  expect(await shown()).toEqual(EVERY_SURFACE);
  await change(at(now + HOUR));
  now += HOUR;
  expect(await shown()).toEqual([]);
});

test('what has ended is not revived by a clock that is set back', async () => {
  await add(at(START + HOUR));
  now = START + HOUR;
  expect(await shown()).toEqual([]);
  now = START;
  expect(await shown()).toEqual([]);
});

test('processes whose clocks are apart agree but for the time between', async () => {
  const { cursorSecret } = directory;
  const given = {
    client: opened.client,
    tableName: opened.tableName,
    cursorSecret,
    masterKey: testMasterKey(),
  };
  const behind = openDirectory({ ...given, now: () => now - 2_000 });
  const asked = grantTenant(behind, tenant.accountId);
  await add(at(START + HOUR));
  now = START + HOUR + 1_999;
  expect(await shown(asked)).toEqual(EVERY_SURFACE);
  expect(await shown()).toEqual([]);
  now += 1;
  expect(await shown(asked)).toEqual([]);
});

test('a membership that has ended and is given again is a new one', async () => {
  await add(at(START + HOUR));
  now = START + 2 * HOUR;
  await add();
  const { since } = await getMembership(tenant, pair.serviceGroupId, pair.userId);
  expect(since).toBe(at(now + 1));
  now += 1;
  expect(await shown()).toEqual(EVERY_SURFACE);
});

describe('as of a moment', () => {
  const asOf = async (instant: number) => {
    const page = { limit: 10 };
    const [ofGroup, ofUser] = [
      await listMembersAsOf(tenant, pair.serviceGroupId, at(instant), page),
      await listServiceGroupsOfUserAsOf(tenant, pair.userId, at(instant), page),
    ];
    expect(ofUser.items).toEqual(ofGroup.items);
    return ofGroup.items.map(({ expiresAt }) => expiresAt);
  };

  test('an end that no worker has committed has been, and is as it was known then', async () => {
    const [first, second] = [START + HOUR, START + 3 * HOUR];
    await add(at(first));
    const given = now;
    now = START + HOUR / 2;
    await change(at(second));
    now = START + 5 * HOUR;
    expect(await asOf(given - 1)).toEqual([]);
    expect(await asOf(given + 1)).toEqual([at(first)]);
    expect(await asOf(second - 1)).toEqual([at(second)]);
    expect(await asOf(second)).toEqual([]);
    expect(await asOf(now)).toEqual([]);
  });

  test('the answer stays when the end is committed, and when the user changes', async () => {
    const end = START + HOUR;
    await add(at(end));
    now = START + 2 * HOUR;
    const instants = [START + 1, end - 1, end, end + 1, now];
    const before = await Promise.all(instants.map(asOf));
    await add();
    now += HOUR;
    await removeMember(tenant, pair.serviceGroupId, pair.userId, byOperator);
    expect(await Promise.all(instants.slice(0, -1).map(asOf))).toEqual(before.slice(0, -1));
  });
});
