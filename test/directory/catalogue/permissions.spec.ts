import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectTable, MAX_TRANSACTION } from '@rollbook/single-table';
import {
  ACCESS_PATTERN_SAMPLE,
  ACCESS_PATTERNS,
  addMember,
  closeAccount,
  createAccount as makeAccount,
  createServiceGroup as makeServiceGroup,
  createUser as makeUser,
  ensureTable,
  erasePersonalData,
  grantTenant,
  refreshMembershipsOfUser,
  removeMember,
  removeServiceGroup,
  removeUser,
  rollbookTable,
  type Program,
} from '#libs/directory';
import { DeadLetters } from '#libs/event-publishing';
import { catalogueGrants, leadingKeyOf, type Caller } from '../../../infra/src/iam/catalogue.js';
import type { TableGrant } from '../../../infra/src/iam/grants.js';
import { startApi } from '../../support/api/api.js';
import { byOperator, openTestDirectory } from '../../support/directory/directory.js';
import { finishJob } from '../../support/directory/jobs.js';
import { engineClient, indexesSettled, uniqueTableName } from '../../support/engines/engine.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { patch } from '../../support/api/scim.js';
import { recordCalls, type RecordedCall } from '../../support/engines/recorded-calls.js';
import { rebuildAccount, verifyAccount } from '../../support/directory/settled.js';

/**
 * The catalogue and IAM agree: every SDK call that a caller's access patterns make on the real engine is allowed, and
 * nothing is allowed that none of them makes.
 */

let grants: Record<Caller, readonly TableGrant[]>;
beforeAll(async () => {
  grants = await catalogueGrants();
});

/** What a policy allows, one line for each action on one kind of partition key. */
const allowed = (caller: Caller) =>
  new Set(
    grants[caller].flatMap(({ actions, resource, leadingKeys = ['any'] }) =>
      actions.flatMap((action) => leadingKeys.map((key) => `${action} on ${resource} ${key}`)),
    ),
  );

const lineOf = ({ action, resource, partitionKey }: RecordedCall) =>
  `${action} on ${resource} ${
    resource === 'table' && partitionKey !== undefined ? leadingKeyOf(partitionKey) : 'any'
  }`;

/** Runs each access pattern on the sample, in a table of its own, and gives back what IAM would have been asked. */
async function askEverything(program: Program): Promise<Set<string>> {
  const asked = new Set<string>();
  for (const { run, example } of Object.values(ACCESS_PATTERNS[program])) {
    const client = engineClient();
    const tableName = uniqueTableName();
    await ensureTable(client, tableName);
    const cursorSecret = 'the cursor secret of a test, 32 characters or more';
    const sampled = connectTable(rollbookTable, { client, tableName, cursorSecret });
    for (let at = 0; at < ACCESS_PATTERN_SAMPLE.length; at += MAX_TRANSACTION)
      await sampled.transactWrite(ACCESS_PATTERN_SAMPLE.slice(at, at + MAX_TRANSACTION));
    await indexesSettled();
    const recording = engineClient();
    const calls = recordCalls(recording);
    const table = connectTable(rollbookTable, { client: recording, tableName, cursorSecret });
    await (run as (over: typeof table, input: unknown) => Promise<unknown>)(table, example);
    for (const call of calls) asked.add(lineOf(call));
    await client.send(new DeleteTableCommand({ TableName: tableName }));
    for (const each of [client, recording]) each.destroy();
  }
  return asked;
}

const onWrappingKeys = (...actions: string[]) =>
  actions.map((action) => `dynamodb:${action} on table wrapping-keys`);

test('the API may do what its access patterns do, and nothing else', async () => {
  const asked = await askEverything('api');
  // Beside them: readiness, the table's shape, and the keys of personal data.
  for (const line of [
    'dynamodb:DescribeTable on table any',
    'dynamodb:GetItem on table table',
    ...onWrappingKeys('GetItem', 'PutItem', 'Query'),
  ])
    asked.add(line);
  expect([...asked].sort()).toEqual([...allowed('api')].sort());
});

test('the projector may do what its access patterns do, and nothing else', async () => {
  const asked = await askEverything('stream-processor');
  // What it writes depends on the table's shape. An import creates users, who may be the first of their month.
  asked.add('dynamodb:GetItem on table table');
  for (const line of onWrappingKeys('GetItem', 'PutItem', 'Query')) asked.add(line);
  expect([...asked].sort()).toEqual([...allowed('projector')].sort());
});

test('the feeder may do what its access patterns do, and nothing else', async () => {
  const asked = await askEverything('feeder');
  // It reads the stream by itself, to know up to when the feeds are complete.
  for (const action of ['DeleteItem', 'Query', 'UpdateItem'])
    asked.add(`dynamodb:${action} on table lease:*`);
  asked.add('dynamodb:DescribeTable on table any');
  expect([...asked].sort()).toEqual([...allowed('feeder')].sort());
});

test('the webhooks may do what their access patterns do, and nothing else', async () => {
  const asked = await askEverything('webhooks');
  for (const line of ['dynamodb:GetItem on table table', ...onWrappingKeys('GetItem', 'Query')])
    asked.add(line);
  expect([...asked].sort()).toEqual([...allowed('webhooks')].sort());
});

test('the publisher may read the commits that heads only name, park what cannot be published, and nothing else', async () => {
  const asked = await askEverything('publisher');
  for (const line of onWrappingKeys('GetItem')) asked.add(line);
  const client = engineClient();
  const tableName = uniqueTableName();
  await ensureTable(client, tableName);
  const recording = engineClient();
  const calls = recordCalls(recording);
  const letters = new DeadLetters(recording, tableName);
  const letter = {
    aggregateId: 'user_1',
    version: 1,
    events: 1,
    reason: 'no',
    parkedAt: '2026-01-01T00:00:00.000Z',
  };
  await letters.park(letter, true);
  await letters.parkedAggregates();
  for (const call of calls) asked.add(lineOf(call));
  expect([...asked].sort()).toEqual([...allowed('publisher')].sort());
  await client.send(new DeleteTableCommand({ TableName: tableName }));
  for (const each of [client, recording]) each.destroy();
});

test('requests, whatever they do, ask for nothing that the API may not do', async () => {
  const api = await startApi();
  const calls = recordCalls(api.app.get(DynamoDBClient));
  const { id } = await createAccount(api);
  const account = `/v1/accounts/${id}`;
  const scim = `/scim/v2/${id}`;
  const [owner, member] = [await createUser(api, id, 'owner'), await createUser(api, id)];
  const group = await createServiceGroup(api, id);
  const key = { 'idempotency-key': 'once' };
  const requests: [string, string, unknown?, Record<string, string>?][] = [
    ['POST', '/v1/accounts', { name: 'Twice' }, key],
    ['POST', '/v1/accounts', { name: 'Twice' }, key],
    ['POST', `${account}/users`, { name: 'Once', email: 'once@x.example', role: 'member' }, key],
    ['POST', `${account}/users`, { name: 'Other', email: 'once@x.example', role: 'member' }],
    ['PUT', `${account}/service-groups/${group.id}/members/${member.id}`],
    ['GET', `${account}/service-groups/${group.id}/members`],
    ['GET', `${account}/service-groups/${group.id}/members?asOf=${new Date().toISOString()}`],
    ['GET', `${account}/users/${member.id}/service-groups?asOf=${new Date().toISOString()}`],
    ['GET', `${account}/users/${member.id}/events`],
    ['GET', `${account}/events`],
    ['GET', `${scim}/Users?filter=${encodeURIComponent('userName eq "once@x.example"')}`],
    ['PATCH', `${scim}/Users/${member.id}`, patch({ op: 'replace', path: 'title', value: 'Countess' })],
    ['GET', `${scim}/Groups?filter=${encodeURIComponent(`members eq "${member.id}"`)}`],
    ['PATCH', `${scim}/Groups/${group.id}`, patch({ op: 'remove', path: 'members' })],
    ['POST', `${account}/suspend`, undefined, { 'if-match': '"1"' }],
    ['POST', `${account}/reactivate`],
    ['DELETE', `${account}/users/${member.id}`],
    ['DELETE', `${account}/service-groups/${group.id}`],
    ['GET', '/health/ready'],
    ['DELETE', account, undefined, { 'if-match': '"3"' }],
  ];
  for (const [method, path, body, headers] of requests) {
    const answer = await api.operator(method, path, body, headers);
    expect({ path, ok: answer.status < 500 && answer.status !== 404 }).toEqual({ path, ok: true });
  }
  const asOwner = await api.as({ id: owner.id, accountId: id });
  await asOwner('GET', '/v1/me');
  const may = allowed('api');
  expect([...new Set(calls.map(lineOf))].filter((line) => !may.has(line))).toEqual([]);
  expect(calls.length).toBeGreaterThan(20);
  await api.close();
});

const PAST_MEMBERSHIPS = 100;

test('jobs, whatever they do, ask for nothing that the projector may not do', async () => {
  const { directory, tableName, close } = await openTestDirectory();
  const { accountId } = (await makeAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'member' } as const;
  const { userId } = (await makeUser(tenant, ada, byOperator)).state;
  const { serviceGroupId } = (await makeServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  await addMember(tenant, serviceGroupId, userId, byOperator);
  const recording = engineClient();
  const calls = recordCalls(recording);
  const worker = await openTestDirectory({ client: recording, tableName });
  const run = async (jobId: string | undefined) => {
    if (jobId === undefined) throw new Error('There is no job.');
    await finishJob(worker.directory, jobId);
  };
  const removal = await removeServiceGroup(tenant, serviceGroupId, byOperator);
  await run(removal.state.jobId);
  await refreshMembershipsOfUser(worker.directory, accountId, userId);
  // So many past memberships that their erasure is a job.
  const other = (await makeServiceGroup(tenant, { name: 'prod' }, byOperator)).state.serviceGroupId;
  for (let times = 0; times < PAST_MEMBERSHIPS; times += 1) {
    await addMember(tenant, other, userId, byOperator);
    await removeMember(tenant, other, userId, byOperator);
  }
  await removeUser(tenant, userId, byOperator);
  await run((await erasePersonalData(tenant, userId, byOperator)).state.jobId);
  await run((await closeAccount(tenant, byOperator)).state.jobId);
  const may = allowed('projector');
  expect([...new Set(calls.map(lineOf))].filter((line) => !may.has(line))).toEqual([]);
  recording.destroy();
  await Promise.all([worker.close(), close()]);
});

test('nobody but the administration deletes events, and the administration does all it does without a scan', async () => {
  for (const caller of ['api', 'publisher', 'projector', 'streamProcessor'] as const)
    for (const line of allowed(caller)) {
      expect(line).not.toMatch(/Scan/);
      expect(line).not.toMatch(/Delete\w+ on table (events:\*|any)/);
    }
  const { directory, tableName, close } = await openTestDirectory();
  const { accountId } = (await makeAccount(directory, { name: 'Acme' }, byOperator)).state;
  const tenant = grantTenant(directory, accountId);
  const ada = { name: 'Ada', email: 'ada@x.example', role: 'owner' } as const;
  await makeUser(tenant, ada, byOperator);
  const recording = engineClient();
  const calls = recordCalls(recording);
  const worker = await openTestDirectory({ client: recording, tableName });
  await verifyAccount(grantTenant(worker.directory, tenant.accountId), { recheckAfterMs: 0 });
  await rebuildAccount(grantTenant(worker.directory, tenant.accountId), { recheckAfterMs: 0 });
  const may = new Set([...allowed('administration')].map((line) => line.replace(/ on table any$/, '')));
  const asked = calls.map((call) => (call.resource === 'table' ? call.action : lineOf(call)));
  expect([...new Set(asked)].filter((line) => !may.has(line))).toEqual([]);
  expect(calls.length).toBeGreaterThan(10);
  recording.destroy();
  await Promise.all([worker.close(), close()]);
});
