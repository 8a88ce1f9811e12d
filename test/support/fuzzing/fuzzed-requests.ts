import fc from 'fast-check';
import { changesOf } from './almost-right.js';
import { openApiDocument, type OpenApiOperation } from '../contract.js';
import type { Ids } from '../api/documented-requests.js';
import { COMMON_NAMES } from '../api/tenant-matrix.js';

/** Requests drawn from the OpenAPI document: right, almost right, and quite wrong. */

export interface Route {
  [fc.toStringMethod]: () => string;
  /** Method and template. */
  name: string;
  template: string;
  method: string;
  operation: OpenApiOperation;
}

export type FuzzedRole = 'operator' | 'owner' | 'member' | 'api-key' | 'stranger';

/** Path and body use the document's ids; `about` replaces them with real ones. */
export interface FuzzedRequest {
  route: Route;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  role: FuzzedRole;
}

/** Every operation of the document. */
export function documentedRoutes(): Route[] {
  return Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const name = `${method.toUpperCase()} ${template}`;
      return { name, template, method, operation, [fc.toStringMethod]: () => name };
    }),
  );
}

/**
 * One of any route. The arbitraries are created once per route, not per request: fast-check takes ten times as long to
 * create one as to draw from it.
 */
export function fuzzedRequests(): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(...documentedRoutes().map(requestsOf));
}

function requestsOf(route: Route): fc.Arbitrary<FuzzedRequest> {
  return fc
    .record({
      path: fc.tuple(pathOf(route), queryOf(route)).map((parts) => parts.join('')),
      sent: bodyOf(route),
      headers: headersOf(route),
      role: fc.oneof(
        {
          weight: 8,
          arbitrary: fc.constantFrom<FuzzedRole>('operator', 'operator', 'owner', 'member', 'api-key'),
        },
        { weight: 1, arbitrary: fc.constant<FuzzedRole>('stranger') },
      ),
    })
    .map(({ path, sent, headers, role }) => ({
      route,
      path,
      body: sent?.body,
      headers: { ...(sent && { 'content-type': sent.contentType }), ...headers },
      role,
    }));
}

export const oddText = fc.oneof(
  // Like `fc.string({ unit: 'binary' })`, which takes a second to create.
  fc
    .array(fc.nat({ max: 0x10ffff }), { maxLength: 40 })
    .map((codePoints) => String.fromCodePoint(...codePoints)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\u202e',
    '\ud800',
    'İ',
    'ﬀ'.repeat(99),
    '__proto__',
    'null',
    '../../..',
    '%00',
    'a'.repeat(5_000),
  ),
);

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'));
const oddSegment = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(encoded),
  fc.constantFrom('%', '%00', '%ff', 'a'.repeat(300), '%2F', '{}', '%F0%9F%98', '..%2f..', ';'),
);

function pathOf({ template }: Route): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{\w+\}/g)].map(([name]) => name);
  const parts = names.map((name) =>
    fc.oneof({ weight: 8, arbitrary: fc.constant(name) }, { weight: 1, arbitrary: oddSegment }),
  );
  return fc
    .tuple(...parts)
    .map((values) => names.reduce((path, name, n) => path.replace(name, () => values[n] ?? ''), template));
}

const oddQuery = fc.constantFrom(
  '?',
  '?&&=&',
  '?=1',
  '?limit',
  '?limit=1&limit=2',
  '?limit[]=1',
  '?limit[a][b]=1',
  '?__proto__=1',
  '?constructor[prototype][a]=1',
  `?${'a=1&'.repeat(800)}`,
  `?cursor=${'A'.repeat(6_000)}`,
);
const encodedOddText = oddText.map(encoded);
export const queryValue = fc.oneof(
  fc.constantFrom(
    '1',
    '100',
    '0',
    '-1',
    '1e3',
    'true',
    'asc',
    'desc',
    'active',
    'owner',
    'id',
    'name,name',
    '2026-01-01T00:00:00Z',
    '%',
    '%00',
    '',
  ),
  encodedOddText,
);

function queryOf({ operation }: Route): fc.Arbitrary<string> {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name = known.length > 0 ? fc.oneof(fc.constantFrom(...known), encodedOddText) : encodedOddText;
  const pairs = fc
    .array(fc.tuple(name, queryValue), { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.map((part) => part.join('=')).join('&')}`));
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant('') },
    { weight: 9, arbitrary: pairs },
    { weight: 1, arbitrary: oddQuery },
  );
}

export const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
  fc.constantFrom(1e308, -0, 1e-200, 2 ** 53, true, null, [], {}),
);
const oddBody = fc.oneof(
  { weight: 6, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 2, arbitrary: oddText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{"__proto__":{"a":1}}',
      '{"constructor":{"prototype":{}}}',
      `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
      `{"name":"${'a'.repeat(200_000)}"}`,
      '{"name":1e999}',
      '{"name":"a","name":"b"}',
      '\ufeff{}',
    ),
  },
);

function bodyOf({
  method,
  operation,
}: Route): fc.Arbitrary<{ body: string; contentType: string } | undefined> {
  if (method === 'get') return fc.constant(undefined);
  const contents = Object.entries(operation.requestBody?.content ?? { 'application/json': {} });
  const sent = contents.map(([contentType, { example }]: [string, { example?: unknown }]) =>
    fc
      .oneof(
        {
          weight: 1,
          arbitrary: fc.constant(typeof example === 'string' ? example : JSON.stringify(example ?? {})),
        },
        {
          weight: 3,
          arbitrary: typeof example === 'string' ? almostText(example) : almostRight(example ?? {}),
        },
        { weight: 1, arbitrary: oddBody },
      )
      .map((body) => ({ body, contentType })),
  );
  // Routes without a body should mostly be called without one.
  const without = { weight: operation.requestBody ? 1 : 4, arbitrary: fc.constant(undefined) };
  return fc.oneof(without, { weight: 6, arbitrary: fc.oneof(...sent) });
}

/** The example of a body, changed, shortened or extended at one place: almost right is where the surprises are. */
function almostRight(example: unknown): fc.Arbitrary<string> {
  return changesOf(example, { values: oddValue, names: oddText }).map(
    (change) => JSON.stringify(change(example)) ?? '',
  );
}

function almostText(example: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat({ max: example.length }), fc.nat({ max: 20 }), oddText)
    .map(([from, length, put]) => example.slice(0, from) + put + example.slice(from + length));
}

const headerValue = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))),
    maxLength: 200,
  }),
  fc.constantFrom('"1"', 'W/"1"', '*', '1', '"', 'é', ''),
);
const oddHeaders = fc.oneof(
  { weight: 1, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'if-match',
        'if-none-match',
        'idempotency-key',
        'x-request-id',
        'x-correlation-id',
        'traceparent',
        'tracestate',
        'accept',
        'content-type',
        'content-encoding',
        'origin',
        'range',
        'x-forwarded-for',
        'x-http-method-override',
      ),
      headerValue,
      { maxKeys: 2 },
    ),
  },
);
const condition = fc.constantFrom('*', '"1"', '"2"', 'W/"1"', '"1", "2"', undefined);

function headersOf({ operation }: Route): fc.Arbitrary<Record<string, string>> {
  // Needed to end anything: otherwise nothing would ever be ended.
  const conditional = operation.parameters.some(({ name }) => name === 'If-Match');
  return fc
    .tuple(conditional ? condition : fc.constant(undefined), oddHeaders)
    .map(([ifMatch, odd]) => ({ ...(ifMatch !== undefined && { 'if-match': ifMatch }), ...odd }));
}

const EXAMPLE_IDS: Record<string, RegExp> = {
  accountId: /\bacct_[0-9A-Z]{26}\b/g,
  userId: /\buser_[0-9A-Z]{26}\b/g,
  serviceGroupId: /\bsgrp_[0-9A-Z]{26}\b/g,
};

/** The request with the ids of existing things. */
export function about<Request extends Pick<FuzzedRequest, 'path' | 'body'>>(
  request: Request,
  ids: Ids,
): Request {
  const path = request.path.replace(/\{(\w+)\}/g, (name, id: string) => ids[id] ?? COMMON_NAMES[id] ?? name);
  const body = Object.entries(EXAMPLE_IDS).reduce(
    (text, [name, pattern]) => text?.replace(pattern, ids[name] ?? ''),
    request.body,
  );
  return { ...request, path, body };
}
