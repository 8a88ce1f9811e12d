import { createHmac } from 'node:crypto';
import { exportSPKI } from 'jose';
import { askWith, costOf, expectCalls, expectProblem } from '../../support/api/api.js';
import type { Browser } from '../../support/browser/browser.js';
import { createTeam } from '../../support/api/people.js';
import { plantCopies, plantSession } from '../../support/browser/planted-session.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { holdClock, type Clock } from '../../support/clock.js';
import { indexesSettled } from '../../support/engines/engine.js';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
let identityId: string;
beforeAll(async () => {
  api = await startSignInApi();
});
beforeEach(async () => {
  team = await createTeam(api);
  identityId = await api.link(team.admin, team.admin.id);
});
afterAll(() => api.close());

const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
const at = (path: string) => `${api.url}${path}`;
const signIn = () => api.signIn(team.admin.id);
const ask = (browser: Browser) => browser.send('GET', at(`${team.path}/users`));

async function logoutToken(claims: Record<string, unknown>, header?: Record<string, string>) {
  return sendLogout(
    header ? await api.provider.sign(claims, header) : await api.provider.logoutToken(claims),
  );
}

async function sendLogout(token: string) {
  return fetch(at('/auth/backchannel-logout'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ logout_token: token }),
  });
}

describe('a session ends at once', () => {
  test('when its browser signs out, for whoever has stolen the cookie too, and leads on to the provider', async () => {
    const browser = await signIn();
    const thief = await signIn();
    thief.cookies.set('127.0.0.1', new Map(browser.cookies.get('127.0.0.1')));
    expect((await ask(thief)).status).toBe(200);
    const { body } = await browser.send('POST', at('/auth/logout'));
    const url = new URL(body.redirectTo as string);
    expect(url.origin + url.pathname).toBe(`${api.provider.configuration.issuer}/sign-out`);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(at('/'));
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(browser.cookies.get('127.0.0.1')?.has('rollbook_session')).toBe(false);
    await expectProblem(await ask(thief), 401, 'session_ended');
    expect(await browser.send('POST', at('/auth/logout'))).toMatchObject({
      status: 200,
      body: { redirectTo: '/' },
    });
  });

  test('when its user is suspended or removed', async () => {
    const browser = await signIn();
    await api.operator('POST', `${team.path}/users/${team.admin.id}/suspend`);
    await expectProblem(await ask(browser), 403, 'user_suspended');
    await api.operator('DELETE', `${team.path}/users/${team.admin.id}`);
    await expectProblem(await ask(browser), 401, 'session_ended');
  });

  test('when its account is suspended', async () => {
    const browser = await signIn();
    await api.operator('POST', `${team.path}/suspend`, undefined, { 'if-match': '*' });
    await expectProblem(await ask(browser), 403, 'account_suspended');
  });

  test('when its identity is unlinked, and stays so when that is linked again', async () => {
    const [browser, thief] = [await signIn(), await signIn()];
    await api.operator('DELETE', `${team.path}/users/${team.admin.id}/identities/${identityId}`);
    await expectProblem(await ask(browser), 401, 'session_ended');
    expect(browser.cookies.get('127.0.0.1')?.has('rollbook_session')).toBe(false);
    const sessions = async () =>
      (await team.asks.owner('GET', `${team.path}/users/${team.admin.id}/sessions`)).body.data;
    expect(await sessions()).toEqual([]);
    await api.link(team.admin, team.admin.id);
    await expectProblem(await ask(thief), 401, 'session_ended');
    expect((await ask(await signIn())).status).toBe(200);
    await indexesSettled();
    expect(await sessions()).toHaveLength(1);
  });

  test('when an admin ends it, and no other', async () => {
    const [first, second] = [await signIn(), await signIn()];
    const { body: own } = await first.send('GET', at('/v1/session'));
    const path = `${team.path}/users/${team.admin.id}/sessions`;
    const { body: list } = await team.asks.owner('GET', path);
    expect(list.data).toHaveLength(2);
    await expectProblem(await team.asks.member('GET', path), 403, 'not_permitted');
    expect((await team.asks.owner('DELETE', `${path}/${own.id}`)).status).toBe(204);
    await expectProblem(await ask(first), 401, 'session_ended');
    expect((await ask(second)).status).toBe(200);
    await expectProblem(await team.asks.owner('DELETE', `${path}/${own.id}`), 404, 'session_not_found');
  });

  test('of an owner, when an owner ends it, but no admin and no key', async () => {
    await api.link(team.owner, team.owner.id);
    const browser = await api.signIn(team.owner.id);
    const sessionId = (await browser.send('GET', at('/v1/session'))).body.id as string;
    const path = `${team.path}/users/${team.owner.id}/sessions`;
    const input = { name: 'machine', scopes: ['users:read', 'users:write', 'admins:write'] };
    const { body: issued } = await team.asks.owner('POST', `${team.path}/api-keys`, input);
    for (const ask of [team.asks.admin, askWith(api.url, issued.key as string)]) {
      await expectProblem(await ask('GET', path), 403, 'owner_needed');
      await expectProblem(await ask('DELETE', `${path}/${sessionId}`), 403, 'owner_needed');
    }
    await indexesSettled();
    expect((await team.asks.owner('GET', path)).body.data).toMatchObject([{ id: sessionId }]);
    expect((await api.operator('DELETE', `${path}/${sessionId}`)).status).toBe(204);
  });

  test('of an operator, when another operator ends it', async () => {
    api.provider.person = { groups: ['rollbook-operators'] };
    const browser = await api.signIn('ops');
    api.provider.person = {};
    const { body: own } = await browser.send('GET', at('/v1/session'));
    await indexesSettled();
    const path = '/v1/operators/ops/sessions';
    const { body: list } = await api.operator('GET', path);
    expect(list.data).toMatchObject([{ id: own.id, current: false }]);
    await expectProblem(await team.asks.owner('GET', path), 403, 'not_permitted');
    const others = `/v1/operators/others/sessions/${own.id}`;
    await expectProblem(await api.operator('DELETE', others), 404, 'session_not_found');
    const ofUser = await plantSession(api, { accountId: team.account.id, userId: team.owner.id });
    await expectProblem(await api.operator('DELETE', `${path}/${ofUser}`), 404, 'session_not_found');
    await expectProblem(await api.operator('GET', `${path}?provider=other`), 404, 'unknown_provider');
    expect((await api.operator('DELETE', `${path}/${own.id}`)).status).toBe(204);
    await expectProblem(await browser.send('GET', at('/v1/session')), 401, 'session_ended');
  });

  test('when its own user ends it from elsewhere', async () => {
    const [here, there] = [await signIn(), await signIn()];
    await indexesSettled();
    const { body: list } = await here.send('GET', at('/v1/sessions'));
    expect(list.data.map(({ current }: { current: boolean }) => current).sort()).toEqual([false, true]);
    const other = list.data.find(({ current }: { current: boolean }) => !current);
    expect((await here.send('DELETE', at(`/v1/sessions/${other.id}`))).status).toBe(204);
    await expectProblem(await ask(there), 401, 'session_ended');
    const stranger = await plantSession(api, { accountId: team.account.id, userId: team.owner.id });
    await expectProblem(await here.send('DELETE', at(`/v1/sessions/${stranger}`)), 404, 'session_not_found');
  });

  test('when the provider says so, by its session there or by the person', async () => {
    const withSid = async (sid: string) => {
      api.provider.person = { sub: team.admin.id, sid };
      const browser = await signIn();
      return browser;
    };
    api.provider.person = {};
    const [first, second] = [await withSid('s1'), await withSid('s2')];
    expect((await logoutToken({ sub: team.admin.id })).status).toBe(200);
    await expectProblem(await ask(first), 401, 'session_ended');
    await expectProblem(await ask(second), 401, 'session_ended');
  });

  test('as a logout token names it: the person, their session there, or both', async () => {
    const person = (sid?: string) => {
      api.provider.person = { sub: team.admin.id, ...(sid && { sid }) };
      return signIn();
    };
    const sessions = async () => [await person('a'), await person('b'), await person()] as const;
    const ended = async (browsers: readonly Browser[]) => {
      const answers = [];
      for (const browser of browsers) answers.push((await ask(browser)).status === 401);
      return answers;
    };
    const sub = team.admin.id;
    for (const [claims, expected] of [
      [{ sid: 'a' }, [true, false, false]],
      [{ sub, sid: 'a' }, [true, false, true]],
      [{ sub: 'another', sid: 'a' }, [false, false, false]],
      [{ sub }, [true, true, true]],
    ] as const) {
      const browsers = await sessions();
      expect((await logoutToken(claims)).status).toBe(200);
      expect(await ended(browsers)).toEqual(expected);
    }
    for (const claims of [{ sub: '' }, { sid: '' }, { sub, sid: 1 }, { sub, events: { [LOGOUT]: true } }])
      await expectProblem(await logoutToken(claims), 400, 'invalid_logout_token');
  });

  test('and is not ended by a token that is no logout token of the provider', async () => {
    const browser = await signIn();
    const sub = team.admin.id;
    const forged = [
      () => logoutToken({ sub, nonce: 'n' }),
      () => logoutToken({ sub, aud: 'another' }),
      () => logoutToken({ sub, iss: 'https://evil.example' }),
      () => logoutToken({}),
      () => logoutToken({ sub }, { typ: 'JWT' }),
    ];
    for (const send of forged) await expectProblem(await send(), 400, 'invalid_logout_token');
    expect((await ask(browser)).status).toBe(200);
  });

  test('and is not ended by a logout token that names no end of its own, or whose time is over or to come', async () => {
    const browser = await signIn();
    const now = Math.floor(Date.now() / 1_000);
    const sub = team.admin.id;
    for (const times of [
      { exp: undefined },
      { exp: now - 90 },
      { iat: undefined },
      { iat: now - 600 },
      { iat: now + 300, exp: now + 600 },
    ])
      await expectProblem(await logoutToken({ sub, ...times }), 400, 'invalid_logout_token');
    expect((await ask(browser)).status).toBe(200);
    // Clocks differ by up to a minute.
    expect((await logoutToken({ sub, exp: now - 30, iat: now - 30 })).status).toBe(200);
    await expectProblem(await ask(browser), 401, 'session_ended');
  });

  test('and is not ended by an old logout token that is sent again, if it began since', async () => {
    const sub = team.admin.id;
    const before = await signIn();
    const iat = Math.floor(Date.now() / 1_000) - 100;
    const token = await api.provider.logoutToken({ sub, iat });
    const since = await signIn();
    expect((await sendLogout(token)).status).toBe(200);
    expect((await sendLogout(token)).status).toBe(200);
    for (const browser of [before, since]) expect((await ask(browser)).status).toBe(200);
  });

  test('and is not ended by a logout token that was signed by nobody, or with the public key as a secret', async () => {
    const browser = await signIn();
    const [header = '', claims = ''] = (await api.provider.logoutToken({ sub: team.admin.id })).split('.');
    const withAlgorithm = (alg: string) => {
      const read = JSON.parse(Buffer.from(header, 'base64url').toString()) as object;
      return `${Buffer.from(JSON.stringify({ ...read, alg })).toString('base64url')}.${claims}`;
    };
    const secret = await exportSPKI(api.provider.keys[0]!.publicKey);
    const mac = createHmac('sha256', secret).update(withAlgorithm('HS256')).digest('base64url');
    for (const forged of [
      `${withAlgorithm('none')}.`,
      `${withAlgorithm('HS256')}.${mac}`,
      `${header}.${claims}.`,
    ])
      await expectProblem(await sendLogout(forged), 400, 'invalid_logout_token');
    expect((await ask(browser)).status).toBe(200);
  });
});

describe('a session ends by itself', () => {
  let clock: Clock;
  beforeEach(() => {
    clock = holdClock();
  });
  afterEach(() => clock.letGo());

  test('after its time, whether it is used or not', async () => {
    const short = await startSignInApi({}, { idleSeconds: 60, absoluteSeconds: 120 });
    const { admin, path } = await createTeam(short);
    await short.link(admin, 'ada');
    const browser = await short.signIn('ada');
    const used = () => browser.send('GET', `${short.url}${path}/users`);
    for (const seconds of [40, 40, 38]) {
      clock.turn(seconds * 1_000);
      expect((await used()).status).toBe(200);
    }
    clock.turn(3_000);
    await expectProblem(await used(), 401, 'session_ended');
    await short.close();
  });

  test('when it is not used, and goes on when it is', async () => {
    const short = await startSignInApi({}, { idleSeconds: 5, absoluteSeconds: 120 });
    const { admin, path, asks } = await createTeam(short);
    await short.link(admin, 'ada');
    const browser = await short.signIn('ada');
    const used = () => browser.send('GET', `${short.url}${path}/users`);
    for (let round = 0; round < 3; round += 1) {
      clock.turn(2_000);
      expect((await used()).status).toBe(200);
    }
    const sessions = async () => (await asks.owner('GET', `${path}/users/${admin.id}/sessions`)).body.data;
    await indexesSettled();
    expect(await sessions()).toHaveLength(1);
    clock.turn(5_100);
    expect(await sessions()).toEqual([]);
    await expectProblem(await used(), 401, 'session_ended');
    await short.close();
  });
});

test('ten thousand sessions of one user are listed by pages, each one table call, and ended by one logout', async () => {
  const user = { accountId: team.account.id, userId: team.admin.id };
  const subject = team.admin.id;
  const { issuer } = api.provider.configuration;
  const planted = await plantSession(api, user, { issuer, subject });
  await plantCopies(api, planted, 10_000);
  const browser = await signIn();
  await indexesSettled();
  const page = await browser.send('GET', at('/v1/sessions?limit=100'));
  expect(page.body.data).toHaveLength(100);
  expect(page.body.nextCursor).not.toBeNull();
  // The session itself, and the list.
  expectCalls(page, 2);
  expectCalls(await ask(browser), costOf(await team.asks.admin('GET', `${team.path}/users`)).calls);
  expect((await logoutToken({ sub: subject })).status).toBe(200);
  await expectProblem(await ask(browser), 401, 'session_ended');
  const { body } = await team.asks.owner('GET', `${team.path}/users/${subject}/sessions`);
  expect(body.data).toEqual([]);
});

test('of two users who are linked to one identity at the same moment, one is', async () => {
  const { issuer } = api.provider.configuration;
  const link = (userId: string) =>
    api.operator('POST', `${team.path}/users/${userId}/identities`, { issuer, subject: 'contended' });
  const answers = await Promise.all([link(team.owner.id), link(team.member.id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  const winner = answers.find(({ status }) => status === 201)?.body.userId;
  const browser = await api.signIn('contended');
  expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ userId: winner });
});
