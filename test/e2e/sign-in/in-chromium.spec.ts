import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import AxeBuilder from '@axe-core/playwright';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startLocalRollbook, type LocalRollbook } from '../../support/api/local-rollbook.js';

/** What `npm start` gives a developer, in a real browser. Where there is none, nothing can be said. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const describeInChromium = executablePath ? describe : describe.skip;

describeInChromium('signing in to what npm start runs, in Chromium', () => {
  let rollbook: LocalRollbook;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollbook-chromium-'));
    rollbook = await startLocalRollbook(folder);
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
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
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
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
