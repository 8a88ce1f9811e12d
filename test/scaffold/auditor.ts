import { startApi, type RunningApi } from '../support/api/api.js';
import { createServiceGroup, createTeam, createUser } from '../support/api/people.js';

let api: RunningApi;
beforeAll(async () => void (api = await startApi()));
afterAll(() => api.close());

test('an auditor reads everything of the account, and changes nothing', async () => {
  const { account, member, path } = await createTeam(api);
  const group = await createServiceGroup(api, account.id);
  const auditor = await createUser(api, account.id, 'auditor' as 'admin');
  const ask = await api.as(auditor);
  const reads = [
    '',
    '/users?facets=true',
    `/users/${member.id}`,
    '/service-groups',
    `/service-groups/${group.id}/members`,
    '/events',
    '/jobs',
    '/api-keys',
    '/webhook-endpoints',
  ];
  for (const each of reads) expect([each, (await ask('GET', path + each)).status]).toEqual([each, 200]);
  const { body: page } = await ask('GET', `${path}/users?role=auditor&facets=true`);
  expect(page).toMatchObject({ data: [{ id: auditor.id }], facets: { role: { auditor: 1 } } });
  const { body: me } = await ask('GET', '/v1/me');
  expect(JSON.stringify(me)).not.toContain(':write');

  const writes = [
    ['PATCH', '', { name: 'Other' }],
    ['POST', '/users', { name: 'New', email: 'new@x.example' }],
    ['PATCH', `/users/${member.id}`, { role: 'owner' }],
    ['DELETE', `/users/${member.id}`],
    ['POST', '/service-groups', { name: 'New' }],
    ['PUT', `/service-groups/${group.id}/members/${member.id}`],
  ] as const;
  for (const [method, each, body] of writes)
    expect([method, each, await ask(method, path + each, body)]).toMatchObject([
      method,
      each,
      { status: 403, body: { code: 'not_permitted' } },
    ]);
});
