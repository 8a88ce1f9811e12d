import { openApiDocument, type OpenApiOperation } from '../../support/contract.js';
import { startApi, type RunningApi } from '../../support/api/api.js';
import { created } from '../../support/api/people.js';
import {
  createProvisioning,
  patch,
  SCIM_BASES,
  scimGroup,
  scimUser,
  type Provisioning,
} from '../../support/api/scim.js';

/** That every error of every route of SCIM is one of RFC 7644, section 3.12, whoever refuses: also what is before the route. */

/** RFC 7644, table 9; RFC 9865, section 2.2. */
const SCIM_TYPES = [
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidVers',
  'sensitive',
  'invalidCursor',
  'expiredCursor',
  'invalidCount',
];
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const MISSING: Readonly<Record<string, string>> = {
  userId: 'user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  serviceGroupId: 'sgrp_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
  teamId: 'team_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
};

let api: RunningApi;
let tenant: Provisioning;
let other: Provisioning;
let otherOfTeams: Provisioning;
let operator: string;
const present: Record<string, string> = {};
beforeAll(async () => {
  api = await startApi();
  [tenant, other] = [await createProvisioning(api), await createProvisioning(api)];
  otherOfTeams = await createProvisioning(api, SCIM_BASES[1]);
  operator = await api.issuer.signOperatorToken();
  present['userId'] = (await scimUser(tenant, 'ada@x.example')).id;
  present['serviceGroupId'] = (await scimGroup(tenant, 'prod')).id;
  const { asks, path } = tenant.team;
  present['teamId'] = created<{ id: string }>(await asks.owner('POST', `${path}/teams`, { name: 'ops' })).id;
});
afterAll(() => api.close());

interface Route {
  name: string;
  method: string;
  path: string;
  operation: OpenApiOperation;
}
const routes: Route[] = Object.entries(openApiDocument().paths)
  .filter(([path]) => path.startsWith('/scim/'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const filled = (path: string, { accountId = tenant.team.account.id, ...ids }: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ({ accountId, ...present, ...ids })[name] ?? 'User');

interface Attempt {
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
}

/** What a hostile or unlucky client does on any route, by the status that it is answered with. */
function attemptsOn({ method, path, operation }: Route): [status: number, why: string, Attempt][] {
  const token = { authorization: `Bearer ${operator}` };
  const json = { ...token, 'content-type': 'application/scim+json' };
  const isPublic = operation.security?.length === 0;
  const attempts: [number, string, Attempt][] = [];
  const own = filled(path, {});
  if (!isPublic) {
    attempts.push([401, 'without a token', { path: own, headers: {} }]);
    attempts.push([401, 'with a forged token', { path: own, headers: { authorization: 'Bearer x' } }]);
    const foreign = filled(path, { accountId: 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8' });
    if (path.includes('{accountId}') && !/Schemas|ResourceTypes|ServiceProviderConfig/.test(path))
      attempts.push([
        404,
        'of an unknown account',
        { path: foreign, headers: json, body: bodyOf(operation) },
      ]);
  }
  for (const name of Object.keys(MISSING).filter((each) => path.includes(`{${each}}`))) {
    const sent = { headers: json, body: bodyOf(operation) };
    attempts.push([404, 'of what is not there', { path: filled(path, { [name]: MISSING[name]! }), ...sent }]);
    attempts.push([404, 'of an impossible id', { path: filled(path, { [name]: 'no-id' }), ...sent }]);
    if (method !== 'GET') {
      const headers = { ...json, 'if-match': 'W/"999"' };
      const body = method === 'PUT' ? '{"displayName":"x","userName":"ada@x.example"}' : bodyOf(operation);
      attempts.push([412, 'with an old version', { path: own, headers, body }]);
    }
  }
  if (operation.requestBody) {
    attempts.push([400, 'with half an object', { path: own, headers: json, body: '{' }]);
    attempts.push([400, 'with a list', { path: own, headers: json, body: '[]' }]);
    attempts.push([400, 'with no body', { path: own, headers: json, body: '' }]);
    attempts.push([400, 'in Latin 1', { path: own, headers: json, body: Uint8Array.of(0x7b, 0xc4, 0x7d) }]);
    attempts.push([400, 'with a key twice', { path: own, headers: json, body: '{"a":1,"a":2}' }]);
    attempts.push([400, 'with half a pair', { path: own, headers: json, body: '{"userName":"\\ud800"}' }]);
    attempts.push([400, 'with 2^53', { path: own, headers: json, body: '{"userName":9007199254740992}' }]);
    attempts.push([
      400,
      'too deep',
      { path: own, headers: json, body: `{"a":${'['.repeat(20)}${']'.repeat(20)}}` },
    ]);
    attempts.push([413, 'too large', { path: own, headers: json, body: `{"a":"${'x'.repeat(1_100_000)}"}` }]);
    const xml = { ...token, 'content-type': 'application/xml' };
    attempts.push([415, 'in XML', { path: own, headers: xml, body: '<a/>' }]);
    const latin = { ...token, 'content-type': 'application/scim+json; charset=latin1' };
    attempts.push([415, 'that says it is Latin 1', { path: own, headers: latin, body: '{}' }]);
  }
  if (method === 'GET' && /(Users|Groups)$/.test(path))
    for (const query of [
      'filter=userName%20eq',
      'filter=userName%20eq%20%22%5Cud800%22',
      'count=x',
      'cursor=x',
    ])
      attempts.push([400, `with ${query}`, { path: `${own}?${query}`, headers: token }]);
  return attempts;
}

function bodyOf({ requestBody }: OpenApiOperation): string | undefined {
  const [content] = Object.values(requestBody?.content ?? {});
  return content && JSON.stringify(content.example);
}

describe.each(routes)('$name', (route) => {
  test('tells every error in the words of SCIM', async () => {
    const wrong: unknown[] = [];
    for (const [expected, why, { path, headers, body }] of attemptsOn(route)) {
      const answer = await fetch(`${api.url}${path}`, {
        method: route.method,
        ...(headers && { headers }),
        ...(body !== undefined && route.method !== 'GET' && { body }),
      });
      const error = (await answer.json()) as Record<string, unknown>;
      const { schemas, status, scimType, detail } = error;
      const isRight =
        answer.status === expected &&
        answer.headers.get('content-type') === 'application/scim+json; charset=utf-8' &&
        Array.isArray(schemas) &&
        schemas.includes(ERROR_SCHEMA) &&
        status === String(expected) &&
        typeof detail === 'string' &&
        detail !== '' &&
        (expected === 400 ? SCIM_TYPES.includes(scimType as string) : scimType === undefined);
      if (!isRight) wrong.push({ why, expected, status: answer.status, error });
    }
    expect(wrong).toEqual([]);
  });
});

test('another account’s key is refused in the words of SCIM, on every route that needs one', async () => {
  const guarded = routes.filter(({ operation }) => operation.security?.length !== 0);
  expect(guarded.length).toBeGreaterThan(9);
  for (const { method, path, operation } of guarded) {
    const isOfTeams = path.startsWith(SCIM_BASES[1]);
    const base = SCIM_BASES[isOfTeams ? 1 : 0];
    const foreign = filled(path, {}).replace(`${base}/${tenant.team.account.id}`, '');
    const asOther = filled(path, {});
    expect(foreign).not.toBe(asOther);
    const { body } = await (isOfTeams ? otherOfTeams : other).scim(
      method,
      `/../${tenant.team.account.id}${foreign}`,
      operation.requestBody ? patch({ op: 'replace', path: 'displayName', value: 'x' }) : undefined,
    );
    expect({ method, path, body }).toMatchObject({
      body: { schemas: expect.arrayContaining([ERROR_SCHEMA]) },
    });
    expect(body.status).toBe('404');
  }
});
