import { AsyncLocalStorage } from 'node:async_hooks';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { ACCOUNT_SCOPES } from '#libs/domain';
import { startApi, type RunningApi } from '../support/api/api.js';
import { rulesOf } from '../../apps/api/src/http/input/compiled/dto-rules.js';
import { expectContract } from '../support/contract.js';
import { prepareFor, type Ids } from '../support/api/documented-requests.js';
import {
  about,
  documentedRoutes,
  fuzzedRequests,
  type FuzzedRequest,
  type FuzzedRole,
  type Route,
} from '../support/fuzzing/fuzzed-requests.js';
import { sameBothWays, type Outcome } from '../support/validated-both-ways.js';
import { almostRight, exampleOf, validatedDtos } from '../support/validated-dtos.js';

/** Requests of one run; 100,000 of them every night: ROLLBOOK_FUZZ_REQUESTS=100000. */
const REQUESTS = Number(process.env['ROLLBOOK_FUZZ_REQUESTS'] ?? 2_000);
/** What must pass before a change is taken asks the same each time; what is not known yet is for the night to find. */
const SEED = REQUESTS > 2_000 ? Number(process.env['ROLLBOOK_SEED'] ?? Date.now() % 2 ** 31) : 1;
/** Values of each class of bodies and query strings, which are validated in two ways. */
const VALUES = Math.ceil(REQUESTS / 100);
/** So many are under way together, while the table answers the others. */
const AT_ONCE = 4;
const ANSWER_WITHIN_MS = 120_000;
/** After so many requests the account that most of them are about is left for a new one: it fills up. */
const WORLD_LASTS = 2_000;

let api: RunningApi;
/** The writes of the request that is being answered. Others go on beside it: the last use of API keys is noted. */
const writesOf = new AsyncLocalStorage<string[]>();
beforeAll(async () => {
  api = await startApi();
  noteWrites(api.app.get(DynamoDBClient));
});
afterAll(() => api.close());

/** Before the client's first call: a pipeline is put together once. */
function noteWrites(table: DynamoDBClient): void {
  table.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const isChange = /Write|Put|Update|Delete/.test(commandName) && !isCounted(args.input);
        if (isChange) writesOf.getStore()?.push(commandName);
        return result;
      },
    { step: 'finalizeRequest', priority: 'low', name: 'noteWrites' },
  );
}

/** What a refused request uses of a rate is used, and whoever sends it is here. */
function isCounted(input: object): boolean {
  return /"(rate-limit|last-seen):/.test(JSON.stringify(input));
}

/** An account that requests are about, and who sends them. */
interface World {
  ids: Ids;
  tokens: Partial<Record<FuzzedRole, string>>;
}

async function tokenIn({ ids, tokens }: World, role: FuzzedRole): Promise<string> {
  return (tokens[role] ??= await tokenFor(role, ids['accountId'] ?? ''));
}

/** In an account that was suspended meanwhile nobody can be added: there they are strangers. */
async function tokenFor(role: FuzzedRole, accountId: string): Promise<string> {
  if (role === 'operator') return api.issuer.signOperatorToken();
  if (role === 'stranger') return STRANGER;
  const path = `/v1/accounts/${accountId}`;
  if (role === 'api-key') {
    const machine = { name: 'machine', scopes: ACCOUNT_SCOPES };
    return (await api.operator('POST', `${path}/api-keys`, machine)).body.key ?? STRANGER;
  }
  const person = { name: role, email: `${role}-of-it@example.com`, role };
  const { id: userId } = (await api.operator('POST', `${path}/users`, person)).body;
  return userId ? api.issuer.signUserToken({ accountId, userId }) : STRANGER;
}

const STRANGER = 'nobody has signed this';

/** Every id that a path can name. */
async function makeWorld(): Promise<World> {
  const template = '{jobId}{apiKeyId}{webhookEndpointId}';
  return { ids: await prepareFor(api, { name: '', template }), tokens: {} };
}

/** What ends what it is about, so that the same request would find nothing to do. */
const ENDS = /^DELETE |\/(suspend|disable|pause|erase)$/;
/** What needs more than is in a world for all. */
const NEEDS_ITS_OWN =
  /\/(invitations|imports)\/\{|^POST .*\/(activate|reactivate|enable|resume)$|\/v1\/api-keys\/\{/;

/** The worlds of a run. What ends something, or needs something, has one of its own until something in it has ended. */
class Worlds {
  private readonly own = new Map<string, Promise<World>>();
  private forAll: Promise<World> | undefined;
  private asked = 0;

  of(route: Route): Promise<World> {
    this.asked += 1;
    if (this.asked % WORLD_LASTS === 0) this.forAll = undefined;
    if (!this.hasItsOwn(route)) return (this.forAll ??= makeWorld());
    const own = this.own.get(route.name) ?? prepareFor(api, route).then((ids) => ({ ids, tokens: {} }));
    this.own.set(route.name, own);
    return own;
  }

  /** Called after each request that wrote something. */
  changed(route: Route): void {
    this.own.delete(route.name);
  }

  private hasItsOwn({ name }: Route): boolean {
    return ENDS.test(name) || NEEDS_ITS_OWN.test(name);
  }
}

/** In-process and past `fetch`, which would put right what is to be sent wrong. */
function ask({ route, path, body, headers }: FuzzedRequest, token: string) {
  return api.app.inject({
    method: route.method.toUpperCase() as 'GET',
    url: path,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body }),
  });
}

type Injected = Awaited<ReturnType<typeof ask>>;

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time.')), ANSWER_WITHIN_MS);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** What an answer must never be. Plain comparisons: a hundred thousand times `expect` takes minutes. */
function requireSound({ route, path }: FuzzedRequest, answer: Injected, writes: readonly string[]): void {
  const { statusCode: status, body } = answer;
  const what = `${route.method} ${path} → ${status}`;
  if (status >= 500) throw new Error(`${what}: ${body}`);
  if (/\bat .+\.(js|ts):\d+/.test(body)) throw new Error(`${what} has a stack trace: ${body}`);
  if (status >= 400 && writes.length > 0) throw new Error(`${what}, and wrote: ${writes.join(', ')}`);
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  expectContract(route.method.toUpperCase(), path, new Response(null, { status, headers }), body);
}

test(
  `${REQUESTS} fuzzed requests get an answer of the contract, no 5xx, and write nothing when refused (ROLLBOOK_SEED=${SEED})`,
  async () => {
    const worlds = new Worlds();
    const statuses = new Map<number, number>();
    const asked = new Set<string>();
    const wrote = new Set<string>();
    async function fuzz(drawn: FuzzedRequest): Promise<void> {
      const { name } = drawn.route;
      const world = await worlds.of(drawn.route);
      const request = about(drawn, world.ids);
      const token = await tokenIn(world, request.role);
      const writes: string[] = [];
      const answer = await writesOf.run(writes, () => inTime(ask(request, token)));
      asked.add(name);
      statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1);
      requireSound(request, answer, writes);
      if (writes.length === 0) return;
      wrote.add(name);
      worlds.changed(drawn.route);
    }
    const together = fc.array(fuzzedRequests(), { minLength: AT_ONCE, maxLength: AT_ONCE });
    const property = fc.asyncProperty(together, async (requests) => {
      await Promise.all(requests.map(fuzz));
    });
    await fc.assert(property, { numRuns: REQUESTS / AT_ONCE, seed: SEED, endOnFailure: true });
    expect(asked.size).toBe(documentedRoutes().length);
    // The fuzzing means little when everything bounces off the first check.
    expect(statuses.size).toBeGreaterThan(5);
    expect([...wrote].filter((name) => ENDS.test(name))).not.toEqual([]);
    expect([...wrote].filter((name) => !ENDS.test(name))).not.toEqual([]);
  },
  Math.max(600_000, REQUESTS * 100),
);

describe('validation without class-validator', () => {
  test('knows every rule of every class that a route takes its body or its query string as', () => {
    const types = validatedDtos(api.app).map(({ type }) => type);
    expect(types.length).toBeGreaterThan(30);
    expect(types.filter((type) => !rulesOf(type))).toEqual([]);
  });

  test('takes every example of the document', async () => {
    for (const dto of validatedDtos(api.app))
      expect([dto.type, await sameBothWays(dto.type, dto.kind, exampleOf(dto))]).toEqual([
        dto.type,
        'taken without class-validator',
      ]);
  });

  test(
    `makes the same of ${VALUES} values of each class as class-validator, or leaves them to it (ROLLBOOK_SEED=${SEED})`,
    async () => {
      const outcomes = new Set<Outcome>();
      for (const dto of validatedDtos(api.app)) {
        const property = fc.asyncProperty(almostRight(dto), async (value) => {
          outcomes.add(await sameBothWays(dto.type, dto.kind, value));
        });
        await fc.assert(property, { numRuns: VALUES, seed: SEED, endOnFailure: true });
      }
      expect([...outcomes].sort()).toEqual(['refused', 'taken', 'taken without class-validator']);
    },
    Math.max(600_000, REQUESTS * 100),
  );
});
