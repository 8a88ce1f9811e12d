import { spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { readSettings } from '../../../apps/guard/src/settings.js';
import type { RunningApi } from '../../support/api/api.js';
import { eventually } from '../../support/eventually.js';
import {
  isReady,
  startCompanyWithGuards,
  type CompanyWithGuards,
  type GuardProcess,
} from '../../support/processes/guard-process.js';

// `rollbook guard`: the guard as a process, that any service asks by AuthZEN.

let company: CompanyWithGuards;
let api: RunningApi;

beforeAll(async () => {
  company = await startCompanyWithGuards();
  ({ api, accountId, ada, prod, dev, folder } = company);
});
afterAll(() => company.stop());

let [accountId, folder] = ['', ''];
let [ada, prod, dev] = [{ id: '' }, { id: '' }, { id: '' }];

const asks = (user: string, group: string) => ({
  subject: { type: 'user', id: user },
  action: { name: 'enter' },
  resource: { type: 'service_group', id: group },
  context: { account_id: accountId },
});

describe('by AuthZEN', () => {
  let sidecar: GuardProcess;
  beforeAll(async () => {
    sidecar = await company.startGuard();
    await eventually('it is ready', () => isReady(sidecar.url));
  });
  afterAll(() => sidecar.stop());

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${sidecar.url}/access/v1/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers,
    });
    return {
      status: answer.status,
      headers: answer.headers,
      body: (await answer.json()) as Record<string, unknown>,
    };
  };

  test('decides, and says how old its copy is and how far it has what it decided about', async () => {
    const { status, headers, body } = await post('evaluation', asks(ada.id, 'external:prod'));
    expect([status, body]).toEqual([200, { decision: true }]);
    expect(Number(headers.get('rollbook-age'))).toBeLessThan(30);
    expect(headers.get('rollbook-position')).toMatch(new RegExp(`^${ada.id}\\.[1-9]`));
    expect((await post('evaluation', asks(ada.id, dev.id))).body).toEqual({ decision: false });
  });

  test('is not older than the write whose position is named', async () => {
    const path = `/v1/accounts/${accountId}/service-groups/${dev.id}/members/${ada.id}`;
    for (const [method, decision] of [
      ['PUT', true],
      ['DELETE', false],
    ] as const) {
      const position = (await api.operator(method, path)).headers.get('rollbook-position')!;
      const { body } = await post('evaluation', asks(ada.id, dev.id), { 'rollbook-at-least': position });
      expect(body).toEqual({ decision });
    }
    const never = await post('evaluation', asks(ada.id, dev.id), { 'rollbook-at-least': `${ada.id}.999` });
    expect([never.status, never.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await post('evaluation', asks(ada.id, dev.id), { 'rollbook-at-least': 'now' })).status).toBe(400);
  });

  test.each([
    ['execute_all', [true, false, true]],
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('evaluates several: %s', async (semantic, expected) => {
    const { subject, action, context } = asks(ada.id, '');
    const of = (id: string) => ({ resource: { type: 'service_group', id } });
    const body = {
      ...{ subject, action, context, options: { evaluations_semantic: semantic } },
      evaluations: [of(prod.id), of(dev.id), of('external:prod')],
    };
    const byApi = await api.operator('POST', '/access/v1/evaluations', body);
    const said = await post('evaluations', body);
    expect(said.body).toEqual(byApi.body);
    expect((said.body['evaluations'] as { decision: boolean }[]).map(({ decision }) => decision)).toEqual(
      expected,
    );
  });

  const valid = () => asks(ada.id, prod.id);
  test.each([
    ['evaluation', () => [], ''],
    ['evaluation', () => ({ ...valid(), subject: undefined }), '/subject'],
    ['evaluation', () => ({ ...valid(), subject: { type: 'person', id: ada.id } }), '/subject/type'],
    ['evaluation', () => ({ ...valid(), subject: { type: 'user', id: 'ada' } }), '/subject/id'],
    ['evaluation', () => ({ ...valid(), resource: { type: 'service_group', id: 7 } }), '/resource/id'],
    ['evaluation', () => ({ ...valid(), action: { name: 'e'.repeat(101) } }), '/action/name'],
    ['evaluation', () => ({ ...valid(), context: { account_id: 'acme' } }), '/context/account_id'],
    [
      'evaluation',
      () => ({ ...valid(), context: { account_id: accountId, as_of: '2026-01-01' } }),
      '/context/as_of',
    ],
    ['evaluations', () => ({ ...valid(), evaluations: [] }), '/evaluations'],
    [
      'evaluations',
      () => ({ ...valid(), evaluations: [{}], options: { evaluations_semantic: 'any' } }),
      '/options/evaluations_semantic',
    ],
    ['search/subject', () => ({ ...valid(), subject: { type: 'user' }, page: { limit: 0 } }), '/page/limit'],
    ['search/resource', () => ({ ...valid(), page: { token: 'x' } }), '/page/token'],
  ])('refuses a malformed %s with the field and the rule (%#)', async (route, body, pointer) => {
    const { status, headers, body: problem } = await post(route, body());
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    if (pointer) expect(problem['errors']).toEqual([expect.objectContaining({ pointer })]);
    const said = await api.operator('POST', `/access/v1/${route}`, body());
    expect(said.status).toBe(400);
  });

  test('one of several that is malformed is denied by itself', async () => {
    const wrong = { resource: { type: 'service_group', id: 'prod' } };
    const { body } = await post('evaluations', { ...valid(), evaluations: [wrong, {}] });
    expect(body).toEqual({
      evaluations: [
        { decision: false, context: { error: expect.objectContaining({ status: 400 }) } },
        { decision: true },
      ],
    });
  });

  test('searches as the API does, page by page, and says where it is asked', async () => {
    for (const id of [dev.id])
      await api.operator('PUT', `/v1/accounts/${accountId}/service-groups/${id}/members/${ada.id}`);
    const last = (
      await api.operator(
        'PATCH',
        `/v1/accounts/${accountId}/users/${ada.id}`,
        { name: 'Ada L.' },
        { 'if-match': '*' },
      )
    ).headers.get('rollbook-position')!;
    const resources = { ...valid(), resource: { type: 'service_group' } };
    const found: string[] = [];
    for (let token: unknown = undefined; token !== '';) {
      const page = { limit: 1, ...(token !== undefined && { token }) };
      const { body } = await post('search/resource', { ...resources, page }, { 'rollbook-at-least': last });
      found.push(...(body['results'] as { id: string }[]).map(({ id }) => id));
      token = (body['page'] as { next_token: string }).next_token;
    }
    expect(found).toEqual([prod.id, dev.id].sort());
    const subjects = await post('search/subject', { ...valid(), subject: { type: 'user' } });
    expect(subjects.body['results']).toEqual([{ type: 'user', id: ada.id }]);
    const metadata = (await (
      await fetch(`${sidecar.url}/.well-known/authzen-configuration`)
    ).json()) as object;
    const { body: byApi } = await api.operator('POST', '/access/v1/search/subject', {
      ...valid(),
      subject: { type: 'user' },
    });
    expect((byApi as { results: { id: string }[] }).results.map(({ id }) => id)).toEqual([ada.id]);
    expect(metadata).toMatchObject({ access_evaluation_endpoint: `${sidecar.url}/access/v1/evaluation` });
    await api.operator('DELETE', `/v1/accounts/${accountId}/service-groups/${dev.id}/members/${ada.id}`);
  });

  test('has metrics, and answers no page of a browser', async () => {
    const metrics = await (await fetch(`${sidecar.url}/metrics`)).text();
    expect(metrics).toMatch(/^rollbook_guard_ready 1$/m);
    expect(metrics).toMatch(/^rollbook_guard_answers_total\{endpoint="authzen",status="200"\} [1-9]/m);
    const page = await post('evaluation', asks(ada.id, prod.id), {
      origin: 'https://attacker.example',
    }).catch(() => undefined);
    expect(page?.status ?? 403).toBe(403);
  });
});

test.each([
  [{ ROLLBOOK_API_URL: '' }, 'ROLLBOOK_API_URL is not set.'],
  [{ ROLLBOOK_API_TOKEN: '' }, 'ROLLBOOK_API_TOKEN is not set.'],
  [{ ROLLBOOK_GUARD_PORT: 'x' }, 'ROLLBOOK_GUARD_PORT must be a port, not "x".'],
  [
    { ROLLBOOK_GUARD_USER_HEADER: 'a b' },
    'ROLLBOOK_GUARD_USER_HEADER must be the name of a header, not "a b".',
  ],
  [
    { ROLLBOOK_GUARD_MAX_AGE_SECONDS: '0' },
    'ROLLBOOK_GUARD_MAX_AGE_SECONDS must be a number of seconds, not "0".',
  ],
  [
    { ROLLBOOK_GUARD_SOCKET: '/tmp/x', ROLLBOOK_GUARD_PORT: '1' },
    'ROLLBOOK_GUARD_SOCKET must not be set together with ROLLBOOK_GUARD_PORT or ROLLBOOK_GUARD_HOST.',
  ],
])('refuses the settings %j', (wrong, message) => {
  const right = { ROLLBOOK_API_URL: 'http://127.0.0.1:9', ROLLBOOK_API_TOKEN: 'x' };
  expect(() => readSettings({ ...right, ...wrong })).toThrow(message);
  expect(readSettings(right)).toMatchObject({
    place: { port: 3010, host: '127.0.0.1' },
    userHeader: 'rollbook-user',
  });
});

test('a guard of all accounts is asked for a service group of one of them', async () => {
  const all = await company.startGuard({ ROLLBOOK_ACCOUNT: '' });
  await eventually('it is ready', () => isReady(all.url));
  const statusOf = async (path: string, user: string) =>
    (await fetch(`${all.url}/forward-auth/${path}`, { headers: { 'rollbook-user': user } })).status;
  expect(await statusOf('prod/enter', 'ada')).toBe(404);
  expect(await statusOf(`${accountId}/prod/enter`, 'ada')).toBe(200);
  // What a client asked for, as Envoy puts it there.
  expect(await statusOf(`prod/enter?for=/x&account=${accountId}`, 'ada')).toBe(404);
  expect(await statusOf(`${prod.id}/enter`, 'ada')).toBe(200);
  expect(await statusOf('acct_00000000000000000000000000/prod/enter', ada.id)).toBe(403);
  expect(await statusOf(`acct_00000000000000000000000000/${prod.id}/enter`, ada.id)).toBe(403);
  await all.stop();
});

test('a Unix socket, the file of the copy, and a place that is taken', async () => {
  const [socket, file] = [join(folder, 'guard.sock'), join(folder, 'copy.json')];
  const where = { ROLLBOOK_GUARD_SOCKET: socket, ROLLBOOK_GUARD_FILE: file, ROLLBOOK_GUARD_PORT: '' };
  const first = await company.startGuard(where);
  const statusAt = (path: string) =>
    new Promise<number>((resolve, reject) => {
      send({ socketPath: socket, path, headers: { 'rollbook-user': 'ada' } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode!));
      })
        .once('error', reject)
        .end();
    });
  await eventually('it is ready', async () => (await statusAt('/health')) === 200);
  expect(await statusAt('/forward-auth/prod/enter')).toBe(200);
  expect((await stat(socket)).mode & 0o777).toBe(0o660);
  const program = join(import.meta.dirname, '../../../dist/programs/guard.js');
  const environment = { ROLLBOOK_API_URL: api.url, ROLLBOOK_API_TOKEN: 'x', ROLLBOOK_GUARD_SOCKET: socket };
  const refused = spawnSync(process.execPath, [program], { env: environment, encoding: 'utf8' });
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^Another program listens there: .*guard\.sock/),
  ]);
  expect(await statusAt('/health')).toBe(200);
  expect(await first.stop()).toBe(0);
  expect((await stat(file)).size).toBeGreaterThan(100);
  // Killed, it leaves the socket behind.
  const second = await company.startGuard(where);
  await eventually('it is ready', async () => (await statusAt('/health')) === 200);
  await second.kill();
  const third = await company.startGuard(where);
  await eventually('it is ready', async () => (await statusAt('/health')) === 200);
  await third.stop();
});
