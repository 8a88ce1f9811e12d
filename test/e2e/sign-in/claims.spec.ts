import fc from 'fast-check';
import { ISSUER_DEFAULTS } from '../../../apps/api/src/configuration/issuer-configuration.js';
import { askWith, expectProblem, type Answer } from '../../support/api/api.js';
import { startIssuer, type TestIssuer } from '../../support/api/issuer.js';
import { Browser } from '../../support/browser/browser.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { startProvider, type TestProvider } from '../../support/browser/test-provider.js';
import { created, createTeam } from '../../support/api/people.js';

const RUNS = Number(process.env['ROLLBOOK_CLAIM_RUNS'] ?? 60);

let api: SignInApi;
let other: TestProvider;
let tokens: TestIssuer;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  other = await startProvider('other');
  tokens = await startIssuer('https://tokens.example', {
    ...ISSUER_DEFAULTS,
    subjects: 'identities',
    recentSignIn: true,
    audience: 'rollbook',
  });
  api = await startSignInApi(
    { moreIssuers: [tokens.configuration], trustedProxies: ['loopback'] },
    { moreProviders: [other.configuration] },
  );
  team = await createTeam(api);
  await api.link(team.owner, 'ada');
  const issuer = api.provider.configuration.issuer;
  const signInRules = [{ issuer, domains: ['acme.example'], externalIdClaim: 'oid' }];
  created(await api.operator('PATCH', team.path, { signInRules }));
});
beforeEach(() => {
  api.provider.person = { sub: 'ada' };
});
afterAll(async () => {
  await api.close();
  await Promise.all([other.close(), tokens.close()]);
});

const at = (path: string) => `${api.url}${path}`;
let count = 0;
/** Each from an address of its own: how often one may sign in is limited. */
const page = (headers: Record<string, string> = {}) => {
  count += 1;
  const address = `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`;
  return {
    site: 'none',
    mode: 'navigate',
    dest: 'document',
    headers: { ...headers, 'x-forwarded-for': address },
  } as const;
};
const inBrowser = () => page({ accept: 'text/html' });
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1_000) + seconds;

async function answerFor(browser: Browser, returnTo = '/health/live'): Promise<string> {
  const query = new URLSearchParams({ provider: 'test', returnTo });
  const login = await browser.send('GET', at(`/auth/login?${query.toString()}`), page());
  const answered = await browser.send('GET', login.headers.get('location')!, page());
  return answered.headers.get('location')!;
}

async function signInWith(claims: Record<string, unknown>, sending: object = page()): Promise<Answer> {
  api.provider.person = { sub: 'ada', ...claims };
  const browser = new Browser();
  return browser.send('GET', await answerFor(browser), sending);
}

const CLAIMS = [
  ...['sub', 'iss', 'aud', 'azp', 'exp', 'nbf', 'iat', 'auth_time', 'nonce', 'sid', 'acr', 'amr', 'jti'],
  ...['at_hash', 'c_hash', 'email', 'email_verified', 'name', 'groups', 'oid', '__proto__', 'constructor'],
];
const VALUES = fc.oneof(
  fc.constantFrom<unknown>('', ' ', '\u0000', '\ud800', 'x'.repeat(256), 'x'.repeat(20_000), 'ü'.repeat(200)),
  fc.constantFrom<unknown>(null, true, false, [], {}, [''], [1], { a: 1 }, [['x']], ['rollbook-operators']),
  fc.constantFrom<unknown>(0, -1, 0.5, 1e15, 1e300, -1e300, inSeconds(86_400), inSeconds(-86_400)),
);

test('whatever the claims of an ID token are, the answer is a page or a session, and never a failure of ours', async () => {
  const claims = fc.uniqueArray(fc.tuple(fc.constantFrom(...CLAIMS), VALUES), {
    minLength: 1,
    maxLength: 3,
    selector: ([name]) => name,
  });
  const property = fc.asyncProperty(claims, async (entries) => {
    const answer = await signInWith(Object.fromEntries(entries));
    expect([303, 400, 403]).toContain(answer.status);
    if (answer.status !== 303) await expectProblem(answer, answer.status, answer.body.code);
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

describe('an ID token', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['an empty subject', () => ({ sub: '' })],
    ['a subject that is too long', () => ({ sub: 'x'.repeat(256) })],
    ['a subject of control characters', () => ({ sub: '\u0000' })],
    ['a session that is too long', () => ({ sid: 'x'.repeat(20_000) })],
    ['an auth_time of tomorrow', () => ({ auth_time: inSeconds(86_400) })],
    ['a name as long as an item', () => ({ name: 'x'.repeat(100_000) })],
  ])('with %s signs in nobody, and a page says so', async (_, claims) => {
    const answer = await signInWith(claims(), inBrowser());
    expect(answer).toMatchObject({ status: 400, body: expect.stringContaining('<h1>') });
  });

  test.each([-50, 50])('of a provider whose clock is %d seconds away signs in', async (away) => {
    const exp = inSeconds(away < 0 ? away : 300);
    const claims = { exp, nbf: inSeconds(away), auth_time: inSeconds(away) };
    expect((await signInWith(claims)).status).toBe(303);
  });

  test.each([
    ['expired 70 seconds ago', () => ({ exp: inSeconds(-70) })],
    ['is not valid for another 70 seconds', () => ({ nbf: inSeconds(70) })],
  ])('that %s does not', async (_, claims) => {
    expect((await signInWith(claims())).status).toBe(400);
  });
});

describe('an access token', () => {
  const ask = async (claims: object) =>
    askWith(
      api.url,
      await tokens.sign({ sub: 'ada', account_id: team.account.id, auth_time: inSeconds(0), ...claims }),
    );
  beforeAll(async () => {
    const identity = { issuer: 'https://tokens.example', subject: 'ada' };
    created(await api.operator('POST', `${team.path}/users/${team.owner.id}/identities`, identity));
  });

  test('with an auth_time of tomorrow is no recent sign-in, and one of half a minute ahead is', async () => {
    const make = async (authTime: number) =>
      (await ask({ auth_time: authTime }))('POST', `${team.path}/api-keys`, {
        name: 'm',
        scopes: ['users:read'],
      });
    await expectProblem(await make(inSeconds(86_400)), 401, 'recent_sign_in_needed');
    created(await make(inSeconds(30)));
  });

  test.each(['', 'x'.repeat(2_000), '\u0000'])(
    'with a subject that can be nobody’s is refused',
    async (sub) => {
      await expectProblem(await (await ask({ sub }))('GET', '/v1/me'), 401, 'token_invalid');
    },
  );
});

describe('the way on', () => {
  const denied = ({ state = '', iss = '' }) => ({ error: 'access_denied', state, iss });
  afterEach(() => {
    api.provider.answer = (sent) => sent;
  });

  test('after a cancelled sign-in leads by each provider to where the person wanted to go', async () => {
    api.provider.answer = denied;
    const browser = new Browser();
    const answer = await browser.send('GET', await answerFor(browser, '/a/x?tab=1&b="2"'), inBrowser());
    expect(answer.status).toBe(400);
    api.provider.answer = (sent) => sent;
    for (const provider of ['test', 'other']) {
      const [, href = ''] = new RegExp(`href="(/auth/login\\?provider=${provider}&[^"]*)"`).exec(
        answer.body,
      )!;
      const login = await browser.send('GET', at(href.replaceAll('&#38;', '&')), page());
      expect(login.status).toBe(302);
      if (provider !== 'test') continue;
      const answered = await browser.send('GET', login.headers.get('location')!, page());
      const back = await browser.send('GET', answered.headers.get('location')!, page());
      expect(back).toMatchObject({ status: 303 });
      expect(back.headers.get('location')).toBe('/a/x?tab=1&b=%222%22');
    }
  });

  test('after a sign-in that names no provider, though there are several, names them', async () => {
    const answer = await new Browser().send('GET', at('/auth/login?returnTo=/a/x'), inBrowser());
    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('provider=other') });
  });

  test('of Back after signing in leads to the target, and signs in nobody else', async () => {
    const browser = new Browser();
    const answer = await answerFor(browser, '/a/y');
    const first = await browser.send('GET', answer, page());
    expect(first.headers.get('location')).toBe('/a/y');
    const session = browser.cookies.get('127.0.0.1')?.get('rollbook_session');
    const again = await browser.send('GET', answer, page());
    expect(again).toMatchObject({ status: 303 });
    expect(again.headers.get('location')).toBe('/a/y');
    expect(browser.cookies.get('127.0.0.1')?.get('rollbook_session')).toBe(session);
    await expectProblem(await new Browser().send('GET', answer, page()), 400, 'sign_in_failed');
  });
});

test('signing in again ends the session it replaces, though the answer comes without its cookie', async () => {
  const browser = await api.signIn('ada');
  const thief = new Browser();
  thief.cookies.set('127.0.0.1', new Map(browser.cookies.get('127.0.0.1')));
  const answer = await answerFor(browser);
  const jar = browser.cookies.get('127.0.0.1')!;
  // SameSite=Strict: the provider's redirect comes from another site.
  jar.delete('rollbook_session');
  expect((await browser.send('GET', answer, page())).status).toBe(303);
  await expectProblem(await thief.send('GET', at('/v1/session')), 401, 'session_ended');
  expect((await browser.send('GET', at('/v1/session'))).status).toBe(200);
});

describe('what has ended stays so', () => {
  test('after a user was suspended and reactivated', async () => {
    const { admin, path } = await createTeam(api);
    await api.link(admin, 'bob');
    const browser = await api.signIn('bob');
    const asked = () => browser.send('GET', at('/v1/me'));
    expect((await asked()).status).toBe(200);
    await api.operator('POST', `${path}/users/${admin.id}/suspend`);
    await api.operator('POST', `${path}/users/${admin.id}/reactivate`);
    await expectProblem(await asked(), 401, 'session_ended');
    expect((await (await api.signIn('bob')).send('GET', at('/v1/me'))).status).toBe(200);
  });

  test('after an account was', async () => {
    const { admin, path } = await createTeam(api);
    await api.link(admin, 'eve');
    const browser = await api.signIn('eve');
    for (const step of ['suspend', 'reactivate'])
      await api.operator('POST', `${path}/${step}`, undefined, { 'if-match': '*' });
    await expectProblem(await browser.send('GET', at('/v1/me')), 401, 'session_ended');
  });
});
