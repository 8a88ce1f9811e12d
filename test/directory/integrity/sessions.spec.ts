import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { ulid } from 'ulid';
import {
  closeAccount,
  createUser,
  erasePersonalData,
  rebuildAccount,
  removeUser,
  startSession,
  userPrincipal,
  type Directory,
  type Finding,
  type Tenant,
} from '#libs/directory';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyItem } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { verifyAccount } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';

let opened: TestDirectory;
let directory: Directory;
let tenant: Tenant;
let userId: string;
inAccount((account) => ({ opened, directory, tenant } = account));
beforeEach(async () => {
  userId = await newUser();
});

const SUBJECT = 'lovelace-1815';

async function newUser(): Promise<string> {
  const input = { name: 'Ada', email: `ada-${ulid()}@acme.example`, role: 'member' } as const;
  return (await createUser(directory, tenant, input, byOperator)).state.userId;
}

async function signIn(): Promise<void> {
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
    sid: ulid(),
    idToken: 'an ID token',
    replaces: undefined,
  });
}

const sessionItems = async () =>
  (await everyItem(opened)).filter(({ entity }) => String(entity).startsWith('session'));

async function wrongFindings(): Promise<Finding[]> {
  const findings: Finding[] = [];
  const onFinding = (finding: Finding) => findings.push(finding);
  await verifyAccount(directory, tenant, { onFinding, recheckAfterMs: 1, logSettledAfterMs: 0 });
  return findings.filter(({ level }) => level === 'wrong');
}

test('the sessions of a user are deleted when their data is erased, with every trace of the person', async () => {
  for (let count = 0; count < 30; count += 1) await signIn();
  expect(await sessionItems()).toHaveLength(90);
  await removeUser(directory, tenant, userId, byOperator);
  await erasePersonalData(directory, tenant, userId, { ...byOperator, dryRun: true });
  expect(await sessionItems()).toHaveLength(90);
  await indexesSettled();
  await erasePersonalData(directory, tenant, userId, byOperator);
  expect(await sessionItems()).toEqual([]);
  expect(JSON.stringify(await everyItem(opened))).not.toContain(SUBJECT);
  expect(await wrongFindings()).toEqual([]);
});

test('the sessions of an account are deleted when it is closed', async () => {
  await signIn();
  userId = await newUser();
  await signIn();
  await indexesSettled();
  const { state } = await closeAccount(directory, tenant, byOperator);
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
    expect(await wrongFindings()).toEqual([]);
  });

  test.each<[string, (item: Record<string, unknown>) => object]>([
    ['acts as a user of another account', (item) => ({ ...item, accountId: `acct_${ulid()}` })],
    ['acts as another user', (item) => ({ ...item, userId: `user_${ulid()}` })],
    ['acts as an operator', (item) => ({ ...item, kind: 'operator' })],
    ['holds a cookie', (item) => ({ ...item, userAgent: `rbs_${'x'.repeat(43)}` })],
  ])('finds a session that %s', async (_, forge) => {
    await signIn();
    await put(forge(await session()));
    expect(await wrongFindings()).toEqual([
      expect.objectContaining({ entity: 'session', problem: 'differs' }),
    ]);
  });

  test('finds a session of an erased user', async () => {
    await signIn();
    const kept = await session();
    await removeUser(directory, tenant, userId, byOperator);
    await indexesSettled();
    await erasePersonalData(directory, tenant, userId, byOperator);
    await put(kept);
    expect(await wrongFindings()).toEqual([
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
  expect(await wrongFindings()).toEqual([]);
  await rebuildAccount(directory, tenant, { recheckAfterMs: 1 });
  expect(await claimOf()).toEqual(claim);
  await opened.client.send(new PutItemCommand({ TableName, Item: marshall({ ...claim, GSI1PK: 'x' }) }));
  expect(await wrongFindings()).toHaveLength(1);
});
