import { createServer } from 'node:http';
import {
  askWith,
  costOf,
  expectProblem,
  startApi,
  type RunningApi,
  expectCalls,
} from '../../support/api/api.js';
import { allInProgress } from '../../support/api/all-in-progress.js';
import { startIssuer, type TestIssuer } from '../../support/api/issuer.js';
import { createTeam, created } from '../../support/api/people.js';
import { startProvider, type TestProvider } from '../../support/browser/test-provider.js';
import { ISSUER_DEFAULTS } from '../../../apps/api/src/configuration/issuer-configuration.js';

/** Access tokens as stock providers issue them: their subject is a person of the provider, not a user of ours. */

let issuer: TestIssuer;
let discovered: TestProvider;
let api: RunningApi;
let team: Awaited<ReturnType<typeof createTeam>>;
beforeAll(async () => {
  discovered = await startProvider('discovered');
  issuer = await startIssuer('https://login.acme.example', {
    subjects: 'identities',
    operators: true,
    tokenType: 'at+jwt',
    claims: { ...ISSUER_DEFAULTS.claims, scope: 'realm_access.roles', operatorScope: 'rollbook-operator' },
  });
  const ofDiscovered = {
    ...ISSUER_DEFAULTS,
    issuer: discovered.configuration.issuer,
    jwksUrl: undefined,
    subjects: 'identities',
  } as const;
  api = await startApi({ moreIssuers: [issuer.configuration, ofDiscovered] });
  team = await createTeam(api);
  await link(team.admin.id, 'ada');
});
afterAll(async () => {
  await api.close();
  await issuer.close();
  await discovered.close();
});

async function link(userId: string, subject: string, path = team.path, named = issuer.configuration.issuer) {
  const identity = { issuer: named, subject };
  return created<{ id: string }>(await api.operator('POST', `${path}/users/${userId}/identities`, identity))
    .id;
}
const token = (claims: Record<string, unknown>, header: Record<string, string> = { typ: 'at+jwt' }) =>
  issuer.sign(claims, undefined, header);
const as = async (claims: Record<string, unknown>) => askWith(api.url, await token(claims));

test('a token whose subject is an identity speaks for the user it is linked to', async () => {
  const ask = await as({ sub: 'ada' });
  expect((await ask('GET', '/v1/me')).body).toMatchObject({ kind: 'user', id: team.admin.id, role: 'admin' });
  const path = `${team.path}/users/${team.member.id}`;
  const first = await ask('GET', path);
  expect(first.status).toBe(200);
  expectCalls(await ask('GET', path), costOf(first).calls);
  const group = await ask('POST', `${team.path}/service-groups`, { name: 'by token' });
  expect(group.body).toMatchObject({ updatedBy: `user:${team.admin.id}` });
});

test('an account whose people have such tokens has as many histories in progress as any other', async () => {
  const path = `${team.path}/users/${team.admin.id}/events?limit=100`;
  await link(team.owner.id, 'oda');
  const people = await Promise.all(['ada', 'oda'].map((sub) => as({ sub })));
  const requests = Array.from({ length: 48 }, (_, n) => () => people[n % 2]!('GET', path));
  const answers = await allInProgress(api, requests);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeGreaterThan(0);
  await expectProblem(refused[0]!, 429, 'rate_limited');
});

test('what is sent with such tokens is taken from the rate of the account', async () => {
  const limited = await startApi({
    table: api.configuration.table.name,
    masterKey: api.configuration.masterKey,
    moreIssuers: [issuer.configuration],
    rateLimit: { perSecond: 0.01, burst: 20 },
  });
  const remaining = async (sub: string) => {
    const { headers } = await askWith(limited.url, await token({ sub }))('GET', '/v1/me');
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  };
  expect([await remaining('ada'), await remaining('oda'), await remaining('ada')]).toEqual([19, 18, 17]);
  await limited.close();
});

test('whoever manages a service group does so with such a token too', async () => {
  await link(team.member.id, 'eve');
  const ask = await as({ sub: 'eve' });
  const group = created<{ id: string }>(
    await api.operator('POST', `${team.path}/service-groups`, { name: 'managed' }),
  );
  const members = `${team.path}/service-groups/${group.id}/members`;
  await expectProblem(await ask('GET', members), 403, 'not_permitted');
  created(await api.operator('PUT', `${team.path}/service-groups/${group.id}/managers/${team.member.id}`));
  expect((await ask('GET', members)).status).toBe(200);
});

test('a person with several accounts acts in the one that the path, or the token, names', async () => {
  const other = await createTeam(api);
  await link(team.member.id, 'bob');
  await link(other.owner.id, 'bob', other.path);
  const ask = await as({ sub: 'bob' });
  expect((await ask('GET', `${team.path}/users/${team.member.id}`)).status).toBe(200);
  expect((await ask('GET', `${other.path}/users`)).status).toBe(200);
  await expectProblem(await ask('GET', '/v1/me'), 403, 'account_not_chosen');
  const named = await as({ sub: 'bob', account_id: other.account.id });
  expect((await named('GET', '/v1/me')).body).toMatchObject({ id: other.owner.id, role: 'owner' });
});

test('nobody gets into an account that has no user with their identity', async () => {
  const other = await createTeam(api);
  await expectProblem(
    await (
      await as({ sub: 'ada' })
    )('GET', `${other.path}/users`),
    404,
    'account_not_found',
  );
  await expectProblem(await (await as({ sub: 'nobody' }))('GET', '/v1/me'), 403, 'no_user_for_identity');
  // A user's id is no subject of this provider.
  const forged = await as({ sub: team.owner.id, account_id: team.account.id });
  await expectProblem(await forged('GET', `${team.path}/users`), 404, 'account_not_found');
});

test('an identity that is unlinked is out at once, and one that moves to another user is that user', async () => {
  const id = await link(team.member.id, 'cy');
  const ask = await as({ sub: 'cy', account_id: team.account.id });
  expect((await ask('GET', '/v1/me')).body).toMatchObject({ id: team.member.id });
  await api.operator('DELETE', `${team.path}/users/${team.member.id}/identities/${id}`);
  await expectProblem(await ask('GET', '/v1/me'), 403, 'no_user_for_identity');
  await link(team.owner.id, 'cy');
  expect((await ask('GET', '/v1/me')).body).toMatchObject({ id: team.owner.id });
});

test('a suspended user is out at once', async () => {
  const { member, path } = await createTeam(api);
  await link(member.id, 'di', path);
  const ask = await as({ sub: 'di' });
  expect((await ask('GET', '/v1/me')).status).toBe(200);
  await api.operator('POST', `${path}/users/${member.id}/suspend`);
  await expectProblem(await ask('GET', '/v1/me'), 403, 'user_suspended');
});

test('operators are told by a role of the provider, also one inside an object', async () => {
  const ask = await as({ sub: 'ops', realm_access: { roles: ['offline_access', 'rollbook-operator'] } });
  expect((await ask('GET', '/v1/accounts')).status).toBe(200);
  const other = await as({ sub: 'ada', realm_access: { roles: ['user'] } });
  await expectProblem(await other('GET', '/v1/accounts'), 403, 'not_permitted');
});

test('an ID token is no access token where the provider tells them apart', async () => {
  const ask = askWith(api.url, await token({ sub: 'ada' }, { typ: 'JWT' }));
  await expectProblem(await ask('GET', '/v1/me'), 401, 'token_invalid');
});

test('an issuer without a key set URL is found by its discovery document', async () => {
  const { issuer: named } = discovered.configuration;
  await link(team.admin.id, 'eve', team.path, named);
  const ask = askWith(api.url, await discovered.sign({ sub: 'eve', aud: 'rollbook' }));
  expect((await ask('GET', '/v1/me')).body).toMatchObject({ id: team.admin.id });
});

test('a discovery document of another issuer is not believed', async () => {
  const server = createServer((_, response) =>
    response.end(
      JSON.stringify({ issuer: 'https://evil.example', jwks_uri: `${discovered.configuration.issuer}/keys` }),
    ),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const named = `http://127.0.0.1:${port}`;
  const misled = await startApi({
    moreIssuers: [{ ...ISSUER_DEFAULTS, issuer: named, jwksUrl: undefined, operators: true }],
  });
  const ask = askWith(
    misled.url,
    await discovered.sign({ iss: named, sub: 'x', aud: 'rollbook', scope: 'rollbook:operator' }),
  );
  await expectProblem(await ask('GET', '/v1/me'), 503, 'service_unavailable');
  await misled.close();
  server.close();
  server.closeAllConnections();
});
