import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  addMember,
  changeMembers,
  changeMembership,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  createUsers,
  grantTenant,
  listEndingMemberships,
  migrateTable,
  planShape,
  rebuildAccount,
  removeMember,
  removeServiceGroup,
  removeUser,
  runDue,
  type EndingRequest,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, UserId } from '#libs/domain';
import type { CallReport } from '@rollbook/single-table';
import { byOperator, type TestDirectory } from '../../support/directory/directory.js';
import { inAccount } from '../../support/directory/in-account.js';
import { everyWireItem, putWireItems } from '../../support/directory/items.js';
import { finishJob } from '../../support/directory/jobs.js';
import { expectNothingWrong, wrongFindings } from '../../support/directory/nothing-wrong.js';
import { indexesSettled, testOfCalls } from '../../support/engines/engine.js';

const DAY = 24 * 60 * 60 * 1000;

let opened: TestDirectory;
let tenant: Tenant;
let [ada, grace]: UserId[] = [];
let [dev, prod]: ServiceGroupId[] = [];
inAccount((account) => ({ opened, tenant } = account));
beforeEach(async () => {
  const user = async (name: string) =>
    (await createUser(tenant, { name, email: `${name}@x.example` }, byOperator)).state.userId;
  const group = async (name: string) =>
    (await createServiceGroup(tenant, { name }, byOperator)).state.serviceGroupId;
  [ada, grace] = [await user('Ada'), await user('Grace')];
  [dev, prod] = [await group('dev'), await group('prod')];
});

const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
/** The same account, by a clock that is ahead. */
const after = (days: number): Tenant => {
  const clock = () => Date.now() + days * DAY;
  return grantTenant({ ...tenant.directory, now: clock, steadyNow: clock }, tenant.accountId);
};
const give = (user: UserId, group: ServiceGroupId, expiresAt: string, by = tenant) =>
  addMember(by, group, user, byOperator, { expiresAt, reason: 'Rota' });
const list = async (request: Partial<EndingRequest> = {}, by = tenant) => {
  await indexesSettled();
  return listEndingMemberships(by, { limit: 100, ...request });
};
const named = ({ userName, serviceGroupName }: { userName: string; serviceGroupName: string }) =>
  `${userName} ${serviceGroupName}`;
const listed = async (...asked: Parameters<typeof list>) => (await list(...asked)).items.map(named);
const run = (days: number) => runDue(after(days).directory, { onNotice: fail, rest: 0 });
type Stored = Record<string, AttributeValue>;
const dueItems = async () =>
  ((await everyWireItem(opened)) as Stored[]).filter(
    ({ entity, accountId }) => entity?.S === 'due' && accountId?.S === tenant.accountId,
  );
function fail(line: string): void {
  throw new Error(line);
}

test('what ends is listed soonest first, with who, where, since when and why; what has no end is not', async () => {
  const [sooner, later] = [inDays(2), inDays(5)];
  await give(ada!, prod!, later);
  await give(grace!, dev!, sooner);
  await addMember(tenant, dev!, ada!, byOperator);
  const { items, cursor } = await list();
  expect(items).toMatchObject([
    {
      userId: grace,
      userName: 'Grace',
      userEmail: 'Grace@x.example',
      userStatus: 'active',
      expiresAt: sooner,
    },
    {
      serviceGroupId: prod,
      serviceGroupName: 'prod',
      expiresAt: later,
      reason: 'Rota',
      addedBy: 'operator:test',
    },
  ]);
  expect(cursor).toBeUndefined();
});

test('it is looked seven days ahead, or as far as is said, from now or from a later time', async () => {
  const ends = [1, 6.99, 7.01, 40].map(inDays);
  for (const [index, end] of ends.entries())
    await give([ada!, grace!][index % 2]!, [dev!, prod!][index >> 1]!, end);
  const inOrder = ['Ada dev', 'Grace dev', 'Ada prod', 'Grace prod'];
  expect(await listed()).toEqual(inOrder.slice(0, 2));
  expect(await listed({ to: inDays(365) })).toEqual(inOrder);
  expect(await listed({ to: ends[3] })).toEqual(inOrder.slice(0, 3));
  expect(await listed({ from: ends[1], to: inDays(365) })).toEqual(inOrder.slice(1));
  expect(await listed({ from: inDays(6.5) })).toEqual(inOrder.slice(1, 3));
  expect(await listed({ from: inDays(-40), to: inDays(-1) })).toEqual([]);
});

test('it is exact by the clock, without a worker, and whatever the worker has done', async () => {
  await give(ada!, dev!, inDays(3));
  expect(await listed({}, after(2.9))).toEqual(['Ada dev']);
  await run(2.5);
  // Its notice has been given: it is found under another key, and has the same end.
  expect(await listed({}, after(2.9))).toEqual(['Ada dev']);
  await expectNothingWrong(tenant);
  expect(await listed({ from: inDays(-1) }, after(3))).toEqual([]);
  await give(grace!, dev!, inDays(5));
  // What has ended takes no place on a page.
  expect(await listed({ limit: 1 }, after(3))).toEqual(['Grace dev']);
  await run(3.1);
  expect(await listed({ from: inDays(-1) }, after(3.2))).toEqual(['Grace dev']);
  await expectNothingWrong(after(3.2));
});

test('at the instant of the end it is in no answer, and a millisecond before it is', async () => {
  const end = inDays(1);
  await give(ada!, dev!, end);
  for (const [ahead, names] of [
    [-1, ['Ada dev']],
    [0, []],
  ] as const) {
    const clock = () => Date.parse(end) + ahead;
    const then = grantTenant({ ...tenant.directory, now: clock, steadyNow: clock }, tenant.accountId);
    expect(await listed({ from: inDays(-1), to: inDays(9) }, then)).toEqual(names);
  }
});

test('an end that is moved moves, and one that is taken away goes', async () => {
  await give(ada!, dev!, inDays(1));
  await give(grace!, dev!, inDays(2));
  await changeMembership(tenant, dev!, ada!, { expiresAt: inDays(3) }, byOperator);
  expect(await listed()).toEqual(['Grace dev', 'Ada dev']);
  await changeMembership(tenant, dev!, ada!, { reason: 'Longer' }, byOperator);
  expect((await list()).items[1]).toMatchObject({ reason: 'Longer' });
  await changeMembership(tenant, dev!, grace!, { expiresAt: null }, byOperator);
  expect(await listed()).toEqual(['Ada dev']);
  await removeMember(tenant, dev!, ada!, byOperator);
  expect(await listed()).toEqual([]);
  await expectNothingWrong(tenant);
});

test('an end that is moved to a day later, so that its notice is due when it was, moves', async () => {
  const end = inDays(0.5);
  await give(ada!, dev!, end);
  const later = new Date(Date.parse(end) + DAY).toISOString();
  await changeMembership(tenant, dev!, ada!, { expiresAt: later }, byOperator);
  expect(await dueItems()).toMatchObject([{ at: { S: end }, endsAt: { S: later } }]);
  expect((await list()).items).toMatchObject([{ expiresAt: later }]);
  await expectNothingWrong(tenant);
});

test('suspended people are listed, and come back as they were; removed people and groups are gone at once', async () => {
  await give(ada!, dev!, inDays(1));
  await give(ada!, prod!, inDays(2));
  await give(grace!, prod!, inDays(3));
  await commandUser(tenant, ada!, { type: 'suspend_user' }, byOperator);
  expect(await listed()).toEqual(['Ada dev', 'Ada prod', 'Grace prod']);
  const { state } = await removeServiceGroup(tenant, prod!, byOperator);
  // Its job has not begun.
  expect(state.jobId).toBeDefined();
  expect(await listed()).toEqual(['Ada dev']);
  await finishJob(tenant.directory, state.jobId!);
  expect(await listed()).toEqual(['Ada dev']);
  await removeUser(tenant, ada!, byOperator);
  expect(await listed()).toEqual([]);
});

test('another account sees none of it, and the cursor of one is of no use in another', async () => {
  await give(ada!, dev!, inDays(1));
  await give(grace!, dev!, inDays(2));
  const { accountId } = (await createAccount(tenant.directory, { name: 'Other' }, byOperator)).state;
  const other = grantTenant(tenant.directory, accountId);
  expect(await listed({}, other)).toEqual([]);
  const { cursor } = await list({ limit: 1 });
  expect(cursor).toBeDefined();
  await expect(list({ limit: 1, cursor }, other)).rejects.toMatchObject({ code: 'InvalidCursor' });
  await expect(list({ limit: 1, cursor, to: inDays(9) })).rejects.toMatchObject({ code: 'InvalidCursor' });
  const nobody = grantTenant(tenant.directory, 'acct_0');
  await expect(list({}, nobody)).rejects.toMatchObject({ code: 'account_not_found' });
});

const PEOPLE = 300;

test('many ends are listed page by page, each once, also while time goes by and ends are moved', async () => {
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ name: `N${n}`, email: `n${n}@x.example` }));
  const outcome = await createUsers(tenant, people, byOperator);
  const ids = 'rows' in outcome ? outcome.rows.flatMap((row) => (row.done ? [row.state.userId] : [])) : [];
  // Many end at the same instant.
  for (let part = 0; part < 6; part += 1) {
    const rows = ids.slice(part * 50, part * 50 + 50).map((userId) => ({
      operation: 'add' as const,
      userId,
      terms: { expiresAt: inDays(part + 1) },
    }));
    await changeMembers(tenant, dev!, rows, byOperator);
  }
  const seen: string[] = [];
  let [cursor, pages]: [string | undefined, number] = [undefined, 0];
  do {
    // Each page is asked for an hour later, and the first ones end meanwhile.
    const page = await list({ limit: 40, cursor }, after(pages / 24));
    seen.push(...page.items.map(({ userId }) => userId));
    ({ cursor } = page);
    pages += 1;
    if (pages === 2) await changeMembership(tenant, dev!, ids.at(-1)!, { expiresAt: inDays(90) }, byOperator);
  } while (cursor !== undefined);
  expect(seen).toHaveLength(PEOPLE - 1);
  expect(new Set(seen).size).toBe(PEOPLE - 1);
  expect(new Set(seen)).toEqual(new Set(ids.slice(0, -1)));
  expect(pages).toBe(8);
});

testOfCalls()('a page is one query, and what it names is read in one call', async () => {
  await give(ada!, dev!, inDays(1));
  const reports: CallReport[] = [];
  const { directory, accountId } = tenant;
  const table = directory.table.observed((report) => reports.push(report));
  await list({}, grantTenant({ ...directory, table }, accountId));
  expect(reports.map(({ operation }) => operation)).toEqual(['Query', 'BatchGetItem']);
});

describe('items of an earlier version', () => {
  const changeDue = async (change: (item: Stored) => Stored) => {
    const items = await dueItems();
    expect(items.length).toBeGreaterThan(0);
    await putWireItems(opened, items.map(change));
  };
  const asBefore = ({ endsAt: _, GSI1PK: _partition, GSI1SK: _sort, ...item }: Stored): Stored => item;
  const place = () => ({ client: opened.client, tableName: opened.tableName });

  test('are written into the index by a migration, once', async () => {
    await give(ada!, dev!, inDays(3));
    await give(grace!, dev!, inDays(0.5));
    await changeDue(asBefore);
    expect(await listed()).toEqual([]);
    expect((await planShape(place())).items.written).toBeGreaterThanOrEqual(2);
    await migrateTable(place());
    expect(await listed()).toEqual(['Grace dev', 'Ada dev']);
    expect((await planShape(place())).items.written).toBe(0);
    await expectNothingWrong(tenant);
  });

  test('are found by verify, and written by rebuild', async () => {
    await give(ada!, dev!, inDays(3));
    await changeDue(asBefore);
    expect(await wrongFindings(tenant)).toMatchObject([
      { entity: 'due', problem: 'differs', repairable: true },
    ]);
    await indexesSettled();
    await rebuildAccount(tenant);
    expect(await listed()).toEqual(['Ada dev']);
    await expectNothingWrong(tenant);
  });

  test('are still announced, ended, moved and taken away', async () => {
    await give(ada!, dev!, inDays(3));
    await give(ada!, prod!, inDays(3));
    await give(grace!, dev!, inDays(3));
    await changeDue(asBefore);
    await changeMembership(tenant, prod!, ada!, { expiresAt: inDays(4) }, byOperator);
    expect(await listed()).toEqual(['Ada prod']);
    await removeMember(tenant, dev!, grace!, byOperator);
    await run(2.5);
    // From its notice on it is listed.
    expect(await listed()).toEqual(['Ada dev', 'Ada prod']);
    await run(5);
    expect(await dueItems()).toEqual([]);
    await expectNothingWrong(after(5));
  });
});

test.each([
  ['an end that no membership has', { endsAt: { S: '2031-01-01T00:00:00.000Z' } }],
  [
    'a place in the list that is not its own',
    { GSI1SK: { S: '2031-01-01T00%3A00%3A00.000Z:user_1:sgrp_1' } },
  ],
  ["another account's list", { GSI1PK: { S: 'ends:acct_1' } }],
])('verify finds %s, and rebuild writes what it should be', async (_, forged) => {
  await give(ada!, dev!, inDays(3));
  const [due] = await dueItems();
  await putWireItems(opened, [{ ...due, ...forged }]);
  expect(await wrongFindings(tenant)).toMatchObject([{ entity: 'due', problem: 'differs' }]);
  await indexesSettled();
  await rebuildAccount(tenant);
  expect(await listed()).toEqual(['Ada dev']);
  await expectNothingWrong(tenant);
});

test('an end that the index still has is not listed once it has been moved', async () => {
  await give(ada!, dev!, inDays(3));
  const before = await dueItems();
  await changeMembership(tenant, dev!, ada!, { expiresAt: inDays(5) }, byOperator);
  await putWireItems(opened, before);
  expect(await listed()).toEqual(['Ada dev']);
  expect(await listed({ to: inDays(4) })).toEqual([]);
});

test('an end that is listed for nobody is left out, found by verify, and taken away by rebuild', async () => {
  await give(ada!, dev!, inDays(3));
  const left = await dueItems();
  await removeMember(tenant, dev!, ada!, byOperator);
  await putWireItems(opened, left);
  expect(await listed()).toEqual([]);
  expect(await wrongFindings(tenant)).toMatchObject([{ entity: 'due', problem: 'unexpected' }]);
  await indexesSettled();
  await rebuildAccount(tenant);
  await expectNothingWrong(tenant);
});
