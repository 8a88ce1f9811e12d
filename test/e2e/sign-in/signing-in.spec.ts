import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { costOf, expectProblem, expectCalls, type Answer } from '../../support/api/api.js';
import { Browser } from '../../support/browser/browser.js';
import { createTeam, createUser } from '../../support/api/people.js';
import { createTenancy, filled } from '../../support/api/tenant-matrix.js';
import { openApiDocument } from '../../support/contract.js';
import { testOfCalls } from '../../support/engines/engine.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startSignInApi();
  team = await createTeam(api);
  await api.link(team.admin, 'ada');
});
afterAll(() => api.close());

const at = (path: string) => `${api.url}${path}`;

describe('signing in with a browser', () => {
  test('leads to the provider and back, with PKCE, state and nonce, and starts a session', async () => {
    const browser = await api.signIn('ada', `/a/${team.account.id}/users?role=admin#first`);
    const asked = api.provider.asked.at(-1)!;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'rollbook-at-test',
      redirect_uri: at('/auth/callback'),
      code_challenge_method: 'S256',
      scope: 'openid profile email',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(asked.get(name)?.length).toBeGreaterThanOrEqual(43);
    const session = await browser.send('GET', at('/v1/session'));
    expect(session).toMatchObject({
      status: 200,
      body: {
        kind: 'user',
        name: team.admin.name,
        email: team.admin.email,
        accountId: team.account.id,
        userId: team.admin.id,
        role: 'admin',
        issuer: api.provider.configuration.issuer,
        accounts: [{ accountId: team.account.id, accountName: 'Acme', userId: team.admin.id, role: 'admin' }],
      },
    });
  });

  test('goes back to where the person wanted to be', async () => {
    api.provider.person = { sub: 'ada' };
    const browser = new Browser();
    const login = await browser.send('GET', at('/auth/login?returnTo=/health/live%3Fx=1'), navigation);
    const answered = await browser.send('GET', login.headers.get('location')!, navigation);
    const back = await browser.send('GET', answered.headers.get('location')!, navigation);
    expect(back).toMatchObject({ status: 303, body: '' });
    expect(back.headers.get('location')).toBe('/health/live?x=1');
  });

  test('lets the browser do what its user may', async () => {
    const browser = await api.signIn('ada');
    const group = await browser.send('POST', at(`${team.path}/service-groups`), {
      body: { name: 'by browser' },
    });
    expect(group).toMatchObject({ status: 201, body: { updatedBy: `user:${team.admin.id}` } });
    const accounts = await browser.send('GET', at('/v1/accounts'));
    await expectProblem(accounts, 403, 'not_permitted');
    const path = `${team.path}/users/${team.member.id}`;
    expect((await browser.send('GET', at(path))).body).toEqual((await team.asks.admin('GET', path)).body);
  });

  test('signs in operators by a claim of the provider', async () => {
    api.provider.person = {
      sub: 'ops',
      name: 'Olga',
      email: 'olga@rollbook.example',
      groups: ['rollbook-operators'],
    };
    const browser = new Browser();
    await browser.visit(at('/auth/login?returnTo=/health/live'));
    const session = await browser.send('GET', at('/v1/session'));
    expect(session.body).toMatchObject({ kind: 'operator', name: 'Olga', accountId: null, accounts: [] });
    expect((await browser.send('GET', at('/v1/accounts'))).status).toBe(200);
    expect((await browser.send('GET', at('/v1/me'))).body).toMatchObject({ kind: 'operator', id: 'ops' });
  });

  test('says at which providers people can sign in', async () => {
    const { name, title } = api.provider.configuration;
    const providers = await new Browser().send('GET', at('/auth/providers'));
    expect(providers).toMatchObject({ status: 200, body: { data: [{ name, title }], nextCursor: null } });
  });

  test('refuses whom no account knows, and says so on a page', async () => {
    api.provider.person = { sub: 'stranger', email: team.admin.email, email_verified: true };
    const browser = new Browser();
    const answer = await browser.visit(at('/auth/login'));
    await expectProblem(answer, 403, 'no_user_for_identity');
    const page = await new Browser().visit(at('/auth/login'), { headers: { accept: 'text/html' } });
    expect(page.status).toBe(403);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('No account has a user with this identity.');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    await expectProblem(await browser.send('GET', at('/v1/session')), 401, 'token_missing');
  });
});

describe('a person with several accounts', () => {
  let other: Awaited<ReturnType<typeof createTeam>>;
  beforeAll(async () => {
    other = await createTeam(api);
    await api.link(team.member, 'bob');
    await api.link(other.owner, 'bob');
  });

  test('chooses one after signing in, and another one later', async () => {
    const browser = await api.signIn('bob');
    const session = await browser.send('GET', at('/v1/session'));
    expect(session.body).toMatchObject({ accountId: null, userId: null, role: null });
    expect(session.body.accounts.map(({ accountId }: { accountId: string }) => accountId).sort()).toEqual(
      [team.account.id, other.account.id].sort(),
    );
    await expectProblem(await browser.send('GET', at('/v1/me')), 403, 'account_not_chosen');
    const choose = (accountId: string) =>
      browser.send('POST', at('/v1/session/account'), { body: { accountId } });
    expect(await choose(other.account.id)).toMatchObject({ status: 200, body: { role: 'owner' } });
    expect((await browser.send('GET', at('/v1/me'))).body).toMatchObject({ id: other.owner.id });
    expect((await browser.send('GET', at(`${other.path}/users`))).status).toBe(200);
    await expectProblem(await browser.send('GET', at(`${team.path}/users`)), 404, 'account_not_found');
    expect(await choose(team.account.id)).toMatchObject({ status: 200, body: { role: 'member' } });
    await expectProblem(await browser.send('GET', at(`${other.path}/users`)), 404, 'account_not_found');
    const { account } = await createTeam(api);
    await expectProblem(await choose(account.id), 404, 'account_not_found');
  });

  test('signs in to the one of last time in the same browser, and to none that is not theirs', async () => {
    const browser = await api.signIn('bob');
    await browser.send('POST', at('/v1/session/account'), { body: { accountId: other.account.id } });
    await browser.send('POST', at('/auth/logout'));
    api.provider.person = { sub: 'bob' };
    const session = async () => (await browser.visit(at('/auth/login?returnTo=/v1/session'))).body;
    expect(await session()).toMatchObject({ accountId: other.account.id });
    const foreign = await createTeam(api);
    browser.cookies.get('127.0.0.1')!.set('rollbook_account', foreign.account.id);
    expect(await session()).toMatchObject({ accountId: null });
  });

  test('signs in to the one that the page they wanted is about', async () => {
    const browser = await api.signIn('bob', `/a/${team.account.id}/users`);
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ accountId: team.account.id });
  });

  test('stays signed in where one account is closed to them', async () => {
    const { account, owner } = await createTeam(api);
    await api.link(owner, 'cy');
    await api.link(await createUser(api, other.account.id), 'cy');
    const browser = await api.signIn('cy', `/a/${account.id}/`);
    await api.operator('POST', `/v1/accounts/${account.id}/suspend`, undefined, { 'if-match': '*' });
    await expectProblem(await browser.send('GET', at('/v1/me')), 403, 'account_suspended');
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({
      accountId: null,
      accounts: [{ accountId: other.account.id }],
    });
  });
});

const navigation = { site: 'none', mode: 'navigate', dest: 'document' } as const;

describe('a session costs', () => {
  const reads = () =>
    Object.entries(openApiDocument().paths)
      .filter(([template, { get }]) => get && template.includes('{accountId}'))
      .map(([template]) => template);

  testOfCalls()('no table call more than a token, whatever is read or written', async () => {
    const { team: theirs, asks, ids } = await createTenancy(api, api.app.get(DynamoDBClient));
    await api.link(theirs.owner, theirs.owner.id);
    const browser = await api.signIn(theirs.owner.id);
    const answered: number[] = [];
    const costs = ({ status, ...answer }: Answer) => ({ status, calls: costOf(answer).calls });
    for (const template of reads()) {
      const path = filled(template, ids);
      // The first search of an account reads more than those that follow.
      await asks.owner('GET', path);
      const byToken = costs(await asks.owner('GET', path));
      expect([template, costs(await browser.send('GET', at(path)))]).toEqual([template, byToken]);
      answered.push(byToken.status);
    }
    expect(answered.filter((status) => status === 200).length).toBeGreaterThan(25);
    const user = `${theirs.path}/users/${theirs.member.id}`;
    const byToken = costs(await asks.owner('PATCH', user, { name: 'One' }));
    expect(costs(await browser.send('PATCH', at(user), { body: { name: 'Two' } }))).toEqual(byToken);
    const group = await browser.send('GET', at(`${theirs.path}/service-groups/${ids['serviceGroupId']}`));
    expect(costs(group)).toEqual({ status: 200, calls: 1 });
  });

  testOfCalls()('one more where its cookie does not name the user', async () => {
    const { owner, path, asks } = await createTeam(api);
    await api.link(owner, 'di');
    await api.link((await createTeam(api)).owner, 'di');
    const browser = await api.signIn('di');
    const jar = browser.cookies.get('127.0.0.1')!;
    const unnamed = jar.get('rollbook_session')!;
    await browser.send('POST', at('/v1/session/account'), { body: { accountId: owner.accountId } });
    jar.set('rollbook_session', unnamed);
    const { calls } = costOf(await asks.owner('GET', `${path}/users/${owner.id}`));
    expectCalls(await browser.send('GET', at(`${path}/users/${owner.id}`)), calls + 1);
  });
});
