import { runDue } from '#libs/directory';
import { expectProblem, startApi, type RunningApi } from '../../support/api/api.js';
import { createServiceGroup, createTeam, createUsers } from '../../support/api/people.js';
import { finishUndo, refusedParts, undo, type Team } from '../../support/api/undo.js';
import { holdClock, type Clock } from '../../support/clock.js';

/** What undoing a change of a membership with an end does, before and after ends, in one transaction and by a job. */

const MINUTE = 60_000;

let clock: Clock;
let api: RunningApi;
beforeAll(async () => {
  clock = holdClock();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  clock.letGo();
});

type Step =
  | { give: number | null; reason?: string }
  | { move: number | null; reason?: string }
  | 'remove'
  /** The first end passes. */
  | 'wait'
  /** The worker commits the ends that have come. */
  | 'work';

interface Case {
  before: readonly Step[];
  /** What one actor does under one id. */
  change: readonly Step[];
  after?: readonly Step[];
  /** The end of the membership that there is then: minutes, or null for none. */
  leads: 'to no membership' | { end: number | null } | { code: string; detail: RegExp };
}

const FIRST = 1;
const SECOND = 30;

const byItself = { code: 'change_superseded', detail: /ended by itself/ };
const tooLate = { code: 'change_not_revertible', detail: /would have ended by itself/ };
const nothing = { code: 'change_not_revertible', detail: /as it was before/ };

const CASES: Readonly<Record<string, Case>> = {
  'an end that was moved, before it': {
    ...{ before: [{ give: FIRST }], change: [{ move: SECOND }], leads: { end: FIRST } },
  },
  'an end that was moved, after it': {
    ...{ before: [{ give: FIRST }], change: [{ move: SECOND }] },
    ...{ after: ['wait'], leads: 'to no membership' },
  },
  'an end that was taken away, after it': {
    ...{ before: [{ give: FIRST }], change: [{ move: null }] },
    ...{ after: ['wait', 'work'], leads: 'to no membership' },
  },
  'an end that was set': { before: [{ give: null }], change: [{ move: FIRST }], leads: { end: null } },
  'an end that was set and has come': {
    ...{ before: [{ give: null }], change: [{ move: FIRST }], after: ['wait'], leads: byItself },
  },
  'an end that was set and has been committed': {
    ...{ before: [{ give: null }], change: [{ move: FIRST }], after: ['wait', 'work'], leads: byItself },
  },
  'an end that was moved forward and has come': {
    ...{ before: [{ give: SECOND }], change: [{ move: FIRST }], after: ['wait'], leads: byItself },
  },
  'a removal, before the end': {
    ...{ before: [{ give: FIRST }], change: ['remove'], leads: { end: FIRST } },
  },
  'a removal, after the end': {
    ...{ before: [{ give: FIRST }], change: ['remove'], after: ['wait'], leads: tooLate },
  },
  'a membership that was given': { before: [], change: [{ give: FIRST }], leads: 'to no membership' },
  'a membership that was given and has ended': {
    ...{ before: [], change: [{ give: FIRST }], after: ['wait'], leads: byItself },
  },
  'a membership that was given and whose end is committed': {
    ...{ before: [], change: [{ give: FIRST }], after: ['wait', 'work'], leads: byItself },
  },
  'a membership that was given anew after its end': {
    ...{ before: [{ give: FIRST }, 'wait'], change: [{ give: null }], leads: 'to no membership' },
  },
  'a membership that was given anew after its end was committed': {
    ...{ before: [{ give: FIRST }, 'wait', 'work'], change: [{ give: null }], leads: 'to no membership' },
  },
  'a membership that was given and taken away again': {
    ...{ before: [], change: [{ give: null }, 'remove'], leads: nothing },
  },
  'an end that was moved there and back': {
    ...{ before: [{ give: FIRST }], change: [{ move: SECOND }, { move: FIRST }], leads: nothing },
  },
  'a removal, once the user was added again': {
    ...{ before: [{ give: FIRST }], change: ['remove'], after: [{ give: null }] },
    leads: { code: 'change_superseded', detail: /changed again/ },
  },
  'an end with a reason, where there was none': {
    ...{ before: [{ give: FIRST }], change: [{ move: SECOND, reason: 'On call' }] },
    leads: { code: 'change_not_revertible', detail: /reason/ },
  },
  'an end with a reason, after the first end': {
    ...{ before: [{ give: FIRST }], change: [{ move: SECOND, reason: 'On call' }] },
    ...{ after: ['wait'], leads: 'to no membership' },
  },
};

const ID = 'the-change';

/** So many users, each of whom the same happens to. */
async function arrange(size: number, { before, change, after = [] }: Case) {
  const team = await createTeam(api);
  const { asks, path, account } = team;
  const group = await createServiceGroup(api, account.id);
  const members = (await createUsers(api, account.id, size)).map(
    (id) => `${path}/service-groups/${group.id}/members/${id}`,
  );
  const ends = new Map(
    [FIRST, SECOND].map((minutes) => [minutes, new Date(Date.now() + minutes * MINUTE).toISOString()]),
  );
  const endIn = (minutes: number | null) => (minutes === null ? null : ends.get(minutes)!);
  const run = async (steps: readonly Step[], headers?: Record<string, string>) => {
    for (const step of steps) {
      // Events are at least a millisecond apart, so that the clock is not behind them.
      clock.turn(step === 'wait' ? FIRST * MINUTE : 10);
      if (step === 'wait') continue;
      if (step === 'work') {
        await runDue(api.directory, { onNotice: () => {}, rest: 0 });
        continue;
      }
      const [method, terms] = requestOf(step);
      const body = terms && { ...terms, expiresAt: endIn(terms.expiresAt) };
      const answers = await Promise.all(members.map((member) => asks.owner(method, member, body, headers)));
      for (const { status } of answers) expect(status).toBeLessThan(300);
    }
  };
  await run(before);
  clock.turn(10);
  const at = new Date().toISOString();
  await run(change, { 'x-correlation-id': ID });
  await run(after);
  clock.turn(10);
  return { team, members, at, endIn };
}

function requestOf(step: Exclude<Step, 'wait' | 'work'>) {
  if (step === 'remove') return ['DELETE', undefined] as const;
  const { reason } = step;
  if ('give' in step) return ['PUT', { expiresAt: step.give, reason }] as const;
  return ['PATCH', { expiresAt: step.move, reason }] as const;
}

const endsOf = async ({ asks }: Team, members: readonly string[]) =>
  Promise.all(
    members.map(async (member) => {
      const { status, body } = await asks.owner('GET', member);
      return status === 404 ? 'no membership' : ((body.expiresAt as string | undefined) ?? null);
    }),
  );

/** A change of which there is no event is none. */
async function expectChange({ asks, path }: Team, correlationId: string, size: number) {
  const { body } = await asks.owner('GET', `${path}/events?limit=100`);
  const events = (body.data as { correlationId: string }[]).filter(
    (event) => event.correlationId === correlationId,
  );
  expect(events.length).toBeGreaterThanOrEqual(size);
}

describe.each(Object.entries(CASES))('undoing %s', (_, example) => {
  test('does all in one transaction, or is refused', async () => {
    const { team, members, at, endIn } = await arrange(2, example);
    const before = await endsOf(team, members);
    const query = `?at=${at}`;
    const tried = await undo(team, ID, { query: `${query}&dryRun=true` });
    expect(await endsOf(team, members)).toEqual(before);
    const undone = await undo(team, ID, { query });
    expect(tried.status).toBe(undone.status);
    const { leads } = example;
    if (typeof leads === 'object' && 'code' in leads) {
      expect((await expectProblem(undone, 409, leads.code)).detail).toMatch(leads.detail);
      expect(await endsOf(team, members)).toEqual(before);
      return;
    }
    expect(undone.status).toBe(200);
    expect(tried.body.events.length).toBeGreaterThanOrEqual(2);
    const end = leads === 'to no membership' ? 'no membership' : endIn(leads.end);
    expect(await endsOf(team, members)).toEqual([end, end]);
    const { revertedBy } = undone.body as { revertedBy: string };
    await expectChange(team, revertedBy, 2);
    await expectProblem(await undo(team, ID, { query }), 409, 'change_superseded');
    expect((await undo(team, revertedBy)).status).toBe(200);
    expect(await endsOf(team, members)).toEqual(before);
    await expectProblem(await undo(team, revertedBy), 409, 'change_superseded');
  });

  test('does it by a job, or each row says why not', async () => {
    const { team, members, at, endIn } = await arrange(34, example);
    const before = await endsOf(team, members);
    const query = `?at=${at}`;
    const all = { rows: 34, tried: 34, unchanged: 0 };
    const tried = await undo(team, ID, { query: `${query}&dryRun=true` });
    const job = await finishUndo(api, team, await undo(team, ID, { query }));
    const { leads } = example;
    if (typeof leads === 'object' && 'code' in leads) {
      expect(job).toMatchObject({ processed: 34, refused: 34 });
      expect(tried.body).toMatchObject({ ...all, done: 0, refused: 34 });
      for (const { code, detail } of await refusedParts(team, job)) {
        expect(code).toBe(leads.code);
        expect(detail).toMatch(leads.detail);
      }
      expect(await endsOf(team, members)).toEqual(before);
      return;
    }
    expect(job).toMatchObject({ processed: 34, refused: 0 });
    expect(tried.body).toMatchObject({ ...all, done: 34, refused: 0 });
    const end = leads === 'to no membership' ? 'no membership' : endIn(leads.end);
    expect(new Set(await endsOf(team, members))).toEqual(new Set([end]));
    await expectChange(team, job.correlationId, 34);
    expect(await finishUndo(api, team, await undo(team, ID, { query }))).toMatchObject({ refused: 34 });
  });
});

test('an end that came by itself has no way back, and its event says so', async () => {
  const { team, members } = await arrange(1, {
    before: [],
    change: [{ give: FIRST }],
    leads: { end: FIRST },
  });
  clock.turn(FIRST * MINUTE);
  await runDue(api.directory, { onNotice: () => {}, rest: 0 });
  const { body } = await team.asks.owner('GET', `${team.path}/events?limit=1`);
  const [event] = body.data as [{ correlationId: string; at: string }];
  expect(event).toMatchObject({ type: 'service_group.member_removed', revertible: false });
  const undone = await undo(team, event.correlationId, { query: `?at=${event.at}` });
  expect((await expectProblem(undone, 409, 'change_not_revertible')).detail).toMatch(/ended by itself/);
  expect(await endsOf(team, members)).toEqual(['no membership']);
});

test('a membership given anew after its end can be undone, and the answer says so', async () => {
  const { team, members } = await arrange(1, {
    ...{ before: [{ give: FIRST }], change: ['wait'], leads: { end: null } },
  });
  const [member] = members as [string];
  const given = await team.asks.owner('PUT', member);
  const id = given.headers.get('rollbook-revertible');
  expect(id).toMatch(/^req_/);
  expect((await undo(team, id!)).status).toBe(200);
  expect(await endsOf(team, members)).toEqual(['no membership']);
});

test('by a job, all memberships of a user are restored or none, also where one transaction cannot hold them', async () => {
  const team = await createTeam(api);
  const { asks, path, account } = team;
  const users = await createUsers(api, account.id, 34);
  const [many, ...others] = users as [string, ...string[]];
  const groups: string[] = [];
  for (let n = 0; n < 25; n += 1) groups.push((await createServiceGroup(api, account.id)).id);
  const memberOf = (group: string, user: string) => `${path}/service-groups/${group}/members/${user}`;
  const cells = groups.map((group) => memberOf(group, many));
  const all = [...cells, ...others.map((user) => memberOf(groups[0]!, user))];
  const expiresAt = new Date(Date.now() + FIRST * MINUTE).toISOString();
  for (const cell of all) await asks.owner('PUT', cell, cell === cells[24] ? { expiresAt } : undefined);
  clock.turn(1_000);
  const at = new Date().toISOString();
  for (const cell of all) await asks.owner('DELETE', cell, undefined, { 'x-correlation-id': ID });
  clock.turn(FIRST * MINUTE);
  const job = await finishUndo(api, team, await undo(team, ID, { query: `?at=${at}` }));
  expect(job).toMatchObject({ processed: 34, refused: 1 });
  expect(await refusedParts(team, job)).toMatchObject([{ userId: many, code: tooLate.code }]);
  expect(new Set(await endsOf(team, cells))).toEqual(new Set(['no membership']));
  expect(new Set(await endsOf(team, all.slice(25)))).toEqual(new Set([null]));
});
