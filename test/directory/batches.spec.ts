import type { CallReport } from '#libs/single-table';
import {
  addMember,
  addMembers,
  commandUser,
  createAccount,
  createServiceGroup,
  createUsers,
  getHistory,
  grantTenant,
  listMembers,
  listUsers,
  openDirectory,
  removeMembers,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory.js';
import { engineClient, onDynamoDBLocal } from '../support/engine.js';
import { startUnreliableEngine } from '../support/unreliable-engine.js';

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
  tenant = grantTenant(state.accountId);
  reports = [];
});

const people = (count: number, prefix = 'u') =>
  Array.from({ length: count }, (_, index) => ({
    name: `User ${index}`,
    email: `${prefix}${index}@x.example`,
    role: 'member' as const,
  }));
const newGroup = async () =>
  (await createServiceGroup(directory, tenant, { name: 'dev' }, byOperator)).state.serviceGroupId;
const newUsers = async (count: number) =>
  (await createUsers(directory, tenant, people(count), byOperator)).map((result) =>
    result.done ? result.state.userId : '',
  );
const transactions = () => reports.filter(({ operation }) => operation === 'TransactWriteItems').length;
async function memberIds(group: string): Promise<string[]> {
  const ids = [];
  for (let cursor: string | undefined; ;) {
    const page = await listMembers(directory, tenant, group, { limit: 100, cursor });
    ids.push(...page.items.map(({ userId }) => userId));
    cursor = page.cursor;
    if (!cursor) return ids;
  }
}

/** Amazon's DynamoDB Local takes many times longer for a large transaction than the embedded engine. */
const ROWS = onDynamoDBLocal() ? 100 : 1000;

describe('a batch', () => {
  test(`of ${ROWS} new users takes as few transactions as the limits allow`, async () => {
    const results = await createUsers(directory, tenant, people(ROWS), byOperator);
    expect(results.every(({ done }) => done)).toBe(true);
    // Three items a user, 33 users a transaction.
    expect(transactions()).toBe(Math.ceil(ROWS / 33));
    const page = await listUsers(directory, tenant, { limit: 100 });
    expect(page.items).toHaveLength(100);
  });

  test(`of ${ROWS} members takes as few transactions as the limits allow, and so does their removal`, async () => {
    const [users, group] = [await newUsers(ROWS), await newGroup()];
    reports = [];
    const added = await addMembers(directory, tenant, group, users, byOperator);
    expect(added.every(({ done }) => done)).toBe(true);
    expect(transactions()).toBe(Math.ceil(ROWS / 33));
    expect(await memberIds(group)).toEqual([...users].sort());
    reports = [];
    await removeMembers(directory, tenant, group, users, byOperator);
    expect(transactions()).toBe(Math.ceil(ROWS / 25));
    expect(await memberIds(group)).toEqual([]);
  });

  test('answers each row by itself: a row that fails, fails alone', async () => {
    const [users, group] = [await newUsers(5), await newGroup()];
    await commandUser(directory, tenant, users[1] as string, { type: 'suspend_user' }, byOperator);
    await addMember(directory, tenant, group, users[2] as string, byOperator);
    const nobody = 'user_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    const rows = [...users, nobody, users[0] as string];
    const results = await addMembers(directory, tenant, group, rows, byOperator);
    expect(
      results.map((result) => (result.done ? 'done' : (result.error as { code?: string }).code)),
    ).toEqual(['done', 'user_suspended', 'done', 'done', 'done', 'user_not_found', 'done']);
    expect((await getHistory(directory, tenant, users[0] as string, { limit: 9 })).items).toHaveLength(2);
  });

  test('refuses a taken email in the table and one that is twice in the batch', async () => {
    await createUsers(directory, tenant, people(1, 'taken'), byOperator);
    const rows = [...people(2), ...people(1, 'TAKEN'), { ...people(1)[0]!, email: 'U1@X.example' }];
    const results = await createUsers(directory, tenant, rows, byOperator);
    expect(
      results.map((result) => (result.done ? 'done' : (result.error as { code?: string }).code)),
    ).toEqual(['done', 'done', 'email_taken', 'email_taken']);
    expect((await listUsers(directory, tenant, { limit: 100 })).items).toHaveLength(3);
  });

  test('is refused as a whole when there is no such service group or the account is suspended', async () => {
    const nowhere = 'sgrp_01ARZ3NDEKTSV4RRFFQ69G5FAV';
    await expect(addMembers(directory, tenant, nowhere, await newUsers(1), byOperator)).rejects.toMatchObject(
      {
        code: 'service_group_not_found',
      },
    );
  });

  test('gets through conflicts and lost answers with each row done once', async () => {
    const [users, group] = [await newUsers(100), await newGroup()];
    const engine = await startUnreliableEngine();
    engine.forgetsTokens = true;
    const client = engineClient(engine.endpoint);
    const cursorSecret = 'the cursor secret of a test, 32 characters or more';
    const unreliable = openDirectory({ client, tableName: opened.tableName, cursorSecret });
    let writes = 0;
    engine.decide = (operation) => {
      if (operation !== 'TransactWriteItems') return 'pass';
      writes += 1;
      if (writes % 3 === 1) return 'lose answer';
      const reasons = [{ Code: 'TransactionConflict' }, { Code: 'None' }];
      return writes % 3 === 2 && writes < 10 ? { error: 'TransactionCanceledException', reasons } : 'pass';
    };
    const results = await addMembers(unreliable, tenant, group, users, byOperator);
    expect(results.every(({ done }) => done)).toBe(true);
    expect(await memberIds(group)).toEqual([...users].sort());
    for (const user of users)
      expect((await getHistory(directory, tenant, user, { limit: 9 })).items).toHaveLength(2);
    client.destroy();
    await engine.close();
  });
});
