import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  commandAccount,
  createAccount,
  createUser,
  createUsers,
  grantTenant,
  listUsers,
  openDirectory,
  removeUser,
  type Directory,
  type Finding,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

// Limits while many count at once: several processes, each with many commands under way.

let opened: TestDirectory;
/** Three processes: each has turns and places of its own. */
let processes: Directory[];
/** Added to the time: only what is counted a minute after the limit came is counted for good, and looked at by verify. */
let later = 0;
const now = () => Date.now() + later;
beforeAll(async () => {
  opened = await openTestDirectory({ now });
  const { client, tableName } = opened;
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  processes = Array.from({ length: 3 }, () =>
    openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now }),
  );
});
afterAll(() => opened.close());

let people = 0;
const person = () => {
  people += 1;
  return { name: 'N', email: `load${people}@x.example`, role: 'member' as const };
};
const newAccount = async (users: number) => {
  const { state } = await createAccount(opened.directory, { name: 'Acme', limits: { users } }, byOperator);
  later += 61_000;
  return grantTenant(opened.directory, state.accountId);
};
const setLimit = (tenant: Tenant, users: number) =>
  commandAccount(tenant, { type: 'change_account', limits: { users } }, byOperator);

async function createAtOnce(tenant: Tenant, count: number) {
  const create = (_: unknown, n: number) =>
    createUser(grantTenant(processes[n % 3]!, tenant.accountId), person(), byOperator);
  const results = await Promise.allSettled(Array.from({ length: count }, create));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const created = results.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value.state.userId] : [],
  );
  return { created, refused };
}

async function usersOf(tenant: Tenant): Promise<number> {
  let [count, cursor]: [number, string | undefined] = [0, undefined];
  do {
    const page: Awaited<ReturnType<typeof listUsers>> = await listUsers(tenant, {
      limit: 100,
      cursor,
    });
    count += page.items.length;
    ({ cursor } = page);
  } while (cursor);
  return count;
}

const itemsOf = async ({ accountId }: Tenant, entity: string) =>
  (await everyItem(opened)).filter((item) => item['entity'] === entity && item['accountId'] === accountId);

async function findingsOf(tenant: Tenant): Promise<string[]> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(tenant, { recheckAfterMs: 0, logSettledAfterMs: 0, onFinding });
  // Readers' counts are the projector's, and the log is an index: neither is looked at here.
  return findings.filter(({ entity }) => entity === 'usage').map(({ message }) => message);
}

test('with plenty of room the commands count on shares, and none is refused', async () => {
  const tenant = await newAccount(5_000);
  const { created, refused } = await createAtOnce(tenant, 60);
  expect(refused).toEqual([]);
  const shares = await itemsOf(tenant, 'usage-share');
  expect(shares.length).toBeGreaterThan(1);
  const [usage] = await itemsOf(tenant, 'usage');
  const free = shares.reduce((sum, { free: each }) => sum + Number(each), 0);
  expect(Number(usage?.['count']) - free).toBe(60);
  expect(await findingsOf(tenant)).toEqual([]);
  await Promise.all(
    created
      .slice(0, 30)
      .map((userId, n) => removeUser(grantTenant(processes[n % 3]!, tenant.accountId), userId, byOperator)),
  );
  expect(await findingsOf(tenant)).toEqual([]);
});

test('one writer after the other needs no share', async () => {
  const tenant = await newAccount(5_000);
  for (let n = 0; n < 3; n += 1) await createUser(tenant, person(), byOperator);
  expect(await itemsOf(tenant, 'usage-share')).toEqual([]);
});

test('what is free on shares is given out to the last place, and no more', async () => {
  const tenant = await newAccount(1_000);
  await createAtOnce(tenant, 40);
  expect(await itemsOf(tenant, 'usage-share')).not.toEqual([]);
  await setLimit(tenant, 70);
  const { created, refused } = await createAtOnce(tenant, 60);
  expect(created).toHaveLength(30);
  expect(new Set(refused.map((error) => (error as { code?: string }).code))).toEqual(
    new Set(['limit_reached']),
  );
  expect(await usersOf(tenant)).toBe(70);
  expect(await findingsOf(tenant)).toEqual([]);
});

test('a limit that is lowered holds at once, whatever was on shares', async () => {
  const tenant = await newAccount(5_000);
  await createAtOnce(tenant, 30);
  await setLimit(tenant, 20);
  const { created } = await createAtOnce(tenant, 9);
  expect(created).toEqual([]);
  await setLimit(tenant, 5_000);
  expect((await createAtOnce(tenant, 30)).refused).toEqual([]);
  await setLimit(tenant, 60);
  expect((await createAtOnce(tenant, 1)).created).toEqual([]);
  expect(await usersOf(tenant)).toBe(60);
});

test('a batch fills what single commands have left, also on shares', async () => {
  const tenant = await newAccount(400);
  await createAtOnce(tenant, 40);
  const outcome = await createUsers(tenant, Array.from({ length: 370 }, person), byOperator);
  const done = 'rows' in outcome ? outcome.rows.filter((row) => row.done).length : 0;
  expect(done).toBe(360);
  expect(await usersOf(tenant)).toBe(400);
  expect(await findingsOf(tenant)).toEqual([]);
});

test('a share that was forged is found, and put right by a rebuild', async () => {
  const tenant = await newAccount(5_000);
  await createAtOnce(tenant, 20);
  const [share] = await itemsOf(tenant, 'usage-share');
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key: { PK: { S: String(share?.['PK']) }, SK: { S: String(share?.['SK']) } },
      UpdateExpression: 'ADD #free :more',
      ExpressionAttributeNames: { '#free': 'free' },
      ExpressionAttributeValues: { ':more': { N: '7' } },
    }),
  );
  expect(await findingsOf(tenant)).toEqual(['The limit of users counts 13, but there are 20.']);
  await rebuildAccount(tenant);
  expect(await findingsOf(tenant)).toEqual([]);
  expect((await createAtOnce(tenant, 5)).refused).toEqual([]);
});
