import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ulid } from 'ulid';
import {
  createAccount,
  createUser,
  erasePersonalData,
  findLastSeen,
  grantTenant,
  noteLastSeen,
  rebuildAccount,
  removeUser,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let userId: UserId;
inAccount((account) => ({ opened, directory, tenant } = account));
beforeEach(async () => {
  userId = await newUser();
});

async function newUser(): Promise<UserId> {
  const input = { name: 'Ada', email: `ada-${ulid()}@acme.example`, role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).state.userId;
}

const note = (at: string, user = userId) =>
  noteLastSeen(directory, { accountId: tenant.accountId, userId: user }, at);
async function seen(of: Tenant = tenant) {
  await indexesSettled();
  return (await findLastSeen(of, [userId])).get(userId);
}
const stored = async () =>
  (await everyItem(opened)).find((item) => item['entity'] === 'last-seen' && item['userId'] === userId);
const put = (item: object) =>
  opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: marshall(item) }));

const [EARLY, LATE] = ['2026-03-03T12:00:00.000Z', '2026-03-03T12:05:00.000Z'];

test('of writers that are late the latest time counts, whatever order they come in', async () => {
  await Promise.all([note(EARLY), note(LATE), note(EARLY)]);
  expect(await seen()).toBe(LATE);
  await note(EARLY);
  expect(await seen()).toBe(LATE);
});

test('it goes by itself after 400 days, and is no event', async () => {
  await note(EARLY);
  const { expiresAt } = (await stored()) as { expiresAt: number };
  expect(expiresAt - Date.parse(EARLY) / 1_000).toBe(400 * 24 * 60 * 60);
  const items = (await everyItem(opened)).filter(({ PK }) => PK === `events:${userId}`);
  expect(items).toHaveLength(1);
});

test('more than a hundred are found, and none who has not been here', async () => {
  const others = Array.from({ length: 150 }, () => `user_${ulid()}` as const);
  await Promise.all([...others, userId].map((each) => note(EARLY, each)));
  const never = await newUser();
  await indexesSettled();
  const found = await findLastSeen(tenant, [...others, never, userId]);
  expect(found.size).toBe(151);
  expect(found.has(never)).toBe(false);
});

test('it is not told to another account that knows the id', async () => {
  await note(EARLY);
  const { state } = await createAccount(directory, { name: 'Globex' }, byOperator);
  expect(await seen(grantTenant(directory, state.accountId))).toBeUndefined();
  expect(await seen()).toBe(EARLY);
});

test('erasing deletes it, also when it is repeated because something was noted too late', async () => {
  await note(EARLY);
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, { ...byOperator, dryRun: true });
  expect(await stored()).toBeDefined();
  await erasePersonalData(tenant, userId, byOperator);
  expect(await stored()).toBeUndefined();
  await note(LATE);
  await erasePersonalData(tenant, userId, byOperator);
  expect(await stored()).toBeUndefined();
  expect(await wrongFindings(tenant)).toEqual([]);
});

describe('verify', () => {
  test('finds no fault with it, before and after the removal of its user', async () => {
    await note(EARLY);
    expect(await wrongFindings(tenant)).toEqual([]);
    await removeUser(tenant, userId, byOperator);
    expect(await wrongFindings(tenant)).toEqual([]);
  });

  test.each([
    ['of an erased user', 'unexpected', (item: object) => item],
    ['that is in another account', 'differs', (item: object) => ({ ...item, accountId: `acct_${ulid()}` })],
  ])('finds one %s, and a rebuild takes it away', async (_, problem, forge) => {
    await note(EARLY);
    const item = (await stored())!;
    if (problem === 'unexpected') {
      await removeUser(tenant, userId, byOperator);
      await erasePersonalData(tenant, userId, byOperator);
    }
    await put(forge(item));
    expect(await wrongFindings(tenant)).toEqual([expect.objectContaining({ entity: 'last-seen', problem })]);
    await rebuildAccount(tenant, { recheckAfterMs: 1 });
    expect(await stored()).toBeUndefined();
  });
});
