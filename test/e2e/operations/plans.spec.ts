import { readPlans } from '../../../apps/api/src/configuration/plans.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

const FREE = { limits: { users: 3, members: 10 }, rateLimit: { perSecond: 1, burst: 4 } };
const TEAM = { limits: { users: 100 } };

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ plans: readPlans(JSON.stringify({ free: FREE, team: TEAM })) });
});
afterAll(() => api.close());

test('the limits of a plan are those of an account that is put on it, but for those it is given itself', async () => {
  const { body: free } = await api.operator('POST', '/v1/accounts', { name: 'Acme', plan: 'free' });
  expect(free).toMatchObject({ plan: 'free', limits: FREE.limits });
  const path = `/v1/accounts/${(free as { id: string }).id}`;
  for (const n of [1, 2, 3])
    await api.operator('POST', `${path}/users`, { name: 'Ada', email: `a${n}@x.example`, role: 'member' });
  const fourth = { name: 'Ada', email: 'a4@x.example', role: 'member' };
  expect((await api.operator('POST', `${path}/users`, fourth)).body).toMatchObject({ code: 'limit_reached' });
  const change = async (changes: object) => (await api.operator('PATCH', path, changes)).body as object;
  expect(await change({ limits: { users: 4 } })).toMatchObject({ limits: { users: 4, members: 10 } });
  expect((await api.operator('POST', `${path}/users`, fourth)).status).toBe(201);
  expect(await change({ plan: 'team' })).toMatchObject({ plan: 'team', limits: { users: 100 } });
  expect(await change({ plan: 'free', limits: { members: null, serviceGroups: 2 } })).toMatchObject({
    limits: { users: 3, serviceGroups: 2 },
  });
  const custom = await change({ plan: 'custom' });
  expect(custom).toMatchObject({ plan: 'custom', limits: { users: 3, serviceGroups: 2 } });
  expect(await change({ plan: null })).toMatchObject({ plan: null, limits: { users: 3, serviceGroups: 2 } });
});

test('an account on a plan has its rate, and others have that of everybody', async () => {
  const [free, other] = [await createTeam(api), await createTeam(api)];
  await api.operator('PATCH', free.path, { plan: 'free' });
  const policies: (string | null)[] = [];
  for (let n = 0; n < 3; n += 1)
    policies.push((await free.asks.owner('GET', '/v1/me')).headers.get('ratelimit-policy'));
  expect(policies).toEqual(['"default";q=100000;w=1', '"default";q=4;w=4', '"default";q=4;w=4']);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => (await free.asks.admin('GET', '/v1/me')).status),
  );
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(20);
  expect((await other.asks.owner('GET', '/v1/me')).headers.get('ratelimit-policy')).toContain('q=100000');
});

test('a plan that is taken out of the configuration leaves its accounts their limits, and takes back its rate', async () => {
  const { path } = await createTeam(api);
  await api.operator('PATCH', path, { plan: 'free' });
  const { configuration } = api;
  const plans = readPlans(JSON.stringify({ team: TEAM }));
  const without = await startApi({ table: configuration.table.name, plans });
  const before = await without.operator('GET', path);
  expect(before.body).toMatchObject({ plan: 'free', limits: FREE.limits });
  const renamed = await without.operator('PATCH', path, { plan: 'free', name: 'Acme again' });
  expect(renamed.body).toMatchObject({ plan: 'free', limits: FREE.limits });
  const { body: users } = await without.operator('GET', `${path}/users`);
  const [{ id }] = (users as { data: [{ id: string }] }).data;
  const asUser = await without.as({ id, accountId: path.split('/').at(-1)! });
  for (let n = 0; n < 2; n += 1)
    expect((await asUser('GET', '/v1/me')).headers.get('ratelimit-policy')).toContain('q=100000');
  await without.close();
});

test.each([
  ['[]', 'must be a JSON object.'],
  ['{"free":{"users":1}}', '.free.users is not a known setting.'],
  ['{"free":{"limits":{"user":1}}}', '.free.limits.user is not a known setting.'],
  ['{"free":{"limits":{"users":-1}}}', '.free.limits.users must be a whole number from 0.'],
  ['{"free":{"rateLimit":{"perSecond":1}}}', '.free.rateLimit must have perSecond and burst.'],
])('what is wrong with plans is named: %s', (text, message) => {
  expect(() => readPlans(text)).toThrow(message);
});
