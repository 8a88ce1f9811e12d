import { once } from 'node:events';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { startApiProcess, type ApiProcess } from '../../support/processes/api-process.js';
import { startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { freePort } from '../../support/processes/local-rollbook.js';
import { created } from '../../support/api/people.js';
import { Browser } from '../../support/browser/browser.js';
import { startProvider, type TestProvider } from '../../support/browser/test-provider.js';
import { everyItem } from '../../support/directory/items.js';
import { eventually } from '../../support/eventually.js';

/**
 * Clients that are signed in, read and write, sign out and in again: only their events grow. A thousand for ten minutes with
 * ROLLBOOK_SIGNED_IN_SECONDS=600, as every night.
 */
const SECONDS = Number(process.env['ROLLBOOK_SIGNED_IN_SECONDS'] ?? 0);
const CLIENTS = SECONDS > 0 ? 1_000 : 40;
const ROUNDS = 8;
const AT_ONCE = 16;
/** Of the second quarter's heap, what the last quarter's may be and be called the same. */
const SAME = 1.1;
/** Each client signs out and in again in one round of as many. */
const SIGN_OUT_EACH = 4;

interface Client {
  browser: Browser;
  email: string;
  /** People do not share an address, for which sign-ins are limited. */
  address: string;
  userId: string;
}

interface Resources {
  heapBytes: number;
  handles: number;
}

const page = { site: 'none', mode: 'navigate', dest: 'document' } as const;

let provider: TestProvider;
let api: RunningApi;
let server: ApiProcess;
let account: string;
beforeAll(async () => {
  provider = await startProvider();
  provider.person = { email_verified: true };
  api = await startApi();
  const port = String(await freePort());
  const { clientSecret: _, ...configuration } = provider.configuration;
  const load = new URL('../../support/api/report-resources.mjs', import.meta.url).href;
  server = await startApiProcess(api, {
    PORT: port,
    NODE_OPTIONS: `--import=${load}`,
    ROLLBOOK_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ROLLBOOK_SIGN_IN_PROVIDERS: JSON.stringify([configuration]),
    ROLLBOOK_TRUSTED_PROXIES: 'loopback',
    ROLLBOOK_RATE_LIMIT: '1000000',
    ROLLBOOK_RATE_BURST: '1000000',
    ROLLBOOK_LOG_LEVEL: 'warn',
  });
  account = `/v1/accounts/${created<{ id: string }>(await api.operator('POST', '/v1/accounts', { name: 'Acme' })).id}`;
  const signInRules = [{ issuer: configuration.issuer, domains: ['acme.example'] }];
  created(await api.operator('PATCH', account, { signInRules }));
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.exit;
  await api.close();
  await provider.close();
});

const at = (path: string) => `${server.url}${path}`;

async function signUp(): Promise<Client[]> {
  const emails = Array.from({ length: CLIENTS }, (_, index) => `p${index}@acme.example`);
  const users = emails.map((email) => ({ name: 'Person', email, role: 'admin' }));
  const { results } = created<{ results: { userId: string }[] }>(
    await api.operator('POST', `${account}/users/batch`, { users }),
  );
  return emails.map((email, index) => ({
    browser: new Browser(),
    email,
    address: `10.1.${index >> 8}.${index & 255}`,
    userId: results[index]!.userId,
  }));
}

async function signIn({ browser, email, address }: Client): Promise<void> {
  const headers = { 'x-forwarded-for': address };
  const begin = at(`/auth/login?returnTo=/health/live&loginHint=${encodeURIComponent(email)}`);
  const login = await browser.send('GET', begin, { ...page, headers });
  const answered = await browser.send('GET', login.headers.get('location')!, page);
  const back = await browser.send('GET', answered.headers.get('location')!, { ...page, headers });
  expect(back.status).toBe(303);
}

async function readAndWrite({ browser, userId }: Client, round: number): Promise<void> {
  const user = at(`${account}/users/${userId}`);
  const answers: Answer[] = [
    await browser.send('GET', at('/v1/session')),
    await browser.send('PATCH', user, { body: { name: `Person of round ${round}` } }),
    await browser.send('GET', user),
    await browser.send('GET', `${user}/service-groups`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers[2]!.body.name).toBe(`Person of round ${round}`);
}

async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const worker = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function resources(): Promise<Resources> {
  const answer = once(server.child, 'message') as Promise<[Resources]>;
  server.child.send('resources');
  return (await answer)[0];
}

/** How many of each kind the table has, but for what is metered, which is written once in a while. */
async function items(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const stored = { client: api.app.get(DynamoDBClient), tableName: api.configuration.table.name };
  for (const item of await everyItem(stored)) {
    const entity = String(item['entity']);
    if (entity === 'metered-usage') continue;
    counts[entity] = (counts[entity] ?? 0) + 1;
  }
  return counts;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Not from the start: what is compiled and cached once has to be there first. */
function quarters(values: number[]): { early: number; late: number } {
  const quarter = values.length >> 2;
  return { early: median(values.slice(quarter, 2 * quarter)), late: median(values.slice(-quarter)) };
}

test(
  'however long clients are signed in, nothing of them grows',
  async () => {
    const clients = await signUp();
    await each(clients, signIn);
    // When users were last here is written in the background.
    await eventually('everybody is seen', async () => (await items())['last-seen'] === CLIENTS);
    const before = await items();
    expect(before).toMatchObject({ session: CLIENTS, 'session-link': CLIENTS });
    const samples: Resources[] = [];
    const until = performance.now() + SECONDS * 1_000;
    let signedInAgain = 0;
    for (let round = 0; round < ROUNDS || performance.now() < until; round += 1) {
      await each(clients, (client) => readAndWrite(client, round));
      const leaving = clients.filter((_, index) => index % SIGN_OUT_EACH === round % SIGN_OUT_EACH);
      await each(leaving, async (client) => {
        // Half of them sign in again without signing out.
        if (leaving.indexOf(client) % 2 === 0)
          expect((await client.browser.send('POST', at('/auth/logout'))).status).toBe(200);
        await signIn(client);
      });
      signedInAgain += leaving.length;
      samples.push(await resources());
    }
    expect(await items()).toEqual({
      ...before,
      event: before['event']! + samples.length * CLIENTS,
      'sign-in': before['sign-in']! + signedInAgain,
    });
    const heap = quarters(samples.map(({ heapBytes }) => heapBytes / 1e6));
    const handles = quarters(samples.map((sample) => sample.handles));
    if (SECONDS > 0)
      process.stderr.write(
        `${samples.length * CLIENTS * 4} requests and ${signedInAgain} sign-ins. Heap: ${heap.early.toFixed(1)} MB, ` +
          `then ${heap.late.toFixed(1)} MB; handles: ${handles.early}, then ${handles.late}.\n`,
      );
    expect(heap.late).toBeLessThanOrEqual(SAME * heap.early);
    expect(handles.late).toBeLessThanOrEqual(handles.early + AT_ONCE);
  },
  (SECONDS + 1_800) * 1_000,
);
