import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

interface Group {
  kind: string;
  items: { id: string; accountId: string; title: string; subtitle: string | null; status: string | null }[];
}

type Ask = RunningApi['operator'];

async function search(ask: Ask, q: string, more: Record<string, string> = {}): Promise<Group[]> {
  const { status, body } = await ask('GET', `/v1/search?${new URLSearchParams({ q, ...more }).toString()}`);
  expect(status).toBe(200);
  return body.data as Group[];
}

const idsIn = (groups: readonly Group[]) => groups.flatMap(({ items }) => items.map(({ id }) => id));

test('words find people, service groups, API keys and webhook endpoints of the own account', async () => {
  const { asks, path } = await createTeam(api);
  const create = async (kind: string, body: object) =>
    (await asks.owner('POST', `${path}/${kind}`, body)).body.id as string;
  const user = await create('users', { name: 'Zoë Quill', email: 'zoe@example.com' });
  const group = await create('service-groups', { name: 'quill-prod' });
  const key = await create('api-keys', { name: 'Quill import', scopes: ['users:read'] });
  const hook = await create('webhook-endpoints', { url: 'https://quill.example/hooks' });
  const found = await search(asks.owner, 'QUI');
  expect(found.map(({ kind }) => kind)).toEqual(['user', 'service-group', 'api-key', 'webhook-endpoint']);
  expect(idsIn(found)).toEqual([user, group, key, hook]);
  expect(found[0]?.items[0]).toMatchObject({
    title: 'Zoë Quill',
    subtitle: 'zoe@example.com',
    status: 'active',
  });
  expect(await search(asks.admin, 'quill zzz')).toEqual([]);
  expect(idsIn(await search(asks.admin, 'quill'))).toEqual([user, group, hook]);
  expect(await search(asks.admin, key)).toEqual([]);
  await asks.owner('DELETE', `${path}/api-keys/${key}`);
});

test('members find the service groups they are in, by name or id, and nothing else', async () => {
  const { asks, path, account, member, admin } = await createTeam(api);
  const create = async (name: string) =>
    (await asks.owner('POST', `${path}/service-groups`, { name })).body as { id: string };
  const [inside, outside] = [await create('Quartz inside'), await create('Quartz outside')];
  await asks.owner('PUT', `${path}/service-groups/${inside.id}/members/${member.id}`);
  for (const q of ['quartz', 'INS', inside.id])
    expect(idsIn(await search(asks.member, q))).toEqual([inside.id]);
  for (const q of [outside.id, 'outside', admin.id, account.id, `${member.id}.1`])
    expect(await search(asks.member, q)).toEqual([]);
});

test('API keys find what their scopes let them read', async () => {
  const { asks, path, admin } = await createTeam(api);
  await asks.owner('PATCH', `${path}/users/${admin.id}`, { name: 'Quince' });
  const { body: group } = await asks.owner('POST', `${path}/service-groups`, { name: 'quince' });
  const hook = await asks.owner('POST', `${path}/webhook-endpoints`, { url: 'https://quince.example/' });
  const searchWith = async (scopes: string[], q: string, status = 200) => {
    const { body } = await asks.owner('POST', `${path}/api-keys`, { name: 'Quince', scopes });
    const answer = await fetch(`${api.url}/v1/search?q=${q}`, {
      headers: { authorization: `Bearer ${body.key}` },
    });
    expect(answer.status).toBe(status);
    return idsIn(((await answer.json()) as { data?: Group[] }).data ?? []);
  };
  expect(await searchWith(['users:read'], 'quince')).toEqual([admin.id]);
  expect(await searchWith(['service-groups:read'], 'quince')).toEqual([group.id]);
  expect(await searchWith(['users:read', 'service-groups:read'], 'quince')).toEqual([admin.id, group.id]);
  expect(await searchWith(['users:read'], `${admin.id}.1`)).toEqual([]);
  expect(await searchWith(['events:read'], `${admin.id}.1`)).toEqual([`${admin.id}.1`]);
  expect(await searchWith(['users:read', 'account:read', 'jobs:read'], hook.body.id as string)).toEqual([]);
  await searchWith(['users:write'], 'quince', 403);
});

test('twenty are found at most, of each kind its share, and names that begin with the words come first', async () => {
  const { asks, path } = await createTeam(api);
  const users = Array.from({ length: 25 }, (_, at) => ({
    name: `A ${at} Brook`,
    email: `a${at}@example.com`,
  }));
  users.push({ name: 'Brook Zimmer', email: 'last@example.com' });
  await asks.owner('POST', `${path}/users/batch`, { users });
  await asks.owner('POST', `${path}/service-groups`, { name: 'brook' });
  const found = await search(asks.owner, 'brook');
  expect(found.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['user', 19],
    ['service-group', 1],
  ]);
  expect(found[0]?.items[0]?.title).toBe('Brook Zimmer');
});

test('an id finds its thing, whatever it is', async () => {
  const { account, asks, path, admin } = await createTeam(api);
  const group = await createServiceGroup(api, account.id);
  const removal = await asks.owner('DELETE', `${path}/service-groups/${group.id}`);
  const job = /job_\w+/.exec(removal.headers.get('link') ?? '')?.[0] ?? '';
  const { id: hook } = (await asks.owner('POST', `${path}/webhook-endpoints`, { url: 'https://h.example/' }))
    .body;
  const renamed = await asks.owner('PATCH', `${path}/users/${admin.id}`, { name: 'Renamed' });
  const request = renamed.headers.get('x-request-id') ?? '';
  const kinds = async (ask: Ask, q: string) => (await search(ask, q)).map(({ kind }) => kind);
  for (const ask of [asks.owner, api.operator]) {
    expect(await kinds(ask, ` ${admin.id.toLowerCase()} `)).toEqual(['user']);
    expect(await kinds(ask, `${admin.id}.2`)).toEqual(['event']);
    expect(await kinds(ask, job)).toEqual(['job']);
    expect(await kinds(ask, hook)).toEqual(['webhook-endpoint']);
    expect(await kinds(ask, account.id)).toEqual(['account']);
    expect((await search(ask, group.id))[0]?.items[0]).toMatchObject({ id: group.id, status: 'removed' });
  }
  expect(idsIn(await search(asks.owner, request))).toEqual([`${admin.id}.2`]);
  expect(idsIn(await search(api.operator, request, { accountId: account.id }))).toEqual([`${admin.id}.2`]);
});

test('operators find accounts by their names, and what is in the one that they choose', async () => {
  const { id } = await createAccount(api, 'Quorum Ltd');
  const users = `/v1/accounts/${id}/users`;
  const { body: user } = await api.operator('POST', users, { name: 'Quorum Quinn', email: 'q@example.com' });
  expect(await search(api.operator, 'quorum')).toMatchObject([
    { kind: 'account', items: [{ id, accountId: id }] },
  ]);
  expect(idsIn(await search(api.operator, 'quorum', { accountId: id }))).toEqual([id, user.id]);
  const nowhere = `accountId=acct_${'0'.repeat(26)}`;
  await expectProblem(await api.operator('GET', `/v1/search?q=a&${nowhere}`), 404, 'account_not_found');
});

test('nothing of another account is found, by words or by id', async () => {
  const [ours, theirs] = [await createTeam(api), await createTeam(api)];
  const { body } = await theirs.asks.owner('PATCH', `${theirs.path}/users/${theirs.admin.id}`, {
    name: 'Foreign',
  });
  for (const q of [
    'foreign',
    body.email as string,
    theirs.admin.id,
    theirs.account.id,
    `${theirs.admin.id}.1`,
  ])
    expect(await search(ours.asks.owner, q)).toEqual([]);
  const there = `/v1/search?q=foreign&accountId=${theirs.account.id}`;
  await expectProblem(await ours.asks.owner('GET', there), 404, 'account_not_found');
});

test('an erased person is found by id, and nothing is said of them', async () => {
  const { asks, path, member } = await createTeam(api);
  await asks.owner('DELETE', `${path}/users/${member.id}`);
  await api.operator('POST', `${path}/users/${member.id}/erase`);
  const [group] = await search(asks.owner, member.id);
  expect(group?.items).toMatchObject([{ title: member.id, subtitle: null, status: 'erased' }]);
});
