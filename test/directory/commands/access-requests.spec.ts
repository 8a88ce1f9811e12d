import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import fc from 'fast-check';
import {
  approveAccessRequest,
  closeAccount,
  countOpenAccessRequests,
  createServiceGroup,
  createUser,
  erasePersonalData,
  getAccessRequest,
  getHistory,
  getMembership,
  grantTenant,
  importAccount,
  lapseDueRequest,
  listAccessRequests,
  listRequestableServiceGroups,
  openDirectory,
  refuseAccessRequest,
  removeMember,
  removeServiceGroup,
  removeUser,
  requestAccess,
  runDue,
  updateServiceGroup,
  withdrawAccessRequest,
  type CommandContext,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { AccessRequestId, MembershipRulesChange, ServiceGroupId, UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { finishJob } from '../../support/directory/jobs.js';
import { everyItem } from '../../support/directory/items.js';
import { expectNothingWrong, wrongFindings } from '../../support/directory/nothing-wrong.js';
import { exportAccount, rebuildAccount } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';

const DAY_MS = 24 * 60 * 60 * 1_000;

let opened: TestDirectory;
let directory: Directory;
let now = Date.now();
let tenant: Tenant;
let ownerId: UserId;
let userId: UserId;
let serviceGroupId: ServiceGroupId;

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now });
  ({ directory } = opened);
});
afterAll(() => opened.close());
beforeEach(async () => {
  ({ tenant, ownerId, serviceGroupId } = await startAccount(directory));
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
  ({ userId } = (await createUser(tenant, ada, byOperator)).state);
  await rule({ membersMayAsk: true });
});

const rule = (membershipRules: MembershipRulesChange) =>
  updateServiceGroup(tenant, serviceGroupId, { membershipRules }, byOperator);
const by = (id: UserId): CommandContext => ({ actor: `user:${id}`, correlationId: 'test' });
const ask = async (wish: Partial<Parameters<typeof requestAccess>[1]> = {}) =>
  (await requestAccess(tenant, { userId, serviceGroupId, ...wish }, by(wish.userId ?? userId))).state;
const decider = () => ({ decider: { actor: `user:${ownerId}`, isAdmin: true } as const });
const approve = (id: AccessRequestId, input = {}, context = by(ownerId)) =>
  approveAccessRequest(tenant, id, { ...decider(), ...input }, context);
const refuse = (id: AccessRequestId, input = {}) =>
  refuseAccessRequest(tenant, id, { ...decider(), ...input }, by(ownerId));
const list = async (filter: Partial<Parameters<typeof listAccessRequests>[1]> = {}) => {
  await indexesSettled();
  return (await listAccessRequests(tenant, { limit: 25, ...filter })).items;
};
const open = async () => (await list({ status: 'requested' })).map(({ accessRequestId }) => accessRequestId);
const itemsWith = async (pattern: RegExp) =>
  (await everyItem(opened)).filter(
    (item) => item['accountId'] === tenant.accountId && pattern.test(JSON.stringify(item)),
  );
const refusedWith = (code: string) => expect.objectContaining({ code });

test('a request is listed for its account, its service group and its user, until it is decided on', async () => {
  const asked = await ask({ reason: 'To deploy', lengthSeconds: 3_600 });
  expect(asked).toMatchObject({ status: 'requested', userName: 'Ada Lovelace', reason: 'To deploy' });
  const { accessRequestId: id } = asked;
  for (const filter of [{}, { serviceGroupId }, { userId }, { status: 'requested' } as const])
    expect(await list(filter)).toEqual([asked]);
  expect(await getAccessRequest(tenant, id)).toEqual(asked);
  expect(await countOpenAccessRequests(tenant, { serviceGroupId })).toEqual({ value: 1, exact: true });
  expect((await listRequestableServiceGroups(tenant, { limit: 5 })).items).toMatchObject([
    { serviceGroupId },
  ]);
  await expect(ask()).rejects.toThrow(refusedWith('access_request_open'));

  const { state } = await refuse(id, { note: 'Not today' });
  expect(state).toMatchObject({ status: 'refused', note: 'Not today', reason: 'To deploy', version: 2 });
  expect(await open()).toEqual([]);
  expect(await countOpenAccessRequests(tenant, {})).toEqual({ value: 0, exact: true });
  for (const filter of [{}, { serviceGroupId }, { userId }, { status: 'refused' } as const])
    expect(await list(filter)).toEqual([state]);
  const again = await ask();
  await withdrawAccessRequest(tenant, again.accessRequestId, by(userId));
  expect((await list()).map(({ status }) => status)).toEqual(['withdrawn', 'refused']);
  await expectNothingWrong(tenant);
});

test('of many requests of one user for one service group at once, one is made', async () => {
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => ask()));
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.map((each) => (each as PromiseRejectedResult).reason as unknown)).toEqual(
    refused.map(() => refusedWith('access_request_open')),
  );
  expect(refused).toHaveLength(19);
  expect(await open()).toHaveLength(1);
});

test('an approval and its membership are there at once, with the reason and the end', async () => {
  const { accessRequestId } = await ask({ reason: 'To deploy', lengthSeconds: 7_200 });
  const { state, events } = await approve(accessRequestId, { lengthSeconds: 3_600, note: 'An hour' });
  const expiresAt = new Date(now + 3_600_000).toISOString();
  expect(state).toMatchObject({ status: 'approved', givenUntil: expiresAt, note: 'An hour' });
  expect(events.map(({ type }) => type)).toEqual(['access_request.approved', 'service_group.member_added']);
  expect(await getMembership(tenant, serviceGroupId, userId)).toMatchObject({
    expiresAt,
    reason: 'To deploy',
  });
  await expect(approve(accessRequestId)).rejects.toThrow(refusedWith('access_request_decided'));
  await expectNothingWrong(tenant);
});

test('of many decisions at once one is made, and a membership is there only if that was an approval', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await createUser(tenant, { name: 'P', email: `p${round}@example.com` }, byOperator);
    const { userId: who } = person.state;
    const { accessRequestId: id } = await ask({ userId: who });
    const deciders = [
      () => approve(id),
      () => refuse(id),
      () => withdrawAccessRequest(tenant, id, by(who)),
      () => approve(id, {}, byOperator),
    ];
    const results = await Promise.allSettled(deciders.map((decide) => decide()));
    const done = results.filter((result) => result.status === 'fulfilled');
    expect(done).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toEqual(refusedWith('access_request_decided'));
    const { status } = await getAccessRequest(tenant, id);
    const membership = getMembership(tenant, serviceGroupId, who);
    if (status === 'approved') expect(await membership).toMatchObject({ userId: who });
    else await expect(membership).rejects.toThrow(refusedWith('membership_not_found'));
    expect((await getHistory(tenant, id, { limit: 5 })).items).toHaveLength(2);
  }
  await expectNothingWrong(tenant);
});

test('of two clients that decide at random moments one wins, and what is stored is what it was told', async () => {
  const { client, tableName } = opened;
  const given = { client, tableName, cursorSecret: directory.cursorSecret, masterKey: testMasterKey() };
  const elsewhere = grantTenant(openDirectory({ ...given, now: () => now }), tenant.accountId);
  const decisions = {
    approve: (from: Tenant, id: AccessRequestId) => approveAccessRequest(from, id, decider(), by(ownerId)),
    refuse: (from: Tenant, id: AccessRequestId) => refuseAccessRequest(from, id, decider(), byOperator),
    withdraw: (from: Tenant, id: AccessRequestId) => withdrawAccessRequest(from, id, by(userId)),
  };
  const outcomes = { approve: 'approved', refuse: 'refused', withdraw: 'withdrawn' };
  const kind = fc.constantFrom('approve' as const, 'refuse' as const, 'withdraw' as const);
  const wait = fc.integer({ min: 0, max: 12 });
  const round = async (first: keyof typeof decisions, second: keyof typeof decisions, waits: number[]) => {
    const { accessRequestId: id } = await ask();
    const decide = async (index: number, from: Tenant, what: keyof typeof decisions) => {
      await new Promise((resolve) => setTimeout(resolve, waits[index]));
      await decisions[what](from, id);
      return outcomes[what];
    };
    const results = await Promise.allSettled([decide(0, tenant, first), decide(1, elsewhere, second)]);
    const won = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const lost = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(lost).toEqual([refusedWith('access_request_decided')]);
    expect(await getAccessRequest(tenant, id)).toMatchObject({ status: won[0], version: 2 });
    const membership = getMembership(tenant, serviceGroupId, userId);
    if (won[0] !== 'approved') await expect(membership).rejects.toThrow(refusedWith('membership_not_found'));
    else await membership.then(() => removeMember(tenant, serviceGroupId, userId, byOperator));
  };
  await fc.assert(
    fc.asyncProperty(kind, kind, fc.tuple(wait, wait), (...drawn) => round(...drawn)),
    { numRuns: 25 },
  );
  await expectNothingWrong(tenant);
});

test('an approval keeps to what the service group has by then, and says so if it does not', async () => {
  const { accessRequestId: id } = await ask({ lengthSeconds: 7_200 });
  await rule({ maxLengthSeconds: 3_600 });
  await expect(approve(id)).rejects.toThrow(refusedWith('membership_too_long'));
  await rule({ reasonRequired: true });
  await expect(approve(id, { lengthSeconds: 3_600 })).rejects.toThrow(refusedWith('reason_required'));
  await rule({ reasonRequired: null });
  expect(await open()).toEqual([id]);
  await approve(id, { lengthSeconds: 3_600 });
});

test('a dry run of an approval writes nothing, and one with another version is refused', async () => {
  const { accessRequestId: id } = await ask();
  const { events } = await approve(id, {}, { ...by(ownerId), dryRun: true });
  expect(events).toHaveLength(2);
  expect(await open()).toEqual([id]);
  await expect(approve(id, {}, { ...by(ownerId), expectedVersion: 2 })).rejects.toThrow(
    refusedWith('version_mismatch'),
  );
  const other = await createServiceGroup(tenant, { name: 'other' }, byOperator);
  await expect(approve(id, { serviceGroupId: other.state.serviceGroupId })).rejects.toThrow(
    refusedWith('access_request_not_found'),
  );
});

test('an open request of a removed user, or for a removed service group, is in no list from that moment on', async () => {
  const { accessRequestId: id } = await ask();
  await removeUser(tenant, userId, byOperator);
  const grace = await createUser(tenant, { name: 'Grace', email: 'grace@example.com' }, byOperator);
  const second = await createServiceGroup(
    tenant,
    { name: 'stage', membershipRules: { membersMayAsk: true } },
    byOperator,
  );
  const { serviceGroupId: stage } = second.state;
  const { userId: graceId } = grace.state;
  const { accessRequestId: ofGrace } = await ask({ userId: graceId, serviceGroupId: stage });
  expect(await open()).toEqual([ofGrace]);
  await removeServiceGroup(tenant, stage, byOperator);
  expect(await open()).toEqual([]);
  for (const filter of [{}, { serviceGroupId }, { userId: graceId }]) expect(await list(filter)).toEqual([]);
  expect(await countOpenAccessRequests(tenant, {})).toEqual({ value: 0, exact: true });
  await expect(getAccessRequest(tenant, id)).rejects.toThrow(refusedWith('access_request_not_found'));
  await expect(approve(id)).rejects.toThrow(refusedWith('user_not_found'));
  await expect(approve(ofGrace)).rejects.toThrow(refusedWith('service_group_not_found'));
  await expectNothingWrong(tenant);
});

test('a request lapses at its time, whether or not anybody commits that, and once', async () => {
  const asked = await ask();
  const { accessRequestId: id } = asked;
  now = Date.parse(asked.lapsesAt) - 1;
  expect(await open()).toEqual([id]);
  await lapseDueRequest(tenant, id, byOperator);
  expect(await open()).toEqual([id]);
  now += 1;
  expect(await open()).toEqual([]);
  expect(await countOpenAccessRequests(tenant, {})).toEqual({ value: 0, exact: true });
  const lapsed = { accessRequestId: id, status: 'lapsed', decidedAt: asked.lapsesAt };
  for (const filter of [
    {},
    { status: 'lapsed' } as const,
    { serviceGroupId, status: 'lapsed' } as const,
    { userId },
  ])
    expect(await list(filter)).toMatchObject([lapsed]);
  expect(await list({ status: 'requested', userId })).toEqual([]);
  await expect(approve(id)).rejects.toThrow(refusedWith('access_request_decided'));

  const lapse = () => lapseDueRequest(tenant, id, byOperator);
  await Promise.all([lapse(), lapse(), lapse()]);
  await lapse();
  const { items } = await getHistory(tenant, id, { limit: 5 });
  expect(items.map(({ type }) => type)).toEqual(['access_request.requested', 'access_request.lapsed']);
  expect(items[1]?.data).toMatchObject({ lapsedAt: asked.lapsesAt, userName: 'Ada Lovelace' });
  expect(await list({ status: 'lapsed' })).toMatchObject([lapsed]);
  await expectNothingWrong(tenant);
});

test('what is due is found by the worker, also of somebody who has been removed and erased', async () => {
  const asked = await ask({ reason: 'For Byron' });
  await removeUser(tenant, userId, byOperator);
  await erasePersonalData(tenant, userId, byOperator);
  now = Date.parse(asked.lapsesAt) + 1;
  const notices: string[] = [];
  await runDue(directory, { onNotice: (line) => notices.push(line), rest: 0 });
  await runDue(directory, { onNotice: (line) => notices.push(line), rest: 0 });
  expect(notices).toEqual([]);
  const { items } = await getHistory(tenant, asked.accessRequestId, { limit: 5 });
  expect(items.map(({ type, actor }) => `${type} ${actor}`)).toEqual([
    `access_request.requested user:${userId}`,
    'access_request.lapsed system:expiry',
  ]);
  expect(await list({ status: 'lapsed' })).toMatchObject([{ userName: '[erased]', reason: '[erased]' }]);
  await expectNothingWrong(tenant);
});

test('an open request of an account that is closed lapses with its time, and nothing is left to do', async () => {
  const asked = await ask({ reason: 'To deploy' });
  const { state } = await closeAccount(tenant, byOperator);
  await indexesSettled();
  await finishJob(directory, state.jobId!);
  now = Date.parse(asked.lapsesAt) + 1;
  const notices: string[] = [];
  for (let run = 0; run < 2; run += 1)
    await runDue(directory, { onNotice: (line) => notices.push(line), rest: 0 });
  expect(notices).toEqual([]);
  const left = await itemsWith(new RegExp(asked.accessRequestId));
  expect(left.filter(({ entity }) => entity === 'due' || entity === 'open-access-request')).toEqual([]);
  const events = left.filter(({ entity }) => entity === 'event').map(({ type }) => type);
  expect(events).toEqual(['access_request.requested', 'access_request.lapsed']);
});

test('asking again lets one that has lapsed lapse with it', async () => {
  const first = await ask();
  now += 14 * DAY_MS;
  const second = await ask();
  expect(await open()).toEqual([second.accessRequestId]);
  const { items } = await getHistory(tenant, first.accessRequestId, { limit: 5 });
  expect(items.map(({ type }) => type)).toEqual(['access_request.requested', 'access_request.lapsed']);
  await expectNothingWrong(tenant);
});

test('what was said is stored encrypted only, and is erased with whoever asked', async () => {
  const { accessRequestId: id } = await ask({ reason: 'My grandmother Byron is ill' });
  await refuse(id, { note: 'Send Byron my regards' });
  expect((await itemsWith(/Byron/)).map(({ entity }) => entity)).toEqual([]);
  expect((await itemsWith(/Lovelace/)).map(({ entity }) => entity).sort()).toEqual(['user']);
  expect((await getHistory(tenant, id, { limit: 5 })).items.map(({ data }) => data)).toMatchObject([
    { reason: 'My grandmother Byron is ill', userName: 'Ada Lovelace' },
    { note: 'Send Byron my regards' },
  ]);
  await removeUser(tenant, userId, byOperator);
  expect(await list()).toMatchObject([{ userName: 'Ada Lovelace', reason: 'My grandmother Byron is ill' }]);
  await erasePersonalData(tenant, userId, byOperator);
  expect(await list()).toMatchObject([
    { userName: '[erased]', userEmail: 'erased@rollbook.invalid', reason: '[erased]', note: '[erased]' },
  ]);
  expect((await getHistory(tenant, id, { limit: 1 })).items).toMatchObject([
    { erased: true, data: { reason: '[erased]' } },
  ]);
  await expectNothingWrong(tenant);
});

test('an export has the requests, and an import restores them with what was said, encrypted', async () => {
  const first = await ask({ reason: 'For Byron' });
  now += 1_000;
  await refuse(first.accessRequestId, { note: 'No' });
  now += 1_000;
  const second = await ask({ reason: 'Again for Byron' });
  const before = await list();
  now += 1_000;
  const lines: string[] = [];
  for await (const line of exportAccount(tenant)) lines.push(line.trimEnd());
  const target = await openTestDirectory({ now: () => now });
  try {
    const source = { opened, directory, tenant };
    await importAccount(target.directory, toAsync(lines));
    tenant = { ...tenant, directory: target.directory };
    expect(await list()).toEqual(before);
    expect(await open()).toEqual([second.accessRequestId]);
    opened = target;
    expect(await itemsWith(/Byron/)).toEqual([]);
    await expectNothingWrong(tenant);
    expect((await approve(second.accessRequestId)).state).toMatchObject({ status: 'approved' });
    ({ opened, directory, tenant } = source);
  } finally {
    await target.close();
  }
});

/** As a file is read. */
async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  await Promise.resolve();
  yield* lines;
}

test('what is missing or forged beside a request is found, and rebuilt', async () => {
  const { accessRequestId } = await ask({ reason: 'To deploy' });
  const items = await itemsWith(new RegExp(accessRequestId));
  const stored = (entity: string) => items.find((item) => item['entity'] === entity)!;
  await put({ ...stored('open-access-request'), lapsesAt: '2099-01-01T00:00:00.000Z' });
  await remove(stored('own-access-request'));
  await remove(stored('due'));
  const found = await wrongFindings(tenant);
  expect(found.map(({ entity, problem }) => `${entity} ${problem}`).sort()).toEqual([
    'due missing',
    'open-access-request differs',
    'own-access-request missing',
  ]);
  await rebuildAccount(tenant);
  await expectNothingWrong(tenant);
  expect(await list({ userId })).toMatchObject([{ accessRequestId, reason: 'To deploy' }]);
});

test('a claim of a request that is not open is found, and removed by a rebuild', async () => {
  const { accessRequestId } = await ask();
  const claim = (await itemsWith(new RegExp(accessRequestId))).find(
    ({ entity }) => entity === 'open-access-request',
  )!;
  await refuse(accessRequestId);
  await put(claim);
  expect((await wrongFindings(tenant)).map(({ problem }) => problem)).toEqual(['unexpected']);
  await rebuildAccount(tenant);
  await expectNothingWrong(tenant);
  expect(await ask()).toMatchObject({ status: 'requested' });
});

type Stored = Readonly<Record<string, unknown>>;
const put = (item: Stored) =>
  opened.client.send(new PutItemCommand({ TableName: opened.tableName, Item: marshall(item) }));
const remove = ({ PK, SK }: Stored) =>
  opened.client.send(new DeleteItemCommand({ TableName: opened.tableName, Key: marshall({ PK, SK }) }));
