import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createAccount, createTeam, createUser } from '../../support/api/people.js';
import { startUnreliableEngine } from '../../support/engines/unreliable-engine.js';
import { masterKeyFile } from '../../support/directory/master-key.js';
import { nodeEnvironment } from '../../support/processes/node-environment.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const withKey = (key: string) => ({ 'idempotency-key': key });

describe('a request with an idempotency key', () => {
  test('sent again is answered as the first time, and has one effect', async () => {
    const { id } = await createAccount(api);
    const users = `/v1/accounts/${id}/users`;
    const input = { name: 'Ada', email: 'ada@example.com' };
    const first = await api.operator('POST', users, input, withKey('one'));
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    await api.operator('PATCH', `${users}/${first.body.id}`, { name: 'Renamed since' });
    const again = await api.operator('POST', users, input, withKey('one'));
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect((await api.operator('GET', users)).body.data).toHaveLength(1);
  });

  test('sent 50 times at once has one effect and one answer', async () => {
    const send = () => api.operator('POST', '/v1/accounts', { name: 'Fifty' }, withKey('fifty'));
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1);
  });

  test('that was used for another request is a 422', async () => {
    const { id } = await createAccount(api);
    const groups = `/v1/accounts/${id}/service-groups`;
    await api.operator('POST', groups, { name: 'dev' }, withKey('two'));
    for (const [path, body] of [
      [groups, { name: 'prod' }],
      [`/v1/accounts/${id}/users`, { name: 'dev', email: 'a@b.c' }],
    ] as const)
      await expectProblem(
        await api.operator('POST', path, body, withKey('two')),
        422,
        'idempotency_key_reused',
      );
    expect((await api.operator('GET', groups)).body.data).toHaveLength(1);
  });

  test('is the own of each caller and each account', async () => {
    const team = await createTeam(api);
    const other = await createAccount(api);
    const make = (ask: typeof api.operator, path: string, name: string) =>
      ask('POST', `${path}/service-groups`, { name }, withKey('shared'));
    expect((await make(team.asks.owner, team.path, 'a')).status).toBe(201);
    expect((await make(team.asks.admin, team.path, 'b')).status).toBe(201);
    expect((await make(api.operator, team.path, 'c')).status).toBe(201);
    expect((await make(api.operator, `/v1/accounts/${other.id}`, 'd')).status).toBe(201);
  });

  test('is not used up by a request that was refused', async () => {
    const { id } = await createAccount(api);
    const users = `/v1/accounts/${id}/users`;
    const first = await createUser(api, id);
    const input = { name: 'Next', email: first.email };
    await expectProblem(await api.operator('POST', users, input, withKey('three')), 409, 'email_taken');
    await api.operator('DELETE', `${users}/${first.id}`);
    expect((await api.operator('POST', users, input, withKey('three'))).status).toBe(201);
  });

  test('repeats the answers about a user who has since been removed, also to an admin', async () => {
    const { asks, member, path } = await createTeam(api);
    const user = `${path}/users/${member.id}`;
    const send = async () => [
      await asks.admin('PATCH', user, { name: 'Ada' }, { ...withKey('patch'), 'if-match': '"1"' }),
      await asks.admin('DELETE', user, undefined, { ...withKey('delete'), 'if-match': '"2"' }),
    ];
    const first = await send();
    const again = await send();
    expect(first.map(({ status }) => status)).toEqual([200, 204]);
    expect(again.map(({ status, body }) => ({ status, body }))).toEqual(
      first.map(({ status, body }) => ({ status, body })),
    );
    await expectProblem(await asks.admin('DELETE', user), 404, 'user_not_found');
  });

  test.each(['', 'a b', 'é', 'a'.repeat(129)])('that is not a key (%j) is a 400', async (key) => {
    const answer = await api.operator('POST', '/v1/accounts', { name: 'x' }, withKey(key));
    await expectProblem(answer, 400, 'invalid_idempotency_key');
  });

  test('is answered by a new process when the first was killed after its commit', async () => {
    const engine = await startUnreliableEngine();
    const program = fileURLToPath(new URL('../../../dist/programs/api.js', import.meta.url));
    const { table, cursorSecret } = api.configuration;
    const start = async () => {
      const child = fork(program, {
        execArgv: [],
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        env: {
          ...nodeEnvironment(),
          PORT: '0',
          ROLLBOOK_MASTER_KEY_FILE: masterKeyFile(),
          ROLLBOOK_CURSOR_SECRET: cursorSecret,
          ROLLBOOK_JWT_ISSUER: api.issuer.issuer,
          ROLLBOOK_JWKS_URL: api.issuer.jwksUrl.href,
          ROLLBOOK_TABLE: table.name,
          ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
        },
      });
      const [{ url }] = (await once(child, 'message')) as [{ url: string }];
      return { child, url };
    };
    const token = await api.issuer.signOperatorToken();
    const send = (url: string) =>
      fetch(`${url}/v1/accounts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...withKey('killed'),
        },
        body: JSON.stringify({ name: 'Survivor' }),
      });
    const first = await start();
    engine.decide = (operation) => {
      if (operation === 'TransactWriteItems') first.child.kill('SIGKILL');
      return 'pass';
    };
    await expect(send(first.url)).rejects.toThrow();
    engine.decide = null;
    const second = await start();
    const answer = await send(second.url);
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotency-replayed')).toBe('true');
    const { id } = (await answer.json()) as { id: string };
    expect((await api.operator('GET', `/v1/accounts/${id}`)).body).toMatchObject({
      name: 'Survivor',
      version: 1,
    });
    second.child.kill('SIGTERM');
    await once(second.child, 'exit');
    await engine.close();
  });
});

describe('a dry run', () => {
  test('tells the events it would commit, and writes nothing', async () => {
    const { account, admin, member, path } = await createTeam(api);
    const user = `${path}/users/${member.id}`;
    const tried = await api.operator('PATCH', `${user}?dryRun=true`, { name: 'Tried', role: 'admin' });
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({
      dryRun: true,
      events: [
        { type: 'user.profile_changed', version: 2, data: { name: 'Tried' } },
        { type: 'user.role_changed', version: 3, data: { role: 'admin' } },
      ],
    });
    const created = await api.operator('POST', `${path}/users?dryRun=true`, { name: 'N', email: 'n@b.c' });
    expect(created).toMatchObject({ status: 200, body: { events: [{ type: 'user.created' }] } });
    expect(created.headers.get('location')).toBeNull();
    const removed = await api.operator('DELETE', `${path}/users/${admin.id}?dryRun=true`);
    expect(removed).toMatchObject({ status: 200, body: { events: [{ type: 'user.removed' }] } });
    const users = (await api.operator('GET', `/v1/accounts/${account.id}/users`)).body.data;
    expect(users.map(({ version }: { version: number }) => version)).toEqual([1, 1, 1]);
  });

  test('is refused for what would be refused', async () => {
    const { member, owner, path } = await createTeam(api);
    await expectProblem(
      await api.operator('POST', `${path}/users?dryRun=true`, { name: 'N', email: member.email }),
      409,
      'email_taken',
    );
    await expectProblem(
      await api.operator('DELETE', `${path}/users/${owner.id}?dryRun=true`),
      409,
      'last_owner',
    );
    await expectProblem(
      await api.operator('POST', `${path}/users?dryRun=yes`, { name: 'N', email: 'n@b.c' }),
      400,
      'not_allowed_value',
    );
    await expectProblem(
      await api.operator('POST', `${path}/users?dryrun=true`, { name: 'N', email: 'n@b.c' }),
      400,
      'unknown_field',
    );
  });
});
