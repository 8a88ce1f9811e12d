import { expectCalls, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import {
  createAccount,
  created,
  createServiceGroup,
  createTeam,
  createUser,
} from '../../support/api/people.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
/** Manages `own`, and nothing else; a plain member of the account. */
let manager: Awaited<ReturnType<typeof createUser>>;
let asks: Ask;
let own: string;
let other: string;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  manager = await createUser(api, team.account.id);
  asks = await api.as(manager);
  const groups = [
    await createServiceGroup(api, team.account.id),
    await createServiceGroup(api, team.account.id),
  ];
  [own, other] = groups.map(({ id }) => `${team.path}/service-groups/${id}`) as [string, string];
  created(await team.asks.admin('PUT', `${own}/managers/${manager.id}`));
});

const refused = async (method: string, path: string, body?: unknown) =>
  expectProblem(await asks(method, path, body), 403, 'not_permitted');
const member = (group = own) => `${group}/members/${team.member.id}`;

describe('whoever manages a service group', () => {
  test('sees it, its members, managers and history', async () => {
    expect((await asks('GET', own)).body).toMatchObject({ id: own.split('/').at(-1) });
    created(await team.asks.owner('PUT', member()));
    await indexesSettled();
    expect((await asks('GET', `${own}/members`)).body.data).toMatchObject([{ userId: team.member.id }]);
    expect((await asks('GET', member())).status).toBe(200);
    expect((await asks('GET', `${own}/managers`)).body.data).toMatchObject([
      { userId: manager.id, user: { name: manager.name }, addedBy: `user:${team.admin.id}` },
    ]);
    const { body } = await asks('GET', `${own}/events?include=actor`);
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
      'service_group.created',
      'service_group.manager_added',
    ]);
    expect(body.data[1].summary).toBe(
      `${team.admin.name} made ${manager.name} a manager of ${body.data[0].data.name}`,
    );
  });

  test('adds and removes members, owners too, one by one and together', async () => {
    const added = await asks('PUT', member());
    expect(added).toMatchObject({ status: 201, body: { addedBy: `user:${manager.id}` } });
    expect((await asks('DELETE', member())).status).toBe(204);
    const add = [team.owner.id, team.admin.id];
    expect((await asks('POST', `${own}/members/batch`, { add })).body).toMatchObject({ done: 2 });
  });

  test('only removes members where the rules leave requests to admins, and gives access by no route', async () => {
    created(await asks('PUT', member()));
    const { asks: of, owner, admin } = team;
    const approvers = async (who: string) =>
      created(await of.owner('PATCH', own, { membershipRules: { approvers: who } }));
    const give: [string, string, object][] = [
      ['PUT', `${own}/members/${owner.id}`, {}],
      ['PUT', member(), {}],
      ['PATCH', member(), { reason: 'On call' }],
      ['POST', `${own}/members/batch`, { add: [owner.id] }],
      ['POST', `${own}/members/batch`, { add: [owner.id], remove: [team.member.id] }],
    ];
    await approvers('admins');
    for (const [method, path, body] of give) {
      await refused(method, path, body);
      expect((await of.admin(method, `${path}?dryRun=true`, body)).status).toBe(200);
    }
    await indexesSettled();
    expect((await asks('GET', `${own}/members`)).body.data).toHaveLength(1);
    expect((await asks('DELETE', member())).status).toBe(204);
    const remove = { remove: [team.member.id] };
    expect((await asks('POST', `${own}/members/batch`, remove)).status).toBe(200);
    // An admin stays one where they are a manager as well.
    created(await of.owner('PUT', `${own}/managers/${admin.id}`));
    created(await of.admin('PUT', member()));
    await approvers('managers');
    for (const [method, path, body] of give)
      expect((await asks(method, `${path}?dryRun=true`, body)).status).toBe(200);
  });

  test('may nothing of another service group, of the account, or about who manages', async () => {
    await refused('GET', `${other}/members`);
    await refused('PUT', member(other));
    await refused('POST', `${other}/members/batch`, { add: [team.member.id] });
    await refused('GET', `${other}/events`);
    await expectProblem(await asks('GET', other), 404, 'service_group_not_found');
    await refused('PATCH', own, { name: 'mine' });
    await refused('DELETE', own);
    await refused('PUT', `${own}/managers/${team.member.id}`);
    await refused('DELETE', `${own}/managers/${manager.id}`);
    for (const path of ['users', 'service-groups', 'events', 'jobs', 'export/memberships', 'invitations'])
      await refused('GET', `${team.path}/${path}`);
    const changes = [{ userId: team.member.id, serviceGroupId: own.split('/').at(-1), action: 'add' }];
    await refused('POST', `${team.path}/memberships/batch`, { changes });
    await refused('GET', `${team.path}/users/${team.member.id}`);
    await refused('PUT', `${team.path}/users/${team.member.id}/service-groups`, { serviceGroupIds: [] });
  });

  test('costs no table call more than an admin', async () => {
    expectCalls(await asks('PUT', member()), 2);
    expectCalls(await asks('GET', `${own}/members`), 2);
    expectCalls(await team.asks.admin('GET', `${own}/members`), 2);
  });

  test('finds people by name or email, with nothing else about them, and sees who is in', async () => {
    const id = team.member.id;
    await api.operator('PATCH', `${team.path}/users/${id}`, { name: 'Zoe Zimmer', externalId: 'hr-zoe' });
    created(await asks('PUT', member()));
    const find = async (q: string) => (await asks('GET', `${own}/candidates?q=${q}`)).body.data;
    const { email } = team.member;
    expect(await find('zim')).toEqual([{ id, name: 'Zoe Zimmer', email, status: 'active', isMember: true }]);
    expect(await find(encodeURIComponent(manager.email))).toMatchObject([
      { id: manager.id, isMember: false },
    ]);
    created(await asks('PUT', member(), { expiresAt: null }));
    const expiresAt = '2034-12-31T17:00:00.000Z';
    await asks('PATCH', member(), { expiresAt });
    expect(await find('zim')).toMatchObject([{ id, isMember: true, expiresAt }]);
    expect(await find('hr-zoe')).toEqual([]);
    expect(await find(id)).toEqual([]);
    await expectProblem(await asks('GET', `${own}/candidates`), 400, 'required');
    await refused('GET', `${other}/candidates?q=zim`);
    await expectProblem(await team.asks.member('GET', `${own}/candidates?q=zim`), 403, 'not_permitted');
  });

  test('is told so, and until it ends', async () => {
    const [id] = own.split('/').slice(-1);
    const { name } = (await asks('GET', own)).body;
    const me = async () => (await asks('GET', '/v1/me')).body;
    expect(await me()).toMatchObject({ role: 'member', managedServiceGroups: [{ id, name }] });
    const managed = `${team.path}/users/${manager.id}/managed-service-groups`;
    expect((await asks('GET', managed)).body.data).toMatchObject([
      { serviceGroupId: id, serviceGroup: { name } },
    ]);
    expectCalls(await asks('GET', '/v1/me'), 2);
    expect((await team.asks.admin('DELETE', `${own}/managers/${manager.id}`)).status).toBe(204);
    expect((await me()).managedServiceGroups).toEqual([]);
    await refused('GET', `${own}/members`);
    await refused('PUT', member());
  });

  test('may nothing there while suspended, and all of it again afterwards', async () => {
    const user = `${team.path}/users/${manager.id}`;
    created(await team.asks.admin('POST', `${user}/suspend`));
    await expectProblem(await asks('GET', `${own}/members`), 403, 'user_suspended');
    created(await team.asks.admin('POST', `${user}/reactivate`));
    expect((await asks('GET', `${own}/members`)).status).toBe(200);
    expect((await team.asks.admin('DELETE', user)).status).toBe(204);
    await expectProblem(await asks('GET', `${own}/members`), 403, 'user_removed');
    expect((await team.asks.admin('GET', `${own}/managers`)).body.data).toEqual([]);
  });

  test('manages it whatever their role becomes: the two are given by different people for different reasons', async () => {
    const user = `${team.path}/users/${manager.id}`;
    for (const role of ['admin', 'member']) created(await team.asks.owner('PATCH', user, { role }));
    expect((await asks('GET', `${own}/members`)).status).toBe(200);
    await refused('GET', `${team.path}/users`);
  });
});

describe('managers', () => {
  test('are made and removed by owners and admins alone, once each', async () => {
    const path = `${own}/managers/${team.member.id}`;
    await expectProblem(await team.asks.member('PUT', path), 403, 'not_permitted');
    expect((await team.asks.owner('PUT', path)).status).toBe(201);
    expect((await team.asks.admin('PUT', path)).status).toBe(200);
    const version = { 'if-match': '"1"' };
    await expectProblem(await team.asks.admin('DELETE', path, undefined, version), 412, 'version_mismatch');
    expect((await team.asks.admin('DELETE', path)).status).toBe(204);
    await expectProblem(await team.asks.admin('DELETE', path), 404, 'manager_not_found');
  });

  test('are made by an API key that was given the scope, and are never one', async () => {
    const key = async (scopes: string[]) =>
      created<{ key: string; id: string }>(
        await team.asks.owner('POST', `${team.path}/api-keys`, { name: 'machine', scopes }),
      );
    const { key: may, id } = await key(['managers:write']);
    const { key: mayNot } = await key(['memberships:write', 'service-groups:write']);
    const send = (token: string, path: string) =>
      fetch(api.url + path, { method: 'PUT', headers: { authorization: `Bearer ${token}` } });
    const path = `${own}/managers/${team.member.id}`;
    expect((await send(mayNot, path)).status).toBe(403);
    expect((await send(may, path)).status).toBe(201);
    expect((await send(may, member())).status).toBe(403);
    expect((await team.asks.admin('PUT', `${own}/managers/${id}`)).status).toBe(400);
  });

  test('are of the account: nobody of another one', async () => {
    const elsewhere = await createAccount(api);
    const stranger = await createUser(api, elsewhere.id);
    const path = `${own}/managers/${stranger.id}`;
    await expectProblem(await team.asks.admin('PUT', path), 404, 'user_not_found');
  });

  test('are those of the time that is asked for', async () => {
    const { body } = await team.asks.admin('GET', `${own}/managers`);
    const at = body.data[0].since as string;
    await team.asks.admin('DELETE', `${own}/managers/${manager.id}`);
    const then = await team.asks.admin('GET', `${own}/managers?asOf=${at}`);
    expect(then.body).toEqual(body);
    expect((await team.asks.admin('GET', `${own}/managers`)).body.data).toEqual([]);
  });
});
