import { exampleScimError } from '../../scim/protocol/scim-error.js';

const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const USER_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9';
const SERVICE_GROUP_ID = 'sgrp_01JZ3YS5N7P9R1T3V5X7Z9B1D3';
const BASE = `/scim/v2/${ACCOUNT_ID}`;
const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0';
const times = { created: '2026-03-01T09:00:00.000Z', lastModified: '2026-03-02T10:30:00.000Z' };

const user = {
  schemas: [`${CORE}:User`],
  id: USER_ID,
  externalId: '00ujl29u0le5T6Aj10h7',
  userName: 'ada@example.com',
  name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ada Lovelace' },
  displayName: 'Ada Lovelace',
  emails: [{ value: 'ada@example.com', type: 'work', primary: true }],
  active: true,
  roles: [{ value: 'member', primary: true }],
  meta: { resourceType: 'User', ...times, location: `${BASE}/Users/${USER_ID}`, version: 'W/"3"' },
};
const group = {
  schemas: [`${CORE}:Group`],
  id: SERVICE_GROUP_ID,
  displayName: 'prod',
  // Without $ref: readers of OpenAPI would follow it.
  members: [{ value: USER_ID, type: 'User', display: 'Ada Lovelace' }],
  meta: {
    resourceType: 'Group',
    ...times,
    location: `${BASE}/Groups/${SERVICE_GROUP_ID}`,
    version: 'W/"1"',
  },
};

export const SCIM_EXAMPLES: Readonly<Record<string, unknown>> = {
  ScimUser: user,
  ScimGroup: group,
  ScimList: {
    schemas: [`${MESSAGES}:ListResponse`],
    totalResults: 1,
    startIndex: 1,
    itemsPerPage: 1,
    Resources: [user],
  },
  ScimPatch: {
    schemas: [`${MESSAGES}:PatchOp`],
    Operations: [{ op: 'replace', path: 'externalId', value: '00ujl29u0le5T6Aj10h7' }],
  },
  ScimError: exampleScimError('user_not_found', 404),
  ScimServiceProviderConfig: {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 100 },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: { cursor: true, index: true, defaultPageSize: 100, maxPageSize: 100 },
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'API key', description: 'An API key with the scope scim.' },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${BASE}/ServiceProviderConfig` },
  },
  ScimSchema: {
    schemas: [`${CORE}:Schema`],
    id: `${CORE}:Group`,
    name: 'Group',
    description: 'A service group of the account.',
    attributes: [
      {
        name: 'displayName',
        type: 'string',
        multiValued: false,
        description: 'The name.',
        required: true,
        caseExact: false,
        mutability: 'readWrite',
        returned: 'default',
        uniqueness: 'server',
      },
    ],
    meta: { resourceType: 'Schema', location: `${BASE}/Schemas/${CORE}:Group` },
  },
  ScimResourceType: {
    schemas: [`${CORE}:ResourceType`],
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'A service group of the account.',
    schema: `${CORE}:Group`,
    meta: { resourceType: 'ResourceType', location: `${BASE}/ResourceTypes/Group` },
  },
};
