import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser as Chromium } from '@playwright/test';
import { Agent, request } from 'undici';
import { PAGE_PATHS } from '#libs/pages';
import { refusalAtEdge } from '../../../apps/api/src/lambda/edge-guard.js';
import type { HttpEvent } from '../../../apps/api/src/lambda/http-event.js';
import { small } from '../../../infra/test-support/settings.js';
import { synthesize } from '../../../infra/test-support/synthesize.js';
import { askWith, expectProblem, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import { describeInBrowser, launch, openWindow } from '../../support/browser/chromium.js';
import {
  startDistribution,
  type OriginAnswer,
  type OriginRequest,
} from '../../support/browser/distribution.js';
import { SHELL, shellFile } from '../../support/browser/function-front.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { freePort } from '../../support/processes/local-rollbook.js';

/** The default deployment as browsers see it: CloudFront by its template, the pages in a folder, and the API behind its guard. */

const dispatcher = new Agent({ pipelining: 0 });
const SECRET = 'of the distribution and the API';

let api: SignInApi;
let distribution: Awaited<ReturnType<typeof startDistribution>>;
/** As on one machine and in containers. */
let whole: RunningApi;
let operator: Ask;
beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  api = await startSignInApi({ trustedProxies: (_address, hop) => hop < 2 }, { publicUrl });
  const { templates } = await synthesize('dev', small);
  distribution = await startDistribution(
    templates['api'] ?? {},
    { pages: shellFile, api: gateway },
    { port, secret: SECRET },
  );
  whole = await startApi({ dashboard: SHELL });
  operator = askWith(distribution.url, await api.issuer.signOperatorToken({ subject: 'tester' }));
});
afterAll(async () => {
  await distribution.stop();
  await Promise.all([api.close(), whole.close()]);
});

/** API Gateway before the function, which is played by the API in this process. */
async function gateway({ method, path, headers, body }: OriginRequest): Promise<OriginAnswer> {
  const refusal = refusalAtEdge({ headers } as HttpEvent, SECRET);
  if (refusal) return { status: refusal.statusCode, headers: {}, body: Buffer.from(refusal.body) };
  const answer = await request(`${api.url}${path}`, {
    dispatcher,
    method,
    headers,
    ...(body.length > 0 && { body }),
  });
  const sent = Object.entries(answer.headers).filter(([name]) => !/^(connection|keep-alive)$/.test(name));
  return {
    status: answer.statusCode,
    headers: Object.fromEntries(sent) as OriginAnswer['headers'],
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
}

const TRANSPORT =
  /^(date|connection|keep-alive|content-length|transfer-encoding|etag|last-modified|accept-ranges|vary|x-request-id|server-timing|link)$/;

async function seenAt(url: string, path: string) {
  const answer = await fetch(`${url}${path}`, { headers: { 'accept-encoding': 'identity' } });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !TRANSPORT.test(name)));
  return { status: answer.status, headers, body: await answer.text() };
}

test.each([...PAGE_PATHS.map((path) => path.replace('*', 'acct_1/users')), '/docs?tag=Users'])(
  '%s is the same page with the same headers as the API serves',
  async (path) => {
    const seen = await seenAt(distribution.url, path);
    expect(seen).toEqual(await seenAt(whole.url, path));
    expect([seen.status, seen.headers['cache-control']]).toEqual([200, 'no-cache']);
  },
);

test('its files are kept for ever, with the same headers, and one that is gone is nobody’s page', async () => {
  const files = (await readdir(join(SHELL, 'assets'))).filter((name) => /\.(js|css|svg)$/.test(name));
  for (const file of files.slice(0, 5)) {
    const seen = await seenAt(distribution.url, `/assets/${file}`);
    expect(seen).toEqual(await seenAt(whole.url, `/assets/${file}`));
    expect(seen.headers['cache-control']).toContain('immutable');
  }
  const gone = await seenAt(distribution.url, '/assets/index-gone.js');
  expect([gone.status, gone.headers['content-type']]).toEqual([404, 'application/xml']);
});

test('every other path is the API, with its problems', async () => {
  expect(await seenAt(distribution.url, '/openapi.json')).toEqual(await seenAt(whole.url, '/openapi.json'));
  expect((await operator('GET', '/health/ready')).status).toBe(200);
  for (const path of ['/v1/nothing', '/access/v1/nothing', '/nothing', '/docsx', '/a'])
    await expectProblem(await operator('GET', path), 404, 'route_not_found');
  await expectProblem(await fetch(`${distribution.url}/v1/accounts`), 401, 'token_missing');
  expect((await operator('GET', '/scim/v2/nothing')).headers.get('content-type')).toMatch(/scim\+json/);
});

test('the direct address of the API answers nobody else', async () => {
  const asked = { method: 'GET', path: '/v1/accounts', headers: {}, body: Buffer.alloc(0) };
  expect((await gateway(asked)).status).toBe(403);
  expect((await gateway({ ...asked, headers: { 'x-rollbook-edge': 'guessed' } })).status).toBe(403);
});

test('what was not found a moment ago is found once it is there', async () => {
  const { id } = created<{ id: string }>(await operator('POST', '/v1/accounts', { name: 'Acme' }));
  const account = `/v1/accounts/${id}`;
  const user = created<{ id: string }>(
    await operator('POST', `${account}/users`, { name: 'Ada', email: 'ada@acme.example', role: 'member' }),
  );
  const group = created<{ id: string }>(
    await operator('POST', `${account}/service-groups`, { name: 'prod' }),
  );
  const member = `${account}/service-groups/${group.id}/members/${user.id}`;
  await expectProblem(await operator('GET', member), 404, 'membership_not_found');
  expect((await operator('PUT', member)).status).toBeLessThan(300);
  expect((await operator('GET', member)).status).toBe(200);
});

describeInBrowser('in a browser', () => {
  let browser: Chromium;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  test('a person signs in, changes something, reloads, and reads the reference', async () => {
    api.provider.person = { sub: 'op', name: 'Op', groups: ['rollbook-operators'] };
    const { page, complaints, context } = await openWindow(browser, distribution.url);
    await page.goto('/accounts');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('textbox', { name: 'Name' }).focus();
    await page.keyboard.type('Hooli');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Hooli', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Hooli', level: 1 }).waitFor();
    await page.goto('/docs');
    await page.getByText('/v1/accounts/{accountId}', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
