import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { InProcessBuckets, type RateLimitStore } from '../../../apps/api/src/access-control/rate-limiter.js';
import { createTeam } from '../../support/api/people.js';

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

test('processes that share a store share the limit', async () => {
  const buckets = new InProcessBuckets();
  const rateLimitStore: RateLimitStore = {
    take: (keys, limit) => Promise.resolve(buckets.take(keys, limit)),
  };
  const rateLimit = { perSecond: 0.01, burst: 4 };
  const first = await startApi({ rateLimit, rateLimitStore });
  const second = await startApi({ rateLimit, rateLimitStore });
  for (const one of [first, second, first, second])
    expect((await one.operator('GET', '/v1/me')).status).toBe(200);
  for (const one of [first, second])
    await expectProblem(await one.operator('GET', '/v1/me'), 429, 'rate_limited');
  await Promise.all([first.close(), second.close()]);
});
