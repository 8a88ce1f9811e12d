import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';

const HTML = '<!doctype html><title>Rollbook</title>';
let folder: string;
let api: RunningApi;
let bare: RunningApi;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-dashboard-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, 'assets', 'index-abc.js'), 'plain');
  await writeFile(join(folder, 'assets', 'index-abc.js.br'), 'brotli');
  await writeFile(join(folder, 'assets', 'index-abc.js.gz'), 'gzip');
  api = await startApi({ dashboard: folder });
  bare = await startApi({ dashboard: join(folder, 'nothing') });
});
afterAll(async () => {
  await Promise.all([api.close(), bare.close()]);
  await rm(folder, { recursive: true });
});

const inject = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers });

test.each([
  '/',
  '/login',
  '/accept-invitation',
  '/accounts',
  '/home',
  '/me',
  '/docs',
  '/docs?tag=Users',
  '/a/acct_1',
  '/a/acct_1/users/user_1',
])('%s is the page, which is asked for again each time', async (url) => {
  const answer = await inject(url);
  expect([answer.statusCode, answer.body]).toEqual([200, HTML]);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'cross-origin-opener-policy': 'same-origin',
  });
});

test('the page may run and load what its own origin serves, and nothing that stands in it', async () => {
  expect((await inject('/')).headers['content-security-policy']).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;font-src 'self';connect-src 'self';base-uri 'none';" +
      "form-action 'self';frame-ancestors 'none';require-trusted-types-for 'script'",
  );
});

test.each([
  ['br, gzip', 'br', 'brotli'],
  ['gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
])(
  'its files are served for ever, and compressed already for who accepts %s',
  async (accepted, encoding, body) => {
    const answer = await inject('/assets/index-abc.js', { 'accept-encoding': accepted });
    expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([
      200,
      encoding,
      body,
    ]);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  },
);

test('what is not the page is the API, with problems as always', async () => {
  expect((await inject('/health/live')).json()).toEqual({ status: 'live' });
  await expectProblem(await fetch(`${api.url}/v1/accounts`), 401, 'token_missing');
  for (const path of ['/v1/nothing', '/accounts/1', '/assets/nothing.js', '/docsx', '/a'])
    expect((await inject(path)).json()).toMatchObject({ code: 'route_not_found' });
  expect((await api.app.inject({ method: 'POST', url: '/accounts' })).json()).toMatchObject({
    code: 'method_not_allowed',
  });
});

test('a person who follows a wrong link sees a page; where only the API is, they see its problem', async () => {
  const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const answer = await inject('/nope?from=mail', { accept });
  expect([answer.statusCode, answer.body]).toEqual([404, HTML]);
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  for (const path of ['/v1/nothing', '/assets/nothing.js', '/scim/nothing'])
    expect((await inject(path, { accept })).headers['content-type']).toMatch(
      /^application\/(problem|scim)\+json/,
    );
});

test('the OpenAPI document is compressed for who accepts it', async () => {
  const { rawPayload, headers } = await inject('/openapi.json', { 'accept-encoding': 'gzip' });
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual((await inject('/openapi.json')).json());
  expect(rawPayload.length).toBeLessThan(150_000);
});

test('where it is not built, the page says so', async () => {
  const answer = await bare.app.inject({ method: 'GET', url: '/' });
  expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('npm run build')]);
});
