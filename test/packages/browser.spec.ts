import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { build } from 'vite';
import { packLibrary } from '../../tools/pack-library.mjs';
import { startApi, type RunningApi } from '../support/api/api.js';
import { createAccount } from '../support/api/people.js';
import { describeInBrowser, launch, openWindow } from '../support/browser/chromium.js';
import { ForeignProject } from '../support/foreign-project.js';

// A page of its own, built by Vite, on another origin than the API: what it does on a first day, with the packages that run in browsers.

const PAGE = `<!doctype html><title>Rollbook</title><link rel="icon" href="data:," /><script type="module" src="/main.js"></script>`;
const MAIN = `
import { createClient, isRollbookError } from '@rollbook/client';
import { EVENT_TYPES } from '@rollbook/events';

const { api: baseUrl, token, account: accountId } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const rollbook = createClient({ baseUrl, token });
const path = { accountId };
const users = '/v1/accounts/{accountId}/users';
const { headers } = await rollbook.request('POST', users, { path, body: { name: 'Ada', email: 'ada@example.com' } });
const taken = await rollbook
  .post(users, { path, body: { name: 'Ada', email: 'ada@example.com' } })
  .catch((error) => isRollbookError(error, 'email_taken'));
const names = [];
for await (const { name } of rollbook.each(users, { path, atLeast: headers.get('rollbook-position') })) names.push(name);
const file = new File(['email,name\\nbo@example.com,Bo\\n'], 'users.csv', { type: 'text/csv' });
const job = await rollbook.post('/v1/accounts/{accountId}/import/{kind}', {
  path: { accountId, kind: 'users' },
  contentType: 'text/csv',
  body: file,
});
const { body } = await rollbook.download('/v1/accounts/{accountId}/export/{exported}', { path: { accountId, exported: 'users' } });
const exported = await new Response(body).text();
const types = EVENT_TYPES.length > 30;
document.title = JSON.stringify({ taken, names, job: job.id.slice(0, 4), exported: exported.includes('ada@example.com'), types });
`;

describeInBrowser('a page that Vite has built', () => {
  let project: ForeignProject;
  let server: Server;
  let api: RunningApi;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    project = new ForeignProject();
    project.install(...['client', 'events'].map((name) => packLibrary(`libs/${name}`, project.folder)));
    project.write('index.html', PAGE);
    project.write('main.js', MAIN);
    await build({
      root: project.folder,
      configFile: false,
      logLevel: 'error',
      build: { outDir: 'site', target: 'es2022', modulePreload: false },
    });
    server = createServer((request, response) => {
      const path = request.url === '/' ? '/index.html' : (request.url ?? '');
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(200, { 'content-type': type }).end(readFileSync(join(project.folder, 'site', path)));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    api = await startApi({ corsOrigins: [origin] });
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    await api.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    project.close();
  });

  test('does its first day', async () => {
    const { id: account } = await createAccount(api);
    const token = await api.issuer.signOperatorToken({ subject: 'tester' });
    const viewer = await openWindow(browser, origin);
    await viewer.page.goto(`/#${new URLSearchParams({ api: api.url, token, account }).toString()}`);
    await viewer.page.waitForFunction("document.title.startsWith('{')");
    expect(JSON.parse(await viewer.page.title())).toEqual({
      ...{ taken: true, names: ['Ada'], job: 'job_', exported: true, types: true },
    });
    expect(viewer.complaints).toEqual([]);
    await viewer.close();
  });
});
