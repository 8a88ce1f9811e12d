import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  commandUser,
  createAccount,
  createApiKey,
  createServiceGroup,
  createUser,
  getHistory,
  grantTenant,
  importAccount,
  removeMember,
  removeServiceGroup,
  removeUser,
  updateServiceGroup,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem, withParsedEvents } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { exportAccount, listAuditLog, verifyAccount } from '../../support/directory/settled.js';

let [origin, target]: TestDirectory[] = [];
let directory: Directory;
let tenant: Tenant;
let users: UserId[];

beforeEach(async () => {
  [origin, target] = [await openTestDirectory(), await openTestDirectory()];
  ({ directory } = origin);
  const { state } = await createAccount(directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(directory, state.accountId);
  users = [];
  for (const name of ['ada', 'grace', 'alan', 'edsger']) {
    const input = { name, email: `${name}@X.example`, role: name === 'ada' ? 'owner' : 'member' } as const;
    users.push((await createUser(tenant, input, byOperator)).state.userId);
  }
  const [ada, grace, alan] = users as [UserId, UserId, UserId];
  const group = async (name: string) =>
    (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
  const [dev, prod, gone] = [await group('Dev'), await group('Prod'), await group('Gone')];
  for (const who of users) await addMember(tenant, dev, who, byOperator);
  for (const where of [prod, gone]) await addMember(tenant, where, ada, byOperator);
  await removeMember(tenant, dev, grace, byOperator);
  await updateServiceGroup(tenant, prod, { name: 'Production' }, byOperator);
  const change = { type: 'change_user', name: 'Grace H', email: 'h@x.example', role: 'admin' } as const;
  await commandUser(tenant, grace, change, byOperator);
  await removeUser(tenant, alan, byOperator);
  const drawn = { hint: 'aaaa', secretHash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg' };
  const key = { name: 'Import', scopes: ['users:write'], expiresAt: undefined } as const;
  await createApiKey(tenant, key, () => drawn, byOperator);
  // Its job has not been run: the removal is under way.
  await removeServiceGroup(tenant, gone, byOperator);
});
afterEach(() => Promise.all([origin?.close(), target?.close()]));

async function exported(): Promise<string[]> {
  const lines = [];
  for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
  return lines;
}
// oxlint-disable-next-line typescript/require-await -- what it stands for, a file, is read asynchronously
async function* linesOf(lines: string[]): AsyncGenerator<string> {
  yield* lines;
}
const importInto = (place: TestDirectory | undefined, lines: string[]) =>
  importAccount(place!.directory, linesOf(lines));
async function wrongIn(place: TestDirectory | undefined) {
  const { findings } = await verifyAccount(grantTenant(place!.directory, tenant.accountId), {
    recheckAfterMs: 10,
    logSettledAfterMs: 0,
  });
  return findings.wrong;
}

/**
 * What must come out the same: a copy's own version and time say only when it was made, and what is encrypted is so
 * with another key. A service group's tombstone that is written again does not expire.
 */
async function itemsOf(place: TestDirectory | undefined) {
  const items = (await everyItem(place!)).filter(
    ({ entity }) => !['job', 'listed-job', 'fences', 'wrapping-key', 'table-shape'].includes(String(entity)),
  );
  return items
    .map(withParsedEvents)
    .map(
      ({
        updatedAt,
        userVersion,
        serviceGroupVersion,
        serviceGroupName,
        userName,
        userEmail,
        userRole,
        userKey: _,
        personal: __,
        expiresAt: ___,
        ...item
      }) =>
        item['entity'] === 'membership'
          ? item
          : {
              ...item,
              updatedAt,
              userVersion,
              serviceGroupVersion,
              serviceGroupName,
              userName,
              userEmail,
              userRole,
            },
    )
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
const byKey = (items: Record<string, unknown>[]) =>
  new Map(items.map((item) => [`${String(item['PK'])} ${String(item['SK'])}`, item]));

test('an exported account is restored into an empty table, with the same events and heads', async () => {
  const lines = await exported();
  const result = await importInto(target, lines);
  expect(result).toEqual({
    accountId: tenant.accountId,
    created: lines.length - 2,
    alreadyThere: 0,
    aggregates: 9,
  });
  expect(byKey(await itemsOf(target))).toEqual(byKey(await itemsOf(origin)));
  expect(await wrongIn(target)).toBe(0);
  const page = { limit: 100 };
  for (const read of [
    (place: TestDirectory) => listAuditLog(grantTenant(place.directory, tenant.accountId), page),
    (place: TestDirectory) => getHistory(grantTenant(place.directory, tenant.accountId), users[0]!, page),
  ])
    expect(await read(target!)).toEqual(await read(origin!));
});

test('an export has the changes that the log, an index, does not show yet', async () => {
  const before = await exported();
  const { client, tableName } = origin!;
  const late = (await everyItem(origin!)).filter(
    ({ entity, aggregateId }) => entity === 'event' && aggregateId === users[0],
  );
  expect(late.length).toBeGreaterThan(0);
  for (const { PK, SK } of late)
    await client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { PK: { S: PK as string }, SK: { S: SK as string } },
        UpdateExpression: 'REMOVE GSI1PK',
      }),
    );
  expect((await exported()).slice(1, -1)).toEqual(before.slice(1, -1));
});

test('a removal that was under way is taken up where the account is restored', async () => {
  await importInto(target, await exported());
  const job = (await everyItem(target!)).find(({ entity }) => entity === 'job') as
    { jobId: string } | undefined;
  await finishJob(target!.directory, job!.jobId);
  expect(await wrongIn(target)).toBe(0);
  expect((await everyItem(target!)).filter(({ entity }) => entity === 'membership')).toHaveLength(3);
});

test('the account is whole before anybody can see it', async () => {
  const lines = await exported();
  const cut = lines.slice(0, -2);
  await expect(importInto(target, cut)).rejects.toThrow('truncated');
  expect((await everyItem(target!)).filter(({ entity }) => entity === 'account')).toEqual([]);
});

test('an import that broke off anywhere is carried on by running it again', async () => {
  const lines = await exported();
  for (let kept = 1; kept < lines.length; kept += 5)
    await expect(importInto(target, lines.slice(0, kept))).rejects.toThrow('truncated');
  const { created, alreadyThere } = await importInto(target, lines);
  expect(created + alreadyThere).toBe(lines.length - 2);
  expect(alreadyThere).toBeGreaterThan(0);
  expect(byKey(await itemsOf(target))).toEqual(byKey(await itemsOf(origin)));
  const before = await everyItem(target!);
  expect(await importInto(target, lines)).toMatchObject({ created: 0, alreadyThere: lines.length - 2 });
  expect(await everyItem(target!)).toEqual(before);
});

describe('an import is refused', () => {
  const edit = (change: (lines: string[]) => void) => async () => {
    const lines = await exported();
    change(lines);
    return lines;
  };
  test.each([
    ['of something else', edit((lines) => (lines[0] = '{"hello":1}')), 'header'],
    [
      'of a format from the future',
      edit((lines) => (lines[0] = lines[0]!.replace('ersion":2', 'ersion":3'))),
      'format',
    ],
    ['of no JSON', edit((lines) => (lines[3] = lines[3]!.slice(0, 9))), 'Line 4 is not valid JSON'],
    ['with a line missing', edit((lines) => lines.splice(-4, 1)), 'continues with'],
    ['with a last event missing', edit((lines) => lines.splice(-3, 1)), 'account|checksum|goes on'],
    [
      'with a value changed',
      edit((lines) => (lines[2] = lines[2]!.replace('operator:test', 'operator:eve'))),
      'checksum',
    ],
    [
      'with another account among it',
      edit((lines) => (lines[2] = lines[2]!.replaceAll(/acct_\w+/g, 'acct_X'))),
      'another account',
    ],
    [
      'of a schema version from the future',
      edit((lines) => (lines[2] = lines[2]!.replace('"schemaVersion":1', '"schemaVersion":7'))),
      'cannot be read',
    ],
  ])('%s', async (_, edited, message) => {
    await expect(importInto(target, await edited())).rejects.toThrow(new RegExp(message));
  });

  test('where the table holds another event of the same id', async () => {
    const lines = await exported();
    const changed = lines.map((line) => line.replace('"Grace H"', '"Somebody"'));
    await expect(importInto(target, changed)).rejects.toThrow('checksum');
    await expect(importInto(target, lines)).rejects.toThrow(
      'in the table differs from the one in the export',
    );
  });
});

test('an export is the same however often it is made, and holds every event once', async () => {
  const [first, second] = [await exported(), await exported()];
  expect(second.slice(1, -1)).toEqual(first.slice(1, -1));
  const events = (await everyItem(origin!)).filter(({ entity }) => entity === 'event');
  const ids = first.slice(1, -1).map((line) => (JSON.parse(line) as { eventId: string }).eventId);
  expect([...ids].sort()).toEqual(events.map(({ eventId }) => String(eventId)).sort());
});
