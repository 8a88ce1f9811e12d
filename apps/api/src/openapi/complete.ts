import type { OpenAPIObject } from '@nestjs/swagger';
import { PERMISSIONS_OF, PLATFORM_SCOPES } from '#libs/domain';
import type { AccessRule, Permitted } from '../auth/caller/allow.decorator.js';
import { isVersioned } from '../commands/command.js';
import { PATH_IDS } from '../http/input/ids.js';
import { isOwnId } from '../http/query/fields.js';
import type { ProblemCode } from '../problems/catalogue.js';
import {
  exampleOf,
  PARAMETER_EXAMPLES,
  REQUIRED_PARAMETER_EXAMPLES,
  schemaExample,
  TEXT_EXAMPLES,
} from './examples/examples.js';
import { isScimPath } from '../scim/protocol/scim-error.js';
import { ProblemResponses, problemsOf, PROBLEM_CODE_SCHEMA, PROBLEM_SCHEMA } from './problem-responses.js';
import { BEFORE_ROUTING, completeScimOperation, SCIM_SCHEMAS } from './scim-operations.js';
import { allowDryRun, COMPONENTS, dryRunSchema, HEADERS } from './dry-run.js';
import { openAnswers, shareParts } from './shared-parts.js';
import type { Operation, Parameter, Response, Schema } from './schema/types.js';

export interface RouteDescription {
  access: AccessRule;
  problems: readonly ProblemCode[];
  fields?: readonly string[] | undefined;
}

const ETAG = { description: 'The version, for If-Match.', schema: { type: 'string' } };
const READ_ETAG = {
  description:
    'Identifies the content, for If-None-Match. For a single resource it is strong, and also valid for If-Match.',
  schema: { type: 'string' },
};
const LOCATION = { description: 'The URL of the new resource.', schema: { type: 'string' } };
const POSITION = {
  description:
    'What a reader must have seen to have seen this change, for `atLeast` of a guard: the ids of the last events of what was changed, ' +
    'separated by commas. Absent if nothing was.',
  schema: { type: 'string' },
};
const REVERTIBLE = {
  description:
    'The `correlationId` of this change, if there is a way back from all of it: `POST …/changes/{correlationId}/revert` undoes it.',
  schema: { type: 'string' },
};
const REPLAYED = { description: '`true` if this answer was given before.', schema: { type: 'string' } };

/** Adds what is the same for every route, so that no decorator has it: parameters, headers, problems, examples. */
export function completeDocument(
  document: OpenAPIObject,
  facts: ReadonlyMap<string, RouteDescription>,
): OpenAPIObject {
  const schemas = { ...(document.components?.schemas as Record<string, Schema>), ...SCIM_SCHEMAS };
  for (const [name, schema] of Object.entries(schemas)) completeSchema(name, schema);
  schemas['Problem'] = PROBLEM_SCHEMA;
  schemas['ProblemCode'] = PROBLEM_CODE_SCHEMA;
  const problems = new ProblemResponses();
  schemas['DryRun'] = dryRunSchema();
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const fact = facts.get(operation.operationId);
      if (fact) completeOperation({ path, method, schemas, problems }, operation, fact);
    }
  document.components = {
    ...document.components,
    schemas: schemas as never,
    responses: problems.components() as never,
  };
  sortEnums(document);
  openAnswers(document);
  return shareParts(document);
}

/** The compiler lists a union's members in the order in which it met them, which differs from build to build. */
function sortEnums(part: unknown): void {
  if (typeof part !== 'object' || part === null) return;
  const schema = part as { enum?: unknown };
  // Not in place: it may be the constant that a DTO was given.
  if (Array.isArray(schema.enum)) schema.enum = schema.enum.toSorted();
  for (const each of Object.values(part)) sortEnums(each);
}

function completeSchema(name: string, schema: Schema): void {
  if (schema.type === 'object' && schema.properties) schema.additionalProperties ??= false;
  for (const property of Object.values(schema.properties ?? {})) {
    // Every number of this API counts something.
    if (property.type === 'number') property.type = 'integer';
    if (property.description?.startsWith('ISO 8601')) property.format = 'date-time';
    if (property.type === 'object' && !property.properties) property.additionalProperties = true;
  }
  const example = schemaExample(name);
  if (example !== undefined) schema.examples = [example];
}

interface Place {
  path: string;
  method: string;
  schemas: Record<string, Schema>;
  problems: ProblemResponses;
}

function completeOperation(
  { path, method, schemas, problems }: Place,
  operation: Operation,
  fact: RouteDescription,
): void {
  const isWrite = method !== 'get' && path.startsWith('/v1/') && !changesNothing(path);
  const declared = [...(operation.parameters ?? []), ...fieldsParameter(fact.fields)];
  operation.parameters = completeParameters(path, declared, isWrite ? fact : undefined);
  operation.security = fact.access.public ? [] : securityOf(fact.access.permitted);
  const callers = fact.access.public
    ? 'everybody, without a credential'
    : callersOf(fact.access.permitted, path);
  operation.description = [operation.description, `For: ${callers}.`].filter(Boolean).join(' ');
  const body = operation.requestBody?.content['application/json'];
  if (body && operation.requestBody) {
    body.example = exampleOf(body.schema);
    if (method === 'patch') operation.requestBody.content['application/merge-patch+json'] = body;
  }
  for (const [contentType, media] of Object.entries(operation.requestBody?.content ?? {}))
    media.example ??= TEXT_EXAMPLES[contentType] ?? exampleOf(media.schema);
  for (const [status, response] of Object.entries(operation.responses))
    completeResponse(Number(status), method, isWrite, response);
  if (method === 'get' && path.startsWith('/v1/')) allowNotModified(operation);
  const { 200: tried, 202: accepted } = operation.responses;
  if (isWrite && accepted?.headers?.['Location'] && !tried) tryByJob(operation.parameters);
  else if (isWrite) allowDryRun(operation, schemas);
  if (fact.fields) allowPart(operation, schemas);
  const parameters = operation.parameters.map(({ name }) => name);
  const isScim = isScimPath(path);
  if (isScim) completeScimOperation(method, operation, { 'Idempotency-Replayed': REPLAYED });
  const refusals = problemsOf({
    ...fact,
    ...{ path, method, parameters },
    isWrite: isWrite || (isScim && method !== 'get'),
    hasBody: body !== undefined,
  });
  for (const [status, codes] of refusals)
    operation.responses[status] = problems.refer(status, codes, isScim && !BEFORE_ROUTING.includes(status));
}

/** What is done to a session cannot be tried or sent again. To inspect is only to look. */
function changesNothing(path: string): boolean {
  return /\/(sessions?(\/|$)|(inspect|see-as)$)/.test(path);
}

/** The roles that have one of the permissions, and the scopes that an API key needs one of. Managers are so only of what a path names. */
function callersOf(permitted: readonly Permitted[], path: string): string {
  const scopes = scopesAmong(permitted);
  const isFor = (permissions: ReadonlySet<string>) =>
    permitted.includes('anyone') ||
    [...permissions].some((each) => permitted.some((one) => mayMean(one, each)));
  const roles = Object.entries(PERMISSIONS_OF).flatMap(([role, permissions]) =>
    isFor(permissions) && (role !== 'manager' || path.includes('{serviceGroupId}')) ? [role] : [],
  );
  const others = permitted.filter((one) => one === 'self' || one === 'any-user' || one === 'session');
  return [...roles, ...others, ...(permitted.includes('anyone') ? ['api-key'] : scopes)].join(', ');
}

function scopesAmong(permitted: readonly Permitted[]): string[] {
  return PLATFORM_SCOPES.filter((scope) => permitted.some((one) => mayMean(one, scope)));
}

/** In OpenAPI 3.1 the list of a bearer scheme contains roles or scopes: an API key needs one of them. */
function securityOf(permitted: readonly Permitted[]): Record<string, string[]>[] {
  if (permitted.includes('session')) return [{ session: [] }];
  const scopes = scopesAmong(permitted);
  const anyKey = permitted.includes('anyone');
  return [{ bearer: [] }, { session: [] }, ...(anyKey || scopes.length > 0 ? [{ apiKey: scopes }] : [])];
}

/** `{kind}:write` means each of the scopes that a path can name. */
function mayMean(permitted: Permitted, scope: string): boolean {
  const pattern = permitted.replace(/^\{(\w+)\}/, (_, name: string) =>
    (PATH_IDS[name]?.pattern.source ?? '').replace(/^\^|\$$/g, ''),
  );
  return new RegExp(`^${pattern}$`).test(scope);
}

function fieldsParameter(fields: RouteDescription['fields']): Parameter[] {
  if (!fields) return [];
  const name = `(${fields.join('|')})`;
  return [
    {
      name: 'fields',
      in: 'query',
      required: false,
      description: 'Field names, separated by commas: the answer then has only these and the ids.',
      schema: { type: 'string', pattern: `^${name}(,${name})*$` },
      example: fields.find((field) => !isOwnId(field)) ?? 'id',
    },
  ];
}

function completeParameters(
  path: string,
  declared: readonly Parameter[],
  write: RouteDescription | undefined,
): Parameter[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]): Parameter => {
    const id = name as string;
    const pattern = PATH_IDS[id]?.pattern.source;
    return { name: id, in: 'path', required: true, schema: { type: 'string', ...(pattern && { pattern }) } };
  });
  const others = declared
    .filter((parameter) => parameter.in !== 'path')
    .map((parameter) => ({ ...parameter, schema: { ...parameter.schema } }));
  for (const parameter of others) {
    if (parameter.schema.type === 'number') parameter.schema.type = 'integer';
    if (parameter.schema.default !== undefined) parameter.required = false;
  }
  const parameters = [...inPath, ...others, ...(write ? writeParameters(write) : [])];
  for (const parameter of parameters) {
    const example =
      PARAMETER_EXAMPLES[parameter.name] ??
      (parameter.required ? REQUIRED_PARAMETER_EXAMPLES[parameter.name] : undefined);
    if (example !== undefined) parameter.example = example;
  }
  return parameters;
}

function writeParameters({ problems }: RouteDescription): Parameter[] {
  const header = (name: string, description: string, schema: Schema): Parameter => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  const parameters: Parameter[] = [
    {
      name: 'dryRun',
      in: 'query',
      required: false,
      description: 'Returns the events that the request would commit, and writes nothing.',
      schema: { type: 'boolean', default: false },
    },
  ];
  if (isVersioned(problems)) {
    const version =
      'The ETag of the version you have seen: 412 if it has changed since. For memberships, the user’s ETag.';
    parameters.push(header('If-Match', version, { type: 'string' }));
  }
  const key = 'If the request is repeated with the same key within 24 hours, the first answer is returned.';
  return [
    ...parameters,
    header('Idempotency-Key', key, { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' }),
  ];
}

const DESCRIPTIONS: Readonly<Record<number, string>> = { 200: 'Done.', 201: 'Created.', 204: 'Gone.' };

function completeResponse(status: number, method: string, isWrite: boolean, response: Response): void {
  response.description ||= DESCRIPTIONS[status] ?? 'Done.';
  response.headers = {
    ...HEADERS,
    ...(isWrite && {
      'Idempotency-Replayed': REPLAYED,
      'Rollbook-Position': POSITION,
      'Rollbook-Revertible': REVERTIBLE,
    }),
    ...response.headers,
  };
  for (const [contentType, media] of Object.entries(response.content ?? {}))
    if (TEXT_EXAMPLES[contentType]) media.example = TEXT_EXAMPLES[contentType];
  const content = response.content?.['application/json'];
  if (!content) return;
  const example = exampleOf(content.schema);
  if (example !== undefined) content.example = example;
  if (hasVersion(example)) response.headers['ETag'] = ETAG;
  if (method === 'post' && status === 201) response.headers['Location'] = LOCATION;
}

function hasVersion(example: unknown): boolean {
  return typeof example === 'object' && example !== null && 'version' in example;
}

/** With `fields`, only the ids are sure to be there: of the resource, or of each in a list. */
function allowPart({ responses }: Operation, schemas: Record<string, Schema>): void {
  const content = responses['200']?.content?.['application/json'];
  if (content?.schema.$ref === undefined) return;
  content.schema = { anyOf: [content.schema, partOf(content.schema.$ref, schemas)] };
}

/** What a field means is stated once. Only to describe it is a reference one of `allOf`. */
function withoutDescription({ description: _, ...schema }: Schema): Schema {
  const [only, ...others] = schema.allOf ?? [];
  return only && others.length === 0 && Object.keys(schema).length === 1 ? only : schema;
}

function partOf($ref: string, schemas: Record<string, Schema>): Schema {
  const name = $ref.slice(COMPONENTS.length);
  const whole = schemas[name] as Schema;
  const partName = name.replace(/Dto$/, 'Part');
  const item = whole.properties?.['data']?.items?.$ref;
  const list = item === undefined ? undefined : { type: 'array', items: partOf(item, schemas) };
  const fields = Object.entries(whole.properties ?? {}).map(([field, schema]): [string, Schema] => [
    field,
    withoutDescription(schema),
  ]);
  const { examples: _, ...bare } = whole;
  schemas[partName] ??= {
    ...bare,
    description: 'The fields selected by `fields`.',
    properties: { ...Object.fromEntries<Schema>(fields), ...(list && { data: list }) },
    required: list ? (whole.required ?? []) : (whole.required ?? []).filter(isOwnId),
  };
  return { $ref: `${COMPONENTS}${partName}` };
}

function allowNotModified({ parameters, responses }: Operation): void {
  const done = responses['200'];
  if (!done?.content?.['application/json']) return;
  done.headers = { ...done.headers, ETag: READ_ETAG };
  responses['304'] = {
    description: 'The content is the one named by If-None-Match.',
    headers: { ...HEADERS, ETag: READ_ETAG },
  };
  const description = 'The ETag of the answer you have: 304 if it has not changed.';
  parameters?.push({
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  });
}

/** Work left to a job is also tried by a job. */
function tryByJob(parameters: readonly Parameter[]): void {
  const dryRun = parameters.find(({ name }) => name === 'dryRun');
  if (dryRun) dryRun.description = 'Creates a job that reports what it would do, and changes nothing.';
}
