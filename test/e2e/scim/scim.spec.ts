import { askWith, startApi, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import {
  createProvisioning,
  ENTERPRISE_SCHEMA,
  expectScimError,
  patch,
  scimGroup,
  scimUser,
  USER_SCHEMA,
  type Provisioning,
} from '../../support/api/scim.js';

let api: RunningApi;
let tenant: Provisioning;
const newTenant = async () => {
  tenant = await createProvisioning(api);
};
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('a key with the scope scim', () => {
  beforeAll(newTenant);

  test('opens SCIM of its own account and nothing else', async () => {
    const { team, scim } = tenant;
    const other = await createProvisioning(api);
    const input = { name: 'identity provider', scopes: ['scim'] };
    const { key } = created<{ key: string }>(await team.asks.owner('POST', `${team.path}/api-keys`, input));
    const ask = askWith(api.url, key);
    expect((await scim('GET', '/Users')).status).toBe(200);
    expect((await ask('GET', `${team.path}/users`)).status).toBe(403);
    expectScimError(await ask('GET', `/scim/v2/${other.team.account.id}/Users`), 404);
    const foreign = await scim('GET', `/Users/${other.team.member.id}`);
    expectScimError(foreign, 404);
    expectScimError(await askWith(api.url, 'rbk_nothing')('GET', '/scim/v2/x/Users'), 401);
  });

  test('is needed: a key with other scopes, and a plain member, are refused', async () => {
    const { team } = tenant;
    const input = { name: 'reader', scopes: ['users:read', 'users:write'] };
    const { key } = created<{ key: string }>(await team.asks.owner('POST', `${team.path}/api-keys`, input));
    expectScimError(await askWith(api.url, key)('GET', `/scim/v2/${team.account.id}/Users`), 403);
    expectScimError(await team.asks.member('GET', `/scim/v2/${team.account.id}/Users`), 403);
  });

  test('cannot touch an owner, and may send one as it is', async () => {
    const { team, scim } = tenant;
    const { body: owner } = await scim('GET', `/Users/${team.owner.id}`);
    expectScimError(
      await scim('PATCH', `/Users/${owner.id}`, patch({ op: 'replace', value: { active: false } })),
      403,
    );
    expectScimError(await scim('DELETE', `/Users/${owner.id}`), 403);
    const roles = [{ value: 'owner' }];
    expectScimError(
      await scim('PATCH', `/Users/${team.member.id}`, patch({ op: 'add', path: 'roles', value: roles })),
      403,
    );
    expect((await scim('PUT', `/Users/${owner.id}`, owner)).status).toBe(200);
  });
});

describe('a user', () => {
  beforeEach(newTenant);

  test('may be created suspended, in one commit', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com', { active: 'False' });
    const { body } = await tenant.team.asks.owner('GET', `${tenant.team.path}/users/${id}/events`);
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types.toSorted()).toEqual(['user.created', 'user.suspended']);
  });

  test('that is invited becomes active as soon as it is said to be', async () => {
    const input = { name: 'Ada', email: 'ada@example.com', status: 'invited' };
    const { id } = created<{ id: string }>(
      await tenant.team.asks.owner('POST', `${tenant.team.path}/users`, input),
    );
    expect((await tenant.scim('GET', `/Users/${id}`)).body.active).toBe(false);
    const on = await tenant.scim(
      'PATCH',
      `/Users/${id}`,
      patch({ op: 'replace', path: 'active', value: true }),
    );
    expect(on.body.active).toBe(true);
  });

  test('is changed by a PATCH wholly or not at all', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com', { displayName: 'Ada' });
    await scimUser(tenant, 'taken@example.com');
    const { body: before } = await tenant.scim('GET', `/Users/${id}`);
    const refused = await tenant.scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'replace', path: 'nickName', value: 'Countess' },
        { op: 'replace', path: 'displayName', value: 'Countess' },
        { op: 'replace', path: 'userName', value: 'TAKEN@example.com' },
      ),
    );
    expectScimError(refused, 409, 'uniqueness');
    expect((await tenant.scim('GET', `/Users/${id}`)).body).toEqual(before);
  });

  test.each<[string, object, number, string]>([
    [
      'an address that is taken',
      { op: 'replace', path: 'userName', value: 'TAKEN@example.com' },
      409,
      'uniqueness',
    ],
    ['a name that is none', { op: 'replace', path: 'displayName', value: 'a\u200bb' }, 400, 'invalidValue'],
    ['a path of no attribute', { op: 'add', path: 'favouriteColour', value: 'red' }, 400, 'invalidPath'],
    ['what is read-only', { op: 'replace', path: 'id', value: 'x' }, 400, 'mutability'],
    ['what no value matches', { op: 'replace', path: 'emails[type co "x"]', value: {} }, 400, 'noTarget'],
    [
      'a value of another type',
      { op: 'add', value: { emails: [1], nickName: 'Countess' } },
      400,
      'invalidValue',
    ],
  ])(
    'is deprovisioned though the same PATCH has %s, and the answer says so',
    async (_, wrong, status, scimType) => {
      await scimUser(tenant, 'taken@example.com');
      const deactivations = [
        { op: 'Replace', path: 'active', value: 'False' },
        { op: 'replace', value: { active: false, nickName: 'Countess' } },
      ];
      for (const [at, off] of deactivations.entries()) {
        const { id } = await scimUser(tenant, `leaver-${at}@example.com`, { displayName: 'Ada' });
        const { body: before } = await tenant.scim('GET', `/Users/${id}`);
        for (const operations of [
          [off, wrong],
          [wrong, off],
        ]) {
          const refused = await tenant.scim('PATCH', `/Users/${id}`, patch(...operations));
          expectScimError(refused, status, scimType);
          expect(refused.body.detail).toMatch(/^active is now false, but nothing else was changed: /);
        }
        const { body } = await tenant.scim('GET', `/Users/${id}`);
        expect({ ...body, meta: 0 }).toEqual({ ...before, active: false, meta: 0 });
      }
    },
  );

  test('stays active where a PATCH that is refused ends with that, or the version is another', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com');
    const off = { op: 'replace', path: 'active', value: false };
    const wrong = { op: 'replace', path: 'id', value: 'x' };
    const path = `/Users/${id}`;
    const answers = [
      await tenant.scim('PATCH', path, patch(off, wrong, { ...off, value: true })),
      await tenant.scim('PATCH', path, patch(off, wrong), { 'if-match': 'W/"99"' }),
    ];
    expectScimError(answers[0]!, 400, 'mutability');
    expect(answers.map(({ body }) => body.detail).join()).not.toContain('active is now false');
    expect((await tenant.scim('GET', path)).body.active).toBe(true);
  });

  test('is changed by paths in whatever letter case, with the schema before them or not', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com');
    const changed = await tenant.scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'REPLACE', path: 'NAME.familyname', value: 'Lovelace' },
        { op: 'add', path: `${USER_SCHEMA.toUpperCase()}:NICKNAME`, value: 'Ada' },
      ),
    );
    expect(changed.body).toMatchObject({ name: { familyName: 'Lovelace' }, nickName: 'Ada' });
  });

  test('is changed by a filter on an attribute with one value, where it matches', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com', {
      name: { givenName: 'Ada', familyName: 'Byron' },
    });
    const change = (op: string, path: string, value?: unknown) =>
      tenant.scim('PATCH', `/Users/${id}`, patch({ op, path, value }));
    const { body } = await change('replace', 'name[givenName eq "Ada"].familyName', 'Lovelace');
    expect(body).toMatchObject({ displayName: 'Ada Lovelace', name: { familyName: 'Lovelace' } });
    expectScimError(await change('replace', 'name[givenName eq "Bob"].familyName', 'Smith'), 400, 'noTarget');
    const manager = `${ENTERPRISE_SCHEMA}:manager`;
    await change('add', `${manager}[value eq "7"].displayName`, 'Charles');
    const { body: managed } = await change('replace', `${manager}[value eq "7"]`, {
      $ref: 'https://example.com/7',
    });
    expect(managed[ENTERPRISE_SCHEMA]).toEqual({
      manager: { value: '7', displayName: 'Charles', $ref: 'https://example.com/7' },
    });
    await change('remove', `${manager}[$ref pr]`);
    expect((await tenant.scim('GET', `/Users/${id}`)).body).not.toHaveProperty([ENTERPRISE_SCHEMA]);
    for (const path of ['userName', USER_SCHEMA])
      expectScimError(await change('remove', path), 400, path === 'userName' ? 'mutability' : 'noTarget');
  });

  test('has a name of up to 256 characters, as directories have them', async () => {
    const { id } = await scimUser(tenant, 'long@example.com', { displayName: '東'.repeat(256) });
    expect((await tenant.scim('GET', `/Users/${id}`)).body).toMatchObject({ displayName: '東'.repeat(256) });
    const longer = patch({ op: 'replace', path: 'displayName', value: 'x'.repeat(257) });
    expectScimError(await tenant.scim('PATCH', `/Users/${id}`, longer), 400, 'invalidValue');
  });

  test('keeps what an identity provider sends next to other metadata', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com', { title: 'Countess', nickName: 'Ada' });
    const user = `${tenant.team.path}/users/${id}`;
    await tenant.team.asks.owner('PATCH', user, { metadata: { crm: { id: 7 } } });
    await tenant.scim('PATCH', `/Users/${id}`, patch({ op: 'remove', path: 'title' }));
    const { body } = await tenant.team.asks.owner('GET', user);
    expect(body.metadata).toEqual({ crm: { id: 7 }, scim: { nickName: 'Ada' } });
    await tenant.team.asks.owner('PATCH', user, { metadata: { scim: 'broken' } });
    expect((await tenant.scim('GET', `/Users/${id}`)).body).not.toHaveProperty('nickName');
    await tenant.scim('PATCH', `/Users/${id}`, patch({ op: 'add', path: 'title', value: 'Countess' }));
    expect((await tenant.scim('GET', `/Users/${id}`)).body.title).toBe('Countess');
  });

  test('shows its groups when asked, and only what is asked for', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com');
    const group = await scimGroup(tenant, 'prod', { members: [{ value: id }] });
    const { body } = await tenant.scim('GET', `/Users/${id}?attributes=userName,groups,name.formatted`);
    expect(body).toEqual({
      schemas: [USER_SCHEMA],
      id,
      userName: 'ada@example.com',
      name: { formatted: 'ada@example.com' },
      groups: [{ value: group.id, $ref: expect.stringMatching(group.id), display: 'prod' }],
    });
    const { body: without } = await tenant.scim('GET', `/Users/${id}?excludedAttributes=emails,meta,id`);
    expect(Object.keys(without).sort()).toEqual([
      'active',
      'displayName',
      'id',
      'name',
      'roles',
      'schemas',
      'userName',
    ]);
  });

  test('has up to a hundred values of a kind, however they are added', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com');
    const added = Array.from({ length: 101 }, (_, n) => {
      return { op: 'add', path: 'phoneNumbers', value: [{ value: `+43 ${n}` }] };
    });
    const all = await tenant.scim('PATCH', `/Users/${id}`, patch(...added));
    expectScimError(all, 400, 'invalidValue');
    const most = await tenant.scim('PATCH', `/Users/${id}`, patch(...added.slice(1)));
    expect(most.body.phoneNumbers).toHaveLength(100);
  });

  test('has one primary value of each kind, whatever its text holds', async () => {
    const photos = [{ value: 'https://a.example/1', type: 'photo', primary: true }];
    const { id } = await scimUser(tenant, 'ada@example.com', { photos });
    const added = { value: 'https://a.example/2', type: 'thumbnail', primary: true };
    const { body } = await tenant.scim(
      'PATCH',
      `/Users/${id}`,
      patch(
        { op: 'add', path: 'photos', value: [added] },
        { op: 'replace', path: 'photos[value eq "https://a.example/1"].type', value: 'thumbnail' },
      ),
    );
    expect(body.photos).toEqual([{ value: 'https://a.example/1', type: 'thumbnail', primary: false }, added]);
  });
});

describe('refused:', () => {
  let id: string;
  beforeAll(async () => {
    await newTenant();
    ({ id } = await scimUser(tenant, 'ada@example.com'));
  });

  test.each([
    [{}, 'invalidValue'],
    [{ userName: 'no email' }, 'invalidValue'],
    [{ userName: 7 }, 'invalidValue'],
    [{ schemas: ['urn:other'], userName: 'a@example.com' }, 'invalidValue'],
    [{ userName: 'a@example.com', active: 'perhaps' }, 'invalidValue'],
    [{ userName: 'a@example.com', name: 'Ada' }, 'invalidValue'],
    [{ userName: 'a@example.com', roles: [{ value: 'emperor' }] }, 'invalidValue'],
    [{ userName: 'a@example.com', title: 'x'.repeat(20_000) }, 'invalidValue'],
  ])('a user is not made of %j', async (input, scimType) => {
    expectScimError(await tenant.scim('POST', '/Users', { schemas: [USER_SCHEMA], ...input }), 400, scimType);
  });

  test.each([
    [{ op: 'replace', path: 'nothing', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[', value: 1 }, 'invalidPath'],
    [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }, 'invalidFilter'],
    [{ op: 'replace', path: 'emails[type ne "work"].value', value: 'x' }, 'noTarget'],
    [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
    [{ op: 'replace', path: 'userName', value: null }, 'invalidValue'],
    [{ op: 'remove' }, 'noTarget'],
    [{ op: 'move', path: 'title', value: 'x' }, 'invalidSyntax'],
    [{ op: 'add', path: 'title' }, 'invalidSyntax'],
    [{ op: 'add', path: 'constructor.prototype.polluted', value: 'yes' }, 'invalidPath'],
    [{ op: 'add', path: '__proto__.polluted', value: 'yes' }, 'invalidPath'],
    [{ op: 'add', path: 'name.constructor', value: 'yes' }, 'invalidPath'],
  ])('a user is not changed by %j', async (operation, scimType) => {
    expectScimError(await tenant.scim('PATCH', `/Users/${id}`, patch(operation)), 400, scimType);
    expect({}).not.toHaveProperty('polluted');
  });
});

describe('versions', () => {
  beforeAll(newTenant);

  test('are weak ETags: 304 for what is known, 412 for what is old', async () => {
    const { id } = await scimUser(tenant, 'ada@example.com');
    const read = await tenant.scim('GET', `/Users/${id}`);
    const etag = read.headers.get('etag') as string;
    expect(etag).toBe(read.body.meta.version);
    expect(etag).toMatch(/^W\/"\d+"$/);
    const known = await tenant.scim('GET', `/Users/${id}`, undefined, { 'if-none-match': etag });
    expect(known).toMatchObject({ status: 304, body: undefined });
    const rename = patch({ op: 'replace', path: 'displayName', value: 'Ada' });
    const done = await tenant.scim('PATCH', `/Users/${id}`, rename, { 'if-match': etag });
    expect(done.status).toBe(200);
    const again = patch({ op: 'replace', path: 'displayName', value: 'Countess' });
    expectScimError(await tenant.scim('PATCH', `/Users/${id}`, again, { 'if-match': etag }), 412);
    expectScimError(await tenant.scim('DELETE', `/Users/${id}`, undefined, { 'if-match': etag }), 412);
    expectScimError(await tenant.scim('PUT', `/Users/${id}`, read.body, { 'if-match': 'W/"other"' }), 412);
    const newest = done.headers.get('etag') as string;
    expect((await tenant.scim('DELETE', `/Users/${id}`, undefined, { 'if-match': newest })).status).toBe(204);
  });

  test('of a group are not about its members: only an answer without them is a 304', async () => {
    const { id } = await scimGroup(tenant, 'prod');
    const etag = (await tenant.scim('GET', `/Groups/${id}`)).headers.get('etag') as string;
    const known = { 'if-none-match': etag };
    expect((await tenant.scim('GET', `/Groups/${id}`, undefined, known)).status).toBe(200);
    const without = `/Groups/${id}?excludedAttributes=members`;
    expect((await tenant.scim('GET', without, undefined, known)).status).toBe(304);
    const renamed = patch({ op: 'replace', path: 'displayName', value: 'other' });
    expectScimError(await tenant.scim('PATCH', `/Groups/${id}`, renamed, { 'if-match': 'W/"9"' }), 412);
  });
});

test('what is wrong before a route is reached is said in the words of SCIM', async () => {
  await newTenant();
  expectScimError(await tenant.scim('GET', '/Nothing'), 404);
  expectScimError(await tenant.scim('PUT', '/Users', {}), 405);
  const unserved = ['GET /Me', 'DELETE /Me', 'POST /Bulk', 'POST /.search', 'POST /Users/.search'];
  for (const [method = '', path = ''] of unserved.map((each) => each.split(' '))) {
    const body = method === 'POST' ? {} : undefined;
    expectScimError(await tenant.scim(method, path, body), 501);
    const { account, asks } = tenant.team;
    expectScimError(await askWith(api.url, 'nobody')(method, `/scim/v2/${account.id}${path}`, body), 401);
    expectScimError(await asks.member(method, `/scim/v2/${account.id}${path}`, body), 403);
  }
  const large = { schemas: [USER_SCHEMA], userName: 'a@example.com', title: 'x'.repeat(1_100_000) };
  expectScimError(await tenant.scim('POST', '/Users', large), 413);
  const url = `${api.url}/scim/v2/${tenant.team.account.id}/Users`;
  const authorization = `Bearer ${await api.issuer.signOperatorToken()}`;
  const headers = { authorization, 'content-type': 'application/scim+json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{' });
  expect(await answer.json()).toMatchObject({ status: '400', scimType: 'invalidSyntax' });
});

describe('a request repeated with its key is answered as the first time, and changes nothing', () => {
  const user = { userName: 'ada@example.com', displayName: 'Ada' };
  const sendTwice = async (method: 'POST' | 'PUT' | 'PATCH', path: string, body: object, between: object) => {
    const key = { 'idempotency-key': `${method}-${path}` };
    const first = await tenant.scim(method, path, body, key);
    expect(first.status).toBeLessThan(300);
    const id = (first.body as { id: string } | undefined)?.id ?? path.split('/').at(-1);
    const [, kind] = path.split('/');
    await tenant.scim('PATCH', `/${kind}/${id}`, between);
    const changed = await tenant.scim('GET', `/${kind}/${id}`);
    const again = await tenant.scim(method, path, body, key);
    expect(again).toMatchObject({ status: first.status });
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true']);
    expect(again.body?.displayName).toEqual(first.body?.displayName);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await tenant.scim('GET', `/${kind}/${id}`)).body).toEqual(changed.body);
    const other = method === 'PATCH' ? between : { ...body, displayName: 'Another' };
    expectScimError(await tenant.scim(method, path, other, key), 422);
  };

  test('of users', async () => {
    await newTenant();
    const renamed = patch({ op: 'replace', path: 'displayName', value: 'Countess' });
    await sendTwice('POST', '/Users', user, renamed);
    const { id } = await scimUser(tenant, 'bob@example.com');
    await sendTwice('PUT', `/Users/${id}`, { userName: 'bob@example.com', displayName: 'Bob' }, renamed);
    const back = patch({ op: 'replace', path: 'displayName', value: 'Back' });
    await sendTwice('PATCH', `/Users/${id}`, back, renamed);
  });

  test('of groups and their members', async () => {
    await newTenant();
    const [ada, bob] = [await scimUser(tenant, 'a@x.example'), await scimUser(tenant, 'b@x.example')];
    const members = [{ value: ada.id }];
    const swapped = patch(
      { op: 'replace', path: 'displayName', value: 'swapped' },
      { op: 'replace', path: 'members', value: [{ value: bob.id }] },
    );
    const { id } = await scimGroup(tenant, 'prod');
    await sendTwice('PUT', `/Groups/${id}`, { displayName: 'one', members }, swapped);
    await sendTwice('PATCH', `/Groups/${id}`, patch({ op: 'add', path: 'members', value: members }), swapped);
  });
});
