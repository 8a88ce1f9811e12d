import { GCProfiler } from 'node:v8';
import type { Directory } from '#libs/directory';
import { DIRECTORY } from '../../../apps/api/src/directory/directory.module.js';
import { MAX_PAGE_BYTES } from '../../../apps/api/src/changes/changes.service.js';
import { MAX_BODY_BYTES } from '../../../apps/api/src/lambda/answer-limit.js';
import { costOf, expectProblem, startApi, type Answer, type RunningApi } from '../../support/api/api.js';
import { allInProgress } from '../../support/api/all-in-progress.js';
import { createUser } from '../../support/api/people.js';
import { COMMON_NAMES, createTenancy, filled, type Tenancy } from '../../support/api/tenant-matrix.js';
import { openApiDocument, type OpenApiOperation } from '../../support/contract.js';
import { engineClient } from '../../support/engines/engine.js';

/**
 * Each route gets the dearest request that it allows, on an account filled with the dearest data: what it does is counted, and has a
 * bound. The routes come from the OpenAPI document, so that new ones are included automatically.
 */

const MAX_CALLS = 40;
const MAX_UNITS = 2_500;
const MAX_ANSWER_BYTES = 3 * 1024 * 1024;
const MAX_VALUES = 100_000;
/** Of what a page of 25 of the same people takes. The dearest read, a page of events, takes twice that. */
const MAX_CPU_RATIO = 8;
const MAX_BYTES_RATIO = 8;
const CHANGES = 60;
const PEOPLE = 40;

let api: RunningApi;
let tenancy: Tenancy;
let operator: string;
beforeAll(async () => {
  api = await startApi();
  const client = engineClient();
  tenancy = await createTenancy(api, client);
  client.destroy();
  operator = await api.issuer.signOperatorToken();
  const { path } = tenancy.team;
  for (let n = 0; n < CHANGES; n += 1) await change(`${path}/users/${tenancy.ids['userId']}`, n);
  await change(path, 0);
  await change(`${path}/service-groups/${tenancy.ids['serviceGroupId']}`, 0);
  const users = Array.from({ length: PEOPLE }, () => createUser(api, tenancy.team.account.id));
  for (const { id } of await Promise.all(users)) await change(`${path}/users/${id}`, 0);
});
afterAll(() => api.close());

/** As many values as metadata may have, each different from the last. */
async function change(path: string, n: number): Promise<void> {
  const metadata = { lists: Array.from({ length: 496 }, () => []), text: 'x'.repeat(10_000), n };
  const headers = { 'if-match': '*', 'content-type': 'application/merge-patch+json' };
  const answer = await api.operator('PATCH', path, { metadata }, headers);
  expect(answer).toMatchObject({ status: 200 });
}

interface Route {
  name: string;
  method: string;
  template: string;
  operation: OpenApiOperation;
}

const routes = Object.entries(openApiDocument().paths).flatMap(([template, item]) =>
  Object.entries(item).map(([method, operation]): Route => ({
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    template,
    operation,
  })),
);

const pathOf = ({ template }: Route) => filled(template, { ...COMMON_NAMES, ...tenancy.ids });

/** The largest page, at each instant, searching for what is hardest to find. */
function dearestQueries({ operation }: Route): string[] {
  const has = new Set(operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name));
  const largest = has.has('limit') ? ['limit=100'] : [];
  const everywhere = has.has('accountId') ? [`accountId=${tenancy.team.account.id}`] : [];
  const misspelt = 'q=administratro+managre+ownre+membre+usre+gruop+servcie+accuont+direcotry+naem';
  return [
    largest.join('&'),
    ...(has.has('asOf') ? [[...largest, `asOf=${new Date(Date.now()).toISOString()}`].join('&')] : []),
    ...(has.has('q') ? [[...largest, ...everywhere, misspelt].join('&')] : []),
    ...(has.has('type') ? [[...largest, 'type=user.erased'].join('&')] : []),
  ];
}

function costs({ headers, body }: Answer): Record<'calls' | 'units' | 'bytes' | 'values', number> {
  const { calls, reads, writes } = costOf({ headers });
  const text = JSON.stringify(body) ?? '';
  const values = (text.match(/[,[{]/g) ?? []).length;
  return { calls, units: reads + writes, bytes: text.length, values };
}

const MAX = { calls: MAX_CALLS, units: MAX_UNITS, bytes: MAX_ANSWER_BYTES, values: MAX_VALUES };

interface Resources {
  cpuMs: number;
  /** Allocated on the heap, whether or not they were collected. */
  bytes: number;
}

/** Of this process: the API and whoever asks it. */
async function resourcesOf(act: () => Promise<unknown>): Promise<Resources> {
  const profiler = new GCProfiler();
  const before = { cpu: process.cpuUsage(), heap: process.memoryUsage().heapUsed };
  profiler.start();
  await act();
  const { user, system } = process.cpuUsage(before.cpu);
  const { statistics = [] } = profiler.stop() ?? {};
  let [bytes, heap] = [0, before.heap];
  for (const { beforeGC, afterGC } of statistics) {
    bytes += beforeGC.heapStatistics.usedHeapSize - heap;
    heap = afterGC.heapStatistics.usedHeapSize;
  }
  bytes += process.memoryUsage().heapUsed - heap;
  return { cpuMs: (user + system) / 1_000, bytes };
}

const entryOf = (n: number) => ({
  ...{
    id: `user_${String(n).padStart(26, '0')}`,
    version: 1,
    name: `Dearest ${n}`,
    detail: '',
    role: 'member',
  },
  ...{ status: 'active', externalId: '', createdAt: n },
});

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;

function tooMuch(what: string, answer: Answer): object[] {
  const cost = costs(answer);
  const over = Object.entries(cost).filter(([name, value]) => value > MAX[name as keyof typeof MAX]);
  return over.length > 0 ? [{ what, status: answer.status, ...cost }] : [];
}

test('no read takes more than a bound of calls, units, bytes and values', async () => {
  const over: object[] = [];
  let sent = 0;
  for (const route of routes.filter(({ method }) => method === 'GET'))
    for (const query of dearestQueries(route)) {
      const path = `${pathOf(route)}${query && `?${query}`}`;
      if (path.startsWith('/auth/') || path.includes('/export/')) continue;
      const answer = await api.operator('GET', path);
      expect({ path, isFailure: answer.status >= 500 }).toEqual({ path, isFailure: false });
      over.push(...tooMuch(path, answer));
      sent += 1;
    }
  expect(over).toEqual([]);
  expect(sent).toBeGreaterThan(40);
});

/** Of what a function may answer, which is 6 MB. */
const MAX_ANSWER_OF_A_FUNCTION = 5_000_000;
/** Of what is sent as it is read, functions send no more: see answer-limit.ts. */
const STREAMED = /\/(export\/\{exported\}|refused\.csv|snapshot)$/;

/** The most bytes that a route can answer: of its dearest answer, for as many entries as a page of it can have. */
async function mostBytes(route: Route): Promise<number> {
  if (STREAMED.test(route.template)) return MAX_BODY_BYTES;
  if (route.template.endsWith('/changes')) return MAX_PAGE_BYTES;
  const limit = route.operation.parameters.find(({ name }) => name === 'limit')?.schema as {
    maximum?: number;
  };
  let most = 0;
  for (const query of dearestQueries(route)) {
    const { body } = await api.operator('GET', `${pathOf(route)}${query && `?${query}`}`);
    const bytes = Buffer.byteLength(JSON.stringify(body) ?? '');
    const entries = (body as { data?: unknown[] } | undefined)?.data?.length ?? 0;
    const times = limit?.maximum !== undefined && entries > 0 ? Math.max(1, limit.maximum / entries) : 1;
    most = Math.max(most, Math.ceil(bytes * times));
  }
  return most;
}

test('no route can answer more than a function may send (ROLLBOOK_SHOW_BYTES=1 prints each)', async () => {
  const most: Record<string, number> = {};
  for (const route of routes.filter(
    ({ method, template }) => method === 'GET' && !template.startsWith('/auth/'),
  ))
    most[route.name] = await mostBytes(route);
  if (process.env['ROLLBOOK_SHOW_BYTES']) process.stdout.write(`${JSON.stringify(most, undefined, 2)}\n`);
  const over = Object.entries(most).filter(([, bytes]) => bytes > MAX_ANSWER_OF_A_FUNCTION);
  expect(over).toEqual([]);
  expect(Object.keys(most).length).toBeGreaterThan(40);
});

test('no body, however large, is looked at without a credential, and none takes more calls than an answer that refuses it', async () => {
  const wrong: object[] = [];
  const writes = routes.filter(({ operation }) => operation.requestBody?.content['application/json']);
  for (const route of writes) {
    const path = pathOf(route);
    const body = `{"b":"e-100","a":[${'[],'.repeat(30_000)}0],"c":[${'0,'.repeat(300_000)}0]}`;
    const send = (token?: string) =>
      fetch(`${api.url}${path}`, {
        method: route.method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        body,
      });
    const [anonymous, known] = [await send(), await send(operator)];
    for (const answer of [anonymous, known]) await answer.arrayBuffer();
    const statuses = [anonymous.status, known.status];
    const isPublic = anonymous.status === 413;
    const calls = costOf(known).calls;
    if ((!isPublic && anonymous.status !== 401) || ![401, 403, 413].includes(known.status) || calls > 0)
      wrong.push({ name: route.name, statuses, calls });
  }
  expect(wrong).toEqual([]);
  expect(writes.length).toBeGreaterThan(20);
});

test('an operator, who has no account, has only so many histories in progress at once', async () => {
  const history = `${tenancy.team.path}/users/${tenancy.ids['userId']}/events?limit=100`;
  const answers = await allInProgress(
    api,
    Array(64).fill(() => api.operator('GET', history)),
  );
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await tenancy.asks.owner('GET', history)).status).toBe(200);
  expect((await api.operator('GET', history)).status).toBe(200);
});

test('an account has only so many histories in progress at once, and others are not affected', async () => {
  const { path } = tenancy.team;
  const history = `${path}/users/${tenancy.ids['userId']}/events?limit=100`;
  const at = `${path}/users/${tenancy.ids['userId']}?asOf=${new Date(Date.now()).toISOString()}`;
  const requests = Array.from(
    { length: 64 },
    (_, n) => () => tenancy.asks.owner('GET', n % 2 ? history : at),
  );
  const answers = await allInProgress(api, requests);
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(8);
  expect(refused.length).toBeGreaterThan(0);
  await expectProblem(refused[0]!, 429, 'rate_limited');
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
  // Once they are answered there is room again.
  expect((await tenancy.asks.owner('GET', history)).status).toBe(200);
});

test('access checks of the past are histories as well, those of now are not', async () => {
  const [userId, groupId] = [tenancy.ids['userId'], tenancy.ids['serviceGroupId']];
  const check = (context: object) => ({
    ...{ subject: { type: 'user', id: userId }, action: { name: 'enter' } },
    ...{ resource: { type: 'service_group', id: groupId }, context },
  });
  const then = { as_of: new Date(Date.now()).toISOString() };
  const asks = (route: string, body: object) =>
    Array(64).fill(() =>
      tenancy.asks.owner('POST', `/access/v1/${route}`, body),
    ) as (() => Promise<Answer>)[];
  const now = await Promise.all(asks('evaluation', check({})).map((ask) => ask()));
  expect(now.filter(({ status }) => status !== 200)).toEqual([]);
  const { context: _, ...plain } = check({});
  const several = { ...plain, evaluations: [{}, { context: then }] };
  for (const past of [asks('evaluation', check(then)), asks('evaluations', several)]) {
    const answers = await allInProgress(api, past);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(7);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  }
  // Once they are answered there is room again.
  expect((await tenancy.asks.owner('POST', '/access/v1/evaluation', check(then))).status).toBe(200);
});

test('no read takes more than a bound of CPU and memory, of what an ordinary one takes', async () => {
  const reads = routes.filter(({ method }) => method === 'GET');
  const paths = reads.flatMap((route) =>
    dearestQueries(route).map((query) => `${pathOf(route)}${query && `?${query}`}`),
  );
  const ordinary = `${tenancy.team.path}/users?limit=25`;
  const use = (path: string) => resourcesOf(() => api.operator('GET', path));
  for (let n = 0; n < 20; n += 1) await use(ordinary);
  const references: Resources[] = [];
  for (let n = 0; n < 15; n += 1) references.push(await use(ordinary));
  const [cpuMs, bytes] = [
    median(references.map((one) => one.cpuMs)),
    median(references.map((one) => one.bytes)),
  ];
  const over: object[] = [];
  for (const path of paths) {
    if (path.startsWith('/auth/') || path.includes('/export/')) continue;
    // The least of some, and of more where that is too much: whatever else the process does only adds to it, and a collection of
    // the whole heap is ten times what a page of events takes.
    let [cpuRatio, byteRatio] = [Infinity, Infinity];
    const isOver = () => cpuRatio > MAX_CPU_RATIO || byteRatio > MAX_BYTES_RATIO;
    for (let n = 0; n < 3 || (n < 12 && isOver()); n += 1) {
      const run = await use(path);
      cpuRatio = Math.min(cpuRatio, run.cpuMs / cpuMs);
      byteRatio = Math.min(byteRatio, run.bytes / bytes);
    }
    if (isOver()) over.push({ path, cpuRatio, byteRatio });
  }
  expect(over).toEqual([]);
  expect(paths.length).toBeGreaterThan(40);
});

test('what a request cost is taken from its bucket', async () => {
  const limited = await startApi({
    table: api.configuration.table.name,
    masterKey: api.configuration.masterKey,
    rateLimit: { perSecond: 0.01, burst: 100 },
  });
  const token = await limited.issuer.signOperatorToken();
  const remaining = async (path: string) => {
    const answer = await fetch(`${limited.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    await answer.arrayBuffer();
    return Number(/r=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
  };
  expect([await remaining('/v1/me'), await remaining('/v1/me')]).toEqual([99, 98]);
  expect(await remaining(`${tenancy.team.path}/users/${tenancy.ids['userId']}/events?limit=100`)).toBe(97);
  const before = await remaining('/v1/me');
  expect(before).toBeLessThan(95);
  // A search takes from the table next to nothing, and time in proportion to what it looks at.
  const found = `${tenancy.team.path}/users?q=dearest&facets=true`;
  await remaining(found);
  const { search } = limited.app.get<Directory>(DIRECTORY);
  const index = await search.find(tenancy.team.account.id);
  index!.apply(Array.from({ length: 50_000 }, (_, n) => entryOf(n)));
  await remaining(found);
  expect(await remaining('/v1/me')).toBeLessThan(before - 9);
  await limited.close();
});
