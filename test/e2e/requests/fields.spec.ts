import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { openApiDocument } from '../../support/contract.js';
import { engineClient } from '../../support/engines/engine.js';
import { createTenancy, filled, type Tenancy } from '../../support/api/tenant-matrix.js';

let api: RunningApi;
let client: DynamoDBClient;
let tenancy: Tenancy;
let platformKeyId: string;
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  tenancy = await createTenancy(api, client);
  const key = await api.operator('POST', '/v1/api-keys', { name: 'machine', scopes: ['users:read'] });
  platformKeyId = key.body.id;
  await askFor(tenancy.ids);
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

/** Of every list there is an entry. */
async function askFor({ accountId = '', userId = '' }: Record<string, string>): Promise<void> {
  const member = `/v1/accounts/${accountId}/service-groups/${tenancy.ids['serviceGroupId']}/members/${userId}`;
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  expect((await api.operator('PATCH', member, { expiresAt }, { 'if-match': '*' })).status).toBe(200);
  const group = { name: 'asked for', membershipRules: { membersMayAsk: true } };
  const { body } = await api.operator('POST', `/v1/accounts/${accountId}/service-groups`, group);
  const ask = await api.as({ id: userId, accountId });
  const asked = await ask('POST', `/v1/accounts/${accountId}/access-requests`, { serviceGroupId: body.id });
  expect(asked.status).toBe(201);
  const { serviceGroupId = '', teamId = '' } = tenancy.ids;
  for (const path of [
    `teams/${teamId}/members/${userId}`,
    `service-groups/${serviceGroupId}/teams/${teamId}`,
  ])
    expect((await api.operator('PUT', `/v1/accounts/${accountId}/${path}`)).status).toBe(201);
}

/** Every route of the document with the tenancy's ids in its path, so that new ones are in here by themselves. */
const routes = Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method} ${template}`,
    template,
    method,
    operation,
  })),
);
const selectable = routes.filter(({ operation }) =>
  operation.parameters.some(({ name }) => name === 'fields'),
);
const pathOf = (template: string) =>
  filled(template, template.startsWith('/v1/api-keys') ? { apiKeyId: platformKeyId } : tenancy.ids);

/** SCIM's routes ignore what they do not know, as their clients expect. */
const strict = routes.filter(
  ({ template }) =>
    !template.startsWith('/scim/') &&
    // Refused first: there is no provider, and a token is not a session. See test/e2e/sign-in.
    !/^\/(auth\/callback|v1\/session)/.test(template),
);

test.each(strict)(
  '$name refuses a query parameter that it does not know',
  async ({ template, method, operation }) => {
    const body = operation.requestBody?.content['application/json']?.example;
    // A change may have to name a version; where there is none, that is a mistake of its own.
    const takesVersion = operation.parameters.some(({ name }) => name === 'If-Match');
    const headers: Record<string, string> = takesVersion ? { 'if-match': '"1"' } : {};
    const needed = operation.parameters.filter((each) => each.in === 'query' && each.required);
    const query = needed.map(({ name, example }) => `&${name}=${String(example)}`).join('');
    const path = `${pathOf(template)}?nonsense=1${query}`;
    // What only people do in their account, no operator gets as far as.
    const isOfPeople = operation.description?.includes('For: any-user.') === true;
    const { accountId = '', userId = '' } = tenancy.ids;
    const ask = isOfPeople ? await api.as({ id: userId, accountId }) : api.operator;
    const problem = await expectProblem(
      await ask(method.toUpperCase(), path, body, headers),
      400,
      'unknown_field',
    );
    expect(problem.errors).toMatchObject([{ parameter: 'nonsense' }]);
  },
);

test('fields can be selected on every resource and list of the account', () => {
  expect(selectable.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'get /v1/accounts',
      'get /v1/accounts/{accountId}',
      'get /v1/accounts/{accountId}/users',
      'get /v1/accounts/{accountId}/users/{userId}',
      'get /v1/accounts/{accountId}/users/{userId}/service-groups',
      'get /v1/accounts/{accountId}/service-groups',
      'get /v1/accounts/{accountId}/service-groups/{serviceGroupId}/members',
      'get /v1/accounts/{accountId}/events',
      'get /v1/accounts/{accountId}/api-keys',
      'get /v1/accounts/{accountId}/jobs/{jobId}',
    ]),
  );
});

describe.each(selectable)('$name with fields', ({ template, operation }) => {
  const example = String(operation.parameters.find(({ name }) => name === 'fields')?.example);

  test('answers with these fields and the ids, each as it is without', async () => {
    const path = pathOf(template);
    const whole = await api.operator('GET', path);
    const part = await api.operator('GET', `${path}?fields=${example}`);
    expect(part.status).toBe(200);
    const versionIn = (etag: string | null) => /^"(\d+)-/.exec(etag ?? '')?.[1];
    expect(versionIn(part.headers.get('etag'))).toBe(versionIn(whole.headers.get('etag')));
    const [all, few] = [whole, part].map(({ body }) => (Array.isArray(body.data) ? body.data[0] : body));
    const names = Object.keys(all).filter(
      (name) => name === example || name === 'id' || (name.endsWith('Id') && name !== 'externalId'),
    );
    expect(few).toEqual(Object.fromEntries(names.map((name) => [name, all[name]])));
    expect(Object.keys(few).length).toBeLessThan(Object.keys(all).length);
    if (Array.isArray(whole.body.data)) expect(part.body.nextCursor).toBe(whole.body.nextCursor);
  });

  test.each(['', 'nonsense', `${example},nonsense`, `${example},`, '__proto__', 'constructor'])(
    'refuses fields=%s and names what is wrong',
    async (fields) => {
      const answer = await api.operator('GET', `${pathOf(template)}?fields=${fields}`);
      const problem = await expectProblem(answer, 400, 'unknown_field');
      expect(problem.errors).toMatchObject([{ parameter: 'fields' }]);
    },
  );
});
