import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  closeAccount,
  commandAccount,
  commandUser,
  createServiceGroup,
  createUser,
  erasePersonalData,
  getEvent,
  getHistory,
  getUserAsOf,
  grantTenant,
  importAccount,
  refreshMembershipsOfUser,
  listServiceGroupsOfUserAsOf,
  removeMember,
  removeServiceGroup,
  removeUser,
  runJobChunk,
  KeyedLock,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import { startAccount } from '../../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { finishJob } from '../../support/directory/jobs.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { everyItem } from '../../support/directory/items.js';
import {
  eachEventOfAccount,
  exportAccount,
  listAuditLog,
  listMembersAsOf,
  rebuildAccount,
  verifyAccount,
} from '../../support/directory/settled.js';

let opened: TestDirectory;
let directory: Directory;
let now = Date.parse('2026-03-03T10:00:00.000Z');
let tenant: Tenant;
let serviceGroupId: ServiceGroupId;
let accounts = 0;

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ tenant, serviceGroupId } = await startAccount(directory, `Acme ${(accounts += 1)}`));
});

/** Everything that says who this person is, as it may lie about in a table. */
const PLAIN = /Marlene|Dietrich|marlene|Magdalene|magdalene/;
const marlene = { name: 'Marlene Dietrich', email: 'marlene@x.example', role: 'member' } as const;
const withKey = (idempotencyKey: string): CommandContext => ({
  ...byOperator,
  receipt: { idempotencyKey, requestHash: idempotencyKey, answer: (state) => JSON.stringify(state) },
});
const itemsWith = async (pattern: RegExp) =>
  (await everyItem(opened))
    .filter(({ accountId }) => accountId === tenant.accountId)
    .filter((item) => pattern.test(JSON.stringify(item)));
const page = { limit: 100 };
const findings = () => findingsOf(tenant);

/** A user with receipts, renamed, with memberships that have ended and one that ends with it, removed. */
async function makeRemovedUser(): Promise<UserId> {
  const details = { externalId: 'crm-Dietrich', metadata: { alias: { first: 'Magdalene' } } };
  const { userId } = (
    await createUser(tenant, { ...marlene, ...details }, withKey(`create ${tenant.accountId}`))
  ).state;
  now += 1_000;
  await addMember(tenant, serviceGroupId, userId, byOperator);
  now += 1_000;
  await removeMember(tenant, serviceGroupId, userId, byOperator);
  await commandUser(tenant, userId, { type: 'change_user', name: 'Marlene D.' }, byOperator);
  const email = 'magdalene@x.example';
  await commandUser(tenant, userId, { type: 'change_user', email, role: 'admin' }, byOperator);
  await addMember(tenant, serviceGroupId, userId, byOperator);
  await commandUser(tenant, userId, { type: 'suspend_user' }, withKey('suspend'));
  now += 1_000;
  await removeUser(tenant, userId, byOperator);
  now += 1_000;
  return userId;
}

describe('before an erasure', () => {
  test('stored events and receipts hold nothing of the person in plain text, and read as they were recorded', async () => {
    const userId = await makeRemovedUser();
    const plain = (await itemsWith(PLAIN)).map(({ entity }) => entity);
    expect(new Set(plain)).toEqual(new Set(['user', 'past-membership']));
    const { items } = await getHistory(tenant, userId, page);
    expect(items.map(({ type }) => type)).toEqual([
      'user.created',
      'service_group.member_added',
      'service_group.member_removed',
      'user.profile_changed',
      'user.email_changed',
      'user.role_changed',
      'service_group.member_added',
      'user.suspended',
      'user.removed',
    ]);
    expect(items[0]?.data).toMatchObject({ userId, ...marlene, externalId: 'crm-Dietrich' });
    expect(items[4]?.data).toMatchObject({ email: 'magdalene@x.example', previousEmail: marlene.email });
    expect(items.some(({ erased }) => erased)).toBe(false);
    expect(await findings()).toEqual([]);
  });

  test('one user cannot be read with the key of another', async () => {
    const one = await makeRemovedUser();
    const keys = (await everyItem(opened)).map(({ userKey }) => userKey).filter(Boolean);
    expect(new Set(keys).size).toBeGreaterThanOrEqual(2);
    const [first] = await everyItem(opened).then((items) =>
      items.filter(({ aggregateId, version }) => aggregateId === one && version === 1),
    );
    expect(first?.['data']).toMatchObject({ name: null, email: null, role: 'member' });
  });
});

describe('an erasure', () => {
  test('leaves nothing of the person in the table, and the history in its place', async () => {
    const userId = await makeRemovedUser();
    const before = await getHistory(tenant, userId, page);
    const { events, state } = await erasePersonalData(tenant, userId, byOperator);
    expect(state.jobId).toBeUndefined();
    expect(events).toMatchObject([{ type: 'user.erased', data: { userId }, actor: 'operator:test' }]);
    expect(await itemsWith(PLAIN)).toEqual([]);
    expect((await itemsWith(new RegExp(userId))).filter(({ userKey }) => userKey)).toEqual([]);

    const after = await getHistory(tenant, userId, page);
    expect(after.items).toHaveLength(before.items.length + 1);
    for (const [index, event] of before.items.entries()) {
      const { data: _, ...envelope } = event;
      expect(after.items[index]).toMatchObject({ ...envelope, erased: true });
    }
    expect(after.items[0]?.data).toEqual({
      userId,
      name: '[erased]',
      email: 'erased@rollbook.invalid',
      externalId: '[erased]',
      metadata: {},
      role: 'member',
    });
    expect(after.items[3]?.data).toMatchObject({ previousName: '[erased]' });
    expect(await findings()).toEqual([]);
  });

  test('is reported by every reader of events', async () => {
    const userId = await makeRemovedUser();
    await erasePersonalData(tenant, userId, byOperator);
    const log = await listAuditLog(tenant, { ...page, subject: userId, order: 'ascending' });
    expect(log.items.map(({ erased }) => erased ?? false)).toEqual([...Array<boolean>(9).fill(true), false]);
    expect(await getEvent(tenant, `${userId}.1`)).toMatchObject({ erased: true });
    const republished = [];
    for await (const event of eachEventOfAccount(tenant, new Date(0), new Date(now + 1_000)))
      republished.push(event);
    expect(JSON.stringify([log, republished])).not.toMatch(PLAIN);
    // Others are not touched.
    expect(JSON.stringify(republished)).toContain('Olga Owner');
  });

  test('lets time travel go on, without the person', async () => {
    const start = now;
    const userId = await makeRemovedUser();
    const during = new Date(start + 1_500).toISOString();
    expect(await getUserAsOf(tenant, userId, during)).toMatchObject(marlene);
    await erasePersonalData(tenant, userId, byOperator);
    expect(await getUserAsOf(tenant, userId, during)).toMatchObject({
      name: '[erased]',
      role: 'member',
      status: 'active',
    });
    const members = await listMembersAsOf(tenant, serviceGroupId, during, page);
    expect(members.items).toMatchObject([{ userId, userName: '[erased]' }]);
    const groups = await listServiceGroupsOfUserAsOf(tenant, userId, during, page);
    expect(groups.items).toMatchObject([{ serviceGroupId, userEmail: 'erased@rollbook.invalid' }]);
    // It was removed a second before it was erased.
    const between = new Date(now - 500).toISOString();
    await expect(listServiceGroupsOfUserAsOf(tenant, userId, between, page)).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });

  test('is refused for a user who is not removed, and done once', async () => {
    const { userId } = (await createUser(tenant, marlene, byOperator)).state;
    const erase = () => erasePersonalData(tenant, userId, byOperator);
    await expect(erase()).rejects.toMatchObject({ code: 'user_not_removed' });
    await expect(
      erasePersonalData(tenant, 'user_00000000000000000000000000', byOperator),
    ).rejects.toMatchObject({ code: 'user_not_found' });
    await removeUser(tenant, userId, byOperator);
    await expect(
      erasePersonalData(tenant, userId, { ...byOperator, expectedVersion: 7 }),
    ).rejects.toMatchObject({ code: 'version_mismatch' });
    const outcomes = await Promise.all([erase(), erase(), erase()]);
    expect(outcomes.flatMap(({ events }) => events)).toHaveLength(1);
    expect((await erase()).events).toEqual([]);
  });

  test('is done once also when another one comes between the reads of its items', async () => {
    const userId = await makeRemovedUser();
    const { table } = directory;
    let conflicted = false;
    const batchGet: typeof table.batchGet = async (references, options) => {
      const before = await table.batchGet(references, options);
      if (conflicted) return before;
      conflicted = true;
      await erasePersonalData(tenant, userId, byOperator);
      const after = await table.batchGet(references, options);
      // A batch is not read at one instant: the head was read before, the first event with the key after.
      return [before[0], ...after.slice(1)] as unknown as typeof after;
    };
    // As in another process: the other erasure does not wait for the turn of this one.
    const slow = { ...directory, table: { ...table, batchGet }, turns: new KeyedLock() };
    expect((await erasePersonalData(grantTenant(slow, tenant.accountId), userId, byOperator)).events).toEqual(
      [],
    );
    expect(conflicted).toBe(true);
  });

  test("takes a repeated command's answer with it", async () => {
    const userId = await makeRemovedUser();
    const again = () => createUser(tenant, marlene, withKey(`create ${tenant.accountId}`));
    const { answeredBefore } = await again();
    expect(JSON.parse(String(answeredBefore?.answer))).toMatchObject({ userId, ...marlene });
    await erasePersonalData(tenant, userId, withKey('erase'));
    await expect(again()).rejects.toMatchObject({ code: 'user_erased' });
    const repeated = await erasePersonalData(tenant, userId, withKey('erase'));
    expect(repeated.answeredBefore).toBeDefined();
  });

  test.each(['suspended', 'closed'] as const)('is owed in an account that is %s', async (status) => {
    const userId = await makeRemovedUser();
    if (status === 'closed') await closeAccount(tenant, byOperator);
    else await commandAccount(tenant, { type: 'suspend_account' }, byOperator);
    await erasePersonalData(tenant, userId, byOperator);
    expect(await itemsWith(PLAIN)).toEqual([]);
  });

  test('is not visible to another tenant', async () => {
    const userId = await makeRemovedUser();
    const other = await startAccount(directory, 'Globex');
    await expect(erasePersonalData(other.tenant, userId, byOperator)).rejects.toMatchObject({
      code: 'user_not_found',
    });
    expect((await itemsWith(PLAIN)).length).toBeGreaterThan(0);
  });

  test('reaches a user whose tombstone has expired', async () => {
    const userId = await makeRemovedUser();
    const head = (await itemsWith(PLAIN)).find(({ entity }) => entity === 'user');
    await opened.client.send(
      new DeleteItemCommand({
        TableName: opened.tableName,
        Key: { PK: { S: String(head?.['PK']) }, SK: { S: String(head?.['SK']) } },
      }),
    );
    const { events } = await erasePersonalData(tenant, userId, byOperator);
    expect(events).toMatchObject([{ type: 'user.erased', version: 10 }]);
    expect(await itemsWith(PLAIN)).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});

describe('an erasure of a user with more past memberships than one transaction holds', () => {
  const MANY = 60;

  async function makeBusyUser(): Promise<UserId> {
    const { userId } = (await createUser(tenant, marlene, byOperator)).state;
    for (let n = 0; n < MANY; n += 1) {
      const group = await createServiceGroup(tenant, { name: `group ${n}` }, byOperator);
      await addMember(tenant, group.state.serviceGroupId, userId, byOperator);
    }
    await addMember(tenant, serviceGroupId, userId, byOperator);
    return userId;
  }

  test('is visible to readers at once, and a job overwrites the copies, even while the removal is still running', async () => {
    const userId = await makeBusyUser();
    const during = new Date(now).toISOString();
    now += 1_000;
    const { state: removal } = await removeUser(tenant, userId, byOperator);
    await runJobChunk(directory, removal.jobId!);
    now += 1_000;
    const { state: erasure } = await erasePersonalData(tenant, userId, byOperator);
    expect(JSON.stringify(await listServiceGroupsOfUserAsOf(tenant, userId, during, page))).not.toMatch(
      PLAIN,
    );
    expect(new Set((await findings()).map(({ level }) => level))).toEqual(new Set(['pending']));
    const left = new Set((await itemsWith(PLAIN)).map(({ entity }) => entity));
    expect(left).toEqual(new Set(['membership', 'past-membership']));

    // Both jobs at once, chunk by chunk.
    const results = new Map([removal.jobId!, erasure.jobId!].map((jobId) => [jobId, 'more']));
    while ([...results.values()].some((result) => result !== 'done' && result !== 'not running'))
      await Promise.all(
        [...results.keys()].map(async (jobId) => results.set(jobId, await runJobChunk(directory, jobId))),
      );
    expect(await itemsWith(PLAIN)).toEqual([]);
    expect(
      (await everyItem(opened)).filter(
        ({ userId: id, entity }) => id === userId && entity === 'past-membership',
      ),
    ).toHaveLength(MANY + 1);
    expect(await findings()).toEqual([]);
  });

  test('also when a refresh of the copies that read the name before the removal ends after them', async () => {
    const userId = await makeBusyUser();
    await commandUser(tenant, userId, { type: 'change_user', name: 'Marlene D.' }, byOperator);
    let erasureJobId: string | undefined;
    const { table } = directory;
    const get: typeof table.get = async (...given) => {
      const head = await table.get(...given);
      if (erasureJobId !== undefined) return head;
      await removeUser(tenant, userId, byOperator);
      erasureJobId = (await erasePersonalData(tenant, userId, byOperator)).state.jobId;
      await runJobChunk(directory, erasureJobId!);
      return head;
    };
    await refreshMembershipsOfUser({ ...directory, table: { ...table, get } }, tenant.accountId, userId);
    expect((await itemsWith(PLAIN)).map(({ entity }) => entity)).toEqual([]);
  });

  test('also while a service group is being removed', async () => {
    const userId = await makeBusyUser();
    const { state: group } = await removeServiceGroup(tenant, serviceGroupId, byOperator);
    const { state: removal } = await removeUser(tenant, userId, byOperator);
    const { state: erasure } = await erasePersonalData(tenant, userId, byOperator);
    now += 5_000;
    for (const jobId of [group.jobId, erasure.jobId, removal.jobId]) await finishJob(directory, jobId!);
    expect(await itemsWith(PLAIN)).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});

describe('what verify finds of keys', () => {
  const firstEventOf = async (userId: UserId) =>
    (await everyItem(opened)).find(({ aggregateId, version }) => aggregateId === userId && version === 1);

  test('a key that outlived its erasure, and repairs it', async () => {
    const userId = await makeRemovedUser();
    const before = await firstEventOf(userId);
    await erasePersonalData(tenant, userId, byOperator);
    await putRaw(before!);
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        problem: 'unexpected',
        entity: 'event',
        aggregateId: userId,
        repairable: true,
      }),
    );
    await rebuildAccount(tenant, { recheckAfterMs: 1 });
    expect(await findings()).toEqual([]);
    expect((await firstEventOf(userId))?.['userKey']).toBeUndefined();
  });

  test('a key that was lost without an erasure, which the head gives back, and nothing is derived without it', async () => {
    const { userId } = (await createUser(tenant, marlene, byOperator)).state;
    const { userKey, ...without } = (await firstEventOf(userId))!;
    await putRaw(without);
    expect((await findings()).map(({ problem, entity }) => `${entity} ${problem}`)).toEqual(
      expect.arrayContaining(['event missing', 'event unreadable']),
    );
    const { verification } = await rebuildAccount(tenant, { recheckAfterMs: 1 });
    expect(verification.findings.wrong).toBe(0);
    expect((await firstEventOf(userId))?.['userKey']).toBe(userKey);
    expect((await getHistory(tenant, userId, page)).items[0]?.data).toMatchObject(marlene);
  });

  test('personal data that was tampered with', async () => {
    const { userId } = (await createUser(tenant, marlene, byOperator)).state;
    const first = (await firstEventOf(userId))!;
    const personal = String(first['personal']);
    await putRaw({ ...first, personal: `${personal.startsWith('A') ? 'B' : 'A'}${personal.slice(1)}` });
    expect(await findings()).toContainEqual(
      expect.objectContaining({ problem: 'unreadable', aggregateId: userId, repairable: false }),
    );
  });

  async function putRaw(item: Record<string, unknown>): Promise<void> {
    const { PutItemCommand } = await import('@aws-sdk/client-dynamodb');
    const { marshall } = await import('@aws-sdk/util-dynamodb');
    await opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: marshall(item) }));
  }
});

describe('an export', () => {
  async function exported(): Promise<string[]> {
    const lines = [];
    for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
    return lines;
  }
  // oxlint-disable-next-line typescript/require-await -- what it stands for, a file, is read asynchronously
  async function* linesOf(lines: string[]): AsyncGenerator<string> {
    yield* lines;
  }

  test('of an account with an erased user is restored with what is left, under new keys', async () => {
    const erased = await makeRemovedUser();
    const kept = (await createUser(tenant, { ...marlene, name: 'Grace' }, byOperator)).state.userId;
    await erasePersonalData(tenant, erased, byOperator);
    const lines = await exported();
    const target = await openTestDirectory();
    try {
      await importAccount(target.directory, linesOf(lines));
      for (const id of [erased, kept])
        expect(await getHistory(grantTenant(target.directory, tenant.accountId), id, page)).toEqual(
          await getHistory(tenant, id, page),
        );
      const keys = async (place: TestDirectory) =>
        (await everyItem(place))
          .filter(({ entity }) => entity === 'event')
          .flatMap(({ userKey }) => userKey ?? []);
      expect(await keys(target)).toHaveLength(2);
      expect(await keys(opened)).not.toEqual(expect.arrayContaining(await keys(target)));
      const events = (await everyItem(target)).filter(({ entity }) => entity === 'event');
      expect(JSON.stringify(events)).not.toMatch(/Grace|marlene@/);
      const { findings: counted } = await verifyAccount(grantTenant(target.directory, tenant.accountId), {
        recheckAfterMs: 1,
      });
      expect(counted.wrong).toBe(0);
    } finally {
      await target.close();
    }
  });

  test('from before an erasure brings nothing back where it is imported over it', async () => {
    const userId = await makeRemovedUser();
    const lines = await exported();
    expect(lines.join()).toMatch(PLAIN);
    await erasePersonalData(tenant, userId, byOperator);
    await importAccount(directory, linesOf(lines));
    expect(await itemsWith(PLAIN)).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});
