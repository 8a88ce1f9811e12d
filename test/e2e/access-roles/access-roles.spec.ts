import { ulid } from 'ulid';
import {
  askWith,
  expectCalls,
  expectProblem,
  startApi,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { created, createTeam } from '../../support/api/people.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let path: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
  path = `${team.path}/access-roles`;
});

const reader = { key: 'log-reader', name: 'Log reader', permissions: ['logs.read'] };
const deployer = { key: 'deployer', name: 'Deployer', description: 'Deploys', permissions: ['deploy'] };
const put = (accessRoles: unknown, ask: Ask = team.asks.owner, headers: Record<string, string> = {}) =>
  ask('PUT', path, { accessRoles }, headers);
const get = async (query = '') => (await team.asks.owner('GET', `${path}${query}`)).body;
const typesOf = (events: { type: string }[]) => events.map(({ type }) => type);

test('an account has none at first, which have a version to replace them by', async () => {
  const answer = await team.asks.owner('GET', path);
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({
    id: `arol_${team.account.id.slice('acct_'.length)}`,
    accountId: team.account.id,
    accessRoles: [],
    version: 0,
    createdAt: null,
    updatedAt: null,
    updatedBy: null,
  });
  expectCalls(answer, 2);
  const etag = answer.headers.get('etag')!;
  expect((await put([reader], team.asks.owner, { 'if-match': etag })).status).toBe(200);
  const late = await expectProblem(
    await put([], team.asks.admin, { 'if-match': etag }),
    412,
    'version_mismatch',
  );
  expect(late).toMatchObject({ current: { version: 1, accessRoles: [{ key: 'log-reader' }] } });
  expect((await team.asks.owner('GET', `${path}/events`)).body.data).toHaveLength(1);
});

test('a set is replaced by key, shown as it was, and logged', async () => {
  const first = (await put([reader, deployer])).body;
  expect(first).toMatchObject({
    version: 2,
    updatedBy: `user:${team.owner.id}`,
    accessRoles: [
      { ...deployer, id: expect.stringMatching(/^role_[0-9A-Z]{26}$/) as string },
      { ...reader, description: '' },
    ],
  });
  const [{ id }] = first.accessRoles;
  const second = (await put([{ ...deployer, permissions: ['roll-back', 'deploy'] }])).body;
  expect(second.accessRoles).toEqual([{ id, ...deployer, permissions: ['deploy', 'roll-back'] }]);
  expect(await get()).toEqual(second);
  expect(await get(`?asOf=${first.updatedAt}`)).toEqual(first);
  expect(await get(`?asOf=${team.account.createdAt}`)).toMatchObject({ version: 0, accessRoles: [] });
  await expectProblem(
    await team.asks.owner('GET', `${path}?asOf=2020-01-01T00:00:00Z`),
    404,
    'account_not_found',
  );
  const history = (await team.asks.owner('GET', `${path}/events?order=asc`)).body.data;
  expect(typesOf(history)).toEqual([
    'access_role.created',
    'access_role.created',
    'access_role.removed',
    'access_role.changed',
  ]);
  expect(history[3]).toMatchObject({
    aggregateId: first.id,
    data: { key: 'deployer', previousPermissions: ['deploy'], permissions: ['deploy', 'roll-back'] },
  });
  const log = (await team.asks.owner('GET', `${team.path}/events?subject=${first.id}&order=asc`)).body.data;
  expect(log).toEqual(history);
});

test('a dry run says what would change, and changes nothing; a repeated request has one effect', async () => {
  const dry = await team.asks.owner('PUT', `${path}?dryRun=true`, { accessRoles: [reader] });
  expect(dry).toMatchObject({ status: 200, body: { dryRun: true } });
  expect(typesOf(dry.body.events)).toEqual(['access_role.created']);
  expect(await get()).toMatchObject({ version: 0 });
  const key = { 'idempotency-key': 'roles-1' };
  const once = await put([reader], team.asks.owner, key);
  await put([deployer]);
  const again = await put([reader], team.asks.owner, key);
  expect(again).toMatchObject({ status: 200, body: once.body });
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await get()).toMatchObject({ accessRoles: [{ key: 'deployer' }] });
});

test('the same set again is answered, and is no change', async () => {
  const { body } = await put([reader, deployer]);
  expect((await put([deployer, { ...reader, permissions: ['logs.read', 'logs.read'] }])).body).toEqual(body);
});

test.each<[string, unknown, [string, string][]]>([
  ['no list', {}, [['/accessRoles', 'wrong_type']]],
  ['no roles in it', ['reader'], [['/accessRoles/0', 'wrong_type']]],
  [
    'a role without fields',
    [{}],
    [
      ['/accessRoles/0/key', 'required'],
      ['/accessRoles/0/name', 'required'],
      ['/accessRoles/0/permissions', 'required'],
    ],
  ],
  ['a field that is not known', [{ ...reader, scopes: [] }], [['/accessRoles/0/scopes', 'unknown_field']]],
  [
    'a key with a capital letter',
    [deployer, reader, { ...reader, key: 'Reader' }],
    [['/accessRoles/2/key', 'invalid_access_role']],
  ],
  ['a key that is too long', [{ ...reader, key: 'a'.repeat(65) }], [['/accessRoles/0/key', 'too_long']]],
  ['a key that is there twice', [reader, deployer, reader], [['/accessRoles/2/key', 'invalid_access_role']]],
  ['a name without letters', [{ ...reader, name: ' ' }], [['/accessRoles/0/name', 'invalid_name']]],
  [
    'a description of two lines',
    [{ ...reader, description: 'a\nb' }],
    [['/accessRoles/0/description', 'invalid_name']],
  ],
  [
    'the permission to enter',
    [{ ...reader, permissions: ['enter'] }],
    [['/accessRoles/0/permissions', 'invalid_access_role']],
  ],
  [
    'a permission that is no name',
    [{ ...reader, permissions: ['Read all'] }],
    [['/accessRoles/0/permissions', 'invalid_access_role']],
  ],
  [
    'a permission that is no text',
    [{ ...reader, permissions: [1] }],
    [['/accessRoles/0/permissions', 'wrong_type']],
  ],
  [
    'too many permissions',
    [{ ...reader, permissions: Array.from({ length: 201 }, (_, n) => `p${n}`) }],
    [['/accessRoles/0/permissions', 'too_long']],
  ],
  [
    'too many roles',
    Array.from({ length: 51 }, (_, n) => ({ ...reader, key: `r${n}` })),
    [['/accessRoles', 'too_long']],
  ],
  [
    'too many bytes',
    Array.from({ length: 40 }, (_, n) => ({ ...reader, key: `r${n}`, description: 'd'.repeat(200) })).map(
      (role) => ({
        ...role,
        permissions: ['p'.repeat(100)],
      }),
    ),
    [['/accessRoles', 'invalid_access_role']],
  ],
  [
    'several at once',
    [
      { ...reader, key: 'A' },
      { ...deployer, name: '' },
    ],
    [
      ['/accessRoles/0/key', 'invalid_access_role'],
      ['/accessRoles/1/name', 'invalid_name'],
    ],
  ],
])(
  '%s: refused by field and rule, of an account and of a new one, and nothing is changed',
  async (_, roles, places) => {
    await put([reader]);
    const before = await get();
    const answers = [
      await put(roles),
      await api.operator('POST', '/v1/accounts', { name: `B ${ulid()}`, accessRoles: roles }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      const errors = body.errors as { pointer: string; code: string; detail: string }[];
      expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual(places);
      for (const { detail } of errors) expect(detail.length).toBeGreaterThan(10);
    }
    expect(await get()).toEqual(before);
  },
);

test('an account is created with its first roles, by one change', async () => {
  const input = { name: 'Acme', accessRoles: [reader, deployer] };
  const { id } = created<{ id: string }>(await api.operator('POST', '/v1/accounts', input));
  const roles = await api.operator('GET', `/v1/accounts/${id}/access-roles`);
  expect(roles.body).toMatchObject({ version: 2, accessRoles: [{ key: 'deployer' }, { key: 'log-reader' }] });
  const { data } = (await api.operator('GET', `/v1/accounts/${id}/events`)).body;
  expect(typesOf(data).sort()).toEqual(['access_role.created', 'access_role.created', 'account.created']);
  expect(new Set(data.map(({ correlationId }: { correlationId: string }) => correlationId)).size).toBe(1);
});

test('everybody in the account may see them; owners, admins and keys with the scope may replace them', async () => {
  for (const role of ['operator', 'owner', 'admin'] as const)
    expect((await put([{ ...reader, name: `Of ${role}` }], team.asks[role])).status).toBe(200);
  for (const ask of Object.values(team.asks)) expect((await ask('GET', path)).status).toBe(200);
  await expectProblem(await put([deployer], team.asks.member), 403, 'not_permitted');
  const issue = async (...scopes: string[]) => {
    const key = await team.asks.owner('POST', `${team.path}/api-keys`, { name: 'machine', scopes });
    return askWith(api.url, created<{ key: string }>(key).key);
  };
  const [reads, writes] = [await issue('access-roles:read'), await issue('access-roles:write')];
  expect((await reads('GET', path)).status).toBe(200);
  await expectProblem(await put([deployer], reads), 403, 'not_permitted');
  expect((await put([deployer], writes)).status).toBe(200);
  await expectProblem(await writes('GET', path), 403, 'not_permitted');
  await expectProblem(await team.asks.member('GET', `${path}/events`), 403, 'not_permitted');
});

test('another account’s are not there, and its own stay as they are', async () => {
  await put([reader]);
  const other = await createTeam(api);
  for (const [method, route, body] of [
    ['GET', path, undefined],
    ['GET', `${path}?asOf=${team.account.createdAt}`, undefined],
    ['GET', `${path}/events`, undefined],
    ['PUT', path, { accessRoles: [] }],
  ] as const)
    await expectProblem(await other.asks.owner(method, route, body), 404, 'account_not_found');
  const nobody = `/v1/accounts/acct_${ulid()}/access-roles`;
  for (const route of [nobody, `${nobody}/events`])
    await expectProblem(await api.operator('GET', route), 404, 'account_not_found');
  expect(await get()).toMatchObject({ version: 1 });
  expect((await other.asks.owner('GET', `${other.path}/access-roles`)).body).toMatchObject({ version: 0 });
});

test('of two who replace them at once, both are in the log, and the last one holds; with If-Match one is refused', async () => {
  const answers = await Promise.all([put([reader]), put([deployer], team.asks.admin)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const held = await get();
  expect(held).toMatchObject({ version: 3, accessRoles: [{}] });
  const etag = (await team.asks.owner('GET', path)).headers.get('etag')!;
  const both = await Promise.all([
    put([reader, deployer], team.asks.owner, { 'if-match': etag }),
    put([], team.asks.admin, { 'if-match': etag }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('a suspended account keeps its roles, and takes no others; a change of them cannot be undone', async () => {
  const { headers } = await put([reader]);
  const correlationId =
    headers.get('x-request-id') ??
    (await team.asks.owner('GET', `${path}/events`)).body.data[0].correlationId;
  await expectProblem(
    await team.asks.owner('POST', `${team.path}/changes/${correlationId}/revert`),
    409,
    'change_not_revertible',
  );
  await api.operator('POST', `${team.path}/suspend`, undefined, { 'if-match': '*' });
  await expectProblem(await put([], api.operator), 409, 'account_suspended');
  expect((await api.operator('GET', path)).body).toMatchObject({ accessRoles: [{ key: 'log-reader' }] });
});
