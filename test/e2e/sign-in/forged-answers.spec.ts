import { createHmac } from 'node:crypto';
import { exportSPKI } from 'jose';
import { openSecret, sealSecret } from '../../../apps/api/src/configuration/sealed-secret.js';
import { expectProblem, type Answer } from '../../support/api/api.js';
import { Browser } from '../../support/browser/browser.js';
import { signingKey } from '../../support/api/issuer.js';
import { createTeam } from '../../support/api/people.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { startProvider, type TestProvider } from '../../support/browser/test-provider.js';

let other: TestProvider;
let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  other = await startProvider('other');
  api = await startSignInApi({}, { moreProviders: [other.configuration] });
  team = await createTeam(api);
  await api.link(team.admin, 'ada');
});
beforeEach(() => {
  Object.assign(api.provider, { person: { sub: 'ada' }, idToken: undefined, answer: (sent: object) => sent });
  Object.assign(other, { person: { sub: 'mallory' }, idToken: undefined, answer: (sent: object) => sent });
});
afterAll(async () => {
  await api.close();
  await other.close();
});

const at = (path: string) => `${api.url}${path}`;
const page = { site: 'none', mode: 'navigate', dest: 'document' } as const;

/** Signs in up to the provider's answer: the URL it sends the browser back to. */
async function answerFor(browser: Browser, provider = 'test'): Promise<string> {
  const login = await browser.send('GET', at(`/auth/login?provider=${provider}&returnTo=/health/live`), page);
  expect(login.status).toBe(302);
  const answered = await browser.send('GET', login.headers.get('location')!, page);
  return answered.headers.get('location')!;
}

const sessionOf = (browser: Browser) => browser.send('GET', at('/v1/session'));
const isSignedIn = (answer: Answer) =>
  answer.headers.getSetCookie().some((one) => one.includes('rollbook_session=rbs_'));

describe('an answer of the provider', () => {
  test('signs in only the browser that asked: nobody is signed in as somebody else (login CSRF)', async () => {
    const attackers = await answerFor(new Browser());
    const victim = new Browser();
    await expectProblem(await victim.send('GET', attackers, page), 400, 'sign_in_failed');
    await answerFor(victim);
    await expectProblem(await victim.send('GET', attackers, page), 400, 'sign_in_failed');
    await expectProblem(await sessionOf(victim), 401, 'token_missing');
  });

  test('is good once: neither the code nor the state is taken again', async () => {
    const browser = new Browser();
    const answer = await answerFor(browser);
    const kept = new Map(browser.cookies.get('127.0.0.1'));
    expect((await browser.send('GET', answer, page)).status).toBe(303);
    const thief = new Browser();
    thief.cookies.set('127.0.0.1', kept);
    await expectProblem(await thief.send('GET', answer, page), 400, 'sign_in_failed');
  });

  test('is good once also where the provider lets a code be used twice, and at the same moment', async () => {
    const browser = new Browser();
    const answer = await answerFor(browser);
    api.provider.codesAreGoodTwice = true;
    const twins = [1, 2, 3].map(() => {
      const twin = new Browser();
      twin.cookies.set('127.0.0.1', new Map(browser.cookies.get('127.0.0.1')));
      return twin.send('GET', answer, page);
    });
    const answers = await Promise.all(twins);
    api.provider.codesAreGoodTwice = false;
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400, 400]);
  });

  test('is refused with the reason: another browser, too late, or another provider', async () => {
    const browser = new Browser();
    const mixed = (await answerFor(browser, 'test')).replace('/callback/test', '/callback/other');
    const late = await answerFor(browser, 'test');
    const details = [];
    for (const [who, url] of [
      [new Browser(), late],
      [browser, mixed],
    ] as const)
      details.push((await who.send('GET', url, page)).body.detail);
    const about = 'rollbook_sign_in_';
    const { cursorSecret } = api.configuration;
    const cookies = browser.cookies.get('127.0.0.1')!;
    for (const [name, value] of cookies) {
      const opened = name.startsWith(about) ? openSecret(value, about, cursorSecret) : undefined;
      if (opened === undefined) continue;
      const past = { ...(JSON.parse(opened) as object), until: Date.now() - 1 };
      cookies.set(name, sealSecret(JSON.stringify(past), about, cursorSecret));
    }
    details.push((await browser.send('GET', late, page)).body.detail);
    expect(details).toEqual([
      'This sign-in was not started in this browser. Sign in again.',
      'This answer does not come from the identity provider with which the sign-in was started. Sign in again.',
      'This sign-in was started more than ten minutes ago. Sign in again.',
    ]);
  });

  test('with a state of its own making is refused', async () => {
    const browser = new Browser();
    const answer = new URL(await answerFor(browser));
    for (const state of ['', 'x', 'a'.repeat(43)]) {
      answer.searchParams.set('state', state);
      await expectProblem(await browser.send('GET', answer.href, page), 400, 'sign_in_failed');
    }
  });

  test('starts a new session, whatever session the browser came with (fixation)', async () => {
    const attacker = new Browser();
    await attacker.send('GET', await answerFor(attacker), page);
    const [planted] = [...attacker.cookies.get('127.0.0.1')!].filter(([name]) => name === 'rollbook_session');
    const victim = new Browser();
    victim.cookies.set('127.0.0.1', new Map([planted!]));
    await victim.send('GET', await answerFor(victim), page);
    expect(victim.cookies.get('127.0.0.1')?.get('rollbook_session')).not.toBe(planted![1]);
    await expectProblem(await sessionOf(attacker), 401, 'session_ended');
  });

  test('of one provider is not taken for that of another (mix-up)', async () => {
    const browser = new Browser();
    const honest = await answerFor(browser, 'test');
    expect(new URL(honest).pathname).toBe('/auth/callback/test');
    const mixed = honest.replace('/callback/test', '/callback/other');
    await expectProblem(await browser.send('GET', mixed, page), 400, 'sign_in_failed');
    api.provider.answer = (sent) => ({ ...sent, iss: other.configuration.issuer });
    await expectProblem(await browser.send('GET', await answerFor(browser), page), 400, 'sign_in_failed');
    api.provider.answer = ({ iss: _, ...sent }) => sent;
    await expectProblem(await browser.send('GET', await answerFor(browser), page), 400, 'sign_in_failed');
  });

  test('that says no is told without its words', async () => {
    api.provider.answer = ({ state = '', iss = '' }) => ({
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
      state,
      iss,
    });
    const browser = new Browser();
    const answer = await browser.send('GET', await answerFor(browser), {
      ...page,
      headers: { accept: 'text/html' },
    });
    expect(answer).toMatchObject({ status: 400, body: expect.not.stringContaining('alert') });
  });
});

describe('an ID token', () => {
  const refused: [string, (claims: Record<string, unknown>) => Promise<string>][] = [
    ['without a signature', (claims) => Promise.resolve(`${part({ alg: 'none' })}.${part(whole(claims))}.`)],
    [
      'signed with the public key as a shared secret',
      async (claims) => {
        const key = await exportSPKI(api.provider.keys[0]!.publicKey);
        const text = `${part({ alg: 'HS256', kid: 'first' })}.${part(whole(claims))}`;
        return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
      },
    ],
    ["signed by another provider's key", (claims) => other.sign(whole(claims))],
    [
      'signed by a key of the same name',
      async (claims) => {
        const honest = api.provider.keys;
        api.provider.keys = [await signingKey('RS256', 'first')];
        const token = await api.provider.sign(whole(claims));
        api.provider.keys = honest;
        return token;
      },
    ],
    ['for another client', (claims) => api.provider.sign({ ...claims, aud: 'another-client' })],
    ['of another issuer', (claims) => api.provider.sign({ ...claims, iss: other.configuration.issuer })],
    ['with another nonce', (claims) => api.provider.sign({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => api.provider.sign(claims)],
    ['that has expired', (claims) => api.provider.sign({ ...claims, exp: 1 })],
  ];
  const whole = (claims: Record<string, unknown>) => ({
    iss: api.provider.configuration.issuer,
    aud: api.provider.configuration.clientId,
    iat: Math.floor(Date.now() / 1_000),
    exp: Math.floor(Date.now() / 1_000) + 300,
    ...claims,
  });

  test.each(refused)('%s signs in nobody', async (_, forge) => {
    api.provider.idToken = forge;
    const browser = new Browser();
    const answer = await browser.send('GET', await answerFor(browser), page);
    await expectProblem(answer, 400, 'sign_in_failed');
    expect(isSignedIn(answer)).toBe(false);
  });

  test('signed by a key that the provider has just begun to use signs in', async () => {
    const browser = new Browser();
    await browser.send('GET', await answerFor(browser), page);
    // Unknown keys are asked for once a second.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    api.provider.keys = [...api.provider.keys, await signingKey('RS256', 'second')];
    const later = new Browser();
    expect((await later.send('GET', await answerFor(later), page)).status).toBe(303);
  });
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('where a browser is sent', () => {
  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'evil',
    '',
    '/x/..//evil.example',
    '/./\\evil.example',
    '/%0d%0aset-cookie:a=b\r\n',
    `/${'a'.repeat(1_024)}`,
  ])('is never another site: %j', async (returnTo) => {
    const answer = await new Browser().send(
      'GET',
      at(`/auth/login?provider=test&returnTo=${encodeURIComponent(returnTo)}`),
      page,
    );
    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  test.each(['/%2F%2Fevil.example', '/%5Cevil.example', '/?next=//evil.example', '/@evil.example'])(
    'stays here with %j, which is a path',
    async (returnTo) => {
      const browser = new Browser();
      const login = await browser.send(
        'GET',
        at(`/auth/login?provider=test&returnTo=${encodeURIComponent(returnTo)}`),
        page,
      );
      const answered = await browser.send('GET', login.headers.get('location')!, page);
      const back = await browser.send('GET', answered.headers.get('location')!, page);
      expect(new URL(back.headers.get('location')!, api.url).origin).toBe(api.url);
    },
  );

  test('goes by the setting, whatever host a request names', async () => {
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    const login = await new Browser().send('GET', at('/auth/login?provider=test'), {
      ...page,
      headers: forged,
    });
    const asked = new URL(login.headers.get('location')!);
    expect(asked.searchParams.get('redirect_uri')).toBe(at('/auth/callback/test'));
    expect(login.headers.getSetCookie().join()).not.toContain('evil');
  });

  test('is one of the providers only', async () => {
    await expectProblem(await new Browser().send('GET', at('/auth/login'), page), 404, 'unknown_provider');
    await expectProblem(
      await new Browser().send('GET', at('/auth/login?provider=evil'), page),
      404,
      'unknown_provider',
    );
  });
});
