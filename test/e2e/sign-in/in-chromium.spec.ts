import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { createClient } from '#libs/client';
import { startLocalRollbook, type LocalRollbook } from '../../support/processes/local-rollbook.js';
import { violationsIn } from '../../support/browser/axe.js';
import { describeInBrowser, launch, openWindow } from '../../support/browser/chromium.js';
import { eventually } from '../../support/eventually.js';

/** What `npm start` gives a developer, in a real browser. */
describeInBrowser('signing in to what npm start runs, in Chromium', () => {
  let rollbook: LocalRollbook;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-chromium-'));
    rollbook = await startLocalRollbook(folder);
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    await rollbook?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const sessionIn = (page: Page) =>
    page.evaluate(async () => {
      const answer = await fetch('/v1/session');
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    });

  /** Signs in, back to the dashboard: an answer that is data may call nothing, not even itself. */
  async function signIn(page: Page, name: RegExp): Promise<void> {
    await page.goto(`${rollbook.apiUrl}/auth/login?returnTo=/`);
    await page.getByRole('button', { name }).press('Enter');
    await page.waitForURL((url) => url.origin === rollbook.apiUrl);
  }

  test('a person is chosen on an accessible page, and signed in', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const mistakes: string[] = [];
    page.on('console', (message) => message.type() === 'error' && mistakes.push(message.text()));
    await page.goto(`${rollbook.apiUrl}/auth/login`);
    expect(await page.title()).toBe('Sign in to Rollbook');
    expect(await violationsIn(page)).toEqual([]);
    expect(mistakes).toEqual([]);
    await signIn(page, /Ada Lovelace/);
    expect(await sessionIn(page)).toMatchObject({
      status: 200,
      body: { name: 'Ada Lovelace', role: 'owner' },
    });
    expect(await page.evaluate('document.cookie')).toBe('');
    await context.close();
  });

  test('writes by a page of its own are taken, and by another origin of the same machine are not', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await signIn(page, /Operator/);
    const post = (url: string) =>
      page.evaluate(
        (target) =>
          fetch(target, {
            method: 'POST',
            credentials: 'include',
            headers: { 'content-type': 'application/json' },
            body: '{"name":"Globex"}',
          }).then(
            ({ status }) => status,
            () => 'refused',
          ),
        url,
      );
    expect(await post('/v1/accounts')).toBe(201);
    await page.route(`${rollbook.busUrl}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Another page</title>' }),
    );
    await page.goto(`${rollbook.busUrl}/`);
    expect(await post(`${rollbook.apiUrl}/v1/accounts`)).toBe('refused');
    // A form needs no permission, and its cookie comes along: the machine is one site.
    await page.setContent(
      `<form method="post" action="${rollbook.apiUrl}/v1/accounts"><button>Send</button></form>`,
    );
    await page.getByRole('button').click();
    expect(await page.textContent('body')).toMatch(/cross_site_request|unsupported_media_type/);
    await context.close();
  });

  /** The link in the mail, which the mailer of `npm start` writes into a folder. */
  async function mailedLink(email: string): Promise<string> {
    const mails = join(rollbook.dataFolder, 'mail');
    let found = '';
    await eventually(`there is a mail to ${email}`, async () => {
      const files = await readdir(mails).catch(() => []);
      const texts = await Promise.all(
        // What is being written has another ending.
        files.filter((file) => file.endsWith('.eml')).map((file) => readFile(join(mails, file), 'utf8')),
      );
      const mail = texts
        .find((text) => text.includes(email))
        ?.replaceAll('=\r\n', '')
        .replaceAll('=3D', '=');
      found = /http:\S+accept-invitation\S+/.exec(mail ?? '')?.[0] ?? '';
      return found !== '';
    });
    return found;
  }

  test('an invited person follows the link of the mail, accepts, and is in', async () => {
    const api = createClient({ baseUrl: rollbook.apiUrl, token: rollbook.operatorToken });
    const [account] = (await api.get('/v1/accounts')).data;
    const path = { accountId: account?.id ?? '' };
    const groups = await api.get('/v1/accounts/{accountId}/service-groups', { path });
    const serviceGroupIds = [groups.data[0]?.id ?? ''];
    const body = { name: 'Ida Rhodes', email: 'ida@acme.example', role: 'admin' as const, serviceGroupIds };
    const { id } = await api.post('/v1/accounts/{accountId}/invitations', { path, body });
    const viewer = await openWindow(browser, rollbook.apiUrl);
    const { page } = viewer;
    const link = await mailedLink(body.email);
    await page.goto(link);
    const accept = page.getByRole('button', { name: 'Accept and sign in' });
    await accept.waitFor();
    await page.getByRole('heading', { name: `You are invited to ${account?.name}`, level: 1 }).waitFor();
    await page.getByText('The operator of this service invites you to join as an admin.').waitFor();
    expect(await page.getByRole('listitem').allTextContents()).toEqual([groups.data[0]?.name]);
    expect(page.url()).not.toContain('token');
    expect(await violationsIn(page)).toEqual([]);
    await accept.click();
    await page.getByRole('button', { name: /Ida Rhodes/ }).click();
    await page.locator('main#content').waitFor();
    expect(page.url()).toContain(`${rollbook.apiUrl}/a/${path.accountId}`);
    expect(await sessionIn(page)).toMatchObject({ body: { userId: id, name: 'Ida Rhodes', role: 'admin' } });
    const users = '/v1/accounts/{accountId}/users/{userId}';
    expect(await api.get(users, { path: { ...path, userId: id } })).toMatchObject({ status: 'active' });
    expect(viewer.complaints).toEqual([]);
    await viewer.context.close();

    const stranger = await openWindow(browser, rollbook.apiUrl);
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { name: 'This invitation was accepted already' }).waitFor();
    await stranger.page.getByRole('link', { name: 'Sign in' }).waitFor();
    await stranger.page.goto('/accept-invitation?token=rbi_wrong');
    await stranger.page.getByRole('heading', { name: 'This invitation is not valid' }).waitFor();
    expect(await stranger.page.getByRole('button').count()).toBe(0);
    await stranger.context.close();
  });

  test('an operator sees as a person until they end it, in every page, and that person’s history says so', async () => {
    const viewer = await openWindow(browser, rollbook.apiUrl);
    const { page } = viewer;
    await signIn(page, /Operator/);
    const api = createClient({ baseUrl: rollbook.apiUrl, token: rollbook.operatorToken });
    const [account] = (await api.get('/v1/accounts')).data;
    const path = { accountId: account?.id ?? '' };
    const { data } = await api.get('/v1/accounts/{accountId}/users', { path, query: { role: 'admin' } });
    const [admin] = data;
    await page.goto(`/a/${path.accountId}/users/${admin?.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'See as this user' }).click();
    const dialog = page.getByRole('dialog', { name: `See Rollbook as ${admin?.name}?` });
    await dialog.getByRole('textbox', { name: 'Reason' }).pressSequentially('Ticket 4711');
    expect(await violationsIn(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'See as this user' }).click();
    const banner = page.getByRole('status').filter({ hasText: `You are seeing Rollbook as ${admin?.name}` });
    await banner.waitFor();
    await page.locator('h1').first().waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.goto(`/a/${path.accountId}/activity`);
    await page.locator('p', { hasText: `saw the account as ${admin?.name}: Ticket 4711` }).waitFor();
    const refused = await page.evaluate(async () => {
      const body = '{"name":"Written"}';
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/v1/accounts', { method: 'POST', headers, body })).status;
    });
    expect(refused).toBe(403);
    await banner.getByRole('button', { name: 'End' }).click();
    await page.getByRole('heading', { name: admin?.name ?? '', level: 1 }).waitFor();
    expect(await banner.count()).toBe(0);
    expect(await sessionIn(page)).toMatchObject({ body: { kind: 'operator', seeingAs: null } });
    expect(viewer.complaints.filter((complaint) => !/status of 403/.test(complaint))).toEqual([]);
    await viewer.context.close();
  });

  test('the link that npm start prints signs in once', async () => {
    const [link = ''] = /http:\/\/127\.0\.0\.1:\d+\/auth\/login\?returnTo=\S+/.exec(rollbook.output()) ?? [];
    const visit = async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(link);
      return page;
    };
    const first = await visit();
    expect(await sessionIn(first)).toMatchObject({
      status: 200,
      body: { kind: 'operator', name: 'Operator' },
    });
    const second = await visit();
    expect(await second.title()).toBe('Sign in to Rollbook');
    await Promise.all([first.context().close(), second.context().close()]);
  });
});
