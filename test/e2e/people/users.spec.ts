import { ulid } from 'ulid';
import {
  expectCalls,
  expectCallsAtMost,
  expectProblem,
  startApi,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { createAccount, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a user', () => {
  test('is created, read, changed, suspended, reactivated and removed', async () => {
    const { id: accountId } = await createAccount(api);
    const users = `/v1/accounts/${accountId}/users`;
    const answer = await api.operator('POST', users, { name: 'Ada', email: 'Ada@Example.com' });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(/^user_[0-9A-HJKMNP-TV-Z]{26}$/),
      accountId,
      name: 'Ada',
      email: 'Ada@Example.com',
      role: 'member',
      status: 'active',
      externalId: null,
      metadata: {},
      serviceGroupCount: 0,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: answer.body.createdAt,
      updatedBy: 'operator:tester',
    });
    const path = answer.headers.get('location') ?? '';
    expect(path).toBe(`${users}/${answer.body.id}`);
    expect((await api.operator('GET', path)).body).toEqual(answer.body);
    const changed = await api.operator('PATCH', path, { name: 'Ada L.', email: 'ada@x.org', role: 'admin' });
    expect(changed.body).toMatchObject({ name: 'Ada L.', email: 'ada@x.org', role: 'admin', version: 4 });
    expect(changed.headers.get('etag')).toBe('"4"');
    const suspended = await api.operator('POST', `${path}/suspend`);
    expect(suspended).toMatchObject({ status: 200, body: { status: 'suspended', version: 5 } });
    const reactivated = await api.operator('POST', `${path}/reactivate`);
    expect(reactivated).toMatchObject({ status: 200, body: { status: 'active', version: 6 } });
    expect(await api.operator('DELETE', path)).toMatchObject({ status: 204, body: undefined });
    await expectProblem(await api.operator('GET', path), 404, 'user_not_found');
    await expectProblem(await api.operator('DELETE', path), 404, 'user_not_found');
    expect((await api.operator('GET', users)).body).toEqual({ data: [], nextCursor: null });
  });

  test('has an email that no other user of the account has, whatever the letters look like', async () => {
    const { id } = await createAccount(api);
    const other = await createAccount(api);
    const create = (email: string, accountId = id) =>
      api.operator('POST', `/v1/accounts/${accountId}/users`, { name: 'Someone', email });
    const first = await create('zoe@example.com');
    expect(first.status).toBe(201);
    for (const email of ['zoe@example.com', 'ZOE@Example.COM', 'Ｚoe@example.com']) {
      const problem = await expectProblem(await create(email), 409, 'email_taken');
      expect(problem.errors).toMatchObject([{ code: 'email_taken', pointer: '/email' }]);
    }
    expect((await create('zoe@example.com', other.id)).status).toBe(201);
    const second = await create('max@example.com');
    await expectProblem(
      await api.operator('PATCH', `/v1/accounts/${id}/users/${second.body.id}`, { email: 'Zoe@example.com' }),
      409,
      'email_taken',
    );
    await api.operator('DELETE', `/v1/accounts/${id}/users/${first.body.id}`);
    expect((await create('zoe@example.com')).status).toBe(201);
  });

  test('is changed only in the version that was seen', async () => {
    const { id } = await createAccount(api);
    const user = await createUser(api, id);
    const path = `/v1/accounts/${id}/users/${user.id}`;
    const change = (name: string, version: number) =>
      api.operator('PATCH', path, { name }, { 'if-match': `"${version}"` });
    expect((await change('First', 1)).body).toMatchObject({ version: 2 });
    await expectProblem(await change('Second', 1), 412, 'version_mismatch');
    await expectProblem(
      await api.operator('DELETE', path, undefined, { 'if-match': '"1"' }),
      412,
      'version_mismatch',
    );
    expect((await api.operator('DELETE', path, undefined, { 'if-match': '"2"' })).status).toBe(204);
  });

  test.each([
    [{ email: 'a@b.c' }, 'required', '/name'],
    [{ name: 'A' }, 'required', '/email'],
    [{ name: 'A', email: 'nobody' }, 'invalid_email', '/email'],
    [{ name: 'A', email: 'a b@c' }, 'invalid_email', '/email'],
    [{ name: 'A', email: ['a@b.c'] }, 'wrong_type', '/email'],
    [{ name: 'A', email: 'a@b.c', role: 'root' }, 'not_allowed_value', '/role'],
    [{ name: 'A', email: 'a@b.c', role: null }, 'not_allowed_value', '/role'],
    [{ name: 'A', email: `${'a'.repeat(320)}@b.c` }, 'too_long', '/email'],
    [{ name: 'A', email: `${'é'.repeat(200)}@b.c` }, 'invalid_email', '/email'],
    [{ name: 'A', email: 'a@b.c', accountId: 'acct_1' }, 'unknown_field', '/accountId'],
  ])('is not created from %j', async (body, code, pointer) => {
    const { id } = await createAccount(api);
    const problem = await expectProblem(
      await api.operator('POST', `/v1/accounts/${id}/users`, body),
      400,
      code,
    );
    expect(problem.errors).toMatchObject([{ code, pointer }]);
    expect((await api.operator('GET', `/v1/accounts/${id}/users`)).body.data).toEqual([]);
  });

  test('of an account that does not exist is a 404', async () => {
    const path = `/v1/accounts/acct_${ulid()}/users`;
    await expectProblem(
      await api.operator('POST', path, { name: 'A', email: 'a@b.c' }),
      404,
      'account_not_found',
    );
    await expectProblem(await api.operator('GET', path), 404, 'account_not_found');
    await expectProblem(await api.operator('GET', `${path}/user_${ulid()}`), 404, 'account_not_found');
  });
});

describe('the list of users', () => {
  test('is filtered by status and role, and costs one query', async () => {
    const { account, owner, admin, member, path } = await createTeam(api);
    await api.operator('POST', `${path}/users/${member.id}/suspend`);
    const list = async (query: string) => {
      const answer = await api.operator('GET', `/v1/accounts/${account.id}/users${query}`);
      expect(answer.status).toBe(200);
      expectCalls(answer, 2);
      return answer.body.data.map(({ id }: { id: string }) => id);
    };
    expect(await list('')).toEqual([owner.id, admin.id, member.id]);
    expect(await list('?status=suspended')).toEqual([member.id]);
    expect(await list('?status=active&role=admin')).toEqual([admin.id]);
    expect((await api.operator('GET', `${path}/users?role=member&status=active`)).body.data).toEqual([]);
    await expectProblem(await api.operator('GET', `${path}/users?status=gone`), 400, 'not_allowed_value');
  });
});

test('removed people are listed and found by name until they are erased, by those who may read users', async () => {
  const { asks, path } = await createTeam(api);
  const users = `${path}/users`;
  const { id } = (await asks.admin('POST', users, { name: 'Ada Öz', email: 'oz@x.example' })).body;
  await asks.admin('DELETE', `${users}/${id}`);
  const removed = (more = '', ask = asks.admin) => ask('GET', `${users}?status=removed${more}`);
  for (const more of ['', '&q=OZ ad', `&ids=${id}`, '&role=member&limit=1']) {
    const answer = await removed(more);
    expect(answer.body.data).toMatchObject([
      { id, name: 'Ada Öz', status: 'removed', updatedBy: expect.any(String) },
    ]);
    expectCallsAtMost(answer, 3);
  }
  expect((await removed('&q=grace')).body.data).toEqual([]);
  await expectProblem(await removed('&sort=name'), 400, 'not_allowed_value');
  await expectProblem(await removed('', asks.member), 403, 'not_permitted');
  expect((await asks.owner('POST', `${users}/${id}/erase`)).status).toBe(204);
  for (const more of ['', `&ids=${id}`]) expect((await removed(more)).body.data).toEqual([]);
});

test('lists say who changed a user last, now and at a time', async () => {
  const { admin, member, asks, path } = await createTeam(api);
  const self = `${path}/users/${member.id}`;
  const changed = await asks.admin('PATCH', self, { name: 'Renamed' });
  expect(changed.body.updatedBy).toBe(`user:${admin.id}`);
  const { body } = await api.operator('GET', `${path}/users?emailPrefix=${member.email}&fields=updatedBy`);
  expect(body.data).toEqual([{ id: member.id, accountId: member.accountId, updatedBy: `user:${admin.id}` }]);
  const before = await api.operator('GET', `${self}?asOf=${member.createdAt}`);
  expect(before.body).toMatchObject({ name: member.name, updatedBy: 'operator:tester' });
});

describe('a search by the beginning of an email', () => {
  test('finds users ignoring case, by email, page by page', async () => {
    const { id } = await createAccount(api);
    const users = `/v1/accounts/${id}/users`;
    for (const email of ['Anna@x.org', 'anton@x.org', 'BERT@x.org', 'annabel@x.org'])
      await api.operator('POST', users, { name: 'N', email });
    const search = async (query: string) => {
      const answer = await api.operator('GET', `${users}?${query}`);
      expect(answer.status).toBe(200);
      return answer.body;
    };
    const emails = (page: { data: { email: string }[] }) => page.data.map(({ email }) => email);
    expect(emails(await search('emailPrefix=ANNA'))).toEqual(['Anna@x.org', 'annabel@x.org']);
    expect(emails(await search('emailPrefix=zoe'))).toEqual([]);
    const first = await search('emailPrefix=an&limit=2');
    expect(emails(await search(`emailPrefix=an&limit=2&cursor=${first.nextCursor}`))).toEqual([
      'anton@x.org',
    ]);
    expect(emails(await search('order=desc&limit=1'))).toEqual(['annabel@x.org']);
    const exact = await search('email=%20ANNA@x.ORG');
    expect({ emails: emails(exact), nextCursor: exact.nextCursor }).toEqual({
      emails: ['Anna@x.org'],
      nextCursor: null,
    });
    expect(emails(await search('email=anna'))).toEqual([]);
    const [anna, anton] = (await search('limit=2')).data as { id: string }[];
    const unknown = `user_${ulid()}`;
    const named = await search(`ids=${anton?.id},${unknown},${anna?.id},${anton?.id}&fields=email`);
    expect(emails(named)).toEqual(['anton@x.org', 'Anna@x.org']);
    for (const query of ['ids=', 'ids=me', `ids=${Array(101).fill(unknown).join(',')}`])
      await expectProblem(await api.operator('GET', `${users}?${query}`), 400, 'invalid_format');
    await expectProblem(
      await api.operator('GET', `${users}?ids=${unknown}&role=owner`),
      400,
      'not_allowed_value',
    );
    for (const other of ['emailPrefix=a', 'externalId=a', 'status=active', 'role=owner'])
      await expectProblem(
        await api.operator('GET', `${users}?email=anna@x.org&${other}`),
        400,
        'not_allowed_value',
      );
    const ligatures = encodeURIComponent('ﷺ'.repeat(200));
    expect(emails(await search(`emailPrefix=${ligatures}`))).toEqual([]);
    expect((await api.operator('GET', `${users}?emailPrefix=`)).status).toBe(400);
  });
});

describe('the last owner', () => {
  test('stays: it is not demoted, suspended or removed', async () => {
    const { owner, path } = await createTeam(api);
    const self = `${path}/users/${owner.id}`;
    await expectProblem(await api.operator('PATCH', self, { role: 'admin' }), 409, 'last_owner');
    await expectProblem(await api.operator('POST', `${self}/suspend`), 409, 'last_owner');
    await expectProblem(await api.operator('DELETE', self), 409, 'last_owner');
  });

  test('is one of two who remove each other at once', async () => {
    const { account, owner, path } = await createTeam(api);
    const other = await createUser(api, account.id, 'owner');
    const answers = await Promise.all([
      (await api.as(owner))('DELETE', `${path}/users/${other.id}`),
      (await api.as(other))('DELETE', `${path}/users/${owner.id}`),
    ]);
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    const owners = await api.operator('GET', `${path}/users?role=owner`);
    expect(owners.body.data).toHaveLength(1);
  });
});

describe('an admin', () => {
  test('manages everyone but owners', async () => {
    const { account, owner, member, asks, path } = await createTeam(api);
    const users = `${path}/users`;
    await createUser(api, account.id, 'owner');
    expect((await asks.admin('POST', users, { name: 'N', email: 'n@b.c', role: 'admin' })).status).toBe(201);
    expect((await asks.admin('PATCH', `${users}/${member.id}`, { role: 'admin' })).status).toBe(200);
    await expectProblem(
      await asks.admin('POST', users, { name: 'O', email: 'o@b.c', role: 'owner' }),
      403,
      'owner_needed',
    );
    await expectProblem(
      await asks.admin('PATCH', `${users}/${member.id}`, { role: 'owner' }),
      403,
      'owner_needed',
    );
    for (const [method, path, body] of [
      ['PATCH', `${users}/${owner.id}`, { role: 'member' }],
      ['PATCH', `${users}/${owner.id}`, { email: 'mine@b.c' }],
      ['POST', `${users}/${owner.id}/suspend`, undefined],
      ['POST', `${users}/${owner.id}/reactivate`, undefined],
      ['DELETE', `${users}/${owner.id}`, undefined],
    ] as const)
      await expectProblem(await asks.admin(method, path, body), 403, 'owner_needed');
    expect((await asks.owner('PATCH', `${users}/${member.id}`, { role: 'owner' })).status).toBe(200);
    expect((await asks.owner('PATCH', `${users}/${member.id}`, { role: 'member' })).status).toBe(200);
  });
});

describe('the erasure of a removed user', () => {
  test('is for owners and operators, and leaves placeholders in the history', async () => {
    const { member, asks, path } = await createTeam(api);
    const user = `${path}/users/${member.id}`;
    const erase = (ask: Ask) => ask('POST', `${user}/erase`);
    await expectProblem(await erase(asks.owner), 409, 'user_not_removed');
    await asks.owner('DELETE', user);
    await expectProblem(await erase(asks.admin), 403, 'not_permitted');
    const tried = await asks.owner('POST', `${user}/erase?dryRun=true`);
    expect(tried).toMatchObject({ status: 200, body: { events: [{ type: 'user.erased' }] } });
    expect((await erase(asks.owner)).status).toBe(204);
    expect((await erase(api.operator)).status).toBe(204);
    const { body } = await asks.owner('GET', `${user}/events`);
    expect(body.data).toMatchObject([
      { type: 'user.created', erased: true, data: { name: '[erased]', email: 'erased@rollbook.invalid' } },
      { type: 'user.removed', erased: true },
      { type: 'user.erased', data: { userId: member.id } },
    ]);
    expect(JSON.stringify(body)).not.toContain(member.email);
    await expectProblem(
      await asks.owner('POST', `${path}/users/user_${ulid()}/erase`),
      404,
      'user_not_found',
    );
  });

  test('takes the answers of repeated requests with it', async () => {
    const { asks, path } = await createTeam(api);
    const key = { 'idempotency-key': `erased-${ulid()}` };
    const input = { name: 'Greta', email: 'greta@example.com' };
    const created = await asks.owner('POST', `${path}/users`, input, key);
    await asks.owner('DELETE', `${path}/users/${created.body.id}`);
    await asks.owner('POST', `${path}/users/${created.body.id}/erase`);
    await expectProblem(await asks.owner('POST', `${path}/users`, input, key), 410, 'user_erased');
  });
});

describe('a member', () => {
  test('reads itself and nobody else', async () => {
    const { account, owner, member, asks, path } = await createTeam(api);
    expect((await asks.member('GET', `${path}/users/${member.id}`)).body).toMatchObject({ id: member.id });
    const me = await asks.member('GET', '/v1/me');
    // The member, and the service groups that they manage.
    expectCalls(me, 2);
    expect(me.body).toEqual({
      id: member.id,
      kind: 'user',
      name: member.name,
      email: member.email,
      accountId: member.accountId,
      accountName: account.name,
      role: 'member',
      scopes: null,
      permissions: ['access-requests:ask', 'access-roles:read', 'access:check'],
      managedServiceGroups: [],
    });
    for (const [method, route] of [
      ['GET', `${path}/users/${owner.id}`],
      ['GET', `${path}/users/user_${ulid()}`],
      ['GET', `${path}/users`],
      ['POST', `${path}/users`],
      ['PATCH', `${path}/users/${member.id}`],
      ['DELETE', `${path}/users/${member.id}`],
      ['GET', `${path}/users/${member.id}/events`],
    ] as const)
      await expectProblem(await asks.member(method, route), 403, 'not_permitted');
  });

  test('is refused, or allowed more, from the moment its status or role changes', async () => {
    const { member, asks, path } = await createTeam(api);
    const self = `${path}/users/${member.id}`;
    await api.operator('PATCH', self, { role: 'admin' });
    expect((await asks.member('GET', `${path}/users`)).status).toBe(200);
    await api.operator('POST', `${self}/suspend`);
    await expectProblem(await asks.member('GET', self), 403, 'user_suspended');
    await api.operator('POST', `${self}/reactivate`);
    expect((await asks.member('GET', self)).status).toBe(200);
    await api.operator('DELETE', self);
    await expectProblem(await asks.member('GET', self), 403, 'user_removed');
  });
});
