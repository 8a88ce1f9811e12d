import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../apps/local/src/identity-provider/identity-provider.js';
import { developmentProviders } from '../../../apps/local/src/identity-provider/settings.js';
import { readProviders } from '../../../apps/api/src/configuration/sign-in-configuration.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { Browser } from '../../support/browser/browser.js';
import { eventually } from '../../support/eventually.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { createAccount, createTeam, createUser, createUsers } from '../../support/api/people.js';
import { DEFAULT_SESSIONS } from '../../support/browser/signed-in.js';

let api: RunningApi;
let provider: IdentityProvider;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  const [port, signInPort] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${port}`;
  const providers = readProviders(developmentProviders(signInPort), {});
  api = await startApi({ port, signIn: { publicUrl: new URL(publicUrl), providers, ...DEFAULT_SESSIONS } });
  team = await createTeam(api);
  const operatorToken = await api.issuer.signOperatorToken();
  provider = await startIdentityProvider({ port: signInPort, publicUrl, apiUrl: publicUrl, operatorToken });
});
afterAll(async () => {
  await provider.stop();
  await api.close();
});

const choose = (browser: Browser, page: string, subject: string) =>
  browser.visit(page, {
    method: 'POST',
    site: 'same-origin',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ subject }).toString(),
  });

describe('the development identity provider', () => {
  test('asks who somebody is, and signs them in', async () => {
    const browser = new Browser();
    const page = await browser.visit(`${api.url}/auth/login?returnTo=/health/live`);
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining(team.admin.name) });
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'/,
    );
    expect(page.body).not.toMatch(/<script|<img|<link| on\w+=|https?:\/\//);
    expect(await choose(browser, page.url, team.admin.id)).toMatchObject({
      status: 200,
      body: { status: 'live' },
    });
    const session = await browser.send('GET', `${api.url}/v1/session`);
    expect(session.body).toMatchObject({ userId: team.admin.id, role: 'admin', issuer: provider.issuer });
  });

  test('asks again each time, so that a developer can be somebody else', async () => {
    const browser = new Browser();
    for (const { id } of [team.owner, team.member]) {
      const page = await browser.visit(`${api.url}/auth/login?returnTo=/health/live`);
      await choose(browser, page.url, id);
      expect((await browser.send('GET', `${api.url}/v1/session`)).body).toMatchObject({ userId: id });
    }
  });

  test('signs in as the operator by a link that is good once', async () => {
    const link = provider.oneTimeLink();
    const browser = new Browser();
    await browser.visit(link);
    expect((await browser.send('GET', `${api.url}/v1/session`)).body).toMatchObject({
      kind: 'operator',
      name: 'Operator',
    });
    const again = await new Browser().visit(link);
    expect(again.body).toContain('Who are you?');
  });

  test('finds somebody of many by a part of their name, and signs them in', async () => {
    const { account } = await createTeam(api);
    await createUsers(api, account.id, 40);
    const path = { accountId: account.id };
    const body = { name: 'Zita <b>', email: 'zita@example.com' };
    const { id, name } = await api.client.post('/v1/accounts/{accountId}/users', { path, body });
    const browser = new Browser();
    const page = await browser.visit(`${api.url}/auth/login?returnTo=/health/live`);
    expect(page.body).not.toContain(id);
    await eventually('the search knows them', async () => {
      const found = await browser.visit(`${page.url}?q=zita`);
      return String(found.body).includes(id);
    });
    const found = await browser.visit(`${page.url}?q=%22%3Enobodyatall`);
    expect(found.body).toContain('Nobody was found.');
    expect(found.body).toContain('value="&#34;&#62;nobodyatall"');
    expect((await choose(browser, `${page.url}?q=zita`, id)).status).toBe(200);
    expect((await browser.send('GET', `${api.url}/v1/session`)).body).toMatchObject({ userId: id, name });
  });

  test('finds the people of every account, by their names and by the account', async () => {
    for (let n = 0; n < 10; n += 1) await createAccount(api);
    const account = await createAccount(api, 'The last of them');
    const member = await createUser(api, account.id);
    const unlisted = await new Browser().visit(`${api.url}/auth/login?returnTo=/health/live`);
    expect(unlisted.body).not.toContain(member.id);
    for (const words of [member.email, 'last of them']) {
      const browser = new Browser();
      const page = await browser.visit(`${api.url}/auth/login?returnTo=/health/live`);
      const url = `${page.url}?q=${encodeURIComponent(words)}`;
      await eventually('the search knows them', async () =>
        String((await browser.visit(url)).body).includes(member.id),
      );
      await choose(browser, url, member.id);
      const session = await browser.send('GET', `${api.url}/v1/session`);
      expect(session.body).toMatchObject({ userId: member.id });
    }
  });

  test('signs in nobody who is not on its page', async () => {
    const browser = new Browser();
    const page = await browser.visit(`${api.url}/auth/login`);
    expect(await choose(browser, page.url, 'user_nobody')).toMatchObject({ status: 400 });
  });

  test('takes its form from its own page only', async () => {
    const browser = new Browser();
    const page = await browser.visit(`${api.url}/auth/login?returnTo=/health/live`);
    for (const origin of ['https://attacker.example', 'null', api.url]) {
      const body = new URLSearchParams({ subject: team.admin.id });
      expect((await fetch(page.url, { method: 'POST', headers: { origin }, body })).status).toBe(403);
    }
  });

  test('does not run in production', async () => {
    const options = { port: await freePort(), publicUrl: api.url, apiUrl: api.url, operatorToken: '' };
    const environment = { NODE_ENV: 'production' };
    await expect(startIdentityProvider({ ...options, environment })).rejects.toThrow('production');
  });
});
