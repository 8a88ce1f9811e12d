import { ulid } from 'ulid';
import { AGGREGATES } from '#libs/domain';
import type { RunningApi } from './api.js';
import { openApiDocument, type OpenApiOperation } from '../contract.js';
import { askForAccess, createAccount, createServiceGroup, createUser } from './people.js';
import { plantSession } from '../browser/planted-session.js';
import { COMMON_NAMES, makeFromExample, withIds } from './tenant-matrix.js';

export type Ids = Record<string, string>;

/** A request built from the examples in the OpenAPI document. */
export interface DocumentedRequest {
  name: string;
  template: string;
  method: string;
  operation: OpenApiOperation;
  /** Its path and body, with these ids. */
  about(ids: Ids): { path: string; body: unknown };
}

/**
 * One for each route of the document, so that new routes are included automatically. Those that stream rows are left to
 * their own specs.
 */
export function documentedRequests(): DocumentedRequest[] {
  return Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
    Object.entries(item)
      .filter(isJson)
      .map(([method, operation]) => {
        const example = operation.requestBody?.content['application/json']?.example;
        return {
          name: `${method.toUpperCase()} ${template}`,
          template,
          method: method.toUpperCase(),
          operation,
          about: (ids: Ids) => ({
            path: template.replace(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? COMMON_NAMES[id] ?? ''),
            body: example === undefined ? undefined : withIds(example, ids),
          }),
        };
      }),
  );
}

function isJson([, { requestBody, responses }]: [string, OpenApiOperation]): boolean {
  const contents = [requestBody?.content, responses['200']?.content];
  return contents.every((content) => !content || 'application/json' in content);
}

/** What a write needs in order to have something to do. */
const PREPARATIONS: Record<string, (api: RunningApi, path: string, ids: Ids) => Promise<unknown>> = {
  'POST /v1/accounts/{accountId}/reactivate': ({ operator }, path) =>
    operator('POST', `${path}/suspend`, undefined, { 'if-match': '*' }),
  'POST /v1/accounts/{accountId}/users/{userId}/activate': async ({ operator }, path, ids) => {
    const input = { name: 'Invited', email: 'invited@example.com', status: 'invited' };
    ids['userId'] = (await operator('POST', `${path}/users`, input)).body.id;
  },
  'POST /v1/accounts/{accountId}/users/{userId}/reactivate': ({ operator }, path, { userId }) =>
    operator('POST', `${path}/users/${userId}/suspend`),
  'POST /v1/accounts/{accountId}/users/{userId}/erase': ({ operator }, path, { userId }) =>
    operator('DELETE', `${path}/users/${userId}`),
  // With the access role of the example.
  'PUT /v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}': (api, _, { accountId }) =>
    makeFromExample(api, accountId!, 'accessRolesId'),
  'DELETE /v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}': (
    { operator },
    path,
    ids,
  ) => operator('PUT', `${path}/service-groups/${ids['serviceGroupId']}/members/${ids['userId']}`),
  'PATCH /v1/accounts/{accountId}/service-groups/{serviceGroupId}/members/{userId}': (
    { operator },
    path,
    ids,
  ) => operator('PUT', `${path}/service-groups/${ids['serviceGroupId']}/members/${ids['userId']}`),
  'DELETE /v1/accounts/{accountId}/service-groups/{serviceGroupId}/managers/{userId}': (
    { operator },
    path,
    ids,
  ) => operator('PUT', `${path}/service-groups/${ids['serviceGroupId']}/managers/${ids['userId']}`),
  'PATCH /v1/accounts/{accountId}/teams/{teamId}/members/{userId}': ({ operator }, path, ids) =>
    operator('PUT', `${path}/teams/${ids['teamId']}/members/${ids['userId']}`),
  'DELETE /v1/accounts/{accountId}/teams/{teamId}/members/{userId}': ({ operator }, path, ids) =>
    operator('PUT', `${path}/teams/${ids['teamId']}/members/${ids['userId']}`),
  // With the access role of the example.
  'PUT /v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}': (api, _, { accountId }) =>
    makeFromExample(api, accountId!, 'accessRolesId'),
  'PATCH /v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}': (
    { operator },
    path,
    ids,
  ) => operator('PUT', `${path}/service-groups/${ids['serviceGroupId']}/teams/${ids['teamId']}`),
  'DELETE /v1/accounts/{accountId}/service-groups/{serviceGroupId}/teams/{teamId}': (
    { operator },
    path,
    ids,
  ) => operator('PUT', `${path}/service-groups/${ids['serviceGroupId']}/teams/${ids['teamId']}`),
  'POST /v1/accounts/{accountId}/webhook-endpoints/{webhookEndpointId}/enable': (
    { operator },
    path,
    { webhookEndpointId },
  ) => operator('POST', `${path}/webhook-endpoints/${webhookEndpointId}/disable`),
  'POST /v1/accounts/{accountId}/log-streams/{logStreamId}/enable': ({ operator }, path, { logStreamId }) =>
    operator('POST', `${path}/log-streams/${logStreamId}/disable`),
  'POST /v1/accounts/{accountId}/jobs/{jobId}/resume': ({ operator }, path, { jobId }) =>
    operator('POST', `${path}/jobs/${jobId}/pause`),
};

/** A separate account with whatever the path of a request names, so that a write has something to do. */
export async function prepareFor(
  api: RunningApi,
  { name, template }: Pick<DocumentedRequest, 'name' | 'template'>,
): Promise<Ids> {
  const { id: accountId } = await createAccount(api);
  const path = `/v1/accounts/${accountId}`;
  const { id: userId } = await createUser(api, accountId, 'admin');
  const { id: serviceGroupId } = await createServiceGroup(api, accountId);
  const ids: Ids = { accountId, userId, serviceGroupId, eventId: `${userId}.1` };
  if (template.includes('{jobId}')) {
    const { id } = await createServiceGroup(api, accountId);
    const removal = await api.operator('DELETE', `${path}/service-groups/${id}`);
    ids['jobId'] = /job_\w+/.exec(removal.headers.get('link') ?? '')?.[0] ?? '';
  }
  if (template.includes('/imports/')) {
    const row = { name: 'Imported', email: 'imported@example.com' };
    const ndjson = { 'content-type': 'application/x-ndjson' };
    ids['jobId'] = (await api.operator('POST', `${path}/import/users`, row, ndjson)).body.id;
  }
  if (template.includes('{correlationId}')) {
    ids['correlationId'] = `req_${ulid()}`;
    const member = `${path}/service-groups/${serviceGroupId}/members/${userId}`;
    await api.operator('PUT', member, undefined, { 'x-correlation-id': ids['correlationId'] });
  }
  if (template.includes('{apiKeyId}')) {
    const key = { name: 'of a machine', scopes: ['users:read'] };
    const keys = template.startsWith('/v1/api-keys') ? '/v1/api-keys' : `${path}/api-keys`;
    ids['apiKeyId'] = (await api.operator('POST', keys, key)).body.id;
  }
  if (template.includes('{identityId}')) {
    const identity = { issuer: 'https://login.acme.example', subject: '248289761001' };
    const linked = await api.operator('POST', `${path}/users/${ids['userId']}/identities`, identity);
    ids['identityId'] = linked.body.id;
  }
  if (template.includes('{sessionId}')) ids['sessionId'] = await plantSession(api, { accountId, userId });
  if (template.includes('{accessRequestId}'))
    ids['accessRequestId'] = (await askForAccess(api, { accountId, serviceGroupId })).id;
  if (template.includes('{webhookEndpointId}')) {
    const input = { url: 'https://hooks.acme.example/' };
    ids['webhookEndpointId'] = (await api.operator('POST', `${path}/webhook-endpoints`, input)).body.id;
  }
  for (const { idName } of Object.values(AGGREGATES))
    if (template.includes(`{${idName}}`)) ids[idName] ??= await makeFromExample(api, accountId, idName);
  if (template.includes('/invitations/{userId}')) {
    const input = { name: 'Invited', email: 'invited@example.com' };
    ids['userId'] = (await api.operator('POST', `${path}/invitations`, input)).body.id;
  }
  if (template.endsWith('/cancel')) {
    const body = { action: 'suspend', userIds: [ids['userId']] };
    ids['jobId'] = (await api.operator('POST', `${path}/bulk-jobs`, body)).body.id;
  }
  await PREPARATIONS[name]?.(api, path, ids);
  return ids;
}
