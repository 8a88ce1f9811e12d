import {
  addMember,
  appendChanges,
  commandUser,
  createAccount,
  createUser,
  erasePersonalData,
  foldChanges,
  grantTenant,
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
  return (await createUser(tenant, { name, email, role }, byOperator)).state.userId;
}

async function names(filter: UserSearch['filter'], more: Partial<UserSearch> = {}): Promise<string[]> {
  const page = await searchUsers(tenant, { filter, limit: 100, sort: 'name', ...more });
  return page.items.map(({ name }) => name);
}

test('the entries of an account that has nobody yet are folded, and those that follow are found', async () => {
  const { state } = await createAccount(directory, { name: 'Empty' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
  await foldChanges(directory, tenant.accountId);
  await createUser(tenant, { name: 'Ada Lovelace', email: 'ada@example.org', role: 'owner' }, byOperator);
  await index();
  expect(await names({ q: 'ada' })).toEqual(['Ada Lovelace']);
});

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
  await commandUser(tenant, userId, { type: 'change_user', name: 'Augusta King' }, byOperator);
  expect(await names({ q: 'augusta' })).toEqual([]);
  expect(await names({ q: 'augusta' }, { changed: [userId] })).toEqual(['Augusta King']);
  await index();
  expect(await names({ q: 'ada love' })).toEqual([]);
  await removeUser(tenant, userId, byOperator);
  expect(await names({ q: 'augusta' }, { changed: [userId] })).toEqual([]);
});

test('pages follow each other by name, in both directions, while the list changes', async () => {
  for (const name of ['Eve', 'Bob', 'Dan', 'Cleo', 'Ann']) await create(name, `${name}@example.com`);
  await index();
  const page = (cursor?: string, sort: '-name' | 'name' = 'name') =>
    searchUsers(tenant, { filter: { role: 'member' }, limit: 2, sort, cursor, count: true });
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
  const page = await searchUsers(tenant, { filter: { role: 'admin' }, limit: 1, facets: true });
  expect(page.facets).toEqual({ role: { owner: 1, admin: 1, member: 1 }, status: { active: 1 } });
});

test('a membership writes no search entry', async () => {
  const { serviceGroupId, tenant: other, ownerId: member } = await startAccount(directory, 'Other');
  await index();
  const before = await searchUsers(other, { filter: {}, limit: 1 });
  await addMember(other, serviceGroupId, member, byOperator);
  await index();
  expect((await searchUsers(other, { filter: {}, limit: 1 })).position).toBe(before.position);
});

test('an erased person is in no item of the search entries', async () => {
  const userId = await create('Zebulon Quix', 'zq@example.com');
  await create('Ada', 'ada@example.org');
  await index();
  await removeUser(tenant, userId, byOperator);
  await index();
  expect(await storedNames(system, tenant)).toContain('Zebulon Quix');
  await erasePersonalData(tenant, userId, byOperator);
  await index();
  const stored = await storedNames(system, tenant);
  expect(stored).not.toContain('Zebulon Quix');
  expect(stored).toContain('Ada');
});

test('an erased person is in no item either when a fold that splits a segment dies after one that saw the erasure', async () => {
  const { accountId } = tenant;
  // Records of before the last erasure known would be taken from the heads.
  const at = directory.now() + 60_000;
  const idOf = (n: number) => `user_01J${String(n).padStart(23, '0')}`;
  const entry = (n: number) => {
    const name = `Zebulon ${n}`;
    return {
      id: idOf(n),
      version: 1,
      name,
      detail: '',
      role: 'member',
      status: 'active',
      externalId: '',
      createdAt: at,
    };
  };
  const append = (ns: number[]) =>
    appendChanges(
      directory,
      accountId,
      ns.map((n) => ({ change: entry(n), changedAt: at, isErasure: false })),
    );
  const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);
  await index();
  await append(numbers(0, 1_400));
  await foldChanges(directory, accountId);
  await append(numbers(1_400, 3_500));
  const erased = 1_600;
  const eraseAndFold = async () => {
    // By this another fold splits at other ids.
    await append([0.5, 1.5]);
    const change = { id: idOf(erased), version: 2, removedAt: at };
    await appendChanges(directory, accountId, [{ change, changedAt: at, isErasure: true }]);
    await foldChanges(directory, accountId);
  };
  let first: Promise<unknown> | undefined;
  /** What it has read is old when it writes for the first time, and it dies at the second. */
  const dying = async <T>(write: () => Promise<T>): Promise<T> => {
    if (first) {
      await first.catch(() => {});
      throw new Error('killed');
    }
    const written = eraseAndFold().then(write);
    first = written;
    return written;
  };
  const { table } = directory;
  const own: typeof table = {
    ...table,
    create: (...call: Parameters<typeof table.create>) => dying(() => table.create(...call)),
    put: (...call: Parameters<typeof table.put>) => dying(() => table.put(...call)),
    transactWrite: (...call: Parameters<typeof table.transactWrite>) =>
      dying(() => table.transactWrite(...call)),
  } as typeof table;
  await expect(foldChanges({ ...directory, table: own }, accountId)).rejects.toThrow();
  const stored = await storedNames(system, tenant);
  expect(stored).not.toContain(`Zebulon ${erased}`);
  expect(new Set(stored.filter((name) => name.startsWith('Zebulon'))).size).toBe(3_501);
});

test('an erasure whose record was lost leaves no name when the entries are made anew', async () => {
  const userId = await create('Zebulon Quix', 'zq@example.com');
  await index();
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, byOperator);
  expect(await storedNames(system, tenant)).toContain('Zebulon Quix');
  await rebuildAccount(tenant);
  expect(await storedNames(system, tenant)).not.toContain('Zebulon Quix');
});

test('nothing follows in the entries of a closed account, not even from a process that does not know', async () => {
  for (const name of ['Ada', 'Bob']) {
    await create(name, `${name}@example.org`);
    await index();
  }
  const { accountId } = tenant;
  const { logEnds } = directory.search;
  const known = { ...logEnds.get(accountId)! };
  await purgeEntries(directory, accountId);
  logEnds.set(accountId, known);
  await create('Zebulon Quix', 'zq@example.com');
  await index();
  expect(await storedNames(system, tenant)).toEqual([]);
});

test('members of a service group are found, and those who are none', async () => {
  const { tenant: own, serviceGroupId, ownerId } = await startAccount(directory, 'Own');
  const bob = { name: 'Bob', email: 'bob@example.com', role: 'member' as const };
  await createUser(own, bob, byOperator);
  await addMember(own, serviceGroupId, ownerId, byOperator);
  await index();
  await indexesSettled();
  const found = async (filter: UserSearch['filter'], of = own) =>
    (await searchUsers(of, { filter, limit: 10, count: true })).items.map(({ name }) => name);
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
    await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, onFinding });
    return findings;
  };
  expect(await found()).toEqual([]);
  await commandUser(tenant, ada, { type: 'change_user', name: 'Augusta' }, byOperator);
  await removeUser(tenant, bob, byOperator);
  expect(await found()).toEqual([`stale differs ${ada}`, `stale differs ${bob}`]);
  await repairAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, dryRun: false });
  expect(await found()).toEqual([]);
  expect(await names({ q: 'augusta' })).toEqual(['Augusta']);
});

test('entries that were lost are made anew by a rebuild', async () => {
  await create('Ada', 'ada@example.org');
  await index();
  await purgeEntries(directory, tenant.accountId);
  await rebuildAccount(tenant);
  expect(await storedNames(system, tenant)).toContain('Ada');
  expect(await names({ q: 'ada' })).toEqual(['Ada']);
});
