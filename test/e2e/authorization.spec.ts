import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ulid } from 'ulid';
import { createApp } from '../../apps/api/src/app.js';
import { expectProblem, startApi, type RunningApi } from '../support/api.js';
import { engineClient } from '../support/engine.js';
import { ProbeModule, undeclaredModule } from '../support/probe.js';
import { createBareTable, putItem } from '../support/table.js';

const account = `acct_${ulid()}`;
const suspendedAccount = `acct_${ulid()}`;
const user = {
  owner: `user_${ulid()}`,
  admin: `user_${ulid()}`,
  member: `user_${ulid()}`,
  suspended: `user_${ulid()}`,
  removed: `user_${ulid()}`,
};

let api: RunningApi;
let client: DynamoDBClient;
beforeAll(async () => {
  client = engineClient();
  api = await startApi({ additionalModules: [ProbeModule] });
  const { name } = api.configuration.table;
  await createBareTable(client, name);
  const put = (item: Record<string, unknown>) => putItem(client, name, item);
  for (const [accountId, status] of [
    [account, 'active'],
    [suspendedAccount, 'suspended'],
  ] as const) {
    await put({ PK: `account:${accountId}`, SK: 'metadata:account', status });
    for (const [key, userId] of Object.entries(user))
      await put({
        PK: `account:${accountId}`,
        SK: `user:${userId}`,
        status: key === 'suspended' || key === 'removed' ? key : 'active',
        role: key === 'owner' || key === 'admin' ? key : 'member',
      });
  }
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

async function ask(
  path: string,
  who: { accountId?: string; userId: string } | 'operator',
): Promise<Response> {
  const token =
    who === 'operator'
      ? await api.issuer.signOperatorToken()
      : await api.issuer.signUserToken({ accountId: who.accountId ?? account, userId: who.userId });
  return fetch(`${api.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

describe('a route', () => {
  test('that does not say who may use it keeps the application from starting', async () => {
    await expect(createApp(api.configuration, { additionalModules: [undeclaredModule()] })).rejects.toThrow(
      'Every route must say who may use it (@Allow or @Public): UndeclaredController.open.',
    );
  });

  test('for operators lets no user in', async () => {
    expect((await ask('/probe/operator', 'operator')).status).toBe(200);
    await expectProblem(await ask('/probe/operator', { userId: user.owner }), 403, 'not_permitted');
  });

  test('for owners and admins lets no member and no operator in', async () => {
    const path = `/probe/accounts/${account}/admin`;
    const answer = await ask(path, { userId: user.admin });
    expect(await answer.json()).toEqual({
      caller: { kind: 'user', id: user.admin, accountId: account, role: 'admin' },
    });
    expect(answer.headers.get('server-timing')).toContain('calls;desc="1", read-units;desc="2"');
    await expectProblem(await ask(path, { userId: user.member }), 403, 'not_permitted');
    await expectProblem(await ask(path, 'operator'), 403, 'not_permitted');
  });

  test('about a user is open to that very user', async () => {
    const path = (userId: string) => `/probe/accounts/${account}/users/${userId}`;
    expect((await ask(path(user.member), { userId: user.member })).status).toBe(200);
    await expectProblem(await ask(path(user.owner), { userId: user.member }), 403, 'not_permitted');
    expect((await ask(path(user.member), 'operator')).status).toBe(200);
  });
});

describe('a user', () => {
  const path = `/probe/accounts/${account}/admin`;

  test('of another account is told what it would be told of one that does not exist', async () => {
    const nobodys = `/probe/accounts/acct_${ulid()}/admin`;
    const foreign = await ask(`/probe/accounts/${suspendedAccount}/admin`, { userId: user.owner });
    const missing = await ask(nobodys, { userId: user.owner });
    const calls = (answer: Response) =>
      /calls;desc="(\d+)"/.exec(answer.headers.get('server-timing') ?? '')?.[1];
    expect(calls(foreign)).toBe(calls(missing));
    const [a, b] = [
      await expectProblem(foreign, 404, 'account_not_found'),
      await expectProblem(missing, 404, 'account_not_found'),
    ];
    expect({ ...a, instance: '', requestId: '' }).toEqual({ ...b, instance: '', requestId: '' });
  });

  test('who is suspended, removed or unknown is refused', async () => {
    await expectProblem(await ask(path, { userId: user.suspended }), 403, 'user_suspended');
    await expectProblem(await ask(path, { userId: user.removed }), 403, 'user_removed');
    await expectProblem(await ask(path, { userId: `user_${ulid()}` }), 403, 'user_removed');
  });

  test('of a suspended account is refused', async () => {
    const answer = await ask(`/probe/accounts/${suspendedAccount}/admin`, {
      accountId: suspendedAccount,
      userId: user.owner,
    });
    await expectProblem(answer, 403, 'account_suspended');
  });
});

test.each(['acct_1', `user_${ulid()}`, `acct_${ulid().toLowerCase()}`, `acct_8${ulid().slice(1)}`])(
  'an id that cannot be one (%s) is refused by name',
  async (id) => {
    const problem = await expectProblem(
      await ask(`/probe/accounts/${id}/admin`, 'operator'),
      400,
      'invalid_id',
    );
    expect(problem.errors).toMatchObject([{ code: 'invalid_id', parameter: 'accountId' }]);
  },
);
