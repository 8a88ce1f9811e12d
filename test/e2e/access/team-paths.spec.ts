import {
  addTeam,
  addToTeam,
  createTeam as createDirectoryTeam,
  grantTenant,
  type Tenant,
} from '#libs/directory';
import type { ServiceGroupId, TeamId, UserId } from '#libs/domain';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { created, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';
import { byOperator } from '../../support/directory/directory.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: RunningApi;
let people: Awaited<ReturnType<typeof createTeam>>;
let tenant: Tenant;
let groupId: ServiceGroupId;
let teamId: TeamId;
let userId: UserId;
let group: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  people = await createTeam(api);
  tenant = grantTenant(api.directory, people.account.id);
  groupId = (await createServiceGroup(api, people.account.id)).id as ServiceGroupId;
  group = `${people.path}/service-groups/${groupId}`;
  userId = people.member.id as UserId;
  teamId = (await createDirectoryTeam(tenant, { name: 'Platform' }, byOperator)).state.teamId;
  await addToTeam(tenant, teamId, userId, { reason: 'New here' }, byOperator);
});
const open = async (terms = {}) => {
  await addTeam(tenant, groupId, teamId, terms, byOperator);
  await indexesSettled();
};
const idsIn = async (path: string) => {
  const { body } = await people.asks.admin('GET', path);
  return (body.data as { id: string }[]).map(({ id }) => id);
};

test('lists have what is direct, and with paths=all every path', async () => {
  await open();
  const id = `${groupId}.${userId}`;
  const own = `${people.path}/users/${userId}/service-groups`;
  for (const list of [`${group}/members`, own]) {
    expect(await idsIn(list)).toEqual([]);
    expect(await idsIn(`${list}?paths=direct`)).toEqual([]);
    const { body } = await people.asks.admin('GET', `${list}?paths=all`);
    expect(body).toMatchObject({ nextCursor: null, data: [{ id, user: { id: userId } }] });
    const [row] = body.data as { via: unknown; since: string }[];
    expect(row!.via).toEqual([{ teamId, teamName: 'Platform', since: row!.since }]);
    const asOf = new Date(Date.now() + 5_000).toISOString();
    expect(await idsIn(`${list}?paths=all&asOf=${asOf}`)).toEqual([id]);
    expect(await idsIn(`${list}?asOf=${asOf}`)).toEqual([]);
    expect(await idsIn(`${list}?paths=all&ending=true`)).toEqual([]);
  }
  expect((await people.asks.member('GET', `${own}?paths=all`)).body.data).toHaveLength(1);
  await expectProblem(await people.asks.admin('GET', `${own}?paths=some`), 400, 'not_allowed_value');
});

test('who may enter by a team is searched and sorted with the members, and found among users', async () => {
  await open();
  const { admin, owner } = people.asks;
  await admin('PUT', `${group}/members/${people.owner.id}`);
  await indexesSettled();
  const both = [userId, people.owner.id];
  const users = async (query: string) => {
    const { body } = await admin('GET', `${people.path}/users?${query}`);
    return (body.data as { id: string }[]).map(({ id }) => id);
  };
  const usersIn = async (query: string) => {
    const { body } = await admin('GET', `${group}/members?${query}`);
    return (body.data as { userId: string }[]).map((row) => row.userId);
  };
  for (const sort of ['name', '-name', 'email', '-createdAt']) {
    const inOrder = (await users(`sort=${sort}`)).filter((id) => both.includes(id));
    expect(await usersIn(`paths=all&sort=${sort}`)).toEqual(inOrder);
    expect(await usersIn(`sort=${sort}`)).toEqual([people.owner.id]);
  }
  const { body: first } = await owner('GET', `${group}/members?paths=all&sort=name&limit=1`);
  const { body: last } = await owner(
    'GET',
    `${group}/members?paths=all&sort=name&limit=1&cursor=${first.nextCursor}`,
  );
  expect([...first.data, ...last.data].map((row: { via: unknown[] }) => row.via.length)).toEqual([1, 1]);
  expect(last.nextCursor).toBeNull();
  const { name } = (await admin('GET', `${people.path}/users/${userId}`)).body as { name: string };
  const named = await usersIn(`paths=all&q=${encodeURIComponent(name)}`);
  expect(named).toContain(userId);
  expect(await usersIn(`q=${encodeURIComponent(name)}`)).not.toContain(userId);
  expect((await users(`groupId=${groupId}&paths=all`)).toSorted()).toEqual(both.toSorted());
  expect(await users(`groupId=${groupId}`)).toEqual([people.owner.id]);
  expect(await users(`notInGroupId=${groupId}&paths=all`)).not.toContain(userId);
  const refused = [
    `${group}/members?q=a&asOf=2020-01-01T00:00:00Z`,
    `${group}/members?sort=name&order=desc`,
    `${group}/members?sort=version`,
    `${people.path}/users?paths=all`,
  ];
  for (const path of refused) await expectProblem(await admin('GET', path), 400, 'not_allowed_value');
});

test('the searches of AuthZEN find who may enter by a team, and where', async () => {
  await open();
  const subject = { type: 'user', id: userId };
  const resource = { type: 'service_group', id: groupId };
  const action = { name: 'enter' };
  const search = async (what: string, question: object) =>
    (await people.asks.admin('POST', `/access/v1/search/${what}`, question)).body.results as unknown;
  for (const context of [{}, { as_of: new Date(Date.now() + 5_000).toISOString() }]) {
    const who = { subject: { type: 'user' }, resource, action, context };
    expect(await search('subject', who)).toMatchObject([subject]);
    const where = { subject, resource: { type: 'service_group' }, action, context };
    expect(await search('resource', where)).toMatchObject([resource]);
    expect(await search('action', { subject, resource, context })).toEqual([{ name: 'enter' }]);
  }
});

test('the matrix has teams beside the memberships', async () => {
  const matrix = `${people.path}/memberships/matrix?groupIds=${groupId}&userIds=${userId}`;
  const rows = async () => (await people.asks.admin('GET', matrix)).body.rows as object[];
  expect((await rows())[0]).not.toHaveProperty('teamCells');
  await open();
  expect(await rows()).toMatchObject([{ cells: {}, teamCells: { [groupId]: [{ teamId }] } }]);
});

describe('an explanation', () => {
  const explain = () => `${group}/members/${userId}/explain`;

  test('names every path and its parts', async () => {
    await open();
    const { status, body } = await people.asks.admin('GET', explain());
    expect({ status, ...body }).toMatchObject({
      ...{ status: 200, permission: 'enter' },
      ...{ decision: true, until: null, reason: null },
      paths: [{ teamId, teamName: 'Platform', grants: true }],
    });
    const [{ parts }] = body.paths as [{ parts: unknown }];
    expect(parts).toMatchObject([
      { kind: 'place', by: 'operator:test', reason: 'New here' },
      { kind: 'team_access', by: 'operator:test' },
    ]);
    expect((await people.asks.admin('GET', `${explain()}?permission=paint`)).body).toMatchObject({
      decision: false,
      reason: { code: 'unknown_permission' },
    });
  });

  test('says what is missing, now or then', async () => {
    const { body } = await people.asks.admin('GET', explain());
    expect(body).toMatchObject({ decision: false, until: null, reason: { code: 'no_path' }, paths: [] });
    const long = '2020-01-01T00:00:00Z';
    const then = await people.asks.admin('GET', `${explain()}?asOf=${long}`);
    expect(then.body).toMatchObject({ decision: false, reason: { code: 'account_not_found' } });
  });

  test('is for oneself, owners, admins, and managers of the service group', async () => {
    const other = await createUser(api, people.account.id);
    const ask = await api.as(other);
    expect((await people.asks.member('GET', explain())).status).toBe(200);
    expect((await people.asks.owner('GET', explain())).status).toBe(200);
    await expectProblem(await ask('GET', explain()), 403, 'not_permitted');
    created(await people.asks.admin('PUT', `${group}/managers/${other.id}`));
    expect((await ask('GET', explain())).status).toBe(200);
  });
});
