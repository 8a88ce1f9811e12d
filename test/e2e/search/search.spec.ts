import { costOf, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createTeam } from '../../support/api/people.js';

// No stream processor runs here: an account without search entries is searched by its heads, and later changes by `changed`.

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

async function startDirectory(): Promise<string> {
  const { id } = await createAccount(api);
  const users = `/v1/accounts/${id}/users`;
  for (const name of ['Ada Lovelace', 'Mesut Öztürk', 'Grace Hopper', 'Zoë Öz'])
    await api.operator('POST', users, {
      name,
      email: `${name.split(' ')[0]!.replace('ë', 'e')}@example.com`,
    });
  return users;
}

const query = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`;

describe('a list of users', () => {
  test('is searched, sorted and counted', async () => {
    const users = await startDirectory();
    const asked = query({ q: 'öz', sort: '-name', count: 'true', facets: 'true' });
    const { status, body } = await api.operator('GET', `${users}${asked}`);
    expect(status).toBe(200);
    expect(body.data.map((user: { name: string }) => user.name)).toEqual(['Zoë Öz', 'Mesut Öztürk']);
    expect(body).toMatchObject({
      nextCursor: null,
      total: { value: 2, exact: true },
      facets: { role: { owner: 0, member: 2 }, status: { active: 2, invited: 0 } },
    });
    expect(body.data[0]).toMatchObject({ metadata: {}, serviceGroupCount: 0, version: 1 });
  });

  test('is exported as it is searched', async () => {
    const users = await startDirectory();
    const csv = async (filter: Record<string, string>) =>
      (await api.operator('GET', users.replace(/users$/, `export/users${query(filter)}`)))
        .body as unknown as string;
    expect(await csv({ q: 'öz' })).toBe(
      'email,name,role,externalId\r\nMesut@example.com,Mesut Öztürk,member,\r\nZoe@example.com,Zoë Öz,member,\r\n',
    );
    expect(await csv({ q: 'öz', role: 'admin' })).toBe('email,name,role,externalId\r\n');
    expect((await csv({ role: 'member', status: 'active' })).split('\r\n')).toHaveLength(6);
  });

  test('costs one small read more than the account where its fields are those of a search', async () => {
    const users = await startDirectory();
    const asked = query({ q: 'a', fields: 'id,name,email,role,status,externalId,createdAt' });
    await api.operator('GET', `${users}${asked}`);
    const answer = await api.operator('GET', `${users}${asked}`);
    expect(answer.body.data[0]).toEqual({
      id: expect.stringMatching(/^user_/),
      accountId: expect.stringMatching(/^acct_/),
      name: 'Ada Lovelace',
      email: 'Ada@example.com',
      role: 'member',
      status: 'active',
      externalId: null,
      createdAt: expect.any(String),
    });
    expect(costOf(answer).reads).toBeLessThanOrEqual(3);
  });

  test('shows what the caller has just changed', async () => {
    const users = await startDirectory();
    const [ada] = (await api.operator('GET', `${users}${query({ q: 'ada' })}`)).body.data;
    await api.operator('PATCH', `${users}/${ada.id}`, { name: 'Augusta King' });
    const { body } = await api.operator('GET', `${users}${query({ q: 'augusta', changed: ada.id })}`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([ada.id]);
  });

  test('refuses what does not go together, and is not impressed by hostile words', async () => {
    const users = await startDirectory();
    for (const bad of [
      { q: 'a', ids: 'user_01J00000000000000000000000' },
      { sort: 'name', order: 'desc' },
    ])
      await expectProblem(
        await api.operator('GET', `${users}${query(bad as never)}`),
        400,
        'not_allowed_value',
      );
    for (const q of ['*', '%', '\u202e\u2066', '()[]{}\\', "' OR 1=1 --", '.*.*.*', 'a'.repeat(256)]) {
      const { status, body } = await api.operator('GET', `${users}${query({ q })}`);
      expect({ q, status, found: body.data.length }).toEqual({ q, status: 200, found: 0 });
    }
    const tooLong = await api.operator('GET', `${users}${query({ q: 'a'.repeat(1024) })}`);
    await expectProblem(tooLong, 400, 'too_long');
  });

  test('is narrowed down to the members of a service group of its own account', async () => {
    const team = await createTeam(api);
    const other = await createTeam(api);
    const group = await api.operator('POST', `${other.path}/service-groups`, { name: 'dev' });
    const found = await api.operator('GET', `${team.path}/users${query({ groupId: group.body.id })}`);
    await expectProblem(found, 404, 'service_group_not_found');
  });
});
