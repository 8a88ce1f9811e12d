import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ulid } from 'ulid';
import {
  closeAccount,
  createUser,
  endSession,
  endSessionsOf,
  erasePersonalData,
  rebuildAccount,
  removeUser,
  startSession,
  userPrincipal,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { wrongFindings } from '../../support/directory/nothing-wrong.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let userId: UserId;
inAccount((account) => ({ opened, directory, tenant } = account));
beforeEach(async () => {
  userId = await newUser();
});

const SUBJECT = 'lovelace-1815';
const SID = 'at-the-provider';

async function newUser(): Promise<UserId> {
  const input = { name: 'Ada', email: `ada-${ulid()}@acme.example`, role: 'member' } as const;
  return (await createUser(tenant, input, byOperator)).state.userId;
}

async function signIn(replaces?: string) {
  const at = new Date().toISOString();
  const session = {
    ...userPrincipal({ accountId: tenant.accountId, userId, linkedAt: at }),
    sessionId: `sess_${ulid()}`,
    issuer: 'https://login.example',
    subject: SUBJECT,
    signedInAt: at,
    lastSeenAt: at,
    authTime: 0,
    expiresAt: Math.ceil(Date.now() / 1_000) + 3_600,
  };
  await startSession(directory, {
    session,
    stateHash: ulid(),
    sid: SID,
    idToken: 'an ID token',
    replaces,
  });
  return session.sessionId;
}

const sessionItems = async () =>
  (await everyItem(opened)).filter(({ entity }) => String(entity).startsWith('session'));

describe('a session that ends leaves nothing that names the person', () => {
  const issuer = 'https://login.example';
  const startedBefore = Date.now() / 1_000 + 60;
  const ends: [string, (sessionId: string) => Promise<unknown>][] = [
    ['by signing out', (sessionId) => endSession(directory, sessionId)],
    ['by its own user', (sessionId) => endSession(directory, sessionId, userId)],
    [
      'by the provider, with all of the person',
      () => endSessionsOf(directory, { issuer, called: 'sub', value: SUBJECT, startedBefore }),
    ],
    [
      'by the provider, which names its session there',
      () => endSessionsOf(directory, { issuer, called: 'sid', value: SID, startedBefore }),
    ],
  ];

  test.each(ends)('%s', async (_, end) => {
    const sessionId = await signIn();
    expect(await sessionItems()).toHaveLength(3);
    await end(sessionId);
    expect(await sessionItems()).toEqual([]);
  });

  test('by signing in again', async () => {
    const next = await signIn(await signIn());
    const items = await sessionItems();
    expect(items.map(({ sessionId }) => sessionId)).toEqual([next, next, next]);
    expect(await endSession(directory, next, 'user_somebody-else')).toBe(false);
    expect(await sessionItems()).toEqual(items);
    await endSession(directory, next);
  });
});

test('the sessions of a user are deleted when their data is erased, with every trace of the person', async () => {
  for (let count = 0; count < 30; count += 1) await signIn();
  expect(await sessionItems()).toHaveLength(90);
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, { ...byOperator, dryRun: true });
  expect(await sessionItems()).toHaveLength(90);
  await indexesSettled();
  await erasePersonalData(tenant, userId, byOperator);
  expect(await sessionItems()).toEqual([]);
  expect(JSON.stringify(await everyItem(opened))).not.toContain(SUBJECT);
  expect(await wrongFindings(tenant)).toEqual([]);
});

test('the sessions of an account are deleted when it is closed', async () => {
  await signIn();
  userId = await newUser();
  await signIn();
  await indexesSettled();
  const { state } = await closeAccount(tenant, byOperator);
  await finishJob(directory, state.jobId!);
  expect(await sessionItems()).toEqual([]);
});

describe('verify', () => {
  const put = (item: object) =>
    opened.client.send(
      new PutItemCommand({
        TableName: opened.tableName,
        Item: marshall(item, { removeUndefinedValues: true }),
      }),
    );
  const session = async () => (await sessionItems()).find((item) => item['userId'] === userId)!;

  test('finds no fault with a session as it is started', async () => {
    await signIn();
    expect(await wrongFindings(tenant)).toEqual([]);
  });

  test.each<[string, (item: Record<string, unknown>) => object]>([
    ['acts as a user of another account', (item) => ({ ...item, accountId: `acct_${ulid()}` })],
    ['acts as another user', (item) => ({ ...item, userId: `user_${ulid()}` })],
    ['acts as an operator', (item) => ({ ...item, kind: 'operator' })],
    ['holds a cookie', (item) => ({ ...item, userAgent: `rbs_${'x'.repeat(43)}` })],
  ])('finds a session that %s', async (_, forge) => {
    await signIn();
    await put(forge(await session()));
    expect(await wrongFindings(tenant)).toEqual([
      expect.objectContaining({ entity: 'session', problem: 'differs' }),
    ]);
  });

  test('finds a session of an erased user', async () => {
    await signIn();
    const kept = await session();
    await removeUser(tenant, userId, byOperator);
    await indexesSettled();
    await erasePersonalData(tenant, userId, byOperator);
    await put(kept);
    expect(await wrongFindings(tenant)).toEqual([
      expect.objectContaining({ entity: 'session', problem: 'unexpected' }),
    ]);
  });
});

test('a claim on an email that an earlier version put into the index is sound, and is taken out by a rebuild', async () => {
  const claimOf = async () =>
    (await everyItem(opened)).find(
      (item) => item['entity'] === 'email-claim' && item['userId'] === userId,
    ) as Record<string, unknown>;
  const claim = await claimOf();
  expect(claim).not.toHaveProperty('GSI1PK');
  const TableName = opened.tableName;
  const before = { ...claim, GSI1PK: claim['SK'], GSI1SK: claim['PK'] };
  await opened.client.send(new PutItemCommand({ TableName, Item: marshall(before) }));
  expect(await wrongFindings(tenant)).toEqual([]);
  await rebuildAccount(tenant, { recheckAfterMs: 1 });
  expect(await claimOf()).toEqual(claim);
  await opened.client.send(new PutItemCommand({ TableName, Item: marshall({ ...claim, GSI1PK: 'x' }) }));
  expect(await wrongFindings(tenant)).toHaveLength(1);
});
