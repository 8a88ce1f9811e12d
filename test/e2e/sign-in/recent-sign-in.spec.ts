import { expectProblem } from '../../support/api/api.js';
import { createTeam } from '../../support/api/people.js';
import { startSignInApi, type SignInApi } from '../../support/browser/signed-in.js';

let api: SignInApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  api = await startSignInApi();
  team = await createTeam(api);
  await api.link(team.owner, 'ada');
});
afterAll(() => api.close());

const at = (path: string) => `${api.url}${path}`;
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
const key = { name: 'machine', scopes: ['users:write'] };

describe('what makes credentials, or cannot be undone', () => {
  test('asks for a sign-in of the last five minutes, and says how', async () => {
    api.provider.person = { auth_time: secondsAgo(400) };
    const browser = await api.signIn('ada');
    const asked = await browser.send('POST', at(`${team.path}/api-keys`), { body: key });
    await expectProblem(asked, 401, 'recent_sign_in_needed');
    expect(asked.headers.get('www-authenticate')).toContain('error="insufficient_user_authentication"');
    expect(asked.headers.get('www-authenticate')).toContain('max_age=300');
    const erasing = await browser.send('POST', at(`${team.path}/users/${team.member.id}/erase`));
    await expectProblem(erasing, 401, 'recent_sign_in_needed');
    expect((await browser.send('GET', at(`${team.path}/api-keys`))).status).toBe(200);

    api.provider.person = { sub: 'ada' };
    const before = browser.cookies.get('127.0.0.1')?.get('rollbook_session');
    await browser.visit(at('/auth/login?maxAge=300&returnTo=/health/live'));
    expect(Object.fromEntries(api.provider.asked.at(-1)!)).toMatchObject({ max_age: '300', prompt: 'login' });
    expect(browser.cookies.get('127.0.0.1')?.get('rollbook_session')).not.toBe(before);
    expect((await browser.send('POST', at(`${team.path}/api-keys`), { body: key })).status).toBe(201);
  });

  test('is not had by a provider that has asked nobody again', async () => {
    api.provider.person = { sub: 'ada', auth_time: secondsAgo(400) };
    const browser = await api.signIn('ada');
    const answer = await browser.visit(at('/auth/login?maxAge=300&returnTo=/health/live'));
    await expectProblem(answer, 400, 'sign_in_failed');
  });
});

test('metadata say whose tokens are accepted, and where access is evaluated', async () => {
  const resource = await (await fetch(at('/.well-known/oauth-protected-resource'))).json();
  expect(resource).toMatchObject({ resource: api.url, authorization_servers: [api.issuer.issuer] });
  const authZen = await (await fetch(at('/.well-known/authzen-configuration'))).json();
  expect(authZen).toMatchObject({ access_evaluation_endpoint: at('/access/v1/evaluation') });
  const refused = await fetch(at('/v1/me'));
  expect(refused.headers.get('www-authenticate')).toBe(
    `Bearer realm="rollbook", resource_metadata="${at('/.well-known/oauth-protected-resource')}"`,
  );
});
