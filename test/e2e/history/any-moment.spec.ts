import { expectCallsAtMost, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { createTenancy, filled } from '../../support/api/tenant-matrix.js';
import { openApiDocument } from '../../support/contract.js';
import { engineClient } from '../../support/engines/engine.js';
import { moment } from '../../support/moment.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A team with a group, a member and manager of it, and an identity; then all of it is renamed, ended and removed. */
async function workedTeam() {
  const team = await createTeam(api);
  const { path, member, account } = team;
  const group = await createServiceGroup(api, account.id);
  const change = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', route: string, body?: object) => {
    const headers: Record<string, string> =
      method === 'PATCH' || method === 'DELETE' ? { 'if-match': '*' } : {};
    const { status } = await api.operator(method, `${path}/${route}`, body, headers);
    expect([route, status < 300]).toEqual([route, true]);
  };
  const before = await moment();
  const identity = { issuer: 'https://login.example', subject: `sub-${member.id}` };
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await change('PUT', `service-groups/${group.id}/members/${member.id}`, { expiresAt, reason: 'on call' });
  await change('PUT', `service-groups/${group.id}/managers/${member.id}`);
  await change('POST', `users/${member.id}/identities`, identity);
  const during = await moment();
  await change('PATCH', `users/${member.id}`, { name: 'Renamed Later', role: 'admin' });
  await change('PATCH', `service-groups/${group.id}`, { name: `${group.name}-renamed` });
  await change('DELETE', `service-groups/${group.id}/managers/${member.id}`);
  await change('DELETE', `service-groups/${group.id}/members/${member.id}`);
  const after = await moment();
  await change('DELETE', `service-groups/${group.id}`);
  await change('POST', 'service-groups', { name: group.name });
  await change('DELETE', `users/${member.id}`);
  const at = async (route: string, time: string) => {
    const sign = route.includes('?') ? '&' : '?';
    return api.operator('GET', `${path}/${route}${sign}asOf=${encodeURIComponent(time)}`);
  };
  return { ...team, group, before, during, after, expiresAt, identity, at };
}

describe('at a moment', () => {
  test('the pages of a user and of a service group that were removed since are there', async () => {
    const { at, member, group, during } = await workedTeam();
    const user = await at(`users/${member.id}`, during);
    expect(user).toMatchObject({
      status: 200,
      body: { name: member.name, role: 'member', status: 'active' },
    });
    expect(await at(`service-groups/${group.id}`, during)).toMatchObject({
      status: 200,
      body: { name: group.name },
    });
    expect((await at(`users/${member.id}/events`, during)).status).toBe(400);
  });

  test('the matrix is who might enter what, with the names of that time', async () => {
    const { at, owner, admin, member, group, before, during, after, expiresAt } = await workedTeam();
    const cell = { since: expect.any(String), by: expect.any(String), expiresAt, reason: 'on call' };
    const people = [owner, admin, member];
    const userOf = ({ id, name, email, role }: (typeof people)[number], version = 1) => {
      return { id, name, email, role, status: 'active', version };
    };
    const columns = [{ id: group.id, name: group.name, memberCount: null }];
    for (const query of [
      `groupIds=${group.id}`,
      `groupIds=${group.id}&userIds=${people.map(({ id }) => id).join(',')}`,
    ]) {
      const answer = await at(`memberships/matrix?${query}`, during);
      expect(answer.body).toEqual({
        groups: columns,
        rows: [
          { user: userOf(owner), cells: {} },
          { user: userOf(admin), cells: {} },
          { user: userOf(member, 3), cells: { [group.id]: cell } },
        ],
        nextCursor: null,
      });
      // The log, groups, cells, users, and the histories of the one person and the group that have changed since.
      expectCallsAtMost(answer, 1 + 3 + 2);
      const empty = (await at(`memberships/matrix?${query}`, before)).body;
      expect(empty.groups).toEqual(columns);
      expect(empty.rows.map((row: { cells: object }) => row.cells)).toEqual([{}, {}, {}]);
    }
    const later = (await at(`memberships/matrix?groupIds=${group.id}&q=renamed+lat`, after)).body;
    expect(later).toMatchObject({
      groups: [{ name: `${group.name}-renamed` }],
      rows: [{ user: { name: 'Renamed Later', role: 'admin' }, cells: {} }],
    });
    expect((await at(`memberships/matrix?groupIds=${group.id}&q=renamed`, during)).body.rows).toEqual([]);
    expect((await at(`memberships/matrix?groupIds=${group.id}`, '2020-01-01T00:00:00Z')).body).toEqual({
      groups: [],
      rows: [],
      nextCursor: null,
    });
  });

  test('a membership is there or not, as the access check says', async () => {
    const { at, path, account, member, group, before, during, after, expiresAt } = await workedTeam();
    const one = `service-groups/${group.id}/members/${member.id}`;
    const might = async (as_of: string) => {
      const { body } = await api.operator('POST', '/access/v1/evaluation', {
        subject: { type: 'user', id: member.id },
        action: { name: 'enter' },
        resource: { type: 'service_group', id: group.id },
        context: { account_id: account.id, as_of },
      });
      return body;
    };
    expect(await at(one, during)).toMatchObject({
      status: 200,
      body: { user: { name: member.name }, serviceGroup: { name: group.name }, expiresAt, reason: 'on call' },
    });
    expect(await might(during)).toEqual({ decision: true });
    for (const time of [before, after]) {
      await expectProblem(await at(one, time), 404, 'membership_not_found');
      expect(await might(time)).toEqual({ decision: false });
    }
    await expectProblem(await at(one, '2020-01-01T00:00:00Z'), 404, 'service_group_not_found');
    await expectProblem(await api.operator('GET', `${path}/${one}`), 404, 'service_group_not_found');
  });

  test('identities, managers and what somebody managed are as they were', async () => {
    const { at, member, group, before, during, after, identity } = await workedTeam();
    const data = async (route: string, time: string) => (await at(route, time)).body.data;
    expect(await data(`users/${member.id}/identities`, during)).toMatchObject([identity]);
    expect(await data(`users/${member.id}/identities`, before)).toEqual([]);
    const managing = [{ serviceGroup: { id: group.id, name: group.name } }];
    expect(await data(`users/${member.id}/managed-service-groups`, during)).toMatchObject(managing);
    expect(await data(`service-groups/${group.id}/managers`, during)).toMatchObject([
      { user: { id: member.id, name: member.name } },
    ]);
    for (const time of [before, after]) {
      expect(await data(`users/${member.id}/managed-service-groups`, time)).toEqual([]);
      expect(await data(`service-groups/${group.id}/managers`, time)).toEqual([]);
    }
    const unknown = await at(`users/${member.id}/managed-service-groups`, '2020-01-01T00:00:00Z');
    await expectProblem(unknown, 404, 'user_not_found');
  });

  test('whoever was made a manager twice managed it once, since the last time', async () => {
    const { path, member, account } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const manager = `${path}/service-groups/${group.id}/managers/${member.id}`;
    const managed = async () => {
      const time = await moment();
      const { body } = await api.operator(
        'GET',
        `${path}/users/${member.id}/managed-service-groups?asOf=${time}`,
      );
      return body.data;
    };
    await api.operator('PUT', manager);
    await api.operator('DELETE', manager);
    expect(await managed()).toEqual([]);
    const { body: again } = await api.operator('PUT', manager);
    expect(await managed()).toMatchObject([{ serviceGroupId: group.id, since: again.since }]);
  });

  test('people and service groups are found by what they were called, and by role and status', async () => {
    const { at, member, owner, group, during, after } = await workedTeam();
    const found = async (list: string, time: string) =>
      (await at(list, time)).body.data.map(({ id }: { id: string }) => id);
    const name = encodeURIComponent(member.name);
    expect(await found(`users?q=${name}`, during)).toEqual([member.id]);
    expect(await found('users?q=lat+renam', during)).toEqual([]);
    expect(await found('users?q=lat+renam', after)).toEqual([member.id]);
    expect(await found(`users?q=${member.email}`, after)).toEqual([member.id]);
    expect(await found('users?role=owner', during)).toEqual([owner.id]);
    expect(await found('users?role=member&status=active', during)).toEqual([member.id]);
    expect(await found('users?role=member', after)).toEqual([]);
    expect(await found('users?status=suspended', during)).toEqual([]);
    expect(await found(`service-groups?q=${group.name}`, during)).toEqual([group.id]);
    expect(await found('service-groups?q=renamed', during)).toEqual([]);
    // Page by page it is the same, and a cursor is of its own filter.
    const first = await at('users?q=person&limit=1&order=desc', during);
    expect(first.body.data).toMatchObject([{ id: member.id }]);
    const cursor = encodeURIComponent(first.body.nextCursor);
    const second = await at(`users?q=person&limit=1&order=desc&cursor=${cursor}`, during);
    expect(second.body.data).toHaveLength(1);
    await expectProblem(
      await at(`users?q=other&limit=1&order=desc&cursor=${cursor}`, during),
      400,
      'invalid_cursor',
    );
  });

  test('an export has the rows of that moment', async () => {
    const { at, path, member, group, during, after, expiresAt } = await workedTeam();
    const lines = async (route: string, time: string) => {
      const { status, body } = await at(route, time);
      expect([route, status]).toEqual([route, 200]);
      return (body as string).trim().split('\r\n').slice(1);
    };
    expect(await lines('export/users', during)).toContain(`${member.email},${member.name},member,`);
    expect(await lines('export/users', after)).toContain(`${member.email},Renamed Later,admin,`);
    expect(await lines('export/service-groups', during)).toEqual([`${group.name},`]);
    const membership = [`${member.email},,${group.name},,${expiresAt},`];
    for (const side of ['', `?serviceGroupId=${group.id}`, `?userId=${member.id}`]) {
      expect(await lines(`export/memberships${side}`, during)).toEqual(membership);
      expect(await lines(`export/memberships${side}`, after)).toEqual([]);
    }
    for (const [filter, isMeant] of [
      [`q=${member.email.slice(0, 6)}`, true],
      ['role=member', true],
      ['status=active&role=member', true],
      ['q=nobodyatall', false],
      ['role=owner', false],
      ['status=suspended', false],
    ] as const) {
      const users = await lines(`export/users?${filter}`, during);
      expect([filter, users.some((line) => line.startsWith(`${member.email},`))]).toEqual([filter, isMeant]);
      expect([filter, await lines(`export/memberships?${filter}`, during)]).toEqual([
        filter,
        isMeant ? membership : [],
      ]);
    }
    expect(await lines(`export/users?q=Renamed`, during)).toEqual([]);
    expect(await lines(`export/users?q=Renamed`, after)).toEqual([`${member.email},Renamed Later,admin,`]);
    expect(await lines(`export/service-groups?q=${group.name}`, during)).toEqual([`${group.name},`]);
    expect(await lines('export/service-groups?q=nothing', during)).toEqual([]);
    await expectProblem(
      await api.operator('GET', `${path}/export/memberships?serviceGroupId=${group.id}`),
      404,
      'service_group_not_found',
    );
    for (const [part, filter] of [
      ['events', `asOf=${during}`],
      ['users', `userId=${member.id}`],
      ['users', 'actor=ada'],
      ['service-groups', 'role=member'],
      ['events', 'status=active'],
      ['memberships', `userId=${member.id}&q=ada&asOf=${during}`],
      ['memberships', `serviceGroupId=${group.id}&userId=${member.id}&asOf=${during}`],
    ])
      await expectProblem(
        await api.operator('GET', `${path}/export/${part}?${filter}`),
        400,
        'not_allowed_value',
      );
  });
});

test('a moment that has yet to come is refused by every route that takes one', async () => {
  const client = engineClient();
  const tenancy = await createTenancy(api, client);
  client.destroy();
  const takers = Object.entries(openApiDocument().paths).filter(([, { get }]) =>
    get?.parameters.some(({ name }) => name === 'asOf'),
  );
  expect(takers.length).toBeGreaterThanOrEqual(12);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const [template] of takers) {
    const path = filled(template, { exported: 'users', ...tenancy.ids });
    const query = `asOf=${tomorrow}&groupIds=${tenancy.ids['serviceGroupId']}`;
    const answer = await api.operator(
      'GET',
      `${path}?${template.endsWith('/matrix') ? query : `asOf=${tomorrow}`}`,
    );
    const problem = await expectProblem(answer, 400, 'out_of_range');
    expect(problem.errors).toEqual([
      { code: 'out_of_range', detail: 'asOf must not be in the future.', parameter: 'asOf' },
    ]);
  }
  const check = {
    subject: { type: 'user', id: tenancy.ids['userId'] },
    action: { name: 'enter' },
    resource: { type: 'service_group', id: tenancy.ids['serviceGroupId'] },
    context: { account_id: tenancy.team.account.id, as_of: tomorrow },
  };
  const refused = await expectProblem(
    await api.operator('POST', '/access/v1/evaluation', check),
    400,
    'out_of_range',
  );
  expect(refused.errors).toMatchObject([{ pointer: '/context/as_of' }]);
  // What a client whose clock is a little ahead takes for now.
  const soon = new Date(Date.now() + 30_000).toISOString();
  expect((await api.operator('GET', `${tenancy.team.path}/users?asOf=${soon}`)).status).toBe(200);
});
