import { ScimRefusals } from '../../../apps/api/src/scim/set-up/scim-refusals.js';
import type { Schemas } from '#libs/client';
import { askWith, startApi, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import { createProvisioning, SCIM_BASES, USER_SCHEMA, type Provisioning } from '../../support/api/scim.js';

const MISSING_USER = 'user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';

let api: RunningApi;
let tenant: Provisioning;
let other: Provisioning;
beforeEach(async () => {
  api = await startApi();
  [tenant, other] = [await createProvisioning(api), await createProvisioning(api)];
});
afterEach(() => api.close());

async function setUpOf({ team }: Provisioning): Promise<Schemas['ScimSetUp']> {
  await api.app.get(ScimRefusals).write(-Infinity);
  const { status, body } = await team.asks.owner('GET', `${team.path}/scim`);
  expect(status).toBe(200);
  return body as Schemas['ScimSetUp'];
}

const refusalsOf = async (of: Provisioning) => (await setUpOf(of)).refusals;
const user = (userName: string) => ({ schemas: [USER_SCHEMA], userName });

test('what was refused is listed in words, newest first, without anything personal', async () => {
  const { id } = created<{ id: string }>(await tenant.scim('POST', '/Users', user('ada@x.example')));
  await tenant.scim('POST', '/Users', user('ada@x.example'));
  await tenant.scim('GET', '/Users?filter=name.givenName%20co%20%22Grace%22');
  await tenant.scim('PUT', `/Users/${id}`, user('secret.person'));
  await tenant.scim('GET', `/Users/${MISSING_USER}`);
  await tenant.scim('POST', '/secret.person@x.example', user('ada@x.example'));

  const refusals = await refusalsOf(tenant);
  expect(
    refusals.map(({ method, resource, resourceId, status, code }) => [
      method,
      resource,
      resourceId,
      status,
      code,
    ]),
  ).toEqual([
    ['GET', 'Users', MISSING_USER, 404, 'user_not_found'],
    ['PUT', 'Users', id, 400, 'invalid_email'],
    ['GET', 'Users', null, 400, 'invalid_filter'],
    ['POST', 'Users', null, 409, 'email_taken'],
  ]);
  expect(refusals.at(-1)?.remedy).toMatch(/^Somebody in this account has that email already/);
  expect(JSON.stringify(refusals)).not.toMatch(/ada|Grace|secret|example/);
});

test('a key without the scope, and a wrong account in the address, are listed for the account of the key', async () => {
  const { team } = tenant;
  const input = { name: 'wrong', scopes: ['users:read'] };
  const wrong = created<{ id: string; key: string }>(
    await team.asks.owner('POST', `${team.path}/api-keys`, input),
  );
  await askWith(api.url, wrong.key)('GET', `/scim/v2/${team.account.id}/Users`);
  await askWith(api.url, wrong.key)('GET', `/scim/v2/${other.team.account.id}/Users`);

  const { apiKeys, refusals } = await setUpOf(tenant);
  expect(refusals.map(({ apiKeyId, code }) => [apiKeyId, code])).toEqual([
    [wrong.id, 'account_not_found'],
    [wrong.id, 'not_permitted'],
  ]);
  expect(apiKeys.map(({ name, changesAdmins }) => [name, changesAdmins])).toEqual([
    ['identity provider', true],
  ]);
  expect(await refusalsOf(other)).toEqual([]);
});

test('who has no key of the account can write nothing there', async () => {
  const path = `/scim/v2/${tenant.team.account.id}/Users`;
  await askWith(api.url, 'rbk_wrong')('GET', path);
  await askWith(api.url, await api.issuer.signOperatorToken())('GET', `${path}?filter=nonsense`);
  await other.scim('GET', '/../');
  expect(await refusalsOf(tenant)).toEqual([]);
});

test('what was refused at the address of teams is listed like the rest', async () => {
  const teams = await createProvisioning(api, SCIM_BASES[1]);
  const { id } = created<{ id: string }>(await teams.scim('POST', '/Groups', { displayName: 'ops' }));
  await teams.scim('POST', '/Groups', { displayName: 'OPS' });
  await teams.scim('PATCH', `/Groups/${id}`, {});
  const refusals = await refusalsOf(teams);
  expect(refusals.map(({ resource, resourceId, code }) => [resource, resourceId, code])).toEqual([
    ['Groups', id, 'invalid_syntax'],
    ['Groups', null, 'team_name_taken'],
  ]);
  expect(refusals.at(-1)?.remedy).toMatch(/^A team with that name exists/);
});

test('a storm of refusals leaves the most recent twenty', async () => {
  for (let n = 0; n < 30; n += 1) await tenant.scim('POST', '/Users', user(`wrong ${n}`));
  expect(await refusalsOf(tenant)).toHaveLength(20);
});

test('a storm of refusals is at most one write in ten seconds', async () => {
  const recorder = api.app.get(ScimRefusals);
  await tenant.scim('POST', '/Users', user('wrong'));
  await recorder.write(-Infinity);
  await tenant.scim('POST', '/Users', user('wrong'));
  await recorder.write();
  const { team } = tenant;
  const { body } = await team.asks.owner('GET', `${team.path}/scim`);
  expect((body as Schemas['ScimSetUp']).refusals).toHaveLength(1);
  expect(await refusalsOf(tenant)).toHaveLength(2);
});

test('only those who see API keys see it', async () => {
  const { team } = tenant;
  expect((await team.asks.member('GET', `${team.path}/scim`)).status).toBe(403);
  expect((await other.team.asks.owner('GET', `${team.path}/scim`)).status).toBe(404);
});
