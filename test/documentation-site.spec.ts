import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { PROBLEMS } from '../apps/api/src/problems/catalogue.js';
import { violationsIn } from './support/browser/axe.js';
import { describeInBrowser, launch, openWindow } from './support/browser/chromium.js';

const root = join(import.meta.dirname, '..');
const tools = join(root, 'tools/docs-site');
const work = mkdtempSync(join(tmpdir(), 'rollbook-docs-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

test('a link to no page and a page in no menu are named, before anything is built', () => {
  const from = join(work, 'repository');
  cpSync(join(root, 'docs'), join(from, 'docs'), { recursive: true });
  for (const entry of readdirSync(root))
    if (entry !== 'docs') symlinkSync(join(root, entry), join(from, entry));
  appendFileSync(join(from, 'docs/concepts.md'), '\n[a](nothing.md) `[b](in-code.md)`\n');
  writeFileSync(join(from, 'docs/images/new.md'), '# New\n');
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(tools, 'build.mjs'), '--from', from, '--out', join(work, 'broken')],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr.trim().split('\n')).toEqual([
    expect.stringContaining('docs/images/new.md is in no menu'),
    'docs/concepts.md: nothing.md leads nowhere',
  ]);
});

test('of a built site, a link to no page and one to no heading are named', async () => {
  const folder = join(work, 'small');
  mkdirSync(join(folder, 'below'), { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    '<a href="/base/below/#there">a</a> <a href="/base/away.html">b</a>',
  );
  writeFileSync(join(folder, 'below/index.html'), '<h1 id="there"></h1><a href="../index.html#here">c</a>');
  const { deadLinks } = (await import(join(tools, 'links.mjs'))) as {
    deadLinks: (folder: string, base: string) => string[];
  };
  expect(deadLinks(folder, '/base/').sort()).toEqual([
    'below/index.html: ../index.html#here has no such heading',
    'index.html: /base/away.html leads nowhere',
  ]);
});

/** Made by `npm run docs:build -- --base /folder/`: by .ci/run, not by `npm test`, as it installs VitePress. */
const site = process.env['ROLLBOOK_DOCS_SITE'] ?? '';
if (site === '')
  process.stderr.write('Skipped: the built site, which npm run docs:build makes (ROLLBOOK_DOCS_SITE).\n');
const describeSite = site === '' ? describe.skip : describe;
const read = (file: string) => readFileSync(join(site, file), 'utf8');

describeSite('the built site', () => {
  test('each page is there as HTML and as Markdown, and llms.txt names and describes it', () => {
    const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
    const pages = files.filter((file) => /\.html$/.test(file) && file !== '404.html');
    const names = read('llms.txt');
    expect(pages.length).toBeGreaterThan(250);
    expect(pages.filter((page) => !existsSync(join(site, page.replace(/html$/, 'md'))))).toEqual([]);
    const listed = [...names.matchAll(/^- \[.+\]\((.*?)\): (.*)$/gm)];
    for (const [, link = '', description = ''] of listed) {
      expect(files).toContain(link);
      expect([link, description.length > 5]).toEqual([link, true]);
    }
    const inMenu = pages.filter((page) => !/^problems\/.+\//.test(page));
    expect(listed.length).toBe(inMenu.length);
  });

  test('each code of a problem has a page at its address, with its status and what to do', () => {
    for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
      const page = read(`problems/${code}/index.md`);
      expect(page).toContain(`# \`${code}\`\n\n${title}.`);
      expect(page).toContain(`Status: ${status}\n`);
      expect(page).toMatch(/## What to do\n\n\S.{10}/);
      expect(existsSync(join(site, `problems/${code}/index.html`))).toBe(true);
    }
    expect(read('problems/email_taken/index.md')).toContain('`POST /v1/accounts/{accountId}/users`');
  });

  test('the HTTP reference has every route, and a package its options, types and errors', () => {
    expect(read('http/users.html')).toContain('/v1/accounts/{accountId}/users');
    expect(read('http/index.md').match(/^\| \[`[A-Z]+ \//gm)?.length).toBeGreaterThan(100);
    const guard = read('packages/guard-reference.md');
    for (const name of ['GuardOptions', 'NotReachedError', 'openGuard'])
      expect(guard).toContain(`### ${name}\n\n\`\`\`ts\n`);
  });
});

const SEARCHES: readonly (readonly [text: string, page: RegExp])[] = [
  ['quickstart', /^index$/],
  ['cors', /^configuration$/],
  ['delete a user', /^http\/users$/],
  ['python', /^(examples\/python|clients)$/],
  ['api key', /^api\/authentication$/],
  ['pagination', /^api\/reading$/],
  ['verify webhook', /^webhooks$/],
  ['express middleware', /^packages\/guard$/],
  ['okta', /^okta$/],
  ['email_taken', /^problems\/email_taken$/],
  ['rate limts', /^configuration$/],
];

const describeSiteInBrowser = site === '' ? describe.skip : describeInBrowser;
describeSiteInBrowser('the site in a browser', () => {
  const TYPES: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
  };
  let server: Server;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '', 'http://site');
      const path = join(site, pathname.replace('/folder', '').replace(/\/$/, '/index.html'));
      if (!existsSync(path)) return void response.writeHead(404).end();
      response
        .writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' })
        .end(readFileSync(path));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test.each(['light', 'dark'] as const)('axe finds nothing, wide and narrow, in %s', async (theme) => {
    for (const width of [320, 1280]) {
      const { page, complaints, close } = await openWindow(browser, origin, { theme, width });
      for (const path of [
        'index',
        'concepts',
        'api/first-calls',
        'problems/email_taken/index',
        'http/users',
      ]) {
        await page.goto(`/folder/${path}.html`);
        await page.locator('main h1').waitFor();
        expect([path, width, await violationsIn(page)]).toEqual([path, width, []]);
        expect(await page.locator('main img:not([width])').count()).toBe(0);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
      expect(complaints).toEqual([]);
      await close();
    }
  });

  test('on a phone the title comes first and the menu is opened by a button', async () => {
    const { page, close } = await openWindow(browser, origin, { width: 390 });
    await page.goto('/folder/concepts.html');
    const { y } = (await page.locator('main h1').boundingBox()) ?? { y: Infinity };
    expect(y).toBeLessThan(200);
    const link = page.locator('.VPSidebar').getByRole('link', { name: 'First calls' });
    const { x } = (await link.boundingBox()) ?? { x: 0 };
    expect(x).toBeLessThan(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.waitForURL(/first-calls\.html$/);
    await close();
  });

  test('code has colours and a button that copies it', async () => {
    const { page, context, close } = await openWindow(browser, origin, {});
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/folder/api/first-calls.html');
    const block = page.locator('main div[class*=language-]').first();
    expect(await block.locator('span[style*="--shiki-light"]').count()).toBeGreaterThan(1);
    await block.hover();
    await block.getByRole('button', { name: 'Copy code' }).click();
    await page.waitForFunction('navigator.clipboard.readText().then((text) => text !== "")');
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied.trim()).toBe((await block.locator('code').innerText()).trim());
    await close();
  });

  async function firstHit(page: Page, text: string): Promise<string> {
    await page.goto('/folder/');
    await page.waitForFunction('document.querySelector("#app").__vue_app__');
    await page.keyboard.press('/');
    await page.locator('#localsearch-input').fill(text);
    const first = page.locator('.VPLocalSearchBox .result').first();
    await first.locator('.excerpt').getByText(/\w/).first().waitFor();
    const { pathname } = new URL((await first.getAttribute('href')) ?? '', origin);
    return pathname.replace(/^\/folder\/|(\.html|\/)$/g, '') || 'index';
  }

  test.each(SEARCHES)(
    'a search for "%s" finds the right page first, with an excerpt',
    async (text, expected) => {
      const { page, close } = await openWindow(browser, origin, {});
      const href = await firstHit(page, text);
      expect(href?.replace(/^\/folder\//, '').replace(/\.html.*$/, '')).toMatch(expected);
      await close();
    },
  );
});
