import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
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
import type { Browser } from '@playwright/test';
import { violationsIn } from './support/browser/axe.js';
import { describeInBrowser, launch, openWindow } from './support/browser/chromium.js';

const root = join(import.meta.dirname, '..');
const work = mkdtempSync(join(tmpdir(), 'rollbook-docs-'));
const site = join(work, 'site');
afterAll(() => rmSync(work, { recursive: true, force: true }));

function build(...options: string[]): { status: number | null; said: string } {
  const program = join(root, 'tools/docs-site/build.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

beforeAll(() => {
  const { status, said } = build('--out', site);
  if (status !== 0) throw new Error(said);
});

test('each page is there as HTML and as Markdown, and llms.txt names it', () => {
  const files = readdirSync(site, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => file.endsWith('.html')).map((file) => file.replace(/\.html$/, ''));
  const names = readFileSync(join(site, 'llms.txt'), 'utf8');
  expect(pages.length).toBeGreaterThan(90);
  expect(pages.filter((page) => !existsSync(join(site, `${page}.md`)))).toEqual([]);
  expect(pages.filter((page) => !names.includes(`](${page}.md)`))).toEqual([]);
  for (const [, link = ''] of names.matchAll(/\]\((.*?)\)/g)) expect(files).toContain(link);
});

test('every link between pages of the site, in HTML and in Markdown, leads to a file of it', () => {
  const dead: string[] = [];
  for (const file of readdirSync(site, { recursive: true, encoding: 'utf8' })) {
    const pattern = extname(file) === '.html' ? /(?:href|src|srcset)="([^"#]+)/g : undefined;
    for (const [, link = ''] of pattern ? readFileSync(join(site, file), 'utf8').matchAll(pattern) : [])
      if (!/^[a-z]+:/.test(link) && !existsSync(join(site, file, '..', link))) dead.push(`${file}: ${link}`);
  }
  expect(dead).toEqual([]);
});

describe('of a repository with mistakes', () => {
  const from = join(work, 'repository');
  beforeAll(() => {
    cpSync(join(root, 'docs'), join(from, 'docs'), { recursive: true });
    for (const entry of readdirSync(root))
      if (entry !== 'docs') symlinkSync(join(root, entry), join(from, entry));
  });

  test('a link to no page, one to no heading, and a page in no menu are named', () => {
    appendFileSync(join(from, 'docs/concepts.md'), '\n[a](nothing.md) [b](deploy.md#nothing)\n');
    writeFileSync(join(from, 'docs/images/new.md'), '# New\n');
    const { status, said } = build('--from', from, '--out', join(work, 'broken'));
    expect(status).toBe(1);
    expect(said.trim().split('\n')).toEqual([
      expect.stringContaining('docs/images/new.md is in no menu'),
      'docs/concepts.md: nothing.md leads nowhere',
      'docs/concepts.md: deploy.md#nothing has no such heading',
    ]);
  });
});

describeInBrowser('the site in a browser', () => {
  const TYPES: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
    '.png': 'image/png',
  };
  let server: Server;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    server = createServer((request, response) => {
      // In a folder of its host, as it may be anywhere.
      const path = join(site, new URL(request.url ?? '', 'http://site').pathname.replace('/folder', ''));
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
      for (const path of ['index', 'concepts', 'api/first-calls', 'adr/0050-one-feed-from-the-stream']) {
        await page.goto(`/folder/${path}.html`);
        expect([path, width, await violationsIn(page)]).toEqual([path, width, []]);
        // Which axe asks for only when told: links and buttons that a finger meets.
        expect([path, width, await violationsIn(page, ['wcag22aa'])]).toEqual([path, width, []]);
        expect(await page.locator('img:not([width])').count()).toBe(0);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
      }
      expect(complaints).toEqual([]);
      await close();
    }
  });

  test('what is searched for is found by keyboard alone, and the choice of dark is kept', async () => {
    const { page, complaints, close } = await openWindow(browser, origin, { theme: 'light' });
    await page.goto('/folder/adr/0001-one-transaction-per-command.html');
    await page.keyboard.press('/');
    await page.keyboard.type('rate limts');
    await page.locator('#found a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/configuration\.html#rate-limits$/);
    await page.getByRole('button', { name: 'Dark' }).click();
    await page.getByRole('link', { name: 'Concepts', exact: true }).click();
    await page.waitForURL(/concepts\.html$/);
    expect(await page.getByRole('button', { name: 'Light' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
    await close();
  });
});
