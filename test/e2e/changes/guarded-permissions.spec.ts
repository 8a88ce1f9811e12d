import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expressGuard, openGuard, type Guard, type GuardOptions, type Whereabouts } from '#libs/guard';
import { actionsIn, idsIn, putAccessRoles, search } from '../../support/api/access-roles.js';
import type { RunningApi } from '../../support/api/api.js';
import { createUser } from '../../support/api/people.js';
import { eventually } from '../../support/eventually.js';
import {
  isReady,
  startCompanyWithGuards,
  type CompanyWithGuards,
  type GuardProcess,
} from '../../support/processes/guard-process.js';

// What access roles allow, answered by guards: in a service's own process, and beside it.

const READER = { reader: ['logs.read', 'metrics.read'] };
const ACTIONS = ['enter', 'logs.read', 'metrics.read', 'deploy', 'logs.raed'];

let company: CompanyWithGuards;
let api: RunningApi;
let path: string;
const guards: Guard[] = [];

beforeAll(async () => {
  company = await startCompanyWithGuards();
  ({ api } = company);
  path = `/v1/accounts/${company.accountId}`;
});
afterEach(async () => {
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});
afterAll(() => company.stop());

async function guardOf(options: Partial<GuardOptions> = {}): Promise<Guard> {
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  const guard = await openGuard({ baseUrl: api.url, token, accountId: company.accountId, ...options });
  guards.push(guard);
  return guard;
}

/** Makes a change, and says what position it has. */
async function change(method: string, at: string, body?: unknown): Promise<string> {
  const { status, headers } = await api.operator(method, at, body, { 'if-match': '*' });
  expect(status).toBeLessThan(300);
  return headers.get('rollbook-position') ?? '';
}

const setRoles = (roles: Record<string, string[]>) => {
  const accessRoles = Object.entries(roles).map(([key, permissions]) => ({ key, name: key, permissions }));
  return change('PUT', `${path}/access-roles`, { accessRoles });
};

/** Somebody of their own for a test, with a membership of `prod`. */
async function memberOf(terms: object = {}) {
  const { id } = await createUser(api, company.accountId);
  const member = `${path}/service-groups/${company.prod.id}/members/${id}`;
  return { id, member, position: await change('PUT', member, terms) };
}

const asks = (user: string, action: string) => ({
  subject: { type: 'user', id: user },
  action: { name: action },
  resource: { type: 'service_group', id: company.prod.id },
  context: { account_id: company.accountId },
});

test.each([
  ['of one account', {}],
  ['of all accounts', { accountId: undefined }],
])(
  'a guard %s that is asked with the position of a write to roles or memberships never contradicts it',
  async (_whose, options) => {
    await setRoles(READER);
    const { id, member, position } = await memberOf({ accessRole: 'reader' });
    const guard = await guardOf(options);
    const permissions = async (atLeast: string) => {
      await guard.mayDo(id, company.prod.id, 'enter', { atLeast });
      const found = guard.permissionsOf(id, company.prod.id);
      for (const action of ACTIONS) {
        const isAllowed = found.includes(action);
        expect(guard.mayDo(id, company.prod.id, action)).toBe(isAllowed);
        expect(guard.groupsOf(id, { permission: action })).toEqual(isAllowed ? [company.prod.id] : []);
        expect(guard.membersOf(company.prod.id, { permission: action }).includes(id)).toBe(isAllowed);
        const { body } = await api.operator('POST', '/access/v1/evaluation', asks(id, action));
        expect(body).toMatchObject({ decision: isAllowed });
      }
      return found;
    };
    expect(await permissions(position)).toEqual(['enter', 'logs.read', 'metrics.read']);
    expect(await permissions(await setRoles({ reader: ['deploy'] }))).toEqual(['deploy', 'enter']);
    // Removed, it leaves entering; its key made anew gives nothing back.
    expect(await permissions(await setRoles({}))).toEqual(['enter']);
    expect(await permissions(await setRoles(READER))).toEqual(['enter']);
    const given = await change('PATCH', member, { accessRole: 'reader' });
    expect(await permissions(given)).toEqual(['enter', 'logs.read', 'metrics.read']);
    expect(await permissions(await change('PATCH', member, { accessRole: null }))).toEqual(['enter']);
    expect(await permissions(await change('DELETE', member))).toEqual([]);
  },
);

test('a guard has what roles allow from a snapshot, and from its file; one of an earlier version is made anew', async () => {
  await setRoles(READER);
  const { id, position } = await memberOf({ accessRole: 'reader' });
  const file = join(company.folder, 'permissions.json');
  const first = await guardOf({ file });
  expect(await first.mayDo(id, company.prod.id, 'logs.read', { atLeast: position })).toBe(true);
  await first.close();
  const stored = JSON.parse(await readFile(file, 'utf8')) as { format: number; accessRoles: unknown[] };
  expect(stored).toMatchObject({ format: 5, accessRoles: [expect.any(Array)] });
  const second = await guardOf({ file });
  expect(second.mayDo(id, company.prod.id, 'logs.read')).toBe(true);
  await second.close();
  // As a program kept it that had read past the roles.
  await writeFile(file, JSON.stringify({ ...stored, format: 4, accessRoles: [], memberRoles: [] }));
  const third = await guardOf({ file });
  expect(third.permissionsOf(id, company.prod.id)).toEqual(['enter', 'logs.read', 'metrics.read']);
});

test('a guard whose copy is too old asks the API for a permission, too', async () => {
  await setRoles(READER);
  const { id, position } = await memberOf({ accessRole: 'reader' });
  let movedMs = 0;
  let isAway = false;
  const away: typeof fetch = (input, init) =>
    isAway && (input as string).includes('/changes')
      ? Promise.reject(new TypeError('The network is away.'))
      : fetch(input, init);
  const elapsed = () => performance.now() + movedMs;
  const guard = await guardOf({ whenTooOld: 'ask', fetch: away, elapsed, onNotice: () => {} });
  expect(await guard.mayDo(id, company.prod.id, 'logs.read', { atLeast: position })).toBe(true);
  isAway = true;
  movedMs += 60_000;
  await eventually('too old', () => !guard.status().isReady);
  expect(guard.mayDo(id, company.prod.id, 'logs.read')).toBe(false);
  expect([guard.permissionsOf(id, company.prod.id), guard.groupsOf(id, { permission: 'logs.read' })]).toEqual(
    [[], []],
  );
  expect(await guard.mayDo(id, company.prod.id, 'logs.read', {})).toBe(true);
  expect(await guard.mayDo(id, company.prod.id, 'deploy', {})).toBe(false);
});

test('as middleware it asks for a permission where one is given', async () => {
  await setRoles(READER);
  const { id, position } = await memberOf({ accessRole: 'reader' });
  const guard = await guardOf();
  await guard.mayEnter(id, company.prod.id, { atLeast: position });
  const admits = (of: Partial<Whereabouts<object>>) =>
    new Promise<boolean>((resolve) => {
      const response = { status: () => response, type: () => response, json: () => resolve(false) };
      const whereabouts = { user: () => id, serviceGroup: company.prod.id, ...of };
      expressGuard<object>(guard, whereabouts)({}, response, () => resolve(true));
    });
  expect(await admits({})).toBe(true);
  expect(await admits({ permission: 'logs.read' })).toBe(true);
  expect(await admits({ permission: () => 'enter' })).toBe(true);
  for (const permission of ['deploy', '', () => undefined, undefined])
    expect(await admits({ permission })).toBe(false);
});

describe('beside a service', () => {
  let sidecar: GuardProcess;
  let id: string;
  beforeAll(async () => {
    await putAccessRoles(api, path, READER);
    const { id: member } = await memberOf({ accessRole: 'reader' });
    id = member;
    sidecar = await company.startGuard();
    await eventually('it is ready', () => isReady(sidecar.url));
  });
  afterAll(() => sidecar.stop());

  const post = async (route: string, body: object) => {
    const answer = await fetch(`${sidecar.url}/access/v1/${route}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('it evaluates actions as the API does, with the reason for one that no role allows', async () => {
    for (const user of [id, company.ada.id])
      for (const action of ACTIONS) {
        const { body } = await api.operator('POST', '/access/v1/evaluation', asks(user, action));
        expect((await post('evaluation', asks(user, action))).body).toEqual(body);
      }
    const { action: _, ...common } = asks(id, '');
    const request = { ...common, evaluations: ACTIONS.map((name) => ({ action: { name } })) };
    const { body } = await api.operator('POST', '/access/v1/evaluations', request);
    expect((await post('evaluations', request)).body).toEqual(body);
    expect(JSON.stringify(body)).toContain('unknown_action');
  });

  test('it searches for users, service groups and actions as the API does', async () => {
    for (const action of ACTIONS) {
      const subjects = { ...asks(id, action), subject: { type: 'user' } };
      const resources = { ...asks(id, action), resource: { type: 'service_group' } };
      for (const [kind, request] of [
        ['subject', subjects],
        ['resource', resources],
      ] as const) {
        const byApi = idsIn(await search(api.operator, kind, request));
        const { body } = await post(`search/${kind}`, request);
        expect((body['results'] as { id: string }[]).map((each) => each.id)).toEqual(byApi.sort());
      }
    }
    const { action: _, ...question } = asks(id, '');
    const byApi = actionsIn(await search(api.operator, 'action', question));
    expect(byApi).toEqual(['enter', 'logs.read', 'metrics.read']);
    const found: string[] = [];
    for (let token = '', pages = 0; pages < 3; pages += 1) {
      const page = { limit: 1, ...(token && { token }) };
      const { body } = await post('search/action', { ...question, page });
      found.push(...(body['results'] as { name: string }[]).map(({ name }) => name));
      token = (body['page'] as { next_token: string }).next_token;
      if (token === '') expect(pages).toBe(2);
    }
    expect(found).toEqual(byApi);
    const metadata = await (await fetch(`${sidecar.url}/.well-known/authzen-configuration`)).json();
    expect(metadata).toMatchObject({ search_action_endpoint: `${sidecar.url}/access/v1/search/action` });
    const malformed = await post('search/action', { ...question, subject: { type: 'user', id: 'x' } });
    expect(malformed).toMatchObject({ status: 400, body: { errors: [{ pointer: '/subject/id' }] } });
  });

  test('a proxy names the permission in the path', async () => {
    const verdict = async (permission: string) => {
      const headers = { 'rollbook-user': id };
      return (await fetch(`${sidecar.url}/forward-auth/prod/${permission}`, { headers })).status;
    };
    for (const allowed of ['enter', 'logs.read', 'logs%2Eread']) expect(await verdict(allowed)).toBe(200);
    for (const denied of ['deploy', 'logs.raed', 'Enter']) expect(await verdict(denied)).toBe(403);
  });
});
