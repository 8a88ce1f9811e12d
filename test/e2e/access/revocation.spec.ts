import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ApiKeyVerifier } from '../../../apps/api/src/auth/api-keys/api-key-verifier.js';
import { askWith, startApi, type Ask, type RunningApi } from '../../support/api/api.js';
import { codeOf, openApiDocument } from '../../support/contract.js';
import { engineClient } from '../../support/engines/engine.js';
import { createUser } from '../../support/api/people.js';
import { createTenancy, filled, withIds, type Tenancy } from '../../support/api/tenant-matrix.js';

/**
 * Every route that asks who calls, from the OpenAPI document: who has lost access is refused on all of them. What a token
 * is worth is looked up for each request; a key is believed for some seconds, so its clock is turned.
 */
const WITHIN_MS = 5_000;

let api: RunningApi;
let client: DynamoDBClient;
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

/** What each route answers: its status and the code of its problem. */
async function answersTo(ask: Ask, { ids }: Tenancy): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const [template, item] of Object.entries(openApiDocument().paths))
    for (const [method, { security, requestBody }] of Object.entries(item)) {
      if (security?.length === 0) continue;
      const example = requestBody?.content['application/json']?.example;
      const body = example === undefined ? undefined : withIds(example, ids);
      const answer = await ask(method.toUpperCase(), filled(template, ids), body);
      answers[`${method} ${template}`] = `${answer.status} ${String(codeOf(answer.body))}`;
    }
  return answers;
}

async function expectRefusedEverywhere(ask: Ask, tenancy: Tenancy, refusal: string): Promise<void> {
  const answers = await answersTo(ask, tenancy);
  expect(Object.keys(answers).length).toBeGreaterThan(40);
  expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((route) => [route, refusal])));
}

/** Somebody whose token has just been accepted. */
async function callerAs(role: 'owner' | 'admin' | 'member', { ids }: Tenancy) {
  const user = await createUser(api, ids['accountId'] as string, role);
  const ask = await api.as(user);
  expect((await ask('GET', '/v1/me')).body).toMatchObject({ id: user.id, role });
  return { ask, path: `/v1/accounts/${user.accountId}/users/${user.id}` };
}

describe('on every route', () => {
  test('a suspended user is refused', async () => {
    const tenancy = await createTenancy(api, client);
    const { ask, path } = await callerAs('owner', tenancy);
    await api.operator('POST', `${path}/suspend`);
    await expectRefusedEverywhere(ask, tenancy, '403 user_suspended');
  });

  test('a removed user is refused', async () => {
    const tenancy = await createTenancy(api, client);
    const { ask, path } = await callerAs('owner', tenancy);
    await api.operator('DELETE', path);
    await expectRefusedEverywhere(ask, tenancy, '403 user_removed');
  });

  test('a user whose role was changed may do what the new one may, and no more', async () => {
    const tenancy = await createTenancy(api, client);
    const [changed, member] = [await callerAs('owner', tenancy), await callerAs('member', tenancy)];
    await api.operator('PATCH', changed.path, { role: 'member' });
    const answers = await answersTo(changed.ask, tenancy);
    expect(answers).toEqual(await answersTo(member.ask, tenancy));
    const refused = Object.values(answers).filter((answer) => answer === '403 not_permitted');
    expect(refused.length).toBeGreaterThan(30);
  });

  test('the users and keys of a suspended account are refused, and a revoked key', async () => {
    const tenancy = await createTenancy(api, client);
    const { ask } = await callerAs('owner', tenancy);
    const { path } = tenancy.team;
    const input = { name: 'revoked', scopes: ['users:read'] };
    const { body: issued } = await api.operator('POST', `${path}/api-keys`, input);
    const revoked = askWith(api.url, issued.key as string);
    for (const key of [revoked, tenancy.asks['api-key']])
      expect((await key('GET', '/v1/me')).status).toBe(200);
    expect((await api.operator('DELETE', `${path}/api-keys/${issued.id}`)).status).toBe(204);
    const { headers } = await api.operator('GET', path);
    await api.operator('POST', `${path}/suspend`, undefined, { 'if-match': headers.get('etag') ?? '' });
    await expectRefusedEverywhere(ask, tenancy, '403 account_suspended');
    turnClockOfKeys(WITHIN_MS);
    await expectRefusedEverywhere(revoked, tenancy, '401 token_invalid');
    await expectRefusedEverywhere(tenancy.asks['api-key'], tenancy, '403 account_suspended');
  });
});

function turnClockOfKeys(milliseconds: number): void {
  Reflect.set(api.app.get(ApiKeyVerifier), 'now', () => Date.now() + milliseconds);
}
