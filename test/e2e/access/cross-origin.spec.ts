import { startApi, type RunningApi } from '../../support/api/api.js';

const DASHBOARD = 'https://dashboard.example.com';
let api: RunningApi;
let closed: RunningApi;
beforeAll(async () => {
  api = await startApi({ corsOrigins: [DASHBOARD, 'http://localhost:5173'] });
  closed = await startApi();
});
afterAll(() => Promise.all([api.close(), closed.close()]));

const preflight = (url: string, origin: string) =>
  fetch(`${url}/v1/accounts`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,if-match',
    },
  });
const from = (url: string, path: string, origin: string) => fetch(`${url}${path}`, { headers: { origin } });
const corsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));

describe('a page of a named origin', () => {
  test('can send a preflight, and learns what it may send', async () => {
    const answer = await preflight(api.url, DASHBOARD);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(DASHBOARD);
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH');
    for (const name of ['if-match', 'last-event-id', 'idempotency-key', 'authorization', 'traceparent'])
      expect(answer.headers.get('access-control-allow-headers')).toContain(name);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  test('reads answers and problems, with the headers that clients need', async () => {
    const paths = ['/health/live', '/v1/accounts', '/nowhere', '/v1/accounts?q=a&q=b', '/v1/accounts?q=%ff'];
    for (const path of [...paths, `/v1/accounts?q=${'a'.repeat(5_000)}`]) {
      const answer = await from(api.url, path, DASHBOARD);
      expect({ path, origin: answer.headers.get('access-control-allow-origin') }).toEqual({
        path,
        origin: DASHBOARD,
      });
      for (const name of ['etag', 'retry-after', 'x-request-id', 'rollbook-position', 'content-disposition'])
        expect(answer.headers.get('access-control-expose-headers')).toContain(name);
    }
  });
});

test('a page of any other origin gets no answer', async () => {
  for (const origin of [
    'https://evil.example',
    `${DASHBOARD}.evil.example`,
    'null',
    'http://dashboard.example.com',
  ]) {
    expect(
      (await from(api.url, '/health/live', origin)).headers.get('access-control-allow-origin'),
    ).toBeNull();
    expect((await preflight(api.url, origin)).headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('without configuration there is none of it', async () => {
  expect(corsHeaders(await from(closed.url, '/health/live', DASHBOARD))).toEqual([]);
  const answer = await preflight(closed.url, DASHBOARD);
  expect(answer.status).toBe(405);
  expect(corsHeaders(answer)).toEqual([]);
});

test('every answer carries the security headers', async () => {
  for (const path of ['/health/live', '/v1/accounts', '/nowhere', '/docsx']) {
    const { headers } = await from(api.url, path, DASHBOARD);
    const found = Object.fromEntries(headers);
    expect({ path, ...found }).toMatchObject({
      path,
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'strict-transport-security': expect.stringContaining('max-age='),
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(found).not.toHaveProperty('x-powered-by');
    expect(found).not.toHaveProperty('server');
  }
});
