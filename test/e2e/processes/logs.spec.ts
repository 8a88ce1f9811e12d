import { connect } from 'node:net';
import { askWith, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { startApiProcess, type ApiProcess } from '../../support/processes/api-process.js';
import { openApiDocument } from '../../support/contract.js';
import { eventually } from '../../support/eventually.js';
import { created, createTeam } from '../../support/api/people.js';
import { startUnreliableEngine, type UnreliableEngine } from '../../support/engines/unreliable-engine.js';

let api: RunningApi;
let engine: UnreliableEngine;
let logged: ApiProcess;
beforeAll(async () => {
  api = await startApi();
  engine = await startUnreliableEngine();
  logged = await startApiProcess(api, {
    ROLLBOOK_LOG_LEVEL: 'trace',
    ROLLBOOK_DYNAMODB_ENDPOINT: engine.endpoint,
  });
});
afterAll(async () => {
  logged.child.kill('SIGTERM');
  await logged.exit;
  await Promise.all([api.close(), engine.close()]);
});

interface Line {
  level: number;
  requestId?: string;
  clientRequestId?: string;
  route?: string;
  status?: number;
  correlationId?: string;
  accountId?: string;
}
const lines = () =>
  logged
    .output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Every route, with an address and a secret wherever its example has a text of the caller's own. */
async function askEverywhere(ask: Ask, ids: Record<string, string>, email: string): Promise<void> {
  for (const [template, item] of Object.entries(openApiDocument().paths))
    for (const [method, { requestBody, parameters }] of Object.entries(item)) {
      const example = JSON.stringify(requestBody?.content['application/json']?.example);
      const body = example?.replace(/"[^"]*@[^"]*"|(?<="name":)"[^"]*"/g, JSON.stringify(email));
      const path = template.replace(
        /\{(\w+)\}/g,
        (_, name: string) => ids[name] ?? encodeURIComponent(email),
      );
      const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
      const query = names.map((name) => `${name}=${encodeURIComponent(email)}`).join('&');
      await ask(method.toUpperCase(), path, body && JSON.parse(body));
      await ask(method.toUpperCase(), `${path}?${query}`, body && JSON.parse(body));
    }
}

test('a whole run is logged as JSON with request ids, and without tokens, emails, keys and secrets', async () => {
  const { account, owner, path } = await createTeam(api);
  const ownerToken = await api.issuer.signUserToken({ accountId: account.id, userId: owner.id });
  const operatorToken = await api.issuer.signOperatorToken();
  const [ask, operator] = [askWith(logged.url, ownerToken), askWith(logged.url, operatorToken)];
  const email = 'hidden.person+tag@private.example';
  const input = { name: 'Hidden', email };
  const user = created<{ id: string }>(
    await ask('POST', `${path}/users`, input, { 'idempotency-key': 'my-key' }),
  );
  await ask('POST', `${path}/users`, input);
  await ask('GET', `${path}/users?emailPrefix=${encodeURIComponent(email)}`);
  await ask('GET', `/v1/${encodeURIComponent(email)}?token=${operatorToken}`);
  await ask('PATCH', `${path}/users/${user.id}`, { email: `${email} x` });
  const { key } = created<{ key: string }>(
    await ask('POST', `${path}/api-keys`, { name: 'machine', scopes: ['users:read'] }),
  );
  await askWith(logged.url, key)('GET', `${path}/users`);
  await askWith(logged.url, `${key.slice(0, -1)}!`)('GET', `/v1/${key}`);
  await askWith(logged.url, `${operatorToken}x`)('GET', '/v1/me');
  await operator('GET', '/v1/accounts?limit=1', undefined, { 'x-correlation-id': 'order-17' });
  await askEverywhere(ask, { accountId: account.id, userId: user.id }, email);
  // What fails inside is logged with its stack: also that says nothing of the request.
  engine.decide = () => ({ error: 'ValidationException' });
  const failed = await ask('POST', `${path}/users`, { name: 'Other', email: `other.${email}` });
  expect(failed.status).toBe(500);
  engine.decide = null;
  const askAs = (id: string) => fetch(`${logged.url}/health/live`, { headers: { 'x-request-id': id } });
  await askAs('not "harmless"');
  const last = await askAs('last-one');
  while (!logged.output().includes('last-one')) await new Promise((resolve) => setTimeout(resolve, 20));

  const output = logged.output();
  const secrets = [
    ownerToken,
    operatorToken,
    key,
    key.slice(20, 60),
    email,
    'hidden.person',
    'private.example',
  ];
  for (const secret of [...secrets, api.configuration.cursorSecret, encodeURIComponent(email)])
    expect({ secret, found: output.includes(secret) }).toEqual({ secret, found: false });
  const answered = lines().filter(({ status }) => status !== undefined);
  expect(answered.length).toBeGreaterThanOrEqual(60);
  // Nothing that looks like a token, a key, a secret or an address, whoever made it.
  expect(output).not.toMatch(/eyJ[\w-]+\.|rbk_\w|whsec_|@|%40/);
  for (const line of answered)
    expect(line).toMatchObject({ requestId: expect.any(String), route: expect.any(String) });
  expect(answered).toContainEqual(
    expect.objectContaining({ route: '/v1/accounts', correlationId: 'order-17', status: 200 }),
  );
  // A tenant whose requests make the table hot is found by these lines; a refused token makes none hot.
  const ofAccounts = answered.filter(
    ({ route, status = 0 }) => route === '/v1/accounts/:accountId/users' && status < 300,
  );
  expect(ofAccounts.length).toBeGreaterThan(0);
  for (const { accountId } of ofAccounts) expect(accountId).toBe(account.id);
  expect(answered).toContainEqual(
    expect.objectContaining({ route: '/v1/me', status: 200, accountId: account.id }),
  );
  expect(answered.find(({ status }) => status === 401)).not.toHaveProperty('accountId');
  const ownId = last.headers.get('x-request-id');
  expect(answered.at(-1)).toMatchObject({ requestId: ownId, clientRequestId: 'last-one' });
  expect(answered.at(-2)).not.toHaveProperty('clientRequestId');
  const failure = lines().filter(({ level }) => level >= 50);
  expect(failure).toContainEqual(expect.objectContaining({ requestId: failed.headers.get('x-request-id') }));
});

test('what is answered with a 5xx though nothing is wrong is no error, has no stack, and is told apart', async () => {
  const { path, account } = await createTeam(api);
  const ask = askWith(logged.url, await api.issuer.signOperatorToken());
  const me = `/scim/v2/${account.id}/Me`;
  const user = { name: 'Ada', email: 'ada@example.com' };
  const conflict = { error: 'TransactionCanceledException', reasons: [{ Code: 'TransactionConflict' }] };
  engine.decide = (operation) => (operation === 'TransactWriteItems' ? conflict : 'pass');
  const answers = [
    await fetch(logged.url + me),
    await fetch(`${logged.url}/scim/v2/x/Me`),
    await ask('GET', me),
    await ask('POST', `${path}/users`, user),
  ];
  engine.decide = () => ({ error: 'ThrottlingException' });
  answers.push(await ask('GET', `${path}/users`));
  engine.decide = null;
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 501, 503, 503]);
  const of = (answer: (typeof answers)[number]) => {
    const id = answer.headers.get('x-request-id');
    return lines().filter((line) => line.requestId === id && line.status === undefined);
  };
  await eventually('the last is logged', () => of(answers[4]!).length > 0);
  const expected = (code: string) => ({ level: 40, code, serverError: 'expected' });
  expect(answers.slice(0, 4).map((answer) => of(answer))).toMatchObject([
    [],
    [],
    [expected('route_not_found')],
    [expected('too_many_changes')],
  ]);
  for (const answer of answers.slice(0, 4)) expect(JSON.stringify(of(answer))).not.toMatch(/stack|"err"/);
  expect(of(answers[4]!)).toMatchObject([{ level: 50, code: 'service_unavailable', serverError: 'fault' }]);
});

test.each([
  ['a body of JSON', 'application/json', '/v1/accounts', '{"name":'],
  ['an import', 'text/csv', '/import/users', 'email,name\r\nida@x.example,'],
])('who hangs up in the middle of %s is no error of ours', async (_, type, route, start) => {
  const { path } = await createTeam(api);
  const token = await api.issuer.signOperatorToken();
  const { port } = new URL(logged.url);
  const before = logged.output().length;
  const socket = connect(Number(port), '127.0.0.1');
  const request = [
    `POST ${route.startsWith('/v1') ? route : path + route} HTTP/1.1`,
    'Host: a',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    'Content-Length: 5000',
  ];
  socket.write(`${request.join('\r\n')}\r\n\r\n${start}`, () => socket.destroy());
  const since = () => logged.output().slice(before);
  await eventually(
    'the request is over',
    () => since().includes('"msg":"request answered"') || /hung up|"level":50/.test(since()),
  );
  expect(since()).toContain('the client hung up');
  expect(since()).not.toContain('"level":50');
});
