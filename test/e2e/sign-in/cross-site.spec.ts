import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { Browser } from '../../support/browser/browser.js';
import { createTeam } from '../../support/api/people.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';

const ORIGIN = 'https://directory.acme.example';
const HOST = 'directory.acme.example';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let browser: Browser;
beforeAll(async () => {
  api = await startSignInApi({}, { publicUrl: ORIGIN });
  team = await createTeam(api);
  await api.link(team.owner, 'ada');
  browser = await api.signIn('ada');
});
afterAll(() => api.close());

const at = (path: string) => `${ORIGIN}${path}`;

describe('the cookie of a session', () => {
  test('is of this host alone, by https alone, and hidden from scripts and other sites', () => {
    const cookie = browser.setCookies.find((one) => one.startsWith('__Host-rollbook_session='));
    expect(cookie?.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Strict', 'Secure'].sort(),
    );
    const pending = browser.setCookies.find((one) => one.startsWith('__Host-rollbook_sign_in_'));
    expect(pending?.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=3600', 'Path=/', 'SameSite=Lax', 'Secure'].sort(),
    );
  });

  test('counts by its whole name only: a sibling host can set no other (cookie tossing)', async () => {
    const jar = browser.cookies.get(HOST)!;
    const value = jar.get('__Host-rollbook_session')!;
    const tossed = new Browser({ served: { [ORIGIN]: api.url } });
    tossed.cookies.set(HOST, new Map([['rollbook_session', value]]));
    await expectProblem(await tossed.send('GET', at('/v1/session')), 401, 'token_missing');
    const twice = { cookie: `__Host-rollbook_session=${value}; __Host-rollbook_session=${value}x` };
    await expectProblem(
      await new Browser({ served: { [ORIGIN]: api.url } }).send('GET', at('/v1/session'), { headers: twice }),
      401,
      'token_missing',
    );
  });

  test.each([
    ['another secret', (value: string) => value.replace(/^rbs_.{4}/, 'rbs_AAAA')],
    ['another user', (value: string) => value.replace(/user_\w{26}/, 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9')],
    ['another signature', (value: string) => `${value.slice(0, -4)}AAAA`],
    ['nothing', () => ''],
    ['a list', () => '[object Object]'],
  ])('with %s is refused without a table call', async (_, forge) => {
    const forger = new Browser({ served: { [ORIGIN]: api.url } });
    const value = forge(browser.cookies.get(HOST)!.get('__Host-rollbook_session')!);
    forger.cookies.set(HOST, new Map([['__Host-rollbook_session', value]]));
    const answer = await forger.send('GET', at('/v1/session'));
    await expectProblem(answer, 401, 'session_ended');
    expect(answer.headers.get('server-timing')).toContain('calls;desc="0"');
  });
});

describe('another site', () => {
  const path = () => `${team.path}/service-groups`;
  const writes: [string, Parameters<Browser['send']>[2]][] = [
    ['a form', { site: 'cross-site', mode: 'navigate', dest: 'document' }],
    ['a form of a sibling host', { site: 'same-site', mode: 'navigate', dest: 'document' }],
    ['fetch', { site: 'cross-site', mode: 'no-cors' }],
    ['fetch of a sibling host', { site: 'same-site', mode: 'cors' }],
    ['the address bar', { site: 'none', mode: 'navigate', dest: 'document' }],
  ];

  test.each(writes)('can write nothing by %s', async (_, sending) => {
    const answer = await browser.send('POST', at(path()), { ...sending, body: { name: 'forged' } });
    await expectProblem(answer, 403, 'cross_site_request');
    const { body } = await team.asks.owner('GET', path());
    expect(body.data).toEqual([]);
  });

  test('can send no form in place of JSON, whatever its headers say', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await browser.send('POST', at(path()), { headers, body: 'name=forged' });
    await expectProblem(answer, 415, 'unsupported_media_type');
    const text = await browser.send('POST', at(path()), {
      headers: { 'content-type': 'text/plain' },
      body: '{"name":"x"}',
    });
    await expectProblem(text, 415, 'unsupported_media_type');
  });

  test('reads nothing: its requests are those of a stranger', async () => {
    for (const site of ['cross-site', 'same-site'] as const)
      await expectProblem(await browser.send('GET', at(path()), { site }), 401, 'token_missing');
    const image = { site: 'cross-site', mode: 'no-cors', dest: 'image' } as const;
    await expectProblem(await browser.send('GET', at('/v1/session'), image), 401, 'token_missing');
  });

  test('can sign nobody out, and start no sign-in that nobody sees', async () => {
    const logout = await browser.send('POST', at('/auth/logout'), { site: 'cross-site', mode: 'no-cors' });
    await expectProblem(logout, 403, 'cross_site_request');
    for (const [mode, dest] of [
      ['no-cors', 'image'],
      ['navigate', 'iframe'],
      ['cors', 'empty'],
    ] as const)
      await expectProblem(
        await browser.send('GET', at('/auth/login'), { site: 'cross-site', mode, dest }),
        403,
        'cross_site_request',
      );
    expect((await browser.send('GET', at('/v1/session'))).status).toBe(200);
  });

  test('can frame no answer (clickjacking), and is let in by no CORS header', async () => {
    const headers = { origin: 'https://evil.example', accept: 'text/html' };
    for (const where of ['/v1/session', '/auth/callback?state=x']) {
      const answer = await browser.send('GET', at(where), { headers });
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

test('a token goes before a cookie, and needs no browser', async () => {
  const token = `Bearer ${await api.issuer.signOperatorToken()}`;
  const headers = { authorization: token };
  const answer = await browser.send('POST', at('/v1/accounts'), {
    site: 'cross-site',
    headers,
    body: { name: 'Globex' },
  });
  expect(answer.status).toBe(201);
});

describe('without an identity provider', () => {
  let bare: RunningApi;
  beforeAll(async () => {
    bare = await startApi();
  });
  afterAll(() => bare.close());

  test('signing in says that it is not configured', async () => {
    const page = { site: 'none', mode: 'navigate', dest: 'document' } as const;
    for (const path of ['/auth/login', '/auth/callback?code=x&state=y'])
      await expectProblem(
        await new Browser().send('GET', `${bare.url}${path}`, page),
        404,
        'sign_in_not_configured',
      );
    await expectProblem(
      await new Browser().send('POST', `${bare.url}/auth/logout`),
      404,
      'sign_in_not_configured',
    );
    const asked = await bare.operator('GET', '/v1/session');
    await expectProblem(asked, 401, 'session_missing');
  });
});
