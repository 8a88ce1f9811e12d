import { ulid } from 'ulid';
import { createApp } from '../../../apps/api/src/app.js';
import { type RunningApi, costOf, expectCalls, expectProblem, startApi } from '../../support/api/api.js';
import { createAccount, createTeam, createUser } from '../../support/api/people.js';
import { ProbeModule, undeclaredModule } from '../../support/api/probe.js';

let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startApi({ additionalModules: [ProbeModule] });
  team = await createTeam(api);
});
afterAll(() => api.close());

describe('a route', () => {
  test('that does not say who may use it keeps the application from starting', async () => {
    await expect(createApp(api.configuration, { additionalModules: [undeclaredModule()] })).rejects.toThrow(
      'Every route must say who may use it (@Allow or @Public): UndeclaredController.open.',
    );
  });

  test('for operators lets no user in', async () => {
    expect((await api.operator('GET', '/probe/operator')).status).toBe(200);
    await expectProblem(await team.asks.owner('GET', '/probe/operator'), 403, 'not_permitted');
  });

  test('for owners and admins lets no member in', async () => {
    const path = `/probe/accounts/${team.account.id}/admin`;
    const answer = await team.asks.admin('GET', path);
    expect(answer.body).toMatchObject({
      caller: { kind: 'user', id: team.admin.id, accountId: team.account.id, role: 'admin' },
    });
    expectCalls(answer, 1);
    expect(costOf(answer).reads).toBe(2);
    await expectProblem(await team.asks.member('GET', path), 403, 'not_permitted');
  });

  test('about a user is open to that very user', async () => {
    const path = (userId: string) => `/probe/accounts/${team.account.id}/users/${userId}`;
    expect((await team.asks.member('GET', path(team.member.id))).status).toBe(200);
    await expectProblem(await team.asks.member('GET', path(team.owner.id)), 403, 'not_permitted');
    expect((await api.operator('GET', path(team.member.id))).status).toBe(200);
  });
});

describe('a user', () => {
  test('of another account gets the same answer as for one that does not exist', async () => {
    const other = await createAccount(api);
    const foreign = await team.asks.owner('GET', `/probe/accounts/${other.id}/admin`);
    const missing = await team.asks.owner('GET', `/probe/accounts/acct_${ulid()}/admin`);
    expectCalls(foreign, costOf(missing).calls);
    const [a, b] = [
      await expectProblem(foreign, 404, 'account_not_found'),
      await expectProblem(missing, 404, 'account_not_found'),
    ];
    expect({ ...a, instance: '', requestId: '' }).toEqual({ ...b, instance: '', requestId: '' });
  });

  test('who is unknown, or known in another account only, is refused', async () => {
    const other = await createUser(api, (await createAccount(api)).id, 'owner');
    const accountId = team.account.id;
    for (const id of [`user_${ulid()}`, other.id]) {
      const ask = await api.as({ id, accountId });
      await expectProblem(await ask('GET', `/probe/accounts/${accountId}/admin`), 403, 'user_removed');
    }
  });
});

test.each(['acct_1', `user_${ulid()}`, `acct_${ulid().toLowerCase()}`, `acct_8${ulid().slice(1)}`])(
  'an id that cannot be one (%s) is refused by name',
  async (id) => {
    const problem = await expectProblem(
      await api.operator('GET', `/probe/accounts/${id}/admin`),
      400,
      'invalid_id',
    );
    expect(problem.errors).toMatchObject([{ code: 'invalid_id', parameter: 'accountId' }]);
  },
);
