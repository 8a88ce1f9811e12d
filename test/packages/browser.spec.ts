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
import { startProcessorOf, type ProcessorOfApi } from '../support/streams/processor-of-api.js';
import { ForeignProject } from '../support/foreign-project.js';

// A page of its own, built by Vite, on another origin than the API: what it does on a first day, with the packages that run in browsers.

const PAGE = `<!doctype html><title>Rollbook</title><link rel="icon" href="data:," /><script type="module" src="/main.js"></script>`;
const MAIN = `
const task = location.hash.includes('task=methods') ? import('./methods.js') : import('./first-day.js');
task.catch((error) => { document.title = JSON.stringify({ failed: String(error.stack) + String(error.cause) }); });
`;
const FIRST_DAY = `
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

/** Each method of the client, once, and the feed, which is cut off in between. */
const METHODS = `
import { createClient, isRollbookError } from '@rollbook/client';

const { api: baseUrl, token, account: accountId } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
const rollbook = createClient({ baseUrl, token, retries: { longestWaitMs: 1_000 } });
const path = { accountId };
const [users, user] = ['/v1/accounts/{accountId}/users', '/v1/accounts/{accountId}/users/{userId}'];
const [groups, member] = ['/v1/accounts/{accountId}/service-groups', '/v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}'];
const done = {};
const feed = rollbook.changes({ accountId, after: 'now' });
await feed.next();
const body = { name: 'Ada', email: 'ada@example.com' };
done.dryRun = (await rollbook.dryRun('post', users, { path, body })).dryRun;
const ada = await rollbook.post(users, { path, body, idempotencyKey: 'first' });
const again = await rollbook.request('post', users, { path, body, idempotencyKey: 'first' });
done.replayed = again.headers.get('idempotency-replayed') + (again.body.id === ada.id);
const one = { ...path, userId: ada.id };
const changed = await rollbook.request('patch', user, { path: one, body: { name: 'Countess' }, ifMatch: ada.version });
done.position = changed.headers.get('rollbook-position') === ada.id + '.2' && changed.headers.get('etag') !== null;
done.get = (await rollbook.get(user, { path: one, atLeast: changed.headers.get('rollbook-position') })).name;
const group = await rollbook.post(groups, { path, body: { name: 'prod' } });
done.put = (await rollbook.put(member, { path: { ...one, serviceGroupId: group.id } })).serviceGroup?.id === group.id;
done.each = [];
for await (const { name } of rollbook.each(users, { path, query: { limit: 1 } })) done.each.push(name);
const file = await rollbook.download('/v1/accounts/{accountId}/export/{exported}', { path: { ...path, exported: 'users' } });
done.download = (await new Response(file.body).text()).includes('ada@example.com') && file.headers.get('content-disposition') !== null;
await rollbook.delete(user, { path: one });
done.refused = await rollbook.get(user, { path: one }).catch((error) => isRollbookError(error, 'user_not_found'));
done.malformed = await rollbook.get(users, { path, query: { q: '\\ud800' } }).then(() => 'answered', (error) => error.name);
const types = [];
let cursor;
while (!types.includes('user.removed')) {
  const { data, nextCursor } = (await feed.next()).value;
  cursor ??= nextCursor;
  types.push(...data.map(({ type }) => type));
}
done.feed = types.length;
const headers = { authorization: 'Bearer ' + token, accept: 'text/event-stream', 'last-event-id': cursor };
const stream = await fetch(baseUrl + '/v1/accounts/' + accountId + '/changes', { headers });
const { value } = await stream.body.getReader().read();
done.stream = new TextDecoder().decode(value).length > 0;
done.isSecure = isSecureContext;
document.title = JSON.stringify(done);
`;

describeInBrowser('a page that Vite has built', () => {
  let project: ForeignProject;
  let server: Server;
  let api: RunningApi;
  let processor: ProcessorOfApi;
  let browser: Browser;
  let origin: string;
  /** Browsers call localhost secure, and no other address on plain http. */
  let plain: string;
  beforeAll(async () => {
    project = new ForeignProject();
    project.install(...['client', 'events'].map((name) => packLibrary(`libs/${name}`, project.folder)));
    project.write('index.html', PAGE);
    project.write('main.js', MAIN);
    project.write('first-day.js', FIRST_DAY);
    project.write('methods.js', METHODS);
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
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    plain = `http://pages.acme.test:${port}`;
    api = await startApi({ corsOrigins: [origin, plain] });
    processor = await startProcessorOf(api);
    browser = await launch('--host-resolver-rules=MAP *.acme.test 127.0.0.1');
  });
  afterAll(async () => {
    await browser.close();
    await processor.stop();
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

  test('uses every method of the client on plain http, and a feed that is cut off goes on', async () => {
    const { id: account } = await createAccount(api);
    const token = await api.issuer.signOperatorToken({ subject: 'tester' });
    const viewer = await openWindow(browser, plain);
    const { page } = viewer;
    let cuts = 0;
    await page.route(/\/changes\?.*after=(?!now)/, (route) =>
      (cuts += 1) > 2 ? route.continue() : route.abort(),
    );
    const where = { api: api.url, token, account, task: 'methods' };
    await page.goto(`/#${new URLSearchParams(where).toString()}`);
    await page.waitForFunction("document.title.startsWith('{')");
    expect(JSON.parse(await page.title())).toEqual({
      ...{
        dryRun: true,
        replayed: 'truetrue',
        position: true,
        get: 'Countess',
        put: true,
        each: ['Countess'],
      },
      ...{
        download: true,
        refused: true,
        feed: 5,
        stream: true,
        isSecure: false,
        malformed: expect.any(String),
      },
    });
    expect(cuts).toBeGreaterThan(2);
    await viewer.close();
  });
});
