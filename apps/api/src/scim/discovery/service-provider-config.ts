import { MAX_COUNT, DEFAULT_COUNT } from '../protocol/query.js';
import type { ScimObject } from '../schema/conform.js';
import type { SchemaDefinition } from '../schema/attribute.js';
import type { ResourceType } from '../schema/schemas.js';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** RFC 7643, section 5; RFC 9865, section 4. The default way of paging depends on the list. */
export function serviceProviderConfig(base: string): ScimObject {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_COUNT },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    pagination: { cursor: true, index: true, defaultPageSize: DEFAULT_COUNT, maxPageSize: MAX_COUNT },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'API key',
        description: 'An API key of the account with the scope scim, as a bearer token.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

export function describeSchema(definition: SchemaDefinition, base: string): ScimObject {
  return {
    schemas: [`${CORE}:Schema`],
    ...definition,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${definition.id}` },
  };
}

export function describeResourceType(
  { name, endpoint, schema, extension }: ResourceType,
  base: string,
): ScimObject {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    description: schema.description,
    schema: schema.id,
    ...(extension && { schemaExtensions: [{ schema: extension.id, required: false }] }),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}
