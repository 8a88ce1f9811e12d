import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectProblem, startApi, type RunningApi } from '../support/api/api.js';
import { freePort } from '../support/processes/local-rollbook.js';
import { createTeam, created } from '../support/api/people.js';
import { Browser } from '../support/browser/browser.js';
import { DEFAULT_SESSIONS } from '../support/browser/signed-in.js';
import { startKeycloak, type Keycloak } from './keycloak.js';

/** Signing in as Keycloak does it. `npm run keycloak` gets it; without it these are skipped. */
const distribution = process.env['ROLLBOOK_KEYCLOAK'] ?? '';
if (!distribution) process.stderr.write('Skipped: npm run keycloak signs in at Keycloak.\n');
const describeAtKeycloak = distribution ? describe : describe.skip;

const STARTED_WITHIN_MS = 400_000;

describeAtKeycloak('at Keycloak', () => {
  let folder: string;
  let api: RunningApi;
  let keycloak: Keycloak;
  let team: Awaited<ReturnType<typeof createTeam>>;
  let person: { id: string };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-keycloak-'));
    const port = await freePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    keycloak = await startKeycloak(distribution, folder, publicUrl);
    const provider = {
      name: 'keycloak',
      title: 'Keycloak',
      issuer: keycloak.issuer,
      clientId: 'rollbook',
      clientSecret: 'only-for-tests',
      scope: 'openid profile email',
      operators: { claim: 'realm_access.roles', value: 'rollbook-operator' },
    };
    const signIn = { publicUrl: new URL(publicUrl), providers: [provider], ...DEFAULT_SESSIONS };
    api = await startApi({ port, signIn });
    team = await createTeam(api);
    const input = { name: 'Ada Lovelace', email: 'ada@acme.example', role: 'admin' };
    person = created(await api.operator('POST', `${team.path}/users`, input));
    const signInRules = [{ issuer: keycloak.issuer, domains: ['acme.example'] }];
    created(await api.operator('PATCH', team.path, { signInRules }));
  }, STARTED_WITHIN_MS);
  afterAll(async () => {
    await api?.close();
    await keycloak?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const at = (path: string) => `${api.url}${path}`;
  const sessionIn = (browser: Browser) => browser.send('GET', at('/v1/session'));

  /** Fills in the form of Keycloak's page. */
  async function signIn(username: string): Promise<Browser> {
    const browser = new Browser();
    const page = await browser.visit(at('/auth/login?returnTo=/health/live'));
    const action = /<form[^>]* action="([^"]+)"/.exec(page.body as string)?.[1]?.replaceAll('&amp;', '&');
    expect(action).toContain(keycloak.issuer);
    const answer = await browser.visit(action ?? '', {
      method: 'POST',
      site: 'same-origin',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ username, password: username }).toString(),
    });
    expect(answer).toMatchObject({ status: 200, body: { status: 'live' } });
    return browser;
  }

  async function subjectOf(username: string): Promise<string> {
    const users = (await keycloak.administer('GET', `/users?username=${username}`)) as { id: string }[];
    return users[0]?.id ?? '';
  }

  test('somebody signs in for the first time, by their verified email, and again', async () => {
    const browser = await signIn('ada');
    const session = { status: 200, body: { userId: person.id, role: 'admin', issuer: keycloak.issuer } };
    expect(await sessionIn(browser)).toMatchObject(session);
    const subject = await subjectOf('ada');
    const { body } = await api.operator('GET', `${team.path}/users/${person.id}/identities`);
    expect(body.data).toMatchObject([{ issuer: keycloak.issuer, subject }]);
    expect(await sessionIn(await signIn('ada'))).toMatchObject(session);
  });

  test('an operator is who has the role', async () => {
    const browser = await signIn('olga');
    expect(await sessionIn(browser)).toMatchObject({ body: { kind: 'operator', name: 'Olga Operator' } });
    expect((await browser.send('GET', at('/v1/accounts'))).status).toBe(200);
  });

  test('somebody with two accounts chooses', async () => {
    const other = await createTeam(api);
    const identity = { issuer: keycloak.issuer, subject: await subjectOf('ada') };
    created(await api.operator('POST', `${other.path}/users/${other.owner.id}/identities`, identity));
    const browser = await signIn('ada');
    const { body } = await sessionIn(browser);
    expect(body.accountId).toBeNull();
    expect(body.accounts).toHaveLength(2);
    const chosen = { accountId: other.account.id };
    const choice = await browser.send('POST', at('/v1/session/account'), { body: chosen });
    expect(choice).toMatchObject({ status: 200, body: { userId: other.owner.id, role: 'owner' } });
    expect((await browser.send('GET', at(`${other.path}/users`))).status).toBe(200);
    const unlinked = await api.operator('GET', `${other.path}/users/${other.owner.id}/identities`);
    const path = `${other.path}/users/${other.owner.id}/identities/${unlinked.body.data[0].id}`;
    expect((await api.operator('DELETE', path)).status).toBe(204);
    await expectProblem(await browser.send('GET', at(`${other.path}/users`)), 401, 'session_ended');
  });

  test('a recent sign-in is asked for anew', async () => {
    const browser = await signIn('ada');
    const page = await browser.visit(at('/auth/login?maxAge=300&returnTo=/health/live'));
    expect(page.body).toContain('password');
  });

  test('signing out there ends the session here', async () => {
    const browser = await signIn('ada');
    expect((await sessionIn(browser)).status).toBe(200);
    const sessions = await keycloak.administer('GET', `/users/${await subjectOf('ada')}/sessions`);
    for (const { id } of sessions as { id: string }[]) await keycloak.administer('DELETE', `/sessions/${id}`);
    await expectProblem(await sessionIn(browser), 401, 'session_ended');
  });

  test('signing out here signs out there', async () => {
    const browser = await signIn('ada');
    const sessions = async () => keycloak.administer('GET', `/users/${await subjectOf('ada')}/sessions`);
    expect(await sessions()).toHaveLength(1);
    const { body } = await browser.send('POST', at('/auth/logout'));
    expect(body.redirectTo).toContain(`${keycloak.issuer}/protocol/openid-connect/logout`);
    await browser.visit(body.redirectTo as string);
    expect(await sessions()).toEqual([]);
  });

  test('a new key is found, and what it has signed is accepted', async () => {
    const { id: parentId } = (await keycloak.administer('GET', '')) as { id: string };
    const active = async () => {
      const keys = (await keycloak.administer('GET', '/keys')) as { active: Record<string, string> };
      return keys.active['RS256'];
    };
    const before = await active();
    await keycloak.administer('POST', '/components', {
      name: 'rotated',
      providerId: 'rsa-generated',
      providerType: 'org.keycloak.keys.KeyProvider',
      parentId,
      config: { priority: ['1000'], enabled: ['true'], active: ['true'], algorithm: ['RS256'] },
    });
    expect(await active()).not.toBe(before);
    expect(await sessionIn(await signIn('ada'))).toMatchObject({ body: { userId: person.id } });
  });

  test('a suspended user is out within a second', async () => {
    const browser = await signIn('ada');
    const path = `${team.path}/users/${person.id}`;
    expect((await browser.send('GET', at(path))).status).toBe(200);
    created(await api.operator('POST', `${path}/suspend`));
    const since = performance.now();
    await expectProblem(await browser.send('GET', at(path)), 403, 'user_suspended');
    expect(performance.now() - since).toBeLessThan(1_000);
  });
});
