import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createTeam } from '../../support/api/people.js';

// No stream processor runs here: an account without search entries is searched by its heads.

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

type Team = Awaited<ReturnType<typeof createTeam>>;

async function list({ asks, path }: Pick<Team, 'asks' | 'path'>, asked: string) {
  const { status, body } = await asks.owner('GET', `${path}/${asked}`);
  expect({ asked, status }).toEqual({ asked, status: 200 });
  return body as {
    data: Record<string, string>[];
    nextCursor: string | null;
    total?: { value: number };
    facets?: object;
  };
}

async function create({ asks, path }: Team, kind: string, bodies: readonly object[]) {
  const answers = [];
  for (const body of bodies) answers.push(await asks.owner('POST', `${path}/${kind}`, body));
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201));
  return answers.map(({ body }) => body.id as string);
}

test.each([
  ['service-groups', [{ name: 'prod Öl' }, { name: 'dev' }, { name: 'oil prod' }], 'name', 'prod'],
  [
    'api-keys',
    [
      { name: 'CI prod', scopes: ['users:read'] },
      { name: 'Import', scopes: ['users:read'] },
      { name: 'prod a', scopes: ['users:read'] },
    ],
    'name',
    'prod',
  ],
  [
    'webhook-endpoints',
    [{ url: 'https://prod.example/b' }, { url: 'https://dev.example/' }, { url: 'https://prod.example/a' }],
    'url',
    'prod',
  ],
  [
    'invitations',
    [
      { name: 'Zoë Prod', email: 'z@example.com' },
      { name: 'Ada', email: 'a@example.org' },
      { name: 'Bob', email: 'prod@example.com' },
    ],
    'name',
    'prod',
  ],
])('%s are searched, sorted and counted', async (kind, bodies, field, q) => {
  const team = await createTeam(api);
  await create(team, kind, bodies);
  const found = await list(team, `${kind}?q=${q}&sort=${field}&count=true&limit=1`);
  expect(found.total).toEqual({ value: 2, exact: true });
  const next = await list(team, `${kind}?q=${q}&sort=${field}&limit=1&cursor=${found.nextCursor}`);
  expect(next.nextCursor).toBeNull();
  const reversed = await list(team, `${kind}?q=${q}&sort=-${field}`);
  expect(reversed.data).toEqual([...next.data, ...found.data]);
  expect((await list(team, `${kind}?count=true`)).total?.value).toBe(3);
  const newest = await list(team, `${kind}?order=desc`);
  const oldest = await list(team, kind);
  expect(newest.data.map(({ createdAt, sentAt }) => createdAt ?? sentAt)).toEqual(
    oldest.data.map(({ createdAt, sentAt }) => createdAt ?? sentAt).reverse(),
  );
});

test('a revoked key, an accepted invitation and a removed service group are in no list', async () => {
  const team = await createTeam(api);
  const [key = ''] = await create(team, 'api-keys', [{ name: 'old', scopes: ['users:read'] }]);
  const [group = ''] = await create(team, 'service-groups', [{ name: 'old' }]);
  const [invited = ''] = await create(team, 'invitations', [{ name: 'Old', email: 'old@example.com' }]);
  await team.asks.owner('DELETE', `${team.path}/api-keys/${key}`);
  await team.asks.owner('DELETE', `${team.path}/service-groups/${group}`);
  await team.asks.owner('POST', `${team.path}/users/${invited}/activate`);
  for (const kind of ['api-keys', 'service-groups', 'invitations'])
    expect((await list(team, `${kind}?q=old&count=true`)).total?.value).toBe(0);
});

test('operators search among all accounts', async () => {
  const accounts = [await createAccount(api, 'Zebra Works'), await createAccount(api, 'Works of Zebra')];
  const asked = 'q=zebra%20work&sort=-name&count=true&facets=true';
  const { body } = await api.operator('GET', `/v1/accounts?${asked}`);
  expect(body.facets).toEqual({ status: { active: 2, suspended: 0 } });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(accounts.map(({ id }) => id));
  expect(body.total).toEqual({ value: 2, exact: true });
  await expectProblem(await api.operator('GET', '/v1/accounts?q=a&externalId=b'), 400, 'not_allowed_value');
});

test('invitations are counted by role, and filtered', async () => {
  const team = await createTeam(api);
  const invited = [
    { name: 'Ada', email: 'a@example.org', role: 'admin' },
    { name: 'Bob', email: 'b@example.org' },
    { name: 'Cleo', email: 'c@example.org' },
  ];
  await create(team, 'invitations', invited);
  const members = await list(team, 'invitations?role=member&facets=true');
  expect(members.data.map(({ name }) => name)).toEqual(['Bob', 'Cleo']);
  expect(members.facets).toEqual({ role: { owner: 0, admin: 1, member: 2 } });
});

test('webhook endpoints are counted by status, and filtered', async () => {
  const team = await createTeam(api);
  const urls = ['https://a.example/', 'https://b.example/'].map((url) => ({ url }));
  const [first] = await create(team, 'webhook-endpoints', urls);
  await team.asks.owner('POST', `${team.path}/webhook-endpoints/${first}/disable`);
  const disabled = await list(team, 'webhook-endpoints?status=disabled&facets=true&count=true');
  expect([disabled.total?.value, disabled.facets]).toEqual([1, { status: { active: 1, disabled: 1 } }]);
  expect(disabled.data.map(({ id }) => id)).toEqual([first]);
});

test('nothing of another account is found', async () => {
  const [ours, theirs] = [await createTeam(api), await createTeam(api)];
  await create(theirs, 'service-groups', [{ name: 'foreign' }]);
  expect((await list(ours, 'service-groups?q=foreign')).data).toEqual([]);
});
