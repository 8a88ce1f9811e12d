import { setTimeout as delay } from 'node:timers/promises';
import { AccountRates } from '../../../apps/api/src/auth/rate-limits/account-rates.js';
import { InProcessBuckets } from '../../../apps/api/src/auth/rate-limits/in-process-buckets.js';
import { createApp } from '../../../apps/api/src/app.js';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { startApiProcess } from '../../support/processes/api-process.js';
import { createTeam } from '../../support/api/people.js';
import { openTestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { engineClient } from '../../support/engines/engine.js';

let api: RunningApi;
beforeAll(async () => {
  api = await startApi({ rateLimit: { perSecond: 0.01, burst: 20 } });
});
afterAll(() => api.close());

test('an account over its rate is told when to retry, before any table call, and others are not affected', async () => {
  const { asks } = await createTeam(api);
  const first = await asks.owner('GET', '/v1/me');
  expect(first.headers.get('ratelimit-policy')).toBe('"default";q=20;w=2000');
  expect(first.headers.get('ratelimit')).toMatch(/^"default";r=19;t=\d+$/);
  // The account's people share what it has.
  for (let n = 0; n < 9; n += 1) expect((await asks.owner('GET', '/v1/me')).status).toBe(200);
  for (let n = 0; n < 10; n += 1) expect((await asks.admin('GET', '/v1/me')).status).toBe(200);
  const refused = await asks.member('GET', '/v1/me');
  await expectProblem(refused, 429, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(refused.headers.get('server-timing')).toContain('calls;desc="0"');
  expect((await api.operator('GET', '/v1/me')).status).toBe(200);
  expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
});

test('bodies that need no credential, or lead nowhere, are limited by network before they are read', async () => {
  const send = (path: string, token?: string) =>
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: '{',
    });
  for (const path of ['/v1/invitations/inspect', '/nowhere'])
    await expectProblem(await send(path), 400, 'malformed_json');
  const refused = await send('/v1/invitations/accept');
  await expectProblem(refused, 429, 'rate_limited');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await expectProblem(await send('/elsewhere'), 429, 'rate_limited');
  // A credential has its own rate.
  await expectProblem(
    await send('/v1/accounts', await api.issuer.signOperatorToken()),
    400,
    'malformed_json',
  );
  expect((await fetch(`${api.url}/health/live`)).status).toBe(200);
});

test('a request that is refused for its rate is logged with its account', async () => {
  const { account, owner } = await createTeam(api);
  const limits = { ROLLBOOK_RATE_LIMIT: '1', ROLLBOOK_RATE_BURST: '1', ROLLBOOK_LOG_LEVEL: 'info' };
  const { url, child, output, exit } = await startApiProcess(api, limits);
  const token = await api.issuer.signUserToken({ accountId: account.id, userId: owner.id });
  const send = () => fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const answers = await Promise.all([1, 2, 3, 4, 5].map(send));
  expect(answers.map(({ status }) => status)).toContain(429);
  child.kill('SIGTERM');
  await exit;
  const lines = output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { status?: number; accountId?: string });
  const refused = lines.filter(({ status }) => status === 429);
  expect(refused.map(({ accountId }) => accountId)).toEqual(refused.map(() => account.id));
  expect(refused.length).toBeGreaterThan(0);
});

describe('the limit of an account over several processes', () => {
  const rateLimit = { perSecond: 20, burst: 100 };
  const SECONDS = 6;
  const TIMES_THE_LIMIT = 10;

  /** Sends a request and returns its status. */
  type Send = (token: string) => Promise<number>;

  /** Two processes, and three instances of the kind that Lambda runs: one request after the other, without a port. */
  async function instances(of: RunningApi) {
    const environment = {
      ROLLBOOK_RATE_LIMIT: `${rateLimit.perSecond}`,
      ROLLBOOK_RATE_BURST: `${rateLimit.burst}`,
    };
    const processes = await Promise.all([1, 2].map(() => startApiProcess(of, environment)));
    const functions = await Promise.all(
      [1, 2, 3].map(() => createApp({ ...of.configuration, oneRequestAtATime: true })),
    );
    const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
    const sends: Send[] = [
      ...processes.map(({ url }): Send => async (token) => {
        const answer = await fetch(`${url}/v1/me`, { headers: headersOf(token) });
        await answer.arrayBuffer();
        return answer.status;
      }),
      ...functions.map((app): Send => async (token) => {
        const request = { method: 'GET', url: '/v1/me', headers: headersOf(token) } as const;
        return (await app.inject(request)).statusCode;
      }),
    ];
    return {
      sends,
      async stop() {
        for (const { child, exit } of processes) {
          child.kill('SIGTERM');
          await exit;
        }
        await Promise.all(functions.map((app) => app.close()));
      },
    };
  }

  /** How many of the requests a single bucket would let through: also on a machine that stands still at times. */
  function allowedByOneBucket(sentAt: readonly number[]): number {
    let now = 0;
    const bucket = new InProcessBuckets(() => now);
    return [...sentAt]
      .sort((a, b) => a - b)
      .filter((at) => {
        now = at;
        return bucket.take(['account'], rateLimit).allowed;
      }).length;
  }

  test('holds within 10 % at ten times the limit, and a quiet account takes nothing from the table', async () => {
    const busy = await startApi({ rateLimit });
    const [noisy, quiet] = [await createTeam(busy), await createTeam(busy)];
    const tokenOf = ({ account, owner }: typeof noisy) =>
      busy.issuer.signUserToken({ accountId: account.id, userId: owner.id });
    const [noisyToken, quietToken] = [await tokenOf(noisy), await tokenOf(quiet)];
    const { sends, stop } = await instances(busy);
    const sentAt: number[] = [];
    const counts = { allowed: 0, refused: 0 };
    const startedAt = performance.now();
    const elapsed = () => (performance.now() - startedAt) / 1_000;
    const enough = rateLimit.perSecond * TIMES_THE_LIMIT * SECONDS;
    const pauseMs = (1_000 * sends.length) / (rateLimit.perSecond * TIMES_THE_LIMIT);
    const load = async (send: Send) => {
      for (let n = 0; elapsed() < SECONDS || sentAt.length < enough; n += 1) {
        sentAt.push(performance.now());
        const status = await send(noisyToken);
        if (status === 200) counts.allowed += 1;
        else if (status === 429) counts.refused += 1;
        await delay(Math.max(0, n * pauseMs - elapsed() * 1_000));
      }
    };
    const statuses: number[] = [];
    const ask = async (send: Send) => {
      statuses.push(await send(quietToken));
    };
    await Promise.all([...sends.map(load), ...sends.map(ask)]);
    await stop();
    expect(counts.allowed + counts.refused).toBe(sentAt.length);
    const byOneBucket = allowedByOneBucket(sentAt);
    expect(counts.allowed / byOneBucket).toBeGreaterThan(0.9);
    expect(counts.allowed / byOneBucket).toBeLessThan(1.1);
    expect(statuses).toEqual(sends.map(() => 200));
    const client = engineClient();
    const buckets = (await everyItem({ client, tableName: busy.configuration.table.name })).filter(
      ({ entity }) => entity === 'rate-limit',
    );
    client.destroy();
    expect(buckets.map(({ accountId }) => accountId as string)).toEqual([noisy.account.id]);
    await busy.close();
  });

  test('costs one call for a quarter of a second, none for what is quiet or empty, and needs no table to let through', async () => {
    let time = Date.now();
    let calls = 0;
    let exists = true;
    const onCall = () => {
      calls += 1;
      if (!exists) throw new Error('The table is away.');
    };
    const opened = await openTestDirectory({ onCall, now: () => time });
    const rates = new AccountRates(opened.directory, () => time);
    const limit = { perSecond: 1_000, burst: 5_000 };
    const own = { allowed: true, remaining: 1, resetSeconds: 1 };
    const send = async (requests: number) => {
      let allowed = 0;
      for (let n = 0; n < requests; n += 1)
        if ((await rates.take('acct_1', limit, own)).allowed) allowed += 1;
      return allowed;
    };
    for (let second = 0; second < 60; second += 1) {
      expect(await send(20)).toBe(20);
      time += 1_000;
    }
    expect(calls).toBe(0);
    // Half of the limit for five seconds.
    for (let tick = 0; tick < 50; tick += 1) {
      expect(await send(50)).toBe(50);
      time += 100;
    }
    expect(calls).toBeGreaterThan(10);
    expect(calls).toBeLessThan(40);
    // More than the bucket has: the rest is refused without asking.
    expect(await send(10_000)).toBeLessThan(5_200);
    const before = calls;
    expect(await send(1_000)).toBe(0);
    expect(calls).toBe(before);
    await opened.close();
    exists = false;
    time += 300;
    expect(await send(10)).toBe(10);
  });
});
