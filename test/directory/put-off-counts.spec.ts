import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  countWhatIsDue,
  createUser,
  getAccount,
  getServiceGroup,
  openDirectory,
  refresh,
  removeServiceGroup,
  type Directory,
} from '#libs/directory';
import type { CallReport } from '#libs/single-table';
import { startAccount } from '../support/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory.js';
import { engineClient } from '../support/engine.js';
import { everyItem } from '../support/items.js';
import { testMasterKey } from '../support/master-key.js';
import { startUnreliableEngine, type UnreliableEngine } from '../support/unreliable-engine.js';

/** A count of much is put off, and made in the end, whoever dies in between. */

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

let opened: TestDirectory;
let directory: Directory;
let engine: UnreliableEngine;
let client: ReturnType<typeof engineClient>;
/** Reaches the table for as long as `engine` lets it. */
let mortal: Directory;
let place: Awaited<ReturnType<typeof startAccount>>;
let now = Date.parse('2026-03-03T10:00:00.000Z');
let calls: CallReport[] = [];
let people = 0;

beforeAll(async () => {
  const options = { now: () => now, masterKey: testMasterKey() };
  opened = await openTestDirectory({ ...options, onCall: (call) => calls.push(call) });
  ({ directory } = opened);
  engine = await startUnreliableEngine();
  client = engineClient(engine.endpoint);
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  mortal = openDirectory({ client, tableName: opened.tableName, cursorSecret, ...options });
});
afterAll(async () => {
  client.destroy();
  await engine.close();
  await opened.close();
});
beforeEach(async () => {
  place = await startAccount(directory);
});
afterEach(async () => {
  now += 60 * MINUTE_MS;
  await countWhatIsDue(directory);
  expect(await putOff()).toEqual([]);
});

const putOff = async () => (await everyItem(opened)).filter(({ entity }) => entity === 'put-off-count');
const members = async () =>
  (await getServiceGroup(directory, place.tenant, place.serviceGroupId)).memberCount?.members;

/** What the projector does with the record of a new member. */
async function join(through = directory): Promise<void> {
  const { tenant, accountId, serviceGroupId } = place;
  people += 1;
  const person = { name: 'N', email: `p${people}@x.example`, role: 'member' as const };
  const { userId } = (await createUser(directory, tenant, person, byOperator)).state;
  await addMember(directory, tenant, serviceGroupId, userId, byOperator);
  calls = [];
  const asked = { kind: 'count-members', accountId, serviceGroupId } as const;
  expect(await refresh(through, asked, new Map([[userId, true]]))).toBe(true);
}

/** As if so many had been counted just now. */
async function pretendCounted(count: number): Promise<void> {
  const { accountId, serviceGroupId } = place;
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key: { PK: { S: `account:${accountId}` }, SK: { S: `servicegroup:${serviceGroupId}` } },
      UpdateExpression: 'SET memberCount = :count, countedAt = :at',
      ExpressionAttributeValues: {
        ':count': { N: String(count) },
        ':at': { S: new Date(now).toISOString() },
      },
    }),
  );
}

test('few are counted at each change', async () => {
  await join();
  expect(await members()).toBe(1);
  now += 1;
  await join();
  expect([await members(), await putOff()]).toEqual([2, []]);
});

test('100,000 are counted again ten minutes later, however often they change; until then the count says of when it is', async () => {
  const { tenant, serviceGroupId } = place;
  await pretendCounted(100_000);
  const asOf = new Date(now).toISOString();
  for (let n = 0; n < 3; n += 1) {
    now += MINUTE_MS;
    await join();
    expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'PutItem']);
    expect(await countWhatIsDue(directory)).toEqual([]);
  }
  const shown = await getServiceGroup(directory, tenant, serviceGroupId);
  expect(shown.memberCount).toEqual({ members: 100_000, asOf });
  expect(await putOff()).toHaveLength(1);
  now += 7 * MINUTE_MS + SECOND_MS;
  // Several sweep at once: one counts.
  const counted = await Promise.all([1, 2, 3].map(() => countWhatIsDue(directory)));
  expect(counted.flat()).toEqual([`count-members ${serviceGroupId}`]);
  expect([await members(), await putOff()]).toEqual([3, []]);
});

test('users and service groups of an account are put off likewise', async () => {
  const { tenant, accountId } = place;
  await opened.client.send(
    new UpdateItemCommand({
      TableName: opened.tableName,
      Key: { PK: { S: `account:${accountId}` }, SK: { S: 'metadata:account' } },
      UpdateExpression: 'SET userCount = :many, serviceGroupCount = :many, countedAt = :at',
      ExpressionAttributeValues: { ':many': { N: '5000' }, ':at': { S: new Date(now).toISOString() } },
    }),
  );
  now += 20 * SECOND_MS;
  await refresh(directory, { kind: 'count-account', accountId });
  expect((await getAccount(directory, tenant)).counts?.users).toBe(5_000);
  now += 41 * SECOND_MS;
  expect(await countWhatIsDue(directory)).toEqual([`count-account ${accountId}`]);
  expect((await getAccount(directory, tenant)).counts).toMatchObject({ users: 1, serviceGroups: 1 });
});

test('what changes while it is counted, or too shortly before for the index, is counted once more', async () => {
  await pretendCounted(2_000);
  now += SECOND_MS;
  await join();
  now += 12 * SECOND_MS;
  const { table } = directory;
  const changing = Object.create(table) as typeof table;
  changing.delete = (async (...args: Parameters<typeof table.delete>) => {
    await join();
    return table.delete(...args);
  }) as typeof table.delete;
  expect(await countWhatIsDue({ ...directory, table: changing })).toHaveLength(1);
  expect([await members(), (await putOff()).length]).toEqual([1, 1]);
  // Asked for so lately, it stays.
  now += MINUTE_MS;
  await pretendCounted(2_000);
  now += 11 * SECOND_MS;
  await join();
  now += 2 * SECOND_MS;
  expect(await countWhatIsDue(directory)).toHaveLength(1);
  expect([await members(), (await putOff()).length]).toEqual([3, 1]);
  now += 2 * MINUTE_MS;
  expect(await countWhatIsDue(directory)).toHaveLength(1);
});

test('what is counted after all, or is gone, is forgotten', async () => {
  await pretendCounted(2_000);
  await join();
  now += MINUTE_MS;
  await join();
  expect([await members(), (await putOff()).length]).toEqual([2, 1]);
  expect(await countWhatIsDue(directory)).toEqual([]);
  expect(await putOff()).toEqual([]);
  await pretendCounted(2_000);
  await join();
  await removeServiceGroup(directory, place.tenant, place.serviceGroupId, byOperator);
  now += MINUTE_MS;
  expect(await countWhatIsDue(directory)).toEqual([]);
});

describe('nothing is lost, whichever call', () => {
  /** Everything from a call on fails, as if the process had died before it. */
  async function survives(dieAt: number, act: () => Promise<unknown>): Promise<boolean> {
    let made = 0;
    engine.decide = () => ((made += 1) >= dieAt ? { error: 'AccessDeniedException' } : 'pass');
    const survived = await act().then(
      () => true,
      () => false,
    );
    engine.decide = null;
    return survived;
  }

  test('who puts a count off dies before: the record comes again', async () => {
    await pretendCounted(2_000);
    now += SECOND_MS;
    let dieAt = 1;
    while (!(await survives(dieAt, () => join(mortal)))) dieAt += 1;
    expect([dieAt, (await putOff()).length]).toEqual([3, 1]);
  });

  test('who counts dies before: the next counts', async () => {
    let [survived, dieAt] = [false, 0];
    while (!survived) {
      dieAt += 1;
      place = await startAccount(directory);
      await pretendCounted(2_000);
      now += SECOND_MS;
      await join();
      now += 12 * SECOND_MS;
      survived = await survives(dieAt, () => countWhatIsDue(mortal));
      expect(await putOff()).toHaveLength(survived ? 0 : 1);
      now += 2 * MINUTE_MS;
      await countWhatIsDue(directory);
      expect([dieAt, await members(), await putOff()]).toEqual([dieAt, 1, []]);
    }
    expect(dieAt).toBe(7);
  });
});
