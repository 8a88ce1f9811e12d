import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { moment } from '../../support/moment.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('as of an earlier time', () => {
  test('accounts, users, service groups and memberships are as they were', async () => {
    const { account, member, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const one = `${path}/service-groups/${group.id}`;
    const before = await moment();
    await api.operator('PATCH', path, { name: 'Later' });
    await api.operator('PATCH', `${path}/users/${member.id}`, { name: 'Later' });
    await api.operator('PATCH', one, { name: 'later' });
    await api.operator('PUT', `${one}/members/${member.id}`);
    const during = await moment();
    await api.operator('DELETE', `${one}/members/${member.id}`);

    const at = async (route: string, time: string) => {
      const answer = await api.operator('GET', `${route}?asOf=${time}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    expect(await at(path, before)).toMatchObject({ name: account.name, version: 1 });
    expect(await at(path, during)).toMatchObject({ name: 'Later', version: 2 });
    expect(await at(`${path}/users/${member.id}`, before)).toMatchObject({ name: member.name });
    expect(await at(one, before)).toMatchObject({ name: group.name });
    expect((await at(`${one}/members`, before)).data).toEqual([]);
    expect((await at(`${one}/members`, during)).data).toMatchObject([{ user: { id: member.id } }]);
    expect((await at(`${path}/users/${member.id}/service-groups`, during)).data).toHaveLength(1);
    expect((await at(`${path}/users/${member.id}/service-groups`, before)).data).toEqual([]);
    await expectProblem(
      await api.operator('GET', `${path}/users/${member.id}?asOf=2020-01-01T00:00:00Z`),
      404,
      'user_not_found',
    );
  });

  test('lists are what they were, whatever was renamed, moved, removed, or came since', async () => {
    const { member, admin, account, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const lists = ['users', 'service-groups'] as const;
    /** What the lists say: at a time, or now. */
    const told = async (time?: string) => {
      const pages = await Promise.all(
        lists.map((list) => api.operator('GET', `${path}/${list}?limit=100${time ? `&asOf=${time}` : ''}`)),
      );
      // Counts of members follow their group, and are not of the past.
      return pages.map(({ body }) =>
        (body as { data: Record<string, unknown>[] }).data.map(
          ({ memberCount: _, memberCountAsOf: _at, ...each }) => each,
        ),
      );
    };
    const kept: [string, unknown][] = [];
    const change = async (method: 'POST' | 'PATCH' | 'PUT' | 'DELETE', route: string, body?: object) => {
      const isNew = method === 'POST' && body !== undefined;
      const headers: Record<string, string> = isNew ? {} : { 'if-match': '*' };
      const { status } = await api.operator(method, `${path}/${route}`, body, headers);
      expect([route, status < 300]).toEqual([route, true]);
      const now = await told();
      kept.push([await moment(), now]);
    };
    const invited = { name: 'Barbara', email: 'barbara@acme.example' };
    kept.push([await moment(), await told()]);
    await change('PATCH', `users/${member.id}`, { name: 'Renamed', role: 'admin' });
    await change('PUT', `service-groups/${group.id}/members/${member.id}`);
    await change('POST', 'invitations', invited);
    await change('PATCH', `service-groups/${group.id}`, { name: 'renamed' });
    await change('POST', `users/${admin.id}/suspend`);
    await change('DELETE', `users/${member.id}`);
    await change('POST', 'users', { name: 'Again', email: member.email });
    await change('POST', 'service-groups', { name: group.name });
    await change('DELETE', `service-groups/${group.id}`);
    await change('POST', `users/${admin.id}/reactivate`);
    for (const [time, was] of kept) {
      const is = await told(time);
      expect({ time, is }).toEqual({ time, is: was });
    }
    expect(await told('2020-01-01T00:00:00Z')).toEqual([[], []]);
    // Page by page, and newest first, it is the same.
    const [time, [users]] = kept[3] as [string, { id: string }[][]];
    const paged: string[] = [];
    let cursor = '';
    do {
      const answer = await api.operator('GET', `${path}/users?asOf=${time}&limit=1&order=desc${cursor}`);
      paged.push(...(answer.body as { data: { id: string }[] }).data.map(({ id }) => id));
      const { nextCursor } = answer.body as { nextCursor: string | null };
      cursor = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
    } while (cursor !== '');
    expect(paged).toEqual(users?.map(({ id }) => id).reverse());
    for (const filter of ['status=removed', 'sort=name', 'count=true', 'groupId=' + group.id]) {
      const problem = await expectProblem(
        await api.operator('GET', `${path}/users?asOf=${time}&${filter}`),
        400,
        'not_allowed_value',
      );
      expect(problem.errors).toMatchObject([{ parameter: 'asOf' }]);
    }
    const other = await createTeam(api);
    expect(
      ((await other.asks.owner('GET', `${other.path}/users?asOf=${time}`)).body as { data: unknown[] }).data,
    ).toEqual([]);
  });

  test.each([
    'yesterday',
    '2026-02-01',
    '2026-02-01T00:00:00',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '',
  ])('that is no time (%j) is a 400', async (time) => {
    const { path } = await createTeam(api);
    const problem = await expectProblem(
      await api.operator('GET', `${path}?asOf=${time}`),
      400,
      'invalid_format',
    );
    expect(problem.errors).toMatchObject([{ parameter: 'asOf' }]);
  });
});

describe('the audit log', () => {
  test('refuses a time that ends before it begins', async () => {
    const { path } = await createTeam(api);
    for (const list of ['events?', 'export/events?']) {
      const url = `${path}/${list}from=2026-03-01T00:00:00Z&to=2026-03-01T01:00:00%2B02:00`;
      const problem = await expectProblem(await api.operator('GET', url), 400, 'out_of_range');
      expect(problem.errors).toMatchObject([{ detail: 'to must be after from.', parameter: 'to' }]);
    }
  });

  test('tells what happened in an account, newest first, by time, type, actor and subject', async () => {
    const { owner, member, asks, path } = await createTeam(api);
    const before = await moment();
    await asks.owner('PATCH', `${path}/users/${member.id}`, { name: 'Renamed' });
    await api.operator('POST', `${path}/users/${member.id}/suspend`);
    const types = async (query: string) => {
      const answer = await asks.admin('GET', `${path}/events${query}`);
      expect(answer.status).toBe(200);
      return answer.body.data.map(({ type }: { type: string }) => type);
    };
    const all = [
      'user.suspended',
      'user.profile_changed',
      'user.created',
      'user.created',
      'user.created',
      'account.created',
    ];
    expect(await types('')).toEqual(all);
    expect(await types('?order=asc')).toEqual(all.toReversed());
    expect(await types(`?from=${before}`)).toEqual(all.slice(0, 2));
    expect(await types(`?to=${before}`)).toEqual(all.slice(2));
    expect(await types('?type=user.suspended')).toEqual(['user.suspended']);
    expect(await types(`?actor=user:${owner.id}`)).toEqual(['user.profile_changed']);
    expect(await types(`?subject=${member.id}&order=asc`)).toEqual([
      'user.created',
      'user.profile_changed',
      'user.suspended',
    ]);
    await expectProblem(await asks.admin('GET', `${path}/events?type=user.deleted`), 400, 'invalid_format');
    await expectProblem(await asks.admin('GET', `${path}/events?subject=me`), 400, 'invalid_format');
    await expectProblem(await asks.owner('GET', `${path}/events?from=now`), 400, 'invalid_format');
    await expectProblem(
      await (
        await api.as(owner)
      )('GET', `/v1/accounts/${path.slice(-31)}/events?to=`),
      400,
      'invalid_format',
    );
  });
});
