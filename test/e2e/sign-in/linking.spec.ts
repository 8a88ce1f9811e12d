import { invitationToken } from '#libs/secrets';
import { expectProblem, INVITATION_SECRET } from '../../support/api/api.js';
import { Browser } from '../../support/browser/browser.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';
import { createTeam, created } from '../../support/api/people.js';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startSignInApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  team = await createTeam(api);
});

const at = (path: string) => `${api.url}${path}`;
let count = 0;
const anybody = (what = 'person') => `${what}-${(count += 1)}`;

async function setRules(rules: object[]) {
  created(await api.operator('PATCH', team.path, { signInRules: rules }));
}

/** What the API answers a person's first sign-in with. */
async function signInAs(person: Record<string, unknown>) {
  api.provider.person = { sub: anybody('subject'), ...person };
  const browser = new Browser();
  const answer = await browser.visit(at('/auth/login?returnTo=/v1/session'));
  return { browser, answer };
}

async function historyOf(userId: string) {
  const { body } = await team.asks.owner('GET', `${team.path}/users/${userId}/events`);
  return body.data as { type: string; actor: string; data: Record<string, unknown> }[];
}

async function invite() {
  const email = `${anybody()}@invited.example`;
  const body = { name: 'Ida', email };
  const { id } = created<{ id: string }>(await team.asks.admin('POST', `${team.path}/invitations`, body));
  return { id, token: invitationToken(INVITATION_SECRET, team.account.id, `${id}.1`) };
}

describe('an invitation accepted by signing in', () => {
  const begin = (browser: Browser, token: string) =>
    browser.send('POST', at('/auth/accept-invitation'), { body: { token } });

  test('activates the user, links who signed in, and leads to the account', async () => {
    const { id, token } = await invite();
    const browser = new Browser();
    const begun = await begin(browser, token);
    expect(begun.status).toBe(200);
    expect(JSON.stringify([begun.body, ...browser.setCookies])).not.toContain(token);
    api.provider.person = { sub: anybody('subject') };
    const answered = await browser.send('GET', begun.body.redirectTo, navigation);
    const back = await browser.send('GET', answered.headers.get('location')!, navigation);
    expect(back).toMatchObject({ status: 303 });
    expect(back.headers.get('location')).toBe(`/a/${team.account.id}`);
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ userId: id });
    const events = await historyOf(id);
    expect(events.find(({ type }) => type === 'user.identity_linked')).toMatchObject({
      actor: `user:${id}`,
      data: { method: 'invitation', issuer: api.provider.configuration.issuer },
    });
  });

  test('leads back to its page, with its token, when signing in is cancelled or fails', async () => {
    const { id, token } = await invite();
    const browser = new Browser();
    const html = { ...navigation, headers: { accept: 'text/html' } };
    const failures: ((parameters: URLSearchParams) => URLSearchParams)[] = [
      (asked) => new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' }),
      (asked) => new URLSearchParams({ code: 'forged', state: asked.get('state') ?? '' }),
    ];
    for (const failed of failures) {
      const { redirectTo } = (await begin(browser, token)).body as { redirectTo: string };
      const query = failed(new URL(redirectTo).searchParams);
      const page = await browser.send('GET', at(`/auth/callback?${query.toString()}`), html);
      expect(page.status).toBe(400);
      const [, href = ''] = /href="([^"]+)"/.exec(page.body as string) ?? [];
      const link = new URL(href.replaceAll('&#38;', '&'), api.url);
      expect([link.pathname, link.search, link.hash]).toEqual(['/accept-invitation', '', `#token=${token}`]);
    }
    // It can still be accepted.
    api.provider.person = { sub: anybody('subject') };
    await browser.visit((await begin(browser, token)).body.redirectTo);
    expect((await browser.send('GET', at('/v1/session'))).body).toMatchObject({ userId: id });
  });

  test('cannot be accepted for another one with the same token, nor by a page of another site', async () => {
    const { token } = await invite();
    const [first, second] = [new Browser(), new Browser()];
    const [one, other] = [await begin(first, token), await begin(second, token)];
    api.provider.person = { sub: anybody('subject') };
    await first.visit(one.body.redirectTo, { headers: {} });
    api.provider.person = { sub: anybody('subject') };
    await expectProblem(await second.visit(other.body.redirectTo), 403, 'no_user_for_identity');
    const foreign = await second.send('POST', at('/auth/accept-invitation'), {
      site: 'cross-site',
      body: { token },
    });
    await expectProblem(foreign, 403, 'cross_site_request');
    await expectProblem(await begin(second, 'nothing'), 404, 'invitation_not_found');
  });

  test('is refused before anybody signs in, if its token was altered or used', async () => {
    const { token } = await invite();
    const last = token.endsWith('A') ? 'B' : 'A';
    await expectProblem(await begin(new Browser(), token.slice(0, -1) + last), 404, 'invitation_not_found');
    created(await new Browser().send('POST', at('/invitations/v1/accept'), { body: { token } }));
    await expectProblem(await begin(new Browser(), token), 409, 'invitation_accepted');
  });

  test('links the identity of a person who is signed in already', async () => {
    const subject = anybody('subject');
    await api.link(team.member, subject);
    const browser = await api.signIn(subject);
    const home = team;
    team = await createTeam(api);
    const { id, token } = await invite();
    const accepted = await browser.send('POST', at('/invitations/v1/accept'), { body: { token } });
    expect(accepted).toMatchObject({ status: 200, body: { userId: id } });
    const { accounts } = (await browser.send('GET', at('/v1/session'))).body;
    expect(accounts.map(({ userId }: { userId: string }) => userId).sort()).toEqual(
      [home.member.id, id].sort(),
    );
  });

  test('links nobody where the identity is another user of the account', async () => {
    const subject = anybody('subject');
    await api.link(team.member, subject);
    const browser = await api.signIn(subject);
    const { id, token } = await invite();
    const answer = await browser.send('POST', at('/invitations/v1/accept'), { body: { token } });
    await expectProblem(answer, 409, 'identity_taken');
    const user = await team.asks.admin('GET', `${team.path}/users/${id}`);
    expect(user.body.status).toBe('invited');
  });
});

describe('a verified email at the first sign-in', () => {
  const issuer = () => api.provider.configuration.issuer;
  const verified = () => ({ email: team.member.email, email_verified: true });

  test('links the user where the account allows the issuer for the domain', async () => {
    await setRules([{ issuer: issuer(), domains: ['example.com'] }]);
    const { answer } = await signInAs({ email: team.member.email.toUpperCase(), email_verified: true });
    expect(answer).toMatchObject({ status: 200, body: { userId: team.member.id } });
    expect(await historyOf(team.member.id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'user.identity_linked',
          actor: `user:${team.member.id}`,
          data: expect.objectContaining({ method: 'verified_email' }),
        }),
      ]),
    );
    const { body } = await team.asks.owner('GET', `${team.path}/events?limit=100`);
    expect(body.data.map(({ type }: { type: string }) => type)).toContain('account.sign_in_rules_changed');
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['that is not verified', () => ({ ...verified(), email_verified: false })],
    ['whose verification is a text', () => ({ ...verified(), email_verified: 'true' })],
    ['whose verification is a number', () => ({ ...verified(), email_verified: 1 })],
    ['of which nothing is said', () => ({ email: team.member.email })],
    ['of a subdomain', () => ({ ...verified(), email: team.member.email.replace('@', '@mail.') })],
    ['followed by another domain', () => ({ ...verified(), email: `${team.member.email}.evil.example` })],
    ['with two @', () => ({ ...verified(), email: `x@evil.example@example.com` })],
    ['in a list', () => ({ ...verified(), email: [team.member.email] })],
    ['with a blank', () => ({ ...verified(), email: ` ${team.member.email}` })],
  ])('%s links nobody', async (_, person) => {
    await setRules([{ issuer: issuer(), domains: ['example.com'] }]);
    await expectProblem((await signInAs(person())).answer, 403, 'no_user_for_identity');
  });

  test('links nobody where the account trusts another issuer, another domain or nobody', async () => {
    for (const rules of [
      [{ issuer: 'https://other.example', domains: ['example.com'] }],
      [{ issuer: issuer(), domains: ['example.org', 'le.com', 'sub.example.com'] }],
      [],
    ]) {
      await setRules(rules);
      await expectProblem((await signInAs(verified())).answer, 403, 'no_user_for_identity');
    }
  });

  test('links no user who is suspended, removed or invited', async () => {
    await setRules([{ issuer: issuer(), domains: ['example.com', 'invited.example'] }]);
    await team.asks.admin('POST', `${team.path}/users/${team.member.id}/suspend`);
    await expectProblem((await signInAs(verified())).answer, 403, 'no_user_for_identity');
    await team.asks.admin('DELETE', `${team.path}/users/${team.member.id}`);
    await expectProblem((await signInAs(verified())).answer, 403, 'no_user_for_identity');
    const { id } = await invite();
    const { body } = await team.asks.admin('GET', `${team.path}/users/${id}`);
    const invited = await signInAs({ email: body.email, email_verified: true });
    await expectProblem(invited.answer, 403, 'no_user_for_identity');
  });

  test('of somebody else, who got the address later, links nobody', async () => {
    await setRules([{ issuer: issuer(), domains: ['example.com'] }]);
    expect((await signInAs(verified())).answer.status).toBe(200);
    await expectProblem((await signInAs(verified())).answer, 403, 'no_user_for_identity');
  });

  test('used by ten people at once links one of them', async () => {
    await setRules([{ issuer: issuer(), domains: ['example.com'] }]);
    const browsers = Array.from({ length: 10 }, () => new Browser());
    const answers: string[] = [];
    for (const browser of browsers) {
      api.provider.person = { sub: anybody('subject'), ...verified() };
      const login = await browser.send('GET', at('/auth/login?returnTo=/v1/session'), navigation);
      const answered = await browser.send('GET', login.headers.get('location')!, navigation);
      answers.push(answered.headers.get('location')!);
    }
    const results = await Promise.all(
      browsers.map((browser, index) => browser.send('GET', answers[index]!, navigation)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([303, ...Array<number>(9).fill(403)]);
    const identities = await team.asks.admin('GET', `${team.path}/users/${team.member.id}/identities`);
    expect(identities.body.data).toHaveLength(1);
  });
});

describe('an external id at the first sign-in', () => {
  const rule = (externalIdClaim: string) => [
    { issuer: api.provider.configuration.issuer, domains: [], externalIdClaim },
  ];

  test('links the user whom SCIM provisioned with it, by the claim that the account names', async () => {
    await setRules(rule('oid'));
    const externalId = anybody('hr');
    const path = `${team.path}/users/${team.member.id}`;
    created(await api.operator('PATCH', path, { externalId }));
    await expectProblem((await signInAs({ sub: externalId })).answer, 403, 'no_user_for_identity');
    await expectProblem((await signInAs({ oid: `${externalId}0` })).answer, 403, 'no_user_for_identity');
    await expectProblem((await signInAs({ oid: [externalId] })).answer, 403, 'no_user_for_identity');
    const { answer } = await signInAs({ oid: externalId });
    expect(answer).toMatchObject({ status: 200, body: { userId: team.member.id } });
    await setRules(rule('sub'));
    const own = anybody('hr');
    created(await api.operator('PATCH', `${team.path}/users/${team.admin.id}`, { externalId: own }));
    expect((await signInAs({ sub: own })).answer).toMatchObject({ body: { userId: team.admin.id } });
  });
});

describe('the rules', () => {
  test('are set by operators only, and refused with what is wrong', async () => {
    const rules = [{ issuer: 'https://login.acme.example', domains: ['acme.example'] }];
    const byOwner = await team.asks.owner('PATCH', team.path, { signInRules: rules });
    await expectProblem(byOwner, 403, 'operator_needed');
    const wrong = await api.operator('PATCH', team.path, { signInRules: [{ ...rules[0], domains: ['*'] }] });
    await expectProblem(wrong, 400, 'invalid_sign_in_rules');
    await setRules(rules);
    expect((await team.asks.owner('GET', team.path)).body.signInRules).toEqual(rules);
  });
});

const navigation = { site: 'none', mode: 'navigate', dest: 'document' } as const;
