import { ulid } from 'ulid';
import { expectProblem, startApi, type RunningApi, expectCalls } from '../../support/api/api.js';
import { createAccount, createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('an operator', () => {
  test('creates an account and reads it back', async () => {
    const answer = await api.operator('POST', '/v1/accounts', { name: '  Acme  ' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^acct_[0-9A-HJKMNP-TV-Z]{26}$/),
      name: 'Acme',
      status: 'active',
      externalId: null,
      metadata: {},
      plan: null,
      limits: {},
      signInRules: [],
      counts: { users: 0, serviceGroups: 0, asOf: answer.body.createdAt },
      version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: answer.body.createdAt,
      updatedBy: 'operator:tester',
    });
    expect(answer.headers.get('location')).toBe(`/v1/accounts/${answer.body.id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    const read = await api.operator('GET', answer.headers.get('location') ?? '');
    expect(read.body).toEqual(answer.body);
    expectCalls(read, 1);
  });

  test('lists accounts page by page, oldest first', async () => {
    const made = [];
    for (const name of ['One', 'Two', 'Three']) made.push((await createAccount(api, name)).id);
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${cursor}`;
      const page = await api.operator('GET', `/v1/accounts?limit=2${query}`);
      expect(page.status).toBe(200);
      expect(page.body.data.length).toBeLessThanOrEqual(2);
      expectCalls(page, 2);
      listed.push(...page.body.data.map(({ id }: { id: string }) => id));
      cursor = page.body.nextCursor;
    } while (cursor !== null);
    expect(listed).toEqual([...listed].sort());
    expect(listed).toEqual(expect.arrayContaining(made));
    expect(new Set(listed).size).toBe(listed.length);
  });

  test('renames, suspends and reactivates an account', async () => {
    const { id } = await createAccount(api);
    const renamed = await api.operator('PATCH', `/v1/accounts/${id}`, { name: 'Acme Two' });
    expect(renamed.body).toMatchObject({ name: 'Acme Two', version: 2 });
    const suspended = await api.operator('POST', `/v1/accounts/${id}/suspend`, undefined, {
      'if-match': '"2"',
    });
    expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended', version: 3 } });
    await expectProblem(
      await api.operator('PATCH', `/v1/accounts/${id}`, { name: 'Acme Three' }),
      409,
      'account_suspended',
    );
    const reactivated = await api.operator('POST', `/v1/accounts/${id}/reactivate`);
    expect(reactivated).toMatchObject({
      status: 200,
      body: { status: 'active', version: 4, name: 'Acme Two' },
    });
  });

  test('changes nothing with what is already so', async () => {
    const { id } = await createAccount(api, 'Same');
    const same = await api.operator('PATCH', `/v1/accounts/${id}`, { name: 'Same' });
    expect(same).toMatchObject({ status: 200, body: { version: 1 } });
    expect((await api.operator('PATCH', `/v1/accounts/${id}`, {})).body).toMatchObject({ version: 1 });
    expect((await api.operator('POST', `/v1/accounts/${id}/reactivate`)).body).toMatchObject({ version: 1 });
  });

  test('must say which version to suspend', async () => {
    const { id } = await createAccount(api);
    const suspend = (headers: Record<string, string>) =>
      api.operator('POST', `/v1/accounts/${id}/suspend`, undefined, headers);
    await expectProblem(await suspend({}), 428, 'precondition_required');
    await expectProblem(await suspend({ 'if-match': '"7"' }), 412, 'version_mismatch');
    await expectProblem(await suspend({ 'if-match': 'W/"1"' }), 412, 'version_mismatch');
    await expectProblem(await suspend({ 'if-match': '"1", "2"' }), 412, 'version_mismatch');
    const problem = await expectProblem(await suspend({ 'if-match': '1' }), 400, 'invalid_if_match');
    expect(problem.errors).toMatchObject([{ header: 'If-Match' }]);
    expect((await suspend({ 'if-match': '*' })).status).toBe(200);
  });
});

describe('an account', () => {
  test('that does not exist is a 404', async () => {
    const path = `/v1/accounts/acct_${ulid()}`;
    await expectProblem(await api.operator('GET', path), 404, 'account_not_found');
    await expectProblem(await api.operator('PATCH', path, { name: 'x' }), 404, 'account_not_found');
    await expectProblem(await api.operator('POST', `${path}/reactivate`), 404, 'account_not_found');
    await expectProblem(
      await api.operator('POST', `${path}/suspend`, undefined, { 'if-match': '"1"' }),
      404,
      'account_not_found',
    );
  });

  test.each([
    [{}, 'required', '/name'],
    [{ name: 5 }, 'wrong_type', '/name'],
    [{ name: null }, 'wrong_type', '/name'],
    [{ name: 'a'.repeat(801) }, 'too_long', '/name'],
    [{ name: 'a'.repeat(101) }, 'invalid_name', '/name'],
    [{ name: '   ' }, 'invalid_name', '/name'],
    [{ name: 'a\tb' }, 'invalid_name', '/name'],
    [{ name: 'Acme', status: 'active' }, 'unknown_field', '/status'],
  ])('is not created from %j', async (body, code, pointer) => {
    const problem = await expectProblem(await api.operator('POST', '/v1/accounts', body), 400, code);
    expect(problem.errors).toMatchObject([{ code, pointer }]);
  });

  test('is patched as merge patch too, and never with null', async () => {
    const { id } = await createAccount(api);
    const patched = await api.operator(
      'PATCH',
      `/v1/accounts/${id}`,
      { name: 'Merged' },
      {
        'content-type': 'application/merge-patch+json',
      },
    );
    expect(patched).toMatchObject({ status: 200, body: { name: 'Merged' } });
    await expectProblem(await api.operator('PATCH', `/v1/accounts/${id}`, { name: null }), 400, 'wrong_type');
  });

  test('is changed by its owner, read by its admins, and left alone by its members', async () => {
    const { asks, path } = await createTeam(api);
    expect((await asks.owner('PATCH', path, { name: 'Ours' })).status).toBe(200);
    expect((await asks.admin('GET', path)).body).toMatchObject({ name: 'Ours' });
    await expectProblem(await asks.admin('PATCH', path, { name: 'Mine' }), 403, 'not_permitted');
    await expectProblem(await asks.member('GET', path), 403, 'not_permitted');
    for (const ask of [asks.owner, asks.admin, asks.member]) {
      await expectProblem(await ask('GET', '/v1/accounts'), 403, 'not_permitted');
      await expectProblem(await ask('POST', '/v1/accounts', { name: 'x' }), 403, 'not_permitted');
      await expectProblem(await ask('POST', `${path}/suspend`), 403, 'not_permitted');
      await expectProblem(await ask('POST', `${path}/reactivate`), 403, 'not_permitted');
    }
  });

  test('once suspended refuses its users at once', async () => {
    const { account, asks, path } = await createTeam(api);
    expect((await asks.owner('GET', path)).status).toBe(200);
    const { version } = (await api.operator('GET', `/v1/accounts/${account.id}`)).body;
    await api.operator('POST', `${path}/suspend`, undefined, { 'if-match': `"${version}"` });
    for (const ask of [asks.owner, asks.admin, asks.member])
      await expectProblem(await ask('GET', '/v1/me'), 403, 'account_suspended');
    await expectProblem(
      await api.operator('POST', `${path}/users`, { name: 'A', email: 'a@b.c' }),
      409,
      'account_suspended',
    );
    await api.operator('POST', `${path}/reactivate`);
    expect((await asks.member('GET', '/v1/me')).status).toBe(200);
  });
});

describe('a list', () => {
  test.each([
    ['limit=0', 'out_of_range', 'limit'],
    ['limit=101', 'out_of_range', 'limit'],
    ['limit=1000', 'out_of_range', 'limit'],
    ['limit=-1', 'out_of_range', 'limit'],
    ['limit=1.5', 'wrong_type', 'limit'],
    ['limit=ten', 'wrong_type', 'limit'],
    ['limit=1e1', 'wrong_type', 'limit'],
    ['limit=', 'wrong_type', 'limit'],
    ['cursor=', 'invalid_cursor', 'cursor'],
    ['cursor=abc', 'invalid_cursor', 'cursor'],
    [`cursor=${'a'.repeat(2_049)}`, 'too_long', 'cursor'],
    ['offset=3', 'unknown_field', 'offset'],
  ])('asked with %s is a 400', async (query, code, parameter) => {
    const problem = await expectProblem(await api.operator('GET', `/v1/accounts?${query}`), 400, code);
    expect(problem.errors).toMatchObject([{ code, parameter }]);
  });

  test('refuses the cursor of another list, another account, and a changed one', async () => {
    const teams = [await createTeam(api), await createTeam(api)] as const;
    const [first, second] = teams;
    const { nextCursor } = (await api.operator('GET', `${first.path}/users?limit=1`)).body;
    expect(nextCursor).toEqual(expect.any(String));
    expect((await api.operator('GET', `${first.path}/users?limit=1&cursor=${nextCursor}`)).status).toBe(200);
    const changed = nextCursor.replace(/.$/, (last: string) => (last === 'A' ? 'B' : 'A'));
    for (const path of [
      `/v1/accounts?cursor=${nextCursor}`,
      `${first.path}/service-groups?cursor=${nextCursor}`,
      `${second.path}/users?cursor=${nextCursor}`,
      `${first.path}/users?cursor=${changed}`,
      `${first.path}/users?cursor=${nextCursor}A`,
    ])
      await expectProblem(await api.operator('GET', path), 400, 'invalid_cursor');
  });
});
