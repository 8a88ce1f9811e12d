import { startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { createAccount, createServiceGroup, createTeam, createUser } from '../../support/api/people.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

function byStatus(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status < 400 ? String(status) : `${status} ${body.code}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe('at once', () => {
  test('1,000 creates of one email make one user and one event', async () => {
    const { id } = await createAccount(api);
    const users = `/v1/accounts/${id}/users`;
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        api.operator('POST', users, {
          name: `Twin ${n}`,
          email: n % 2 ? 'twin@example.com' : 'TWIN@example.com',
        }),
      ),
    );
    expect(byStatus(answers)).toEqual({ '201': 1, '409 email_taken': 999 });
    const list = await api.operator('GET', users);
    expect(list.body.data).toHaveLength(1);
    const history = await api.operator('GET', `${users}/${list.body.data[0].id}/events`);
    expect(history.body.data).toHaveLength(1);
  });

  test('50 creates of one service group name make one', async () => {
    const { id } = await createAccount(api);
    const groups = `/v1/accounts/${id}/service-groups`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api.operator('POST', groups, { name: 'prod' })),
    );
    expect(byStatus(answers)).toEqual({ '201': 1, '409 service_group_name_taken': 49 });
    expect((await api.operator('GET', groups)).body.data).toHaveLength(1);
  });

  test('50 changes of one version make one', async () => {
    const { id } = await createAccount(api);
    const user = await createUser(api, id);
    const path = `/v1/accounts/${id}/users/${user.id}`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        api.operator('PATCH', path, { name: `Name ${n}` }, { 'if-match': '"1"' }),
      ),
    );
    expect(byStatus(answers)).toEqual({ '200': 1, '412 version_mismatch': 49 });
    expect((await api.operator('GET', path)).body.version).toBe(2);
  });

  test('changes without a version all take effect, one after the other', async () => {
    const { id } = await createAccount(api);
    const user = await createUser(api, id);
    const path = `/v1/accounts/${id}/users/${user.id}`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => api.operator('PATCH', path, { name: `Name ${n}` })),
    );
    expect(byStatus(answers)).toEqual({ '200': 5 });
    expect((await api.operator('GET', path)).body.version).toBe(6);
  });

  test('20 assignments of one user to one service group make one membership', async () => {
    const { account, member, path } = await createTeam(api);
    const group = await createServiceGroup(api, account.id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.operator('PUT', `${path}/service-groups/${group.id}/members/${member.id}`),
      ),
    );
    const counts = byStatus(answers);
    expect(counts['201']).toBe(1);
    expect((counts['200'] ?? 0) + (counts['503 too_many_changes'] ?? 0)).toBe(19);
    const history = await api.operator('GET', `${path}/users/${member.id}/events`);
    expect(history.body.data).toHaveLength(2);
  });
});
