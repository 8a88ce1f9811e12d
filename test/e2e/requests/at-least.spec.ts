import { ensureTable } from '#libs/directory';
import {
  costOf,
  expectCallsAtMost,
  expectProblem,
  startApi,
  type Answer,
  type ApiOptions,
  type Ask,
  type RunningApi,
} from '../../support/api/api.js';
import { createAccount, createServiceGroup, createUser } from '../../support/api/people.js';
import { engineBehind, engineClient, uniqueTableName } from '../../support/engines/engine.js';
import { eventually } from '../../support/eventually.js';
import { startProcessorOf } from '../../support/streams/processor-of-api.js';
import { STRONG } from '../../support/weak-table/settings.js';
import { startWeakTable } from '../../support/weak-table/weak-table.js';

/** Reads that are asked to be at least as new as a write. */

let api: RunningApi;
let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  const started = stops.reverse();
  stops = [];
  for (const stop of started) await stop();
});

async function start(options: ApiOptions = {}): Promise<void> {
  api = await startApi(options);
  stops.push(() => api.close());
}

/** With an index that is late by so much, for each item by another time from the least on, and otherwise strong. */
async function startWithLateIndex(lateMs: number, leastMs = lateMs): Promise<void> {
  const weak = await startWeakTable(engineBehind(), { ...STRONG, indexMs: [leastMs, lateMs] });
  stops.push(() => weak.close());
  const client = engineClient(weak.endpoint);
  const table = uniqueTableName();
  await ensureTable(client, table);
  client.destroy();
  await start({ endpoint: weak.endpoint, table });
}

async function team() {
  const { id: accountId } = await createAccount(api);
  const [ada, prod] = [await createUser(api, accountId), await createServiceGroup(api, accountId)];
  const account = `/v1/accounts/${accountId}`;
  const members = `${account}/service-groups/${prod.id}/members`;
  return { accountId, account, ada, prod, members, member: `${members}/${ada.id}` };
}

const positionOf = ({ headers }: Answer) => headers.get('rollbook-position') ?? '';
const read = (path: string, position: string, ask: Ask = api.operator, body?: object) =>
  ask(body ? 'POST' : 'GET', path, body, { 'rollbook-at-least': position });
const idsIn = ({ body }: Answer) =>
  (body as { data: { userId?: string; id: string }[] }).data.map(({ userId, id }) => userId ?? id);

test('a list from the index shows what a write has given, and no more what another has taken', async () => {
  await startWithLateIndex(1_000);
  const { account, ada, members, member } = await team();
  const given = await api.operator('PUT', member);
  // Otherwise nothing would be waited for.
  expect(idsIn(await api.operator('GET', members))).toEqual([]);
  expect(idsIn(await read(members, positionOf(given)))).toEqual([ada.id]);
  const taken = await api.operator('DELETE', member);
  expect(idsIn(await api.operator('GET', members))).toEqual([ada.id]);
  expect(idsIn(await read(members, positionOf(taken)))).toEqual([]);
  const renamed = await api.operator(
    'PATCH',
    `${account}/users/${ada.id}`,
    { name: 'Ada King' },
    { 'if-match': '*' },
  );
  const logged = await read(`${account}/events?limit=1`, positionOf(renamed));
  expect(idsIn(logged)).toEqual([positionOf(renamed)]);
});

test('the coming ends show what a write has given or moved, and at once no more what it has taken', async () => {
  await startWithLateIndex(1_000);
  const { account, ada, member } = await team();
  const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const coming = `${account}/memberships/ending`;
  const given = await api.operator('PUT', member, { expiresAt: inDays(3) });
  expect(idsIn(await api.operator('GET', coming))).toEqual([]);
  expect(idsIn(await read(coming, positionOf(given)))).toEqual([ada.id]);
  const moved = await api.operator('PATCH', member, { expiresAt: inDays(2) });
  expect(idsIn(await api.operator('GET', coming))).toEqual([]);
  expect(idsIn(await read(coming, positionOf(moved)))).toEqual([ada.id]);
  await api.operator('PATCH', member, { expiresAt: null });
  expect(idsIn(await api.operator('GET', coming))).toEqual([]);
});

test('a new end is waited for however late each part of its write is', async () => {
  await startWithLateIndex(1_500, 0);
  const { account, accountId, members } = await team();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const people = await Promise.all(Array.from({ length: 12 }, () => createUser(api, accountId)));
  const missed = people.map(async ({ id }) => {
    const given = await api.operator('PUT', `${members}/${id}`, { expiresAt });
    const shown = idsIn(await read(`${account}/memberships/ending?limit=100`, positionOf(given)));
    return shown.includes(id) ? [] : [id];
  });
  expect((await Promise.all(missed)).flat()).toEqual([]);
});

test('what does not come in time is refused, with how far it is', async () => {
  await startWithLateIndex(60_000);
  const { ada, members, member } = await team();
  const given = await api.operator('PUT', member);
  const answer = await read(members, positionOf(given));
  const { detail } = await expectProblem(answer, 409, 'position_not_reached');
  expect(detail).toBe('What can be read is as of version 1, and not yet as of 2.');
  expect(answer.headers.get('rollbook-position')).toBe(`${ada.id}.1`);
  expect(answer.headers.get('retry-after')).toBe('1');
});

test('search finds what was written before it', async () => {
  await start();
  const { accountId, account, ada, prod } = await team();
  const found = (position: string) => read(`/v1/search?q=zuse&accountId=${accountId}`, position);
  // Nobody brings changes to the search yet, but it is read as a whole the first time.
  await api.operator('GET', `/v1/search?q=zuse&accountId=${accountId}`);
  const renamed = await api.operator(
    'PATCH',
    `${account}/users/${ada.id}`,
    { name: 'Konrad Zuse' },
    { 'if-match': '*' },
  );
  await expectProblem(await found(positionOf(renamed)), 409, 'position_not_reached');
  const processor = await startProcessorOf(api);
  stops.push(() => processor.stop());
  let answer = await found(positionOf(renamed));
  await eventually('it is found as soon as it is not refused', async () => {
    if (answer.status === 409) answer = await found(positionOf(renamed));
    return answer.status === 200;
  });
  expect(JSON.stringify(answer.body)).toContain(ada.id);
  // A membership changes nothing that is searched.
  const given = await api.operator('PUT', `${account}/service-groups/${prod.id}/members/${ada.id}`);
  expect((await found(positionOf(given))).status).toBe(200);
  expect(idsIn(await read(`${account}/users?q=zuse`, positionOf(renamed)))).toEqual([ada.id]);
});

describe('a check', () => {
  let team_: Awaited<ReturnType<typeof team>>;
  const question = () => ({
    subject: { type: 'user', id: team_.ada.id },
    action: { name: 'enter' },
    resource: { type: 'service_group', id: team_.prod.id },
    context: { account_id: team_.accountId },
  });
  const check = (position: string, ask?: Ask) => read('/access/v1/evaluation', position, ask, question());
  beforeEach(async () => {
    await start();
    team_ = await team();
  });

  test('knows each write that was answered', async () => {
    const given = await api.operator('PUT', team_.member);
    expect((await check(positionOf(given))).body).toEqual({ decision: true });
    const taken = await api.operator('DELETE', team_.member);
    expect((await check(`${positionOf(given)}, ${positionOf(taken)}`)).body).toEqual({ decision: false });
  });

  test('says how far it is, when it is asked for what has not been', async () => {
    const answer = await check(`${team_.ada.id}.9`);
    await expectProblem(answer, 409, 'position_not_reached');
    expect(answer.headers.get('rollbook-position')).toBe(`${team_.ada.id}.1`);
  }, 60_000);

  test('answers for another account as for what never was: in words, calls and units, and without waiting', async () => {
    const stranger = await createUser(api, (await createAccount(api)).id);
    const asStranger = await api.as({ id: stranger.id, accountId: stranger.accountId });
    const never = (id: string) => `${id.slice(0, -8)}ZZZZZZZZ`;
    const { accountId, ada, prod } = team_;
    for (const id of [ada.id, prod.id, accountId])
      for (const version of [1, 2]) {
        const answers = await Promise.all(
          [id, never(id)].map((subject) => read('/v1/search?q=ada', `${subject}.${version}`, asStranger)),
        );
        for (const answer of answers) {
          const { detail } = await expectProblem(answer, 409, 'position_not_reached');
          expect(detail).toBe(`What can be read is as of version 0, and not yet as of ${version}.`);
          expect(answer.headers.get('rollbook-position')).toBeNull();
          expect(answer.headers.get('retry-after')).toBeNull();
        }
        expect(costOf(answers[0]!)).toEqual(costOf(answers[1]!));
        // One for who is asking, one for the position.
        expectCallsAtMost(answers[0]!, 2);
      }
  });

  test('of as many positions as there may be takes one call more than of none', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => createUser(api, team_.accountId)));
    const asAda = await api.as({ id: team_.ada.id, accountId: team_.accountId });
    const without = await asAda('POST', '/access/v1/evaluation', question());
    const answer = await check(people.map(({ id }) => `${id}.1`).join(), asAda);
    expect(answer.status).toBe(200);
    expectCallsAtMost(answer, costOf(without).calls + 1);
  });

  test('that waits is counted as in progress, and charged for its time', async () => {
    const asAda = await api.as({ id: team_.ada.id, accountId: team_.accountId });
    const answers = await Promise.all(Array.from({ length: 80 }, () => check(`${team_.ada.id}.9`, asAda)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([409, 429]));
    expect(statuses.filter((status) => status === 409).length).toBeLessThanOrEqual(64);
    const limited = await startApi({
      table: api.configuration.table.name,
      masterKey: api.configuration.masterKey,
      rateLimit: { perSecond: 0.01, burst: 100 },
    });
    stops.push(() => limited.close());
    const asked = await limited.as({ id: team_.ada.id, accountId: team_.accountId });
    await read('/access/v1/evaluation', `${team_.ada.id}.9`, asked, question());
    const { headers } = await asked('GET', '/v1/me');
    expect(Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])).toBeLessThanOrEqual(95);
  }, 60_000);

  test.each([
    '',
    'user_1.1',
    'user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8',
    'user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8.0',
    Array(21).fill('user_01JZ3YQ7Q6W8F0V3H4N5P6R7S8.1').join(','),
  ])('refuses %p, which is no position', async (position) => {
    const { errors } = await expectProblem(await check(position), 400, 'invalid_format');
    expect(errors).toMatchObject([{ header: 'Rollbook-At-Least' }]);
  });
});
