import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { authzenHandler, openGuard, type Guard, type GuardOptions } from '#libs/guard';
import { ENTRANCES, type AccessQuestion, type Surfaces } from '../../support/api/access-surfaces.js';
import { costOf, expectCalls, expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam } from '../../support/api/people.js';
import { indexesSettled, onWeakTable } from '../../support/engines/engine.js';
import { moment } from '../../support/moment.js';
import { startProcessorOf, type ProcessorOfApi } from '../../support/streams/processor-of-api.js';

let api: RunningApi;
let processor: ProcessorOfApi;
let folder: string;
const guards: Guard[] = [];
let server: Server | undefined;

beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'rollbook-names-'));
  processor = await startProcessorOf(api);
});
afterEach(async () => {
  server?.close();
  await Promise.all(guards.splice(0).map((guard) => guard.close()));
});
afterAll(async () => {
  await processor.stop();
  await api.close();
  await rm(folder, { recursive: true });
});

async function guardOf(options: Partial<GuardOptions>): Promise<Guard> {
  const token = () => api.issuer.signOperatorToken({ subject: 'tester' });
  const guard = await openGuard({ baseUrl: api.url, token, ...options });
  guards.push(guard);
  return guard;
}

/** Ada, who is in prod, and Grace, who is in dev; Ada and prod have external ids. */
async function company(prefix = '') {
  const { account, owner, admin: ada, member: grace, asks, path } = await createTeam(api);
  const [prod, dev] = [await createServiceGroup(api, account.id), await createServiceGroup(api, account.id)];
  /** @returns its position */
  const change = async (method: string, at: string, body?: unknown): Promise<string> => {
    const answer = await api.operator(method, `${path}${at}`, body, { 'if-match': '*' });
    expect({ at, status: answer.status < 300 }).toEqual({ at, status: true });
    return answer.headers.get('rollbook-position') ?? '';
  };
  await change('PUT', `/service-groups/${prod.id}/members/${ada.id}`);
  await change('PUT', `/service-groups/${dev.id}/members/${grace.id}`);
  await change('PATCH', `/users/${ada.id}`, { externalId: `${prefix}ada` });
  const last = await change('PATCH', `/service-groups/${prod.id}`, { externalId: `${prefix}prod` });
  return { accountId: account.id, owner, ada, grace, prod, dev, asks, change, last };
}

const question = (user: string, group: string, context?: object) => ({
  subject: { type: 'user', id: user },
  action: { name: 'enter' },
  resource: { type: 'service_group', id: group },
  ...(context && { context }),
});

/** What the copies say, of one account and of all. */
async function guardSurfaces(accountId: string, last: string) {
  const file = join(folder, `${ulid()}.json`);
  let one = await guardOf({ accountId, file });
  const all = await guardOf({});
  server = createServer((request, response) => authzenHandler(all)(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server!.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/access/v1/evaluation`;
  const level = async (position: string) => {
    for (const guard of [one, all]) await guard.mayEnter('', '', { atLeast: position });
  };
  await level(last);
  const namesOf = ({ userId, groupId, names }: AccessQuestion) =>
    [names?.user ?? userId, names?.group ?? groupId] as const;
  const surfaces: Surfaces = {
    'a guard': (of) => one.mayEnter(...namesOf(of)),
    'a guard that reads on': (of) => one.mayEnter(...namesOf(of), {}),
    'the groups of a guard': (of) => one.groupsOf(namesOf(of)[0]).includes(of.groupId),
    'the members of a guard': (of) => one.membersOf(namesOf(of)[1]).includes(of.userId),
    'a guard of all accounts': (of) => all.mayEnter(...namesOf(of), { accountId }),
    'its groups': (of) => all.groupsOf(namesOf(of)[0], { accountId }).includes(of.groupId),
    'its members': (of) => all.membersOf(namesOf(of)[1], { accountId }).includes(of.userId),
    'its endpoint': async (of) => {
      const body = JSON.stringify(question(...namesOf(of), { account_id: accountId }));
      const answer = await fetch(url, { method: 'POST', body });
      return ((await answer.json()) as { decision: boolean }).decision;
    },
  };
  /** Starts again with what the file has, and nothing else. */
  const reopen = async () => {
    await one.close();
    const stored = await readFile(file, 'utf8');
    const noSnapshot: typeof fetch = (input, init) =>
      (input as string).includes('/snapshot') ? Promise.reject(new Error('Not again.')) : fetch(input, init);
    one = await guardOf({ accountId, file, fetch: noSnapshot, onNotice: () => {} });
    return stored;
  };
  return { surfaces, level, reopen };
}

test('every surface answers an external id as the id of who has it now', async () => {
  const { accountId, ada, grace, prod, dev, change, last } = await company('hr-7-');
  await company('hr-7-');
  const { surfaces, level, reopen } = await guardSurfaces(accountId, last);
  const all = { ...ENTRANCES, ...surfaces };
  const holders = new Map([
    ['user_hr-7-ada', ada.id],
    ['sgrp_hr-7-prod', prod.id],
  ]);
  const users = [ada.id, grace.id, 'external:hr-7-ada', 'external:hr-7-ada-2'];
  // In the end a user and a group have the same one.
  const groups = [prod.id, dev.id, 'external:hr-7-prod', 'external:hr-7-ada-2'];
  const idOf = (name: string, prefix: string) =>
    name.startsWith('external:') ? holders.get(prefix + name.slice(9)) : name;
  /** Which pairs of names may, as every surface says it. */
  const compare = async (title: string, allowed: readonly [string, string][]) => {
    await indexesSettled();
    const pairs = users.flatMap((user) => groups.map((group) => ({ user, group })));
    let entered = 0;
    for (const names of pairs) {
      const [userId = '-', groupId = '-'] = [idOf(names.user, 'user_'), idOf(names.group, 'sgrp_')];
      const isAllowed = allowed.some(([user, group]) => user === userId && group === groupId);
      const of = { ask: api.operator, accountId, userId, groupId, groupName: '', names };
      const said = await Promise.all(
        Object.entries(all).map(async ([name, isYes]) => [name, await isYes(of)] as const),
      );
      expect({ title, names, yes: said.filter(([, yes]) => yes).map(([name]) => name) }).toEqual({
        ...{ title, names, yes: isAllowed ? Object.keys(all) : [] },
      });
      entered += isAllowed ? 1 : 0;
    }
    return entered;
  };
  const both: [string, string][] = [
    [ada.id, prod.id],
    [grace.id, dev.id],
  ];
  // Ada in prod by 2 × 2 names, and Grace in dev by their ids.
  expect(await compare('as they are', both)).toBe(5);
  const rename = async (kind: string, id: string, externalId: string | null) => {
    for (const [held, holder] of holders) if (holder === id) holders.delete(held);
    if (externalId !== null) holders.set(id.slice(0, 5) + externalId, id);
    await level(await change('PATCH', `/${kind}/${id}`, { externalId }));
  };
  await rename('users', ada.id, 'hr-7-ada-2');
  expect(await compare('another external id', both)).toBe(5);
  await rename('users', grace.id, 'hr-7-ada');
  expect(await compare('taken by another user', both)).toBe(6);
  await level(await change('PATCH', `/users/${grace.id}`, { metadata: { a: 1 } }));
  await rename('service-groups', prod.id, 'hr-7-ada-2');
  await rename('service-groups', dev.id, 'hr-7-prod');
  expect(await compare('taken by another group', both)).toBe(8);
  const stored = await reopen();
  expect([stored.includes(ada.id), stored.includes('hr-7-')]).toEqual([true, false]);
  expect(await compare('from the file', both)).toBe(8);
  await level(await change('DELETE', `/users/${grace.id}`));
  await level(await change('DELETE', `/service-groups/${dev.id}`));
  for (const gone of ['user_hr-7-ada', 'sgrp_hr-7-prod']) holders.delete(gone);
  expect(await compare('removed', [[ada.id, prod.id]])).toBe(4);
  expect(await reopen()).not.toContain(grace.id);
  await rename('users', ada.id, 'hr-7-ada');
  await rename('service-groups', prod.id, null);
  expect(await compare('free again', [[ada.id, prod.id]])).toBe(2);
  await level(await change('POST', '/suspend'));
  expect(await compare('suspended', [])).toBe(0);
}, 300_000);

test('an external id costs one table call, whether one side has it or both, or nobody', async () => {
  const { ada, prod, asks } = await company();
  const calls = async (user: string, group: string, count: number, decision: boolean) => {
    const answer = await asks.owner('POST', '/access/v1/evaluation', question(user, group));
    expect(answer.body).toEqual({ decision });
    expectCalls(answer, count);
    return costOf(answer).reads;
  };
  const units = await calls(ada.id, prod.id, 2, true);
  const more = [
    await calls('external:ada', prod.id, 3, true),
    await calls('external:ada', 'external:prod', 3, true),
  ];
  if (!onWeakTable()) expect(more.map((each) => each - units)).toEqual([1, 2]);
  await calls('external:eve', 'external:prod', 3, false);
});

test('of another account it names nobody, whoever asks', async () => {
  const { accountId, ada, prod } = await company();
  const other = await createTeam(api);
  const context = { account_id: accountId };
  for (const [user, group] of [
    ['external:ada', 'external:prod'],
    ['external:ada', prod.id],
    [ada.id, 'external:prod'],
  ] as const)
    for (const asked of [question(user, group), question(user, group, context)]) {
      const answer = await other.asks.owner('POST', '/access/v1/evaluation', asked);
      expect(answer.body).toEqual({ decision: false });
    }
  const all = await guardOf({});
  const { id } = other.account;
  expect(await all.mayEnter('external:ada', 'external:prod', { accountId: id })).toBe(false);
  expect(() => all.mayEnter('external:ada', 'external:prod')).toThrow(TypeError);
  expect(() => all.groupsOf('external:ada')).toThrow('needs an accountId');
});

test('a guard of all accounts takes the account of the side that is an id', async () => {
  const { ada, prod, last } = await company();
  const all = await guardOf({});
  await all.mayEnter('', '', { atLeast: last });
  expect(all.mayEnter(ada.id, 'external:prod')).toBe(true);
  expect(all.mayEnter('external:ada', prod.id)).toBe(true);
  expect(all.mayEnter(`user_${ulid()}`, 'external:prod')).toBe(false);
});

test('members ask about themselves by it, and learn nothing of others', async () => {
  const { owner, grace, prod, dev, asks, change } = await company();
  await change('PATCH', `/users/${grace.id}`, { externalId: 'grace' });
  const ask = (user: string) => asks.member('POST', '/access/v1/evaluation', question(user, dev.id));
  expect((await ask('external:grace')).body).toEqual({ decision: true });
  const refusals = [await ask('external:ada'), await ask('external:nobody'), await ask(owner.id)];
  const problems = [];
  for (const refusal of refusals) {
    const { instance: _, requestId: __, ...problem } = await expectProblem(refusal, 403, 'not_permitted');
    problems.push(problem);
  }
  expect(problems[1]).toEqual(problems[0]);
  expect(problems[2]).toEqual(problems[0]);
  const search = { ...question('external:grace', prod.id), resource: { type: 'service_group' } };
  const found = await asks.member('POST', '/access/v1/search/resource', search);
  expect(found.body.results).toMatchObject([{ id: dev.id }]);
});

test('of an earlier time ids are required: an external id may have been of somebody else then', async () => {
  const { ada, prod, asks } = await company();
  const context = { as_of: await moment() };
  const ask = (user: string, group: string) => question(user, group, context);
  const refused = await asks.owner('POST', '/access/v1/evaluation', ask('external:ada', 'external:prod'));
  const { errors } = await expectProblem(refused, 400, 'not_allowed_value');
  expect(errors).toMatchObject([{ pointer: '/subject/id' }, { pointer: '/resource/id' }]);
  const evaluations = [ask(ada.id, prod.id), ask(ada.id, 'external:prod')];
  const { body } = await asks.owner('POST', '/access/v1/evaluations', { evaluations });
  expect(body.evaluations).toMatchObject([
    { decision: true },
    { decision: false, context: { error: { status: 400, code: 'not_allowed_value' } } },
  ]);
  for (const [kind, open] of [
    ['subject', { subject: { type: 'user' } }],
    ['resource', { resource: { type: 'service_group' } }],
  ] as const)
    await expectProblem(
      await asks.owner('POST', `/access/v1/search/${kind}`, {
        ...ask('external:ada', 'external:prod'),
        ...open,
      }),
      400,
      'not_allowed_value',
    );
});

test.each(['external:', `external:${'x'.repeat(129)}`, 'extern:ada', 'external:a\nb'])(
  'refuses %j, which names nobody',
  async (id) => {
    const { prod, asks } = await company();
    const refused = await asks.owner('POST', '/access/v1/evaluation', question(id, prod.id));
    const { errors } = await expectProblem(refused, 400, 'invalid_format');
    const detail = 'id must be user_ followed by a ULID, or external: and an external id.';
    expect(errors).toMatchObject([{ pointer: '/subject/id', detail }]);
  },
);
