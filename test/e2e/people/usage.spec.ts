import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test('what an account has is shown beside its limits, exactly where it is limited', async () => {
  const { asks, path, member } = await createTeam(api);
  const usage = async () => (await asks.admin('GET', `${path}/usage`)).body as Record<string, unknown>;
  expect(await usage()).toMatchObject({ members: { count: null, limit: null }, users: { limit: null } });
  await api.operator('PATCH', path, { limits: { users: 1_000, members: 5 } });
  const group = await asks.owner('POST', `${path}/service-groups`, { name: 'prod' });
  const users = Array.from({ length: 20 }, (_, n) => ({ name: `U${n}`, email: `u${n}@example.com` }));
  // At the same time, so that they count on shares of the limit.
  await Promise.all(users.map((user) => asks.owner('POST', `${path}/users`, user)));
  await asks.owner('PUT', `${path}/service-groups/${group.body.id}/members/${member.id}`);
  const there = (await asks.owner('GET', `${path}/users?limit=100`)).body.data as unknown[];
  expect(await usage()).toMatchObject({
    users: { count: there.length, limit: 1_000 },
    serviceGroups: { limit: null },
    members: { count: 1, limit: 5 },
    asOf: expect.any(String),
  });
  await expectProblem(await asks.member('GET', `${path}/usage`), 403, 'not_permitted');
});
