import { expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('metadata', () => {
  test('is kept with accounts, users and service groups, and merged by a patch', async () => {
    const account = await createAccount(api);
    const path = `/v1/accounts/${account.id}`;
    const user = await createUser(api, account.id);
    const group = await createServiceGroup(api, account.id);
    for (const one of [path, `${path}/users/${user.id}`, `${path}/service-groups/${group.id}`]) {
      const first = await api.operator('PATCH', one, { metadata: { a: { b: 1, c: [null] }, d: 'x' } });
      expect(first).toMatchObject({
        status: 200,
        body: { metadata: { a: { b: 1, c: [null] }, d: 'x' }, version: 2 },
      });
      const second = await api.operator('PATCH', one, { metadata: { a: { b: null }, d: null } });
      expect(second.body.metadata).toEqual({ a: { c: [null] } });
      expect((await api.operator('PATCH', one, { metadata: null })).body).toMatchObject({
        metadata: {},
        version: 4,
      });
      expect((await api.operator('PATCH', one, { metadata: { gone: null } })).body.version).toBe(4);
    }
  });

  test('is refused if it is not an object, too large, or has a name that cannot be stored', async () => {
    const account = await createAccount(api);
    const path = `/v1/accounts/${account.id}`;
    const patch = (metadata: unknown) => api.operator('PATCH', path, { metadata });
    for (const metadata of [[], 'x', 1, true]) await expectProblem(await patch(metadata), 400, 'wrong_type');
    const problem = await expectProblem(await patch({ text: 'x'.repeat(16_374) }), 400, 'invalid_metadata');
    expect(problem.detail).toMatch(/16384 bytes.*16385/);
    expect(problem.errors).toMatchObject([{ pointer: '/metadata' }]);
    expect((await patch({ text: 'x'.repeat(16_373) })).status).toBe(200);
    await expectProblem(await patch({ '': 1 }), 400, 'invalid_metadata');
    await expectProblem(await patch({ a: { b: [2 ** 53] } }), 400, 'invalid_number');
    await expectProblem(await patch(JSON.parse('{"__proto__": 1}')), 400, 'forbidden_key');
    expect((await api.operator('GET', path)).body.version).toBe(2);
  });
});

describe('an external id', () => {
  test('is unique in its account and kind, and finds its owner in one list of one', async () => {
    const [ours, theirs] = [await createAccount(api), await createAccount(api)];
    for (const { id } of [ours, theirs]) {
      const users = `/v1/accounts/${id}/users`;
      const groups = `/v1/accounts/${id}/service-groups`;
      const body = { name: 'N', externalId: 'ext 1' };
      const user = await api.operator('POST', users, { ...body, email: 'a@x.org' });
      const group = await api.operator('POST', groups, body);
      expect(user).toMatchObject({ status: 201, body: { externalId: 'ext 1' } });
      const taken = await api.operator('POST', users, { ...body, email: 'b@x.org' });
      const problem = await expectProblem(taken, 409, 'external_id_taken');
      expect(problem.errors).toMatchObject([{ pointer: '/externalId' }]);
      const found = await api.operator('GET', `${users}?externalId=ext%201`);
      expect(found.body).toEqual({ data: [user.body], nextCursor: null });
      expectCalls(found, 2);
      expect((await api.operator('GET', `${groups}?externalId=ext%201`)).body.data).toEqual([group.body]);
      expect((await api.operator('GET', `${users}?externalId=EXT%201`)).body.data).toEqual([]);
      const both = await api.operator('GET', `${users}?externalId=ext%201&role=member`);
      await expectProblem(both, 400, 'not_allowed_value');
    }
  });

  test('of an account is an operator’s to give, and to find among all accounts', async () => {
    const { account, asks, path } = await createTeam(api);
    const externalId = `crm-${account.id}`;
    for (const change of [{ externalId }, { plan: 'team' }, { limits: { users: 1 } }]) {
      const problem = await expectProblem(await asks.owner('PATCH', path, change), 403, 'operator_needed');
      expect(problem.errors).toMatchObject([{ pointer: `/${Object.keys(change)[0]}` }]);
    }
    expect((await asks.owner('PATCH', path, { metadata: { a: 1 } })).status).toBe(200);
    expect((await api.operator('PATCH', path, { externalId })).status).toBe(200);
    const other = await api.operator('POST', '/v1/accounts', { name: 'Other', externalId });
    await expectProblem(other, 409, 'external_id_taken');
    const found = await api.operator('GET', `/v1/accounts?externalId=${externalId}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([account.id]);
    expectCalls(found, 2);
  });
});

describe('the settings of an account', () => {
  test('are changed as a merge patch, with one event that tells before and after', async () => {
    const { id } = await createAccount(api);
    const path = `/v1/accounts/${id}`;
    const body = { plan: 'team', limits: { users: 10, members: 100 } };
    expect((await api.operator('PATCH', path, body)).body).toMatchObject(body);
    const second = await api.operator('PATCH', path, { limits: { users: null, serviceGroups: 3 } });
    expect(second.body).toMatchObject({ plan: 'team', limits: { members: 100, serviceGroups: 3 } });
    const { body: log } = await api.operator('GET', `${path}/events?type=account.settings_changed`);
    expect(log.data[0].data).toMatchObject({
      plan: 'team',
      previousPlan: 'team',
      limits: { members: 100, serviceGroups: 3 },
      previousLimits: { users: 10, members: 100 },
    });
    for (const [change, code] of [
      [{ limits: { users: -1 } }, 'out_of_range'],
      [{ limits: { users: 1.5 } }, 'wrong_type'],
      [{ limits: { seats: 1 } }, 'unknown_field'],
      [{ limits: [] }, 'wrong_type'],
      [{ plan: 'x'.repeat(51) }, 'invalid_name'],
      [{ plan: ' ' }, 'invalid_name'],
    ] as const)
      await expectProblem(await api.operator('PATCH', path, change), 400, code);
  });
});

describe('an invited user', () => {
  test('is given service groups, is turned away until it is activated, and cannot be suspended', async () => {
    const { account, asks, path } = await createTeam(api);
    const invited = await asks.admin('POST', `${path}/users`, {
      name: 'Grace',
      email: 'grace@x.org',
      status: 'invited',
    });
    expect(invited).toMatchObject({ status: 201, body: { status: 'invited', version: 1 } });
    const grace = { id: invited.body.id as string, accountId: account.id };
    const one = `${path}/users/${grace.id}`;
    const group = await createServiceGroup(api, account.id);
    const membership = `${path}/service-groups/${group.id}/members/${grace.id}`;
    expect((await asks.admin('PUT', membership)).body.user.status).toBe('invited');
    const asGrace = await api.as(grace);
    await expectProblem(await asGrace('GET', '/v1/me'), 403, 'user_invited');
    const question = {
      subject: { type: 'user', id: grace.id },
      action: { name: 'enter' },
      resource: { type: 'service_group', id: group.id },
    };
    const mayEnter = async () => (await asks.owner('POST', '/access/v1/evaluation', question)).body.decision;
    expect(await mayEnter()).toBe(false);
    await expectProblem(await asks.admin('POST', `${one}/suspend`), 409, 'user_invited');
    await expectProblem(await asks.admin('POST', `${one}/reactivate`), 409, 'user_invited');
    const listed = await asks.admin('GET', `${path}/users?status=invited`);
    expect(listed.body.data.map(({ id }: { id: string }) => id)).toEqual([grace.id]);
    const key = { 'idempotency-key': 'activate-grace' };
    const activated = await asks.admin('POST', `${one}/activate`, undefined, { ...key, 'if-match': '"2"' });
    expect(activated).toMatchObject({ status: 200, body: { status: 'active', version: 3 } });
    const again = await asks.admin('POST', `${one}/activate`, undefined, { ...key, 'if-match': '"2"' });
    expect(again.body).toEqual(activated.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await asks.admin('POST', `${one}/activate`)).body.version).toBe(3);
    expect((await asGrace('GET', '/v1/me')).status).toBe(200);
    expect(await mayEnter()).toBe(true);
    await asks.admin('POST', `${one}/suspend`);
    await expectProblem(await asks.admin('POST', `${one}/activate`), 409, 'user_suspended');
  });

  test('as an owner is an owner’s to invite and to activate', async () => {
    const { asks, path } = await createTeam(api);
    const input = { name: 'O', email: 'o@x.org', role: 'owner', status: 'invited' };
    await expectProblem(await asks.admin('POST', `${path}/users`, input), 403, 'owner_needed');
    const { body } = await asks.owner('POST', `${path}/users`, input);
    await expectProblem(await asks.admin('POST', `${path}/users/${body.id}/activate`), 403, 'owner_needed');
    expect((await asks.owner('POST', `${path}/users/${body.id}/activate`)).status).toBe(200);
  });
});

describe('filters and order go together, and a cursor is good for them only', () => {
  test('of users: email prefix with status, role and order', async () => {
    const { id } = await createAccount(api);
    const users = `/v1/accounts/${id}/users`;
    for (const [n, role] of ['member', 'admin', 'member', 'admin', 'member'].entries())
      await api.operator('POST', users, { name: 'N', email: `p${n}@x.org`, role });
    const search = async (query: string) => (await api.operator('GET', `${users}?${query}`)).body;
    const emails = (page: { data: { email: string }[] }) => page.data.map(({ email }) => email[1]).join('');
    expect(emails(await search('emailPrefix=p&order=desc'))).toBe('43210');
    expect(emails(await search('emailPrefix=p&role=member'))).toBe('024');
    expect(emails(await search('emailPrefix=p&role=admin&status=active&order=desc'))).toBe('31');
    expect(emails(await search('emailPrefix=p&status=suspended'))).toBe('');
    let [found, cursor] = ['', ''];
    do {
      const page = await search(`emailPrefix=p&role=member&limit=2${cursor && `&cursor=${cursor}`}`);
      found += emails(page);
      cursor = page.nextCursor ?? '';
    } while (cursor);
    expect(found).toBe('024');
    const queries = [
      'emailPrefix=p&role=member',
      'emailPrefix=p&status=active',
      'emailPrefix=p',
      'emailPrefix=p&order=desc',
    ];
    queries.push('role=member', 'status=active', 'order=desc', 'order=asc');
    for (const query of queries) {
      const { nextCursor } = await search(`${query}&limit=1`);
      for (const other of queries) {
        const answer = await api.operator('GET', `${users}?${other}&limit=1&cursor=${nextCursor}`);
        const status = other === query ? 200 : 400;
        expect({ query, other, status: answer.status }).toEqual({ query, other, status });
      }
    }
  });

  test('of accounts: status and order', async () => {
    const { id } = await createAccount(api);
    await api.operator('POST', `/v1/accounts/${id}/suspend`, undefined, { 'if-match': '"1"' });
    const { body: suspended } = await api.operator('GET', '/v1/accounts?status=suspended');
    expect(suspended.data.map((account: { id: string }) => account.id)).toContain(id);
    const { body: newest } = await api.operator('GET', '/v1/accounts?order=desc&limit=1');
    expect(newest.data[0].id).toBe(id);
    await expectProblem(await api.operator('GET', '/v1/accounts?status=closed'), 400, 'not_allowed_value');
  });
});
