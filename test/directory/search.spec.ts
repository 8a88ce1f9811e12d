import {
  addMember,
  commandUser,
  createUser,
  erasePersonalData,
  foldChanges,
  purgeEntries,
  removeUser,
  searchUsers,
  type Directory,
  type Finding,
  type Tenant,
  type UserSearch,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { startAccount } from '../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { followSearchChanges, storedNames } from '../support/directory/search-changes.js';
import { rebuildAccount, repairAccount, verifyAccount } from '../support/directory/settled.js';
import { indexesSettled } from '../support/engines/engine.js';

let system: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let index: () => Promise<void>;

beforeEach(async () => {
  system = await openTestDirectory();
  ({ directory } = system);
  ({ tenant } = await startAccount(directory));
  index = followSearchChanges(system);
});
afterEach(() => system.close());

async function create(name: string, email: string, role: 'member' | 'admin' = 'member'): Promise<UserId> {
  return (await createUser(directory, tenant, { name, email, role }, byOperator)).state.userId;
}

async function names(filter: UserSearch['filter'], more: Partial<UserSearch> = {}): Promise<string[]> {
  const page = await searchUsers(directory, tenant, { filter, limit: 100, sort: 'name', ...more });
  return page.items.map(({ name }) => name);
}

test('words are found by their beginnings, in any order, without accents and letter case', async () => {
  await create('Mesut Öztürk', 'mesut@example.com');
  await create('Ada Lovelace', 'ada.lovelace@example.org');
  await create('山田太郎', 'taro@example.com');
  await index();
  expect(await names({ q: 'ozt' })).toEqual(['Mesut Öztürk']);
  expect(await names({ q: 'LOVE ad' })).toEqual(['Ada Lovelace']);
  expect(await names({ q: 'ada.lovelace@example.o' })).toEqual(['Ada Lovelace']);
  expect(await names({ q: '太郎' })).toEqual(['山田太郎']);
  expect(await names({ q: 'velace' })).toEqual([]);
  expect(await names({ q: '***' })).toEqual([]);
  expect(await names({ q: 'example', role: 'owner' })).toEqual(['Olga Owner']);
});

test('a change is found at once by whoever names it, and by all others when the stream has brought it', async () => {
  const userId = await create('Ada Lovelace', 'ada@example.org');
  await index();
  await commandUser(directory, tenant, userId, { type: 'change_user', name: 'Augusta King' }, byOperator);
  expect(await names({ q: 'augusta' })).toEqual([]);
  expect(await names({ q: 'augusta' }, { changed: [userId] })).toEqual(['Augusta King']);
  await index();
  expect(await names({ q: 'ada love' })).toEqual([]);
  await removeUser(directory, tenant, userId, byOperator);
  expect(await names({ q: 'augusta' }, { changed: [userId] })).toEqual([]);
});

test('pages follow each other by name, in both directions, while the list changes', async () => {
  for (const name of ['Eve', 'Bob', 'Dan', 'Cleo', 'Ann']) await create(name, `${name}@example.com`);
  await index();
  const page = (cursor?: string, sort: '-name' | 'name' = 'name') =>
    searchUsers(directory, tenant, { filter: { role: 'member' }, limit: 2, sort, cursor, count: true });
  const first = await page();
  expect(first.items.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  expect(first.total).toEqual({ value: 5, exact: true });
  await create('Abe', 'abe@example.com');
  await create('Carl', 'carl@example.com');
  await index();
  const second = await page(first.cursor);
  expect(second.items.map(({ name }) => name)).toEqual(['Carl', 'Cleo']);
  const third = await page(second.cursor);
  expect(third.items.map(({ name }) => name)).toEqual(['Dan', 'Eve']);
  expect(third.cursor).toBeUndefined();
  const backwards = await page(undefined, '-name');
  expect(backwards.items.map(({ name }) => name)).toEqual(['Eve', 'Dan']);
  expect((await page(backwards.cursor, '-name')).items.map(({ name }) => name)).toEqual(['Cleo', 'Carl']);
  await expect(page(backwards.cursor)).rejects.toThrow('cursor');
});

test('facets count what the other filters leave', async () => {
  await create('Ann', 'ann@example.com', 'admin');
  await create('Bob', 'bob@example.com');
  await index();
  const page = await searchUsers(directory, tenant, { filter: { role: 'admin' }, limit: 1, facets: true });
  expect(page.facets).toEqual({ role: { owner: 1, admin: 1, member: 1 }, status: { active: 1 } });
});

test('a membership writes no search entry', async () => {
  const { serviceGroupId, tenant: other, ownerId: member } = await startAccount(directory, 'Other');
  await index();
  const before = await searchUsers(directory, other, { filter: {}, limit: 1 });
  await addMember(directory, other, serviceGroupId, member, byOperator);
  await index();
  expect((await searchUsers(directory, other, { filter: {}, limit: 1 })).position).toBe(before.position);
});

test('an erased person is in no item of the search entries', async () => {
  const userId = await create('Zebulon Quix', 'zq@example.com');
  await create('Ada', 'ada@example.org');
  await index();
  await removeUser(directory, tenant, userId, byOperator);
  await index();
  expect(await storedNames(system, tenant)).toContain('Zebulon Quix');
  await erasePersonalData(directory, tenant, userId, byOperator);
  await index();
  const stored = await storedNames(system, tenant);
  expect(stored).not.toContain('Zebulon Quix');
  expect(stored).toContain('Ada');
});

test('members of a service group are found, and those who are none', async () => {
  const { tenant: own, serviceGroupId, ownerId } = await startAccount(directory, 'Own');
  const bob = { name: 'Bob', email: 'bob@example.com', role: 'member' as const };
  await createUser(directory, own, bob, byOperator);
  await addMember(directory, own, serviceGroupId, ownerId, byOperator);
  await index();
  await indexesSettled();
  const found = async (filter: UserSearch['filter'], of = own) =>
    (await searchUsers(directory, of, { filter, limit: 10, count: true })).items.map(({ name }) => name);
  expect(await found({ groupId: serviceGroupId })).toEqual(['Olga Owner']);
  expect(await found({ notInGroupId: serviceGroupId })).toEqual(['Bob']);
  await expect(found({ groupId: serviceGroupId }, tenant)).rejects.toMatchObject({
    code: 'service_group_not_found',
  });
});

test('verify finds what the entries say that the heads do not, and a repair makes them anew', async () => {
  const ada = await create('Ada', 'ada@example.org');
  const bob = await create('Bob', 'bob@example.org');
  await index();
  await foldChanges(directory, tenant.accountId);
  const found = async () => {
    const findings: string[] = [];
    const onFinding = ({ level, problem, aggregateId }: Finding) =>
      void findings.push(`${level} ${problem} ${aggregateId}`);
    await verifyAccount(directory, tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, onFinding });
    return findings;
  };
  expect(await found()).toEqual([]);
  await commandUser(directory, tenant, ada, { type: 'change_user', name: 'Augusta' }, byOperator);
  await removeUser(directory, tenant, bob, byOperator);
  expect(await found()).toEqual([`stale differs ${ada}`, `stale differs ${bob}`]);
  await repairAccount(directory, tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, dryRun: false });
  expect(await found()).toEqual([]);
  expect(await names({ q: 'augusta' })).toEqual(['Augusta']);
});

test('entries that were lost are made anew by a rebuild', async () => {
  await create('Ada', 'ada@example.org');
  await index();
  await purgeEntries(directory, tenant.accountId);
  await rebuildAccount(directory, tenant);
  expect(await storedNames(system, tenant)).toContain('Ada');
  expect(await names({ q: 'ada' })).toEqual(['Ada']);
});
