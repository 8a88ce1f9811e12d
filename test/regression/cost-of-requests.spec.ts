import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createUser, getUser, grantTenant, openDirectory } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { UserUses } from '../../apps/api/src/auth/caller/user-uses.js';
import { costOf, startApi, type Ask, type RunningApi } from '../support/api/api.js';
import { byOperator } from '../support/directory/directory.js';
import { engineClient, onDynamoDBLocal } from '../support/engines/engine.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { patch } from '../support/api/scim.js';

/**
 * What requests cost, in counts that are the same on every machine: table calls, units, and bytes sent to the table. A
 * change that makes a request dearer has to change a figure here, and to say why.
 */
interface Cost {
  calls: number;
  /** Where reads of one turn are joined. */
  sent?: number;
  reads: number;
  writes: number;
  /** At most. Ids and times are of one length, so this moves with what is sent only. */
  bytes: number;
}

const COSTS: Record<string, Cost> = {
  'a user by id': { calls: 1, reads: 3, writes: 0, bytes: 600 },
  'the dropdown, 25 groups': { calls: 2, reads: 8, writes: 0, bytes: 1_085 },
  'members of a group, 25': { calls: 2, reads: 6, writes: 0, bytes: 1_180 },
  'access check': { calls: 2, reads: 6, writes: 0, bytes: 820 },
  'add a member': { calls: 2, reads: 6, writes: 8, bytes: 5_030 },
  'a batch of 25 groups for a user': { calls: 5, sent: 3, reads: 54, writes: 146, bytes: 65_500 },
  'access check, after a batch': { calls: 2, reads: 6, writes: 0, bytes: 820 },
  'add a member, after a batch': { calls: 2, reads: 6, writes: 8, bytes: 5_030 },
  'create a user, with a key': { calls: 2, reads: 2, writes: 9, bytes: 5_450 },
  'SCIM: a user by userName': { calls: 3, reads: 4, writes: 0, bytes: 880 },
  'SCIM: suspend a user': { calls: 3, reads: 5, writes: 5, bytes: 3_470 },
  'SCIM: is a user in a group?': { calls: 3, reads: 8, writes: 0, bytes: 1_130 },
  'SCIM: add a member': { calls: 6, sent: 4, reads: 10, writes: 8, bytes: 5_550 },
  'SCIM: a group of 25 with its members': { calls: 3, reads: 8, writes: 0, bytes: 1_480 },
};
const SIZE = 25;

let api: RunningApi;
let admin: Ask;
let accountId: string;
let sent = { calls: 0, bytes: 0 };
const ids = { users: [] as string[], groups: [] as string[], spare: '' };

beforeAll(async () => {
  api = await startApi();
  countWhatIsSent(api.app.get(DynamoDBClient));
  ({ id: accountId } = (await api.operator('POST', '/v1/accounts', { name: 'Acme' })).body);
  const create = async (path: string, body: unknown) =>
    (await api.operator('POST', `/v1/accounts/${accountId}/${path}`, body)).body.id as string;
  for (let n = 0; n < SIZE; n += 1) {
    const role = n === 0 ? 'owner' : n === 1 ? 'admin' : 'member';
    ids.users.push(await create('users', { name: `User ${n + 10}`, email: `user${n + 10}@x.example`, role }));
    ids.groups.push(await create('service-groups', { name: `Group ${n + 10}` }));
  }
  ids.spare = await create('service-groups', { name: 'Group 99' });
  const [group, member] = [ids.groups[0], ids.users[2]];
  for (const user of ids.users)
    await api.operator('PUT', `/v1/accounts/${accountId}/service-groups/${group}/members/${user}`);
  for (const each of ids.groups)
    await api.operator('PUT', `/v1/accounts/${accountId}/service-groups/${each}/members/${member}`);
  admin = await api.as({ id: ids.users[1] ?? '', accountId });
  // That they are here is written with their first request, and with no other within five minutes.
  await admin('GET', '/v1/me');
  await api.app.get(UserUses).settled();
});
afterAll(() => api.close());

/** Before the client's first call: a pipeline is put together once. */
function countWhatIsSent(client: DynamoDBClient): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { body } = args.request as { body: string };
      sent = { calls: sent.calls + 1, bytes: sent.bytes + Buffer.byteLength(body) };
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'countWhatIsSent' },
  );
}

const asked = encodeURIComponent;
const scim = (method: string, path: string, body?: unknown) =>
  admin(method, `/scim/v2/${accountId}${path}`, body);

const requests: Record<keyof typeof COSTS, () => ReturnType<Ask>> = {
  'a user by id': () => admin('GET', `/v1/accounts/${accountId}/users/${ids.users[3]}`),
  'the dropdown, 25 groups': () =>
    admin('GET', `/v1/accounts/${accountId}/users/${ids.users[2]}/service-groups?limit=25`),
  'members of a group, 25': () =>
    admin('GET', `/v1/accounts/${accountId}/service-groups/${ids.groups[0]}/members?limit=25`),
  'access check': () =>
    admin('POST', '/access/v1/evaluation', {
      subject: { type: 'user', id: ids.users[2] },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: ids.groups[0] },
    }),
  'add a member': () =>
    admin('PUT', `/v1/accounts/${accountId}/service-groups/${ids.spare}/members/${ids.users[4]}`),
  'a batch of 25 groups for a user': () =>
    admin('POST', `/v1/accounts/${accountId}/memberships/batch`, {
      changes: ids.groups.map((serviceGroupId) => ({ userId: ids.users[7], serviceGroupId, action: 'add' })),
    }),
  'access check, after a batch': () =>
    admin('POST', '/access/v1/evaluation', {
      subject: { type: 'user', id: ids.users[7] },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: ids.groups[1] },
    }),
  'add a member, after a batch': () =>
    admin('PUT', `/v1/accounts/${accountId}/service-groups/${ids.spare}/members/${ids.users[7]}`),
  'create a user, with a key': () =>
    admin(
      'POST',
      `/v1/accounts/${accountId}/users`,
      { name: 'New user', email: 'new@x.example', role: 'member' },
      { 'idempotency-key': 'key-1' },
    ),
  'SCIM: a user by userName': () => scim('GET', `/Users?filter=${asked('userName eq "user13@x.example"')}`),
  'SCIM: suspend a user': () =>
    scim('PATCH', `/Users/${ids.users[5]}`, patch({ op: 'Replace', path: 'active', value: 'False' })),
  'SCIM: is a user in a group?': () =>
    scim(
      'GET',
      `/Groups?attributes=id&filter=${asked(`id eq "${ids.groups[0]}" and members eq "${ids.users[3]}"`)}`,
    ),
  'SCIM: add a member': () =>
    scim(
      'PATCH',
      `/Groups/${ids.spare}`,
      patch({ op: 'Add', path: 'members', value: [{ value: ids.users[6] }] }),
    ),
  'SCIM: a group of 25 with its members': () => scim('GET', `/Groups/${ids.groups[0]}`),
};

test.each(Object.keys(COSTS))('%s costs what it cost before', async (operation) => {
  sent = { calls: 0, bytes: 0 };
  const answer = await requests[operation]!();
  expect(answer.status).toBeLessThan(300);
  const { calls, sent: sentCalls = calls, reads, writes, bytes } = COSTS[operation]!;
  const cost = { ...costOf(answer), sent: sent.calls };
  // DynamoDB Local counts a new item's transactional put twice.
  const units = onDynamoDBLocal() ? {} : { reads, writes };
  expect(cost).toMatchObject({ calls, sent: sentCalls, ...units });
  expect(sent.bytes).toBeLessThanOrEqual(bytes);
});

test('reads of one turn of the event loop are one call, with each key once', async () => {
  const client = engineClient();
  countWhatIsSent(client);
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const { name: tableName } = api.configuration.table;
  const directory = openDirectory({
    client,
    tableName,
    cursorSecret,
    masterKey: testMasterKey(),
    joinReads: true,
  });
  const tenant = grantTenant(directory, accountId);
  await createUser(tenant, { name: 'Warm', email: 'warm@x.example', role: 'member' }, byOperator);
  sent = { calls: 0, bytes: 0 };
  const users = await Promise.all(ids.users.map((id) => getUser(tenant, id as UserId)));
  expect(users.map(({ userId }) => userId)).toEqual(ids.users);
  expect(sent.calls).toBe(1);
  client.destroy();
});
