import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { RollbookClient } from '#libs/client';
import { describeInBrowser, keepScreenshot, type Viewer } from '../support/browser/chromium.js';
import { leave, startDashboard, type DashboardUnderTest } from '../support/browser/dashboard.js';

const program = fileURLToPath(new URL('../../dist/programs/rollbook.js', import.meta.url));
const run = promisify(execFile);

let dashboard: DashboardUnderTest;
let viewer: Viewer;
let accountId: string;
let webhookEndpointId: string;
let eventId: string;

/** By the keyboard; what is then on the clipboard. */
async function copied(of: string, as: string): Promise<string> {
  const { page } = viewer;
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await page.getByRole('button', { name: new RegExp(`^Cop(y as|ied): ${of}$`) }).press('Enter');
  await page.getByRole('menuitem', { name: as }).press('Enter');
  await page.getByRole('button', { name: `Copied: ${of}` }).waitFor();
  return page.evaluate<string>('navigator.clipboard.readText()');
}

const OPERATION = /^curl '?(?<url>[^ ']+)'? \\\n {2}-H "Authorization: Bearer \$TOKEN"$/;

/** The answers to lines of curl, one after the other. */
async function answersToCurl(text: string): Promise<string[]> {
  const calls = text.trim().split(/\n(?=curl )/);
  return Promise.all(
    calls.map(async (call) => {
      const url = OPERATION.exec(call)?.groups?.['url'] ?? '';
      const answer = await fetch(url, {
        headers: { authorization: `Bearer ${dashboard.rollbook.operatorToken}` },
      });
      expect([call, answer.status]).toEqual([call, 200]);
      return answer.text();
    }),
  );
}

/** What the copied calls of the client answer. */
async function answersToCalls(text: string): Promise<string[]> {
  const calls = text.trim().split(/\n(?=const answer = )/);
  return Promise.all(
    calls.map(async (call) => {
      // It is code for people to paste: here it runs as they would run it.
      const body = `return (async () => { ${call} return answer; })();`;
      // oxlint-disable-next-line no-implied-eval
      const asked = new Function('client', body) as (client: RollbookClient) => Promise<unknown>;
      return JSON.stringify(await asked(dashboard.api));
    }),
  );
}

async function answersToCommands(text: string): Promise<string[]> {
  return Promise.all(
    text
      .trim()
      .split('\n')
      .map(async (line) => {
        const [name, ...words] = line.split(' ');
        expect(name).toBe('rollbook');
        const env = {
          ...process.env,
          NODE_OPTIONS: '',
          NODE_NO_WARNINGS: '1',
          ROLLBOOK_API_URL: dashboard.rollbook.apiUrl,
          ROLLBOOK_API_TOKEN: dashboard.rollbook.operatorToken,
          ROLLBOOK_ACCOUNT: '',
        };
        return (await run(process.execPath, [program, ...words, '--json'], { env })).stdout;
      }),
  );
}

describeInBrowser('what a page for developers shows', () => {
  beforeAll(async () => {
    dashboard = await startDashboard();
    const { api } = dashboard;
    ({ accountId } = await dashboard.place(['Milton'], []));
    const path = { accountId };
    await api.post('/v1/accounts/{accountId}/api-keys', { path, body: { name: 'Okta', scopes: ['scim'] } });
    // Nobody listens on the port: it fails.
    const body = { url: 'http://127.0.0.1:9/rollbook' };
    webhookEndpointId = (await api.post('/v1/accounts/{accountId}/webhook-endpoints', { path, body })).id;
    const tested = { path: { ...path, webhookEndpointId } };
    const test = '/v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/test';
    eventId = (await api.post(test, tested)).id;
    viewer = await dashboard.enter(`/a/${accountId}`);
    await viewer.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(async () => {
    await leave(viewer);
    await dashboard.stop();
  });

  const PAGE = 'the request of this page';
  test.each<[string, string, () => string[]]>([
    ['api-keys', PAGE, () => ['"name":"Okta"']],
    ['scim', PAGE, () => [`/scim/v2/${accountId}`]],
    ['webhooks', PAGE, () => [webhookEndpointId]],
    ['webhooks/$endpoint', PAGE, () => ['"url":"http://127.0.0.1:9/rollbook"', eventId]],
    ['webhooks/$endpoint?status=delivered', PAGE, () => [webhookEndpointId, '']],
    ['webhooks/$endpoint/deliveries/$event', PAGE, () => [eventId]],
    ['events', 'the types of events', () => ['"type":"user.created"']],
    ['events', 'these events', () => ['"type":"user.created"']],
    ['events?types=webhook_endpoint.created', 'these events', () => ['"type":"webhook_endpoint.created"']],
  ])('developers/%s: %s is copied as curl, a command and a call that answer it', async (to, of, shows) => {
    const { page } = viewer;
    const at = to.replace('$endpoint', webhookEndpointId).replace('$event', eventId);
    await page.goto(`/a/${accountId}/developers/${at}`);
    const ways: [string, (text: string) => Promise<string[]>][] = [
      ['curl', answersToCurl],
      ['rollbook command', answersToCommands],
      ['Client call (TypeScript)', answersToCalls],
    ];
    for (const [way, answersTo] of ways) {
      const answers = await answersTo(await copied(of, way));
      expect([way, answers]).toEqual([way, shows().map((shown) => expect.stringContaining(shown))]);
      if (to.includes('status=delivered')) expect(answers.join()).not.toContain(eventId);
    }
    await keepScreenshot(page, `copied-${at.split(/[/?]/)[0]}`);
  });
});
