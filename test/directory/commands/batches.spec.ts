/** @engines both */
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import {
  addMember,
  changeMembers,
  commandAccount,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  createUsers as createUsersInBatch,
  getHistory,
  grantTenant,
  listUsers,
  removeServiceGroup,
  type BatchOutcome,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import {
  byOperator,
  openTestDirectory,
  openUnreliably,
  type TestDirectory,
} from '../../support/directory/directory.js';
import { eventually } from '../../support/eventually.js';
import { onDynamoDBLocal, testOfCalls } from '../../support/engines/engine.js';
import { listMembers, verifyAccount } from '../../support/directory/settled.js';

/** The results of a batch that was carried out, not answered from its receipt. */
function rowsOf<State>(outcome: BatchOutcome<State>) {
  if ('answeredBefore' in outcome) throw new Error('The batch was answered before.');
  return outcome.rows;
}
const createUsers = async (...given: Parameters<typeof createUsersInBatch>) =>
  rowsOf(await createUsersInBatch(...given));
const membersCommand =
  (operation: 'add' | 'remove') =>
  async (of: Tenant, group: ServiceGroupId, userIds: readonly UserId[], context: CommandContext) => {
    const rows = userIds.map((userId) => ({ operation, userId }));
    return rowsOf(await changeMembers(of, group, rows, context));
  };
const [addMembers, removeMembers] = [membersCommand('add'), membersCommand('remove')];

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let reports: CallReport[] = [];

beforeAll(async () => {
  opened = await openTestDirectory({ onCall: (report) => reports.push(report) });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
  reports = [];
});

const people = (count: number, prefix = 'u') =>
  Array.from({ length: count }, (_, index) => ({
    name: `User ${index}`,
    email: `${prefix}${index}@x.example`,
    role: 'member' as const,
  }));
const newGroup = async () =>
  (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state.serviceGroupId;
const newUsers = async (count: number) =>
  (await createUsers(tenant, people(count), byOperator)).map((result) =>
    result.done ? result.state.userId : 'user_',
  );
const transactions = () => reports.filter(({ operation }) => operation === 'TransactWriteItems').length;
async function memberIds(group: ServiceGroupId): Promise<UserId[]> {
  const ids: UserId[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listMembers(tenant, group, { limit: 100, cursor });
    ids.push(...page.items.map(({ userId }) => userId));
    cursor = page.cursor;
    if (!cursor) return ids;
  }
}

/** Amazon's DynamoDB Local takes many times longer for a large transaction than the embedded engine. */
const ROWS = onDynamoDBLocal() ? 100 : 1000;

describe('a batch', () => {
  testOfCalls()(`of ${ROWS} new users takes as few transactions as the limits allow`, async () => {
    const results = await createUsers(tenant, people(ROWS), byOperator);
    expect(results.every(({ done }) => done)).toBe(true);
    // Three items a user, 33 users a transaction.
    expect(transactions()).toBe(Math.ceil(ROWS / 33));
    const page = await listUsers(tenant, { limit: 100 });
    expect(page.items).toHaveLength(100);
  });

  testOfCalls()(
    `of ${ROWS} members takes as few transactions as the limits allow, and so does their removal`,
    async () => {
      const [users, group] = [await newUsers(ROWS), await newGroup()];
      reports = [];
      const added = await addMembers(tenant, group, users, byOperator);
      expect(added.every(({ done }) => done)).toBe(true);
      expect(transactions()).toBe(Math.ceil(ROWS / 33));
      expect(await memberIds(group)).toEqual([...users].sort());
      reports = [];
      await removeMembers(tenant, group, users, byOperator);
      expect(transactions()).toBe(Math.ceil(ROWS / 25));
      expect(await memberIds(group)).toEqual([]);
    },
  );

  test('of rows that are too large for one transaction takes several; a row too large for an item is refused', async () => {
    // What an event carries of its command has the size that no field of a row may have.
    const limits = { type: 'change_account', limits: { users: 20 } } as const;
    await commandAccount(tenant, limits, byOperator);
    const rows = people(20);
    const large = { ...byOperator, correlationId: 'x'.repeat(150_000) };
    const results = await createUsers(tenant, rows, large);
    expect(results.every(({ done }) => done)).toBe(true);
    expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(20);

    const refused: unknown = expect.objectContaining({ code: 'change_too_large' });
    const twentyFirst = createUser(tenant, people(1, 'x')[0]!, byOperator);
    await expect(twentyFirst).rejects.toMatchObject({ code: 'limit_reached' });
    const noLimit = { type: 'change_account', limits: { users: null } } as const;
    await commandAccount(tenant, noLimit, byOperator);

    const larger = { ...byOperator, correlationId: 'x'.repeat(450_000) };
    expect(await createUsers(tenant, people(2, 'v'), larger)).toEqual([
      { done: false, error: refused },
      { done: false, error: refused },
    ]);
    const one = createUser(tenant, people(1, 'w')[0]!, larger);
    await expect(one).rejects.toEqual(refused);
    expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(20);
  });

  test('answers each row by itself: a row that fails, fails alone', async () => {
    const [users, group] = [await newUsers(5), await newGroup()];
    await commandUser(tenant, users[1]!, { type: 'suspend_user' }, byOperator);
    await addMember(tenant, group, users[2]!, byOperator);
    const nobody = 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const rows = [...users, nobody, users[0]!] as const;
    const results = await addMembers(tenant, group, rows, byOperator);
    expect(
      results.map((result) => (result.done ? 'done' : (result.error as { code?: string }).code)),
    ).toEqual(['done', 'user_suspended', 'done', 'done', 'done', 'user_not_found', 'done']);
    expect((await getHistory(tenant, users[0]!, { limit: 9 })).items).toHaveLength(2);
  });

  test('refuses a taken email in the table and one that is twice in the batch', async () => {
    await createUsers(tenant, people(1, 'taken'), byOperator);
    const rows = [...people(2), ...people(1, 'TAKEN'), { ...people(1)[0]!, email: 'U1@X.example' }];
    const results = await createUsers(tenant, rows, byOperator);
    expect(
      results.map((result) => (result.done ? 'done' : (result.error as { code?: string }).code)),
    ).toEqual(['done', 'done', 'email_taken', 'email_taken']);
    expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(3);
  });

  test('is refused as a whole when there is no such service group or the account is suspended', async () => {
    const nowhere = 'sgrp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    await expect(addMembers(tenant, nowhere, await newUsers(1), byOperator)).rejects.toMatchObject({
      code: 'service_group_not_found',
    });
  });

  test('gets through conflicts and lost answers with each row done once', async () => {
    const [users, group] = [await newUsers(100), await newGroup()];
    const { engine, directory: unreliable, close } = await openUnreliably(opened);
    engine.forgetsTokens = true;
    let writes = 0;
    engine.decide = (operation) => {
      if (operation !== 'TransactWriteItems') return 'pass';
      writes += 1;
      if (writes % 3 === 1) return 'lose answer';
      const reasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
      return writes % 3 === 2 && writes < 10 ? { error: 'TransactionCanceledException', reasons } : 'pass';
    };
    const results = await addMembers(grantTenant(unreliable, tenant.accountId), group, users, byOperator);
    expect(results.every(({ done }) => done)).toBe(true);
    expect(await memberIds(group)).toEqual([...users].sort());
    for (const user of users) expect((await getHistory(tenant, user, { limit: 9 })).items).toHaveLength(2);
    await close();
  });

  test('of both kinds adds and removes in one go, and tells what was no change', async () => {
    const [[ada, ben, cem], group] = [(await newUsers(3)) as [UserId, UserId, UserId], await newGroup()];
    await addMembers(tenant, group, [ada, ben], byOperator);
    const rows = [
      { operation: 'remove', userId: ada },
      { operation: 'add', userId: ben },
      { operation: 'add', userId: cem },
    ] as const;
    const results = rowsOf(await changeMembers(tenant, group, rows, byOperator));
    expect(results.map((result) => result.done && result.changed)).toEqual([true, false, true]);
    expect(await memberIds(group)).toEqual([ben, cem].sort());
  });
});

describe('a batch with an idempotency key', () => {
  const keyed = (idempotencyKey: string, requestHash = 'the request'): CommandContext => ({
    ...byOperator,
    receipt: { idempotencyKey, requestHash, answer: (rows) => JSON.stringify(rows) },
  });
  const answerOf = (outcome: BatchOutcome<unknown>) =>
    'answeredBefore' in outcome ? outcome.answeredBefore.answer : JSON.stringify(outcome.rows);

  test('that is sent ten times at once is done once, and answered alike', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => createUsersInBatch(tenant, people(50), keyed('k1'))),
    );
    expect(new Set(outcomes.map(answerOf)).size).toBe(1);
    expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(50);
    await expect(createUsersInBatch(tenant, people(1), keyed('k1', 'other'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('that broke off is taken up again: what is done is recognised, also when it changed since', async () => {
    const { engine, directory: unreliable, close } = await openUnreliably(opened);
    let writes = 0;
    engine.decide = (operation) => {
      writes += operation === 'TransactWriteItems' ? 1 : 0;
      return operation === 'TransactWriteItems' && writes > 2
        ? { error: 'ValidationException', reasons: [] }
        : 'pass';
    };
    await expect(
      createUsersInBatch(grantTenant(unreliable, tenant.accountId), people(120), keyed('k2')),
    ).rejects.toThrow();
    const created = async () => (await listUsers(tenant, { limit: 100 })).items;
    // What passes is still on its way when the first is refused.
    await eventually('some are created', async () => (await created()).length > 0);
    await close();
    const items = await created();
    expect(items.length).toBeLessThan(100);
    const change = { type: 'change_user', name: 'Renamed since' } as const;
    await commandUser(tenant, items[0]!.userId, change, byOperator);
    const rows = await createUsersInBatch(tenant, people(120), keyed('k2'));
    expect(rowsOf(rows).every((row) => row.done && row.changed)).toBe(true);
    const again = await createUsersInBatch(tenant, people(120), keyed('k2'));
    expect(answerOf(again)).toBe(answerOf(rows));
    const all = await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0 });
    expect(all).toMatchObject({ aggregates: 121, findings: { wrong: 0 } });
  });

  test('that would be refused now is answered as it was', async () => {
    const rows = [{ operation: 'add', userId: (await newUsers(1))[0]! }] as const;
    const group = await newGroup();
    const first = await changeMembers(tenant, group, rows, keyed('k4'));
    await removeServiceGroup(tenant, group, byOperator);
    expect(answerOf(await changeMembers(tenant, group, rows, keyed('k4')))).toBe(answerOf(first));
    await expect(changeMembers(tenant, group, rows, keyed('k4', 'other'))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('that is refused as a whole writes nothing, and leaves no receipt', async () => {
    const rows = [{ operation: 'add', userId: 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV' }] as const;
    const nowhere = 'sgrp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    await expect(changeMembers(tenant, nowhere, rows, keyed('k3'))).rejects.toMatchObject({
      code: 'service_group_not_found',
    });
    expect(reports.every(({ capacity }) => capacity?.write === 0)).toBe(true);
    const group = await newGroup();
    const outcome = await changeMembers(tenant, group, rows, keyed('k3', 'another request'));
    expect(rowsOf(outcome)).toMatchObject([{ done: false, error: { code: 'user_not_found' } }]);
  });
});

test('a dry run of a batch tells what would become of each row, and writes nothing', async () => {
  await createUsers(tenant, people(1, 'taken'), byOperator);
  reports = [];
  const rows = [...people(1, 'taken'), ...people(2)];
  const results = await createUsers(tenant, rows, { ...byOperator, dryRun: true });
  expect(results.map((row) => (row.done ? row.events.map(({ type }) => type) : row.error))).toEqual([
    expect.objectContaining({ code: 'email_taken' }),
    ['user.created'],
    ['user.created'],
  ]);
  expect(transactions()).toBe(0);
  expect((await listUsers(tenant, { limit: 100 })).items).toHaveLength(1);
});
