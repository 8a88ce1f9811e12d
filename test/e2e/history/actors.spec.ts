import { askWith, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Entry {
  type: string;
  actor: string;
  actorDetails?: { id: string; kind: string; name: string | null; status: string | null } | null;
  summary: string;
}

type Team = Awaited<ReturnType<typeof createTeam>>;

async function key({ asks, path }: Team, name: string, scopes: string[]) {
  return (await asks.owner('POST', `${path}/api-keys`, { name, scopes })).body as { id: string; key: string };
}

async function log({ asks, path }: Team, query: string): Promise<Entry[]> {
  const { status, body } = await asks.owner('GET', `${path}/events?${query}`);
  expect(status).toBe(200);
  return body.data as Entry[];
}

describe('actors', () => {
  test('are told of users, API keys, identity providers, operators and the system, also by bare ids', async () => {
    const team = await createTeam(api);
    const [machine, provider] = [await key(team, 'CI', ['users:read']), await key(team, 'Okta', ['scim'])];
    const ids = [
      team.admin.id,
      `user:${team.owner.id}`,
      `api-key:${machine.id}`,
      provider.id,
      'operator:ops',
      'system:jobs',
    ];
    const { body } = await team.asks.admin('GET', `${team.path}/actors?ids=${ids.join(',')}`);
    const details = { email: null, status: 'active' };
    expect(body.data).toEqual([
      {
        id: `user:${team.admin.id}`,
        kind: 'user',
        name: team.admin.name,
        email: team.admin.email,
        status: 'active',
      },
      {
        id: `user:${team.owner.id}`,
        kind: 'user',
        name: team.owner.name,
        email: team.owner.email,
        status: 'active',
      },
      { id: `api-key:${machine.id}`, kind: 'api-key', name: 'CI', ...details },
      { id: `api-key:${provider.id}`, kind: 'scim', name: 'Okta', ...details },
      { id: 'operator:ops', kind: 'operator', name: 'ops', email: null, status: null },
      { id: 'system:jobs', kind: 'system', name: 'jobs', email: null, status: null },
    ]);
  });

  test('have names after they were removed, and none once they were erased', async () => {
    const team = await createTeam(api);
    const { asks, path, member } = team;
    const told = async () => (await asks.owner('GET', `${path}/actors?ids=${member.id}`)).body.data[0];
    await asks.owner('DELETE', `${path}/users/${member.id}`);
    expect(await told()).toMatchObject({ name: member.name, status: 'removed' });
    await api.operator('POST', `${path}/users/${member.id}/erase`);
    expect(await told()).toEqual({
      id: `user:${member.id}`,
      kind: 'user',
      name: null,
      email: null,
      status: 'erased',
    });
  });

  test('of another account are not told', async () => {
    const [ours, theirs] = [await createTeam(api), await createTeam(api)];
    const { id } = await key(theirs, 'CI', ['users:read']);
    const asked = `actors?ids=${theirs.admin.id},${id}`;
    expect((await ours.asks.owner('GET', `${ours.path}/${asked}`)).body.data).toEqual([]);
    await expectProblem(await ours.asks.owner('GET', `${theirs.path}/${asked}`), 404, 'account_not_found');
    await expectProblem(await ours.asks.owner('GET', `${ours.path}/actors?ids=,`), 400, 'invalid_format');
  });
});

describe('an entry of the audit log', () => {
  test('is a sentence, with the name of its actor where that is asked for', async () => {
    const team = await createTeam(api);
    const { asks, path, owner, admin, member } = team;
    const { body: group } = await asks.owner('POST', `${path}/service-groups`, { name: 'prod' });
    await asks.admin('PUT', `${path}/service-groups/${group.id}/members/${member.id}`);
    const [plain] = await log(team, 'limit=1');
    expect(plain).toMatchObject({ summary: `A user gave ${member.name} access to prod` });
    expect(plain).not.toHaveProperty('actorDetails');
    const [given, created] = await log(team, 'limit=2&include=actor');
    expect(given).toMatchObject({
      summary: `${admin.name} gave ${member.name} access to prod`,
      actorDetails: { id: `user:${admin.id}`, kind: 'user', name: admin.name, status: 'active' },
    });
    expect(created?.summary).toBe(`${owner.name} created the service group prod`);
    const history = await asks.owner('GET', `${path}/service-groups/${group.id}/events?include=actor`);
    expect(history.body.data[0].summary).toBe(`${owner.name} created the service group prod`);
    const one = await asks.owner('GET', `${path}/events/${group.id}.1?include=actor`);
    expect(one.body).toEqual(history.body.data[0]);
  });

  test('tells of an API key of the operators without its name', async () => {
    const team = await createTeam(api);
    const { body } = await api.operator('POST', '/v1/api-keys', { name: 'secret', scopes: ['users:write'] });
    await askWith(api.url, body.key)('PATCH', `${team.path}/users/${team.member.id}`, { name: 'Renamed' });
    const [entry] = await log(team, 'limit=1&include=actor');
    expect(entry).toMatchObject({
      actorDetails: null,
      summary: `An API key renamed ${team.member.name} to Renamed`,
    });
  });

  test('is found by several types, and by words of its sentence', async () => {
    const team = await createTeam(api);
    const { asks, path, admin, member } = team;
    await asks.owner('PATCH', `${path}/users/${member.id}`, { name: 'Zoë Quill' });
    await asks.admin('POST', `${path}/service-groups`, { name: 'prod' });
    const types = (await log(team, 'type=service_group.created,user.profile_changed')).map(
      ({ type }) => type,
    );
    expect(types).toEqual(['service_group.created', 'user.profile_changed']);
    expect(await log(team, 'q=zoe renamed&limit=1')).toMatchObject([{ type: 'user.profile_changed' }]);
    const byActor = await log(team, `q=${encodeURIComponent(admin.name)} created&order=asc`);
    expect(byActor).toMatchObject([{ type: 'service_group.created', actor: `user:${admin.id}` }]);
    expect(await log(team, 'q=nothing')).toEqual([]);
    const refused = await asks.owner('GET', `${path}/events?type=user.created,user.deleted`);
    await expectProblem(refused, 400, 'invalid_format');
  });
});
