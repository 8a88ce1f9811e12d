import type { ProblemCode } from '../problems/catalogue.js';
import { exampleScimError, PROBLEM_EXTENSION, scimStatusOf } from '../scim/protocol/scim-error.js';
import type { Attribute } from '../scim/schema/attribute.js';
import { attributesOf, GROUP_TYPE, USER_TYPE, type ResourceType } from '../scim/schema/schemas.js';
import type { Operation, Parameter, Response, Schema } from './schema/types.js';

const SCIM_JSON = 'application/scim+json';
const text: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const flag: Schema = { type: 'boolean' };
const anything: Schema = { type: 'object', additionalProperties: true };

function object(properties: Record<string, Schema>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

/** The JSON Schema of an attribute, derived from /Schemas. */
function schemaOfAttribute({ type, multiValued, subAttributes = [], description }: Attribute): Schema {
  const single = type === 'complex' ? partOf(subAttributes) : type === 'boolean' ? flag : text;
  return { ...(multiValued ? list(single) : single), description };
}

/** Without `$ref`, which readers of OpenAPI would take for their own. */
function propertiesOf(attributes: readonly Attribute[]): Record<string, Schema> {
  const own = attributes.filter(({ name }) => name !== '$ref');
  return Object.fromEntries(own.map((each) => [each.name, schemaOfAttribute(each)]));
}

function partOf(attributes: readonly Attribute[]): Schema {
  const hasReference = attributes.some(({ name }) => name === '$ref');
  return { ...object(propertiesOf(attributes)), additionalProperties: hasReference };
}

function schemaOfResource(type: ResourceType): Schema {
  const { schema, extension } = type;
  const own = propertiesOf(attributesOf(type));
  const extended = extension ? { [extension.id]: object(propertiesOf(extension.attributes)) } : {};
  return { ...object({ ...own, ...extended }, ['schemas']), description: schema.description };
}

/** Headers that are too large, or never complete, are refused before anyone knows that SCIM is spoken. */
export const BEFORE_ROUTING: readonly number[] = [408, 431];
const schemas = list(text);
const meta = object({ resourceType: text, location: text });
const supported = object({ supported: flag }, ['supported']);

/** The messages of SCIM (RFC 7644) and its resources, as the document refers to them. */
export const SCIM_SCHEMAS: Readonly<Record<string, Schema>> = {
  ScimUser: schemaOfResource(USER_TYPE),
  ScimGroup: schemaOfResource(GROUP_TYPE),
  ScimList: object(
    {
      schemas,
      totalResults: integer,
      startIndex: integer,
      itemsPerPage: integer,
      nextCursor: text,
      Resources: list(anything),
    },
    ['schemas', 'itemsPerPage', 'Resources'],
  ),
  ScimPatch: object({ schemas, Operations: list(object({ op: text, path: text, value: {} }, ['op'])) }, [
    'schemas',
    'Operations',
  ]),
  ScimError: object(
    {
      schemas,
      status: text,
      scimType: text,
      detail: text,
      [PROBLEM_EXTENSION]: object({ code: text, requestId: text }, ['code', 'requestId']),
    },
    ['schemas', 'status', 'detail', PROBLEM_EXTENSION],
  ),
  ScimServiceProviderConfig: object(
    {
      schemas,
      patch: supported,
      bulk: object({ supported: flag, maxOperations: integer, maxPayloadSize: integer }, ['supported']),
      filter: object({ supported: flag, maxResults: integer }, ['supported']),
      changePassword: supported,
      sort: supported,
      etag: supported,
      pagination: object({ cursor: flag, index: flag, defaultPageSize: integer, maxPageSize: integer }, [
        'cursor',
        'index',
      ]),
      authenticationSchemes: list(
        object({ type: text, name: text, description: text, specUri: text, primary: flag }, [
          'type',
          'name',
          'description',
        ]),
      ),
      meta,
    },
    ['schemas', 'patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag', 'authenticationSchemes'],
  ),
  ScimSchema: object({ schemas, id: text, name: text, description: text, attributes: list(anything), meta }, [
    'schemas',
    'id',
    'attributes',
  ]),
  ScimResourceType: object(
    {
      schemas,
      id: text,
      name: text,
      endpoint: text,
      description: text,
      schema: text,
      schemaExtensions: list(object({ schema: text, required: flag }, ['schema', 'required'])),
      meta,
    },
    ['schemas', 'name', 'endpoint', 'schema'],
  ),
};

/** Differences from the rest of the API: the content type, the errors, ETags on every read. */
export function completeScimOperation(
  method: string,
  operation: Operation,
  ofRepetition: NonNullable<Response['headers']>,
): void {
  const { requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  if (requestBody && body) {
    body.example = asSent(body.example);
    requestBody.content = { [SCIM_JSON]: body, 'application/json': body };
  }
  const sent = headers(method, operation);
  operation.parameters = [...(operation.parameters ?? []), ...sent];
  const isRepeatable = sent.some(({ name }) => name === 'Idempotency-Key');
  for (const [status, response] of Object.entries(responses)) {
    const ordinary = response.content?.['application/json'];
    if (ordinary) response.content = { [SCIM_JSON]: ordinary };
    if (isRepeatable && Number(status) < 300) Object.assign((response.headers ??= {}), ofRepetition);
  }
  if (method === 'get') responses['304'] ??= { description: 'The client has this version already.' };
}

function asSent(example: unknown): unknown {
  const { id: _id, meta: _meta, ...sent } = example as Record<string, unknown>;
  return sent;
}

function headers(method: string, { parameters = [], responses }: Operation): Parameter[] {
  const isAboutOne = parameters.some(({ name }) => ['userId', 'serviceGroupId', 'teamId'].includes(name));
  const header = (name: string, description: string): Parameter => {
    return { name, in: 'header', required: false, description, schema: text };
  };
  const key = header(
    'Idempotency-Key',
    'If a request is repeated with the same key, the first answer is returned.',
  );
  if (method === 'post') return '201' in responses ? [key] : [];
  if (!isAboutOne) return [];
  if (method === 'get')
    return [header('If-None-Match', 'The ETag of the version you have: 304 if it has not changed.')];
  const version = header('If-Match', 'The ETag of the version you have seen: 412 if it has changed since.');
  return method === 'delete' ? [version] : [key, version];
}

/** The body of a refusal in SCIM's own form. */
export function scimProblem(status: number, codes: readonly ProblemCode[]): NonNullable<Response['content']> {
  const code = codes.find((each) => scimStatusOf(each, status) === status) ?? 'internal_error';
  return {
    [SCIM_JSON]: {
      schema: { $ref: '#/components/schemas/ScimError' },
      example: exampleScimError(code, status),
    },
  };
}
