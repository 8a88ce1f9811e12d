import { ulid } from 'ulid';
import { askWith, expectProblem, startApi } from '../../support/api/api.js';
import { startIssuer } from '../../support/api/issuer.js';
import { createTeam } from '../../support/api/people.js';
import type { Browser } from '../../support/browser/browser.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startSignInApi();
  team = await createTeam(api);
  await api.link(team.owner, 'ada');
});
afterAll(() => api.close());

const at = (path: string) => `${api.url}${path}`;
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
const key = { name: 'machine', scopes: ['users:write'] };

describe('what makes credentials, or cannot be undone', () => {
  test('asks for a sign-in of the last five minutes, and says how', async () => {
    api.provider.person = { auth_time: secondsAgo(400) };
    const browser = await api.signIn('ada');
    const asked = await browser.send('POST', at(`${team.path}/api-keys`), { body: key });
    await expectProblem(asked, 401, 'recent_sign_in_needed');
    expect(asked.headers.get('www-authenticate')).toContain('error="insufficient_user_authentication"');
    expect(asked.headers.get('www-authenticate')).toContain('max_age=300');
    const erasing = await browser.send('POST', at(`${team.path}/users/${team.member.id}/erase`));
    await expectProblem(erasing, 401, 'recent_sign_in_needed');
    expect((await browser.send('GET', at(`${team.path}/api-keys`))).status).toBe(200);

    api.provider.person = { sub: 'ada' };
    const before = browser.cookies.get('127.0.0.1')?.get('rollbook_session');
    await browser.visit(at('/auth/login?maxAge=300&returnTo=/health/live'));
    expect(Object.fromEntries(api.provider.asked.at(-1)!)).toMatchObject({ max_age: '300', prompt: 'login' });
    expect(browser.cookies.get('127.0.0.1')?.get('rollbook_session')).not.toBe(before);
    expect((await browser.send('POST', at(`${team.path}/api-keys`), { body: key })).status).toBe(201);
  });

  test('is not taken for granted where the provider does not say when somebody proved who they are', async () => {
    api.provider.person = { auth_time: undefined };
    const browser = await api.signIn('ada');
    api.provider.person = {};
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ authTime: null });
    const asked = await browser.send('POST', at(`${team.path}/api-keys`), { body: key });
    await expectProblem(asked, 401, 'recent_sign_in_needed');
  });

  test('is not had by a provider that has asked nobody again', async () => {
    api.provider.person = { sub: 'ada', auth_time: secondsAgo(400) };
    const browser = await api.signIn('ada');
    const answer = await browser.visit(at('/auth/login?maxAge=300&returnTo=/health/live'));
    await expectProblem(answer, 400, 'sign_in_failed');
  });
});

describe('a session of more than five minutes ago', () => {
  const users = () => `${team.path}/users`;
  type Write = [string, 'POST' | 'PATCH' | 'DELETE', () => Promise<string> | string, object?];

  async function created(path: string, body: object): Promise<string> {
    const answer = await api.operator('POST', `${team.path}${path}`, body);
    return `${team.path}${path}/${(answer.body as { id: string }).id}`;
  }
  const newOwner = () => created('/users', { name: 'Olaf', email: `${ulid()}@acme.example`, role: 'owner' });
  const invitation = () => ({ name: 'Ida', email: `${ulid()}@acme.example`, role: 'owner' });
  const endpoint = { url: 'https://hooks.acme.example/', eventTypes: [] };
  const stream = { url: 'https://logs.acme.example/', form: 'ndjson', secret: 'token' };
  const identity = () => ({ issuer: 'https://login.acme.example', subject: ulid() });

  const scimOwner = async () =>
    (await newOwner()).replace('/v1/accounts/', '/scim/v2/').replace('users', 'Users');
  const renamedByScim = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'displayName', value: 'Olga' }],
  };

  async function refuses(subject: string, write: Write, claims: object = {}): Promise<void> {
    const [, method, path, body] = write;
    api.provider.person = { ...claims, auth_time: secondsAgo(400) };
    const browser = await api.signIn(subject);
    api.provider.person = {};
    const headers: Record<string, string> = method === 'DELETE' ? { 'if-match': '*' } : {};
    const url = at(await path());
    const answer = await browser.send(method, url, { ...(body && { body }), headers });
    if (!url.includes('/scim/')) return void (await expectProblem(answer, 401, 'recent_sign_in_needed'));
    expect(answer).toMatchObject({ status: 401, body: { detail: expect.stringContaining('maxAge=300') } });
  }

  test.each<Write>([
    ['promotes nobody to owner', 'PATCH', () => `${users()}/${team.member.id}`, { role: 'owner' }],
    ['demotes no owner', 'PATCH', newOwner, { role: 'admin' }],
    ['changes no owner’s email', 'PATCH', newOwner, { email: 'new@acme.example' }],
    ['changes no owner’s external id', 'PATCH', newOwner, { externalId: 'hr-1' }],
    ['removes no owner', 'DELETE', newOwner],
    ['suspends no owner', 'POST', async () => `${await newOwner()}/suspend`],
    ['links no identity to an owner', 'POST', async () => `${await newOwner()}/identities`, identity()],
    ['creates no owner', 'POST', users, { ...invitation() }],
    ['invites no owner', 'POST', () => `${team.path}/invitations`, invitation()],
    [
      'invites no owner among others',
      'POST',
      () => `${team.path}/invitations/batch`,
      { invitations: [{ ...invitation(), role: 'member' }, invitation()] },
    ],
    ['revokes no invitation of an owner', 'DELETE', () => created('/invitations', invitation())],
    ['changes no owner by SCIM', 'PATCH', scimOwner, renamedByScim],
    ['removes no owner by SCIM', 'DELETE', scimOwner],
    ['creates no key', 'POST', () => `${team.path}/api-keys`, key],
    ['rotates no key', 'POST', async () => `${await created('/api-keys', key)}/rotate`, {}],
    [
      'rotates no secret of a webhook endpoint',
      'POST',
      async () => `${await created('/webhook-endpoints', endpoint)}/rotate-secret`,
      {},
    ],
    ['creates no log stream', 'POST', () => `${team.path}/log-streams`, stream],
    [
      'replaces no secret of a log stream',
      'POST',
      async () => `${await created('/log-streams', stream)}/replace-secret`,
      { secret: 'mine' },
    ],
    [
      'lets no log stream send personal data',
      'PATCH',
      () => created('/log-streams', stream),
      { personalData: true },
    ],
    ['creates no webhook endpoint', 'POST', () => `${team.path}/webhook-endpoints`, endpoint],
    [
      'changes no URL of a webhook endpoint',
      'PATCH',
      () => created('/webhook-endpoints', endpoint),
      { url: 'https://other.acme.example/' },
    ],
    ['erases nobody', 'POST', () => `${users()}/${team.member.id}/erase`],
  ])('%s', async (...write) => {
    await refuses('ada', write);
  });

  test.each<Write>([
    ['closes no account', 'DELETE', () => team.path],
    ['changes no rules for signing in', 'PATCH', () => team.path, { signInRules: null }],
    [
      'creates no key of the platform',
      'POST',
      () => '/v1/api-keys',
      { name: 'x', scopes: ['platform:read'] },
    ],
  ])('of an operator %s', async (...write) => {
    await refuses('ops', write, { groups: ['rollbook-operators'] });
  });

  describe('in bulk', () => {
    let browser: Browser;
    let member: string;
    beforeEach(async () => {
      api.provider.person = { auth_time: secondsAgo(400) };
      browser = await api.signIn('ada');
      api.provider.person = {};
      const input = { name: 'Max', email: `${ulid()}@acme.example` };
      ({ id: member } = (await api.operator('POST', users(), input)).body);
    });
    const start = (body: object, query = '') =>
      browser.send('POST', at(`${team.path}/bulk-jobs${query}`), { body });
    const jobs = async () => (await team.asks.owner('GET', `${team.path}/jobs?limit=100`)).body.data.length;

    test('starts no job about owners, whatever their status', async () => {
      const owner = (await newOwner()).split('/').at(-1);
      const name = ulid();
      const invited = { name, email: `${name}@acme.example`, role: 'owner' };
      await api.operator('POST', `${team.path}/invitations`, invited);
      const before = await jobs();
      for (const body of [
        { action: 'suspend', userIds: [member, owner] },
        { action: 'remove', query: {} },
        { action: 'resend_invitation', query: { status: 'invited' } },
        { action: 'change_role', role: 'member', query: { role: 'owner' } },
      ])
        await expectProblem(await start(body), 401, 'recent_sign_in_needed');
      expect(await jobs()).toBe(before);
      const tried = await start({ action: 'suspend', userIds: [owner] }, '?dryRun=true');
      expect(tried).toMatchObject({ status: 200, body: { done: 1, refused: 0 } });
    });

    test('starts those that are about nobody else, or about service groups', async () => {
      const { id: group } = (await api.operator('POST', `${team.path}/service-groups`, { name: ulid() }))
        .body;
      const groups = { action: 'add_to_groups', serviceGroupIds: [group], userIds: [team.owner.id] };
      for (const body of [
        groups,
        { action: 'suspend', userIds: [member] },
        { action: 'reactivate', query: { role: 'member' } },
      ])
        expect(await start(body)).toMatchObject({ status: 202 });
    });

    test('imports no users, of whom any may be an owner, but tries to', async () => {
      const send = (path: string, body: string) =>
        browser.send('POST', at(`${team.path}/import/${path}`), {
          body,
          headers: { 'content-type': 'text/csv' },
        });
      const rows = `email,name\n${ulid()}@acme.example,Eve\n`;
      await expectProblem(await send('users', rows), 401, 'recent_sign_in_needed');
      expect((await send('users?dryRun=true', rows)).status).toBe(202);
      expect((await send('service-groups', `name\n${ulid()}\n`)).status).toBe(202);
    });
  });

  test('changes what is no change of owners', async () => {
    api.provider.person = { auth_time: secondsAgo(400) };
    const browser = await api.signIn('ada');
    api.provider.person = {};
    const own = await browser.send('PATCH', at(`${users()}/${team.owner.id}`), { body: { name: 'Ada L.' } });
    expect(own.status).toBe(200);
    const { id } = (await api.operator('POST', users(), { name: 'Max', email: `${ulid()}@acme.example` }))
      .body;
    const member = at(`${users()}/${id}`);
    expect((await browser.send('PATCH', member, { body: { role: 'admin' } })).status).toBe(200);
    expect((await browser.send('DELETE', member)).status).toBe(204);
  });
});

test('a token must say when the person signed in where its issuer is set to', async () => {
  const strict = await startIssuer('https://strict.example', { recentSignIn: true, operators: true });
  const asking = await startApi({ moreIssuers: [strict.configuration] });
  try {
    const { owner, member, path } = await createTeam(asking);
    const claims = { sub: owner.id, account_id: owner.accountId };
    const promote = async (more: object) => {
      const ask = askWith(asking.url, await strict.sign({ ...claims, ...more }));
      return ask('PATCH', `${path}/users/${member.id}`, { role: 'owner' });
    };
    await expectProblem(await promote({}), 401, 'recent_sign_in_needed');
    await expectProblem(await promote({ auth_time: secondsAgo(400) }), 401, 'recent_sign_in_needed');
    await expectProblem(await promote({ auth_time: `${secondsAgo(1)}` }), 401, 'recent_sign_in_needed');
    expect((await promote({ auth_time: secondsAgo(1) })).status).toBe(200);
    const operator = askWith(asking.url, await strict.sign({ sub: 'ops', scope: 'rollbook:operator' }));
    await expectProblem(
      await operator('DELETE', path, undefined, { 'if-match': '*' }),
      401,
      'recent_sign_in_needed',
    );
  } finally {
    await asking.close();
    await strict.close();
  }
});

test('metadata say whose tokens are accepted, and where access is evaluated', async () => {
  const resource = await (await fetch(at('/.well-known/oauth-protected-resource'))).json();
  expect(resource).toMatchObject({ resource: api.url, authorization_servers: [api.issuer.issuer] });
  const authZen = await (await fetch(at('/.well-known/authzen-configuration'))).json();
  expect(authZen).toEqual({
    policy_decision_point: api.url,
    access_evaluation_endpoint: at('/access/v1/evaluation'),
    access_evaluations_endpoint: at('/access/v1/evaluations'),
    search_subject_endpoint: at('/access/v1/search/subject'),
    search_resource_endpoint: at('/access/v1/search/resource'),
    search_action_endpoint: at('/access/v1/search/action'),
  });
  const refused = await fetch(at('/v1/me'));
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer realm="rollbook", resource_metadata="${at('/.well-known/oauth-protected-resource')}"`,
  );
});
