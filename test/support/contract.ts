import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { indexesSettled } from './engines/engine.js';

/** Checks every answer of the API against its OpenAPI document: status, content type, body. */

const dist = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

export interface OpenApiOperation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters: {
    name: string;
    in: string;
    required: boolean;
    schema: Record<string, unknown>;
    example?: unknown;
  }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, { schema: object; example?: unknown; examples?: object }>;
    }
  >;
}

export interface OpenApiDocument {
  openapi: string;
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, object>;
    responses: Record<string, object>;
  };
}

let document: OpenApiDocument | undefined;

/** The document of the build. The Swagger plugin does not run under Jest, so the built program prints it. */
export function openApiDocument(): OpenApiDocument {
  document ??= withoutReferences(JSON.parse(readFileSync(printedDocument(), 'utf8')) as OpenApiDocument);
  return document;
}

/** With the parameters, responses and headers of operations in their places; schemas are still referred to. */
function withoutReferences(document: OpenApiDocument): OpenApiDocument {
  const resolved = <Part>(part: Part): Part => {
    const { $ref } = part as { $ref?: string };
    const [kind = '', name = ''] = $ref?.split('/').slice(2) ?? [];
    return $ref === undefined
      ? part
      : (document.components as unknown as Record<string, Record<string, Part>>)[kind]![name]!;
  };
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    operation.parameters = operation.parameters.map(resolved);
    for (const [status, response] of Object.entries(operation.responses))
      operation.responses[status] = resolved(response);
  }
  return document;
}

/** The file of the document, as it is served. */
export function printedDocument(): string {
  const file = dist('openapi.json');
  if (modified(file) > modified(dist('.source-stamp'))) return file;
  const { status, stdout, stderr } = spawnSync(process.execPath, [dist('apps/api/src/print-openapi.js')], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`The OpenAPI document cannot be printed: ${stderr}`);
  writeFileSync(`${file}.${process.pid}`, stdout);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

/** Asserts that a value matches a schema of the document. */
export function expectValid(schema: object, value: unknown, what: string): void {
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema({ $id: 'document', components: closed(openApiDocument().components) });
  }
  const key = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = validators.get(key) ?? ajv.compile(closed(JSON.parse(key) as object));
  validators.set(key, validate);
  if (!validate(value))
    throw new Error(
      `${what} breaks the contract: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
    );
}

/** Clients accept fields that they do not know, but the API has none that the document does not name. */
function closed<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(closed) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, each]) => [name, closed(each as unknown)]);
  const isObject = 'properties' in part && 'type' in part && part.type === 'object';
  return Object.fromEntries([...(isObject ? [['additionalProperties', false]] : []), ...entries]) as Part;
}

/** The pattern of each path template. */
let patterns: [string, RegExp][] | undefined;

export function operationOf(
  method: string,
  path: string,
): { operation: OpenApiOperation; template: string } | undefined {
  patterns ??= Object.keys(openApiDocument().paths).map((template): [string, RegExp] => [
    template,
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
  ]);
  // Exact segments first: /users/{userId}/events is not /users/{userId}.
  for (const [template, pattern] of patterns) {
    const operation = pattern.test(path)
      ? openApiDocument().paths[template]?.[method.toLowerCase()]
      : undefined;
    if (operation) return { operation, template };
  }
  return undefined;
}

/** Answers that no route documents, because they precede routing. */
const BEFORE_ROUTING = new Set([
  'route_not_found',
  'method_not_allowed',
  'request_timeout',
  'url_too_long',
  'headers_too_large',
]);

const TEXTS = new Set(['text/csv', 'text/plain', 'application/x-ndjson', 'application/octet-stream']);
const SCIM_PROBLEM = 'urn:rollbook:params:scim:api:messages:2.0:Problem';

/** The code of a problem; SCIM's errors have it in another field. */
export function codeOf(body: unknown): string | undefined {
  const problem = (body ?? {}) as { code?: string; [SCIM_PROBLEM]?: { code?: string } };
  return problem.code ?? problem[SCIM_PROBLEM]?.code;
}

/**
 * Asserts that an answer is documented for its route. Routes that exist only in tests are only checked for their problems.
 * @param prefer the `Prefer` of the request
 */
export function expectContract(
  method: string,
  pathAndQuery: string,
  answer: Response,
  text: string,
  prefer: string | null = null,
): void {
  const [path = '', query = ''] = pathAndQuery.split('?');
  const what = `${method} ${path} → ${answer.status}`;
  const contentType = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const isJson = /[/+]json$/.test(contentType);
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : TEXTS.has(contentType) ? text : undefined;
  if (answer.status >= 400 && method !== 'HEAD') {
    const [type, schema] = path.startsWith('/scim/')
      ? ['application/scim+json', 'ScimError']
      : ['application/problem+json', 'Problem'];
    if (contentType !== type) throw new Error(`${what} is no problem: ${contentType}`);
    expectValid({ $ref: `#/components/schemas/${schema}` }, body, what);
  }
  const found = operationOf(method, path);
  if (!found || BEFORE_ROUTING.has(codeOf(body) ?? '')) return;
  const { responses } = found.operation;
  const isAsked = new URLSearchParams(query).has('dryRun') || prefer !== null;
  const documented =
    responses[answer.status] ?? (answer.status === 200 && isAsked ? responses['2XX'] : undefined);
  if (!documented) throw new Error(`${what} is not documented.`);
  const media = documented.content?.[contentType];
  if (!media && text !== '') throw new Error(`${what} has an undocumented content type: ${contentType}`);
  const selected = new URLSearchParams(query).has('fields');
  // Without `fields` an answer is complete, which is the first documented schema.
  const { anyOf: [whole = media?.schema ?? {}] = [] } = (media?.schema ?? {}) as { anyOf?: object[] };
  if (media) expectValid(selected ? media.schema : whole, body, what);
}

const origins = new Set<string>();
let watching = false;

/** Whether the document tells its readers that an answer may lack what was written just before. */
function isEventual(method: string, path: string): boolean {
  const { summary = '', description = '' } = operationOf(method, path)?.operation ?? {};
  return /eventually\s+consistent|may take a moment to appear/i.test(summary + description);
}

/**
 * From now on every answer that `fetch` gets from this origin is checked against the contract. What is documented as eventually
 * consistent is asked for once the indexes show everything written before.
 * @returns ends it: something else may get the port when the API has left it
 */
export function watchContract(origin: string): () => void {
  origins.add(origin);
  if (!watching) watchFetch();
  return () => void origins.delete(origin);
}

function watchFetch(): void {
  watching = true;
  const unwatched = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (origins.has(url.origin) && isEventual(init?.method ?? 'GET', url.pathname)) await indexesSettled();
    const answer = await unwatched(input, init);
    if (origins.has(url.origin) && !url.pathname.startsWith('/docs') && url.pathname !== '/openapi.json')
      expectContract(
        init?.method ?? 'GET',
        `${url.pathname}${url.search}`,
        answer,
        await answer.clone().text(),
        new Headers(init?.headers).get('prefer'),
      );
    return answer;
  };
}
