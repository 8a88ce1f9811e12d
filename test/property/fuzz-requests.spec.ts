import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { startApi, type RunningApi } from '../support/api.js';
import { expectContract, openApiDocument, type OpenApiOperation } from '../support/contract.js';
import { engineClient } from '../support/engine.js';
import { createTenancy, type Tenancy } from '../support/tenant-matrix.js';

/** Requests of one run; 100,000 of them every night: ROLLBOOK_FUZZ_REQUESTS=100000. */
const REQUESTS = Number(process.env['ROLLBOOK_FUZZ_REQUESTS'] ?? 2_000);
const ANSWER_WITHIN_MS = 10_000;

let api: RunningApi;
let client: DynamoDBClient;
let tenancy: Tenancy;
/** Since the request before. */
let writes: string[] = [];
beforeAll(async () => {
  client = engineClient();
  api = await startApi();
  noteWrites(api.app.get(DynamoDBClient));
  tenancy = await createTenancy(api, client);
});
afterAll(async () => {
  await api.close();
  client.destroy();
});

/** Before the client's first call: a pipeline is put together once. */
function noteWrites(table: DynamoDBClient): void {
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        if (/Write|Put|Update|Delete/.test(commandName)) writes.push(commandName);
        return result;
      },
    { step: 'finalizeRequest', priority: 'low', name: 'noteWrites' },
  );
}

interface Route {
  [fc.toStringMethod]: () => string;
  template: string;
  method: string;
  operation: OpenApiOperation;
}

const routes: Route[] = Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    template,
    method,
    operation,
    // What a failure shows of the route.
    [fc.toStringMethod]: () => `${method} ${template}`,
  })),
);

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
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
    '../..',
    '%00',
    'a'.repeat(5_000),
  ),
);
const oddValue = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  oddText,
  fc.constantFrom(1e308, -0, 1e-200, 2 ** 53, true, null, [], {}),
);
const oddJson = fc.oneof(
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

/** The example of a body with some of it changed, left out or added: almost right is where the surprises are. */
function almostRight(example: unknown): fc.Arbitrary<string> {
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  const [first = ['name', 'x']] = fields;
  return fc
    .record({
      changed: fc.constantFrom(...fields.map(([name]) => name), first[0]),
      value: oddValue,
      left: fc.boolean(),
      intact: fc.boolean(),
      added: fc.option(fc.tuple(oddText, oddValue), { nil: undefined }),
    })
    .map(({ changed, value, left, intact, added }) => {
      if (intact) return JSON.stringify(example ?? {});
      const body: Record<string, unknown> = Object.fromEntries(fields);
      if (left) delete body[changed];
      else body[changed] = value;
      if (added) Object.defineProperty(body, added[0], { value: added[1], enumerable: true });
      return JSON.stringify(body);
    });
}

const headerValue = fc.oneof(
  fc.string({
    unit: fc.constantFrom(...Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n))),
    maxLength: 200,
  }),
  fc.constantFrom('"1"', 'W/"1"', '*', '1', '"', 'é', ''),
);

interface FuzzedRequest {
  route: Route;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
  role: 'operator' | 'owner' | 'member';
}

function pathOf({ template }: Route, ids: Record<string, string>): fc.Arbitrary<string> {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const parts = names.map((name) =>
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(ids[name] ?? '') },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%00', '%ff', 'a'.repeat(300), '%2F', '{}') },
    ),
  );
  return fc
    .tuple(...parts)
    .map((values) =>
      names.reduce((path, name, n) => path.replace(`{${name}}`, () => values[n] ?? ''), template),
    );
}

const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, '?'));

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

function queryOf({ operation }: Route): fc.Arbitrary<string> {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const name =
    known.length > 0 ? fc.oneof(fc.constantFrom(...known), oddText.map(encoded)) : oddText.map(encoded);
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '100',
      '0',
      '-1',
      '1e3',
      'true',
      'asc',
      'active',
      'owner',
      '2026-01-01T00:00:00Z',
      '%',
      '%00',
      '',
    ),
    oddText.map(encoded),
  );
  const pairs = fc
    .array(fc.tuple(name, value), { maxLength: 3 })
    .map((parts) => (parts.length === 0 ? '' : `?${parts.map((part) => part.join('=')).join('&')}`));
  return fc.oneof({ weight: 9, arbitrary: pairs }, { weight: 1, arbitrary: oddQuery });
}

function requests(ids: Record<string, string>): fc.Arbitrary<FuzzedRequest> {
  // Requests that end what the others are about would leave nothing to fuzz.
  const usable = routes.filter(({ method, template }) => method !== 'delete' && !/\/suspend$/.test(template));
  return fc.constantFrom(...usable).chain((route) => {
    const example = route.operation.requestBody?.content['application/json']?.example;
    const body = fc.oneof({ weight: 3, arbitrary: almostRight(example) }, { weight: 1, arbitrary: oddJson });
    return fc.record({
      route: fc.constant(route),
      path: fc.tuple(pathOf(route, ids), queryOf(route)).map((parts) => parts.join('')),
      body: route.method === 'get' ? fc.constant(undefined) : fc.option(body, { nil: undefined }),
      headers: fc.dictionary(
        fc.constantFrom(
          'if-match',
          'idempotency-key',
          'x-request-id',
          'x-correlation-id',
          'traceparent',
          'accept',
          'content-type',
          'content-encoding',
          'origin',
          'x-forwarded-for',
        ),
        headerValue,
        { maxKeys: 2 },
      ),
      role: fc.constantFrom('operator' as const, 'owner' as const, 'member' as const),
    });
  });
}

/** In-process and past `fetch`, which would put right what is to be sent wrong. */
async function ask({ route, path, body, headers, role }: FuzzedRequest, tokens: Record<string, string>) {
  const contentType = body === undefined ? {} : { 'content-type': 'application/json' };
  return api.app.inject({
    method: route.method.toUpperCase() as 'GET',
    url: path,
    headers: { ...contentType, ...headers, authorization: `Bearer ${tokens[role] ?? ''}` },
    ...(body !== undefined && { payload: body }),
  });
}

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), ANSWER_WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

test(`${REQUESTS} fuzzed requests get an answer of the contract, no 5xx, and write nothing when refused`, async () => {
  const { issuer } = api;
  const { owner, member, account } = tenancy.team;
  const tokens = {
    operator: await issuer.signOperatorToken(),
    owner: await issuer.signUserToken({ accountId: account.id, userId: owner.id }),
    member: await issuer.signUserToken({ accountId: account.id, userId: member.id }),
  };
  const statuses = new Map<number, number>();
  let written = 0;
  const property = fc.asyncProperty(requests(tenancy.ids), async (request) => {
    writes = [];
    const answer = await inTime(ask(request, tokens));
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/\bat .+\.(js|ts):\d+/);
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const response = new Response(null, { status: answer.statusCode, headers });
    expectContract(request.route.method.toUpperCase(), request.path, response, answer.body);
    written += writes.length;
    if (answer.statusCode >= 400) expect(writes).toEqual([]);
  });
  await fc.assert(property, { numRuns: REQUESTS, endOnFailure: true });
  expect(written).toBeGreaterThan(0);
  // The fuzzing means little when everything bounces off the first check.
  expect([...statuses.keys()].filter((status) => status < 300).length).toBeGreaterThan(1);
  expect(statuses.size).toBeGreaterThan(5);
}, 3_600_000);
