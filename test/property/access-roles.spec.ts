import fc from 'fast-check';
import { startApi, type RunningApi } from '../support/api/api.js';
import { holdClock, type Clock } from '../support/clock.js';
import { indexesSettled } from '../support/engines/engine.js';
import { ACTIONS, expectAnswers, type Asked } from './access-roles/answers.js';
import { command, STEP_MS } from './access-roles/commands.js';
import type { Company, Past } from './access-roles/company.js';
import { Copies } from './access-roles/copies.js';
import { BONDS } from './access-roles/model.js';
import { beginCompany, send } from './access-roles/send.js';

/**
 * Whatever access roles and teams there were, who was given them, and whatever was undone: every way to ask what somebody may do says what maps
 * in memory say, now and of any moment before, to the millisecond at the end of a membership; so does a guard's copy, and so do tables
 * that are made of the events.
 */

const isLong = process.env['ROLLBOOK_NIGHTLY'] !== undefined;
const COMMANDS = Number(process.env['ROLLBOOK_ACCESS_ROLE_COMMANDS'] ?? (isLong ? 20_000 : 1_000));
/** Of one account. */
const AT_ONCE = Math.min(COMMANDS, 250);
const COMPARED_EVERY = 25;
const PASTS_AT_ONCE = 3;
/** Only to end what hangs. */
const LIMIT_MS = 240_000 + COMMANDS * 300;

let api: RunningApi;
let clock: Clock;
beforeAll(async () => {
  clock = holdClock();
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  clock.letGo();
});

/** Some of everything, others each time. */
function someOf<T>(all: readonly T[], most: number, from: number): T[] {
  return all.map((_, place) => all[(place + from) % all.length]!).slice(0, most);
}

async function compareNow(company: Company, copies: Copies, round: number): Promise<void> {
  await indexesSettled();
  await copies.follow();
  const { askedUsers, askedGroups } = company;
  const asked: Asked = {
    users: someOf(askedUsers, askedUsers.length, round),
    groups: someOf(askedGroups, askedGroups.length, round),
    actions: someOf(ACTIONS, 2, round),
  };
  await expectAnswers(company, company.model, Date.now(), asked);
  copies.expectAnswers(company.model, Date.now(), asked);
}

/** Between two commands: when it began, and around each end that came meanwhile. */
function instantsOf({ model, from, until = Date.now() }: Past): number[] {
  const ends = BONDS.flatMap((of) => [...model[of].values()].flatMap(({ end }) => [end - 1, end, end + 1]));
  return [from, ...ends.filter((instant) => instant > from && instant < until)];
}

async function comparePasts(company: Company, round: number): Promise<void> {
  const pasts = company.pasts.slice(0, -1);
  for (let count = 0; count < PASTS_AT_ONCE; count += 1) {
    const past = pasts[(round * 31 + count * 17) % pasts.length]!;
    const instants = instantsOf(past);
    const at = instants[(round + count) % instants.length]!;
    const { askedUsers, askedGroups } = company;
    const asked = {
      users: someOf(askedUsers, 3, round + count),
      groups: someOf(askedGroups, 2, round + count),
      actions: someOf(ACTIONS, 1, round + count),
    };
    await expectAnswers(company, past.model, at, asked, new Date(at).toISOString());
  }
}

/** The last millisecond of it, the first one after it, and one more. */
async function compareAroundEnd(company: Company, copies: Copies, round: number): Promise<boolean> {
  const [end] = company.ends;
  if (end === undefined || end - 1 <= Date.now()) return false;
  await indexesSettled();
  await copies.follow();
  const near = BONDS.flatMap((of) => [...company.model[of]].filter(([, bond]) => bond.end === end));
  const ids = new Set(near.flatMap(([pair]) => pair.split(' ')));
  const named = (all: readonly string[], asked: readonly string[]) => {
    const own = all.filter((id) => ids.has(id));
    return own.length > 0 ? own : asked.slice(-2);
  };
  const asked = {
    users: named(company.users, company.askedUsers),
    groups: named(company.groups, company.askedGroups),
    actions: someOf(ACTIONS, 1, round),
  };
  for (const instant of [end - 1, end, end + 1]) {
    company.turn(instant - Date.now());
    await expectAnswers(company, company.model, instant, asked);
    copies.expectAnswers(company.model, instant, asked);
  }
  company.turn(STEP_MS);
  return true;
}

test(
  'every way to ask says what access roles allow, whatever happened, now and of any moment before',
  async () => {
    const accepted = new Map<string, number>();
    let ends = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (commands) => {
        const company = await beginCompany(api, clock);
        const copies = new Copies(api.directory, company.accountId);
        for (const [round, given] of commands.entries()) {
          if (given.type === 'around the next end') {
            if (await compareAroundEnd(company, copies, round)) ends += 1;
          } else await send(company, given);
          if (round % COMPARED_EVERY !== COMPARED_EVERY - 1) continue;
          await compareNow(company, copies, round);
          await comparePasts(company, round);
        }
        copies.close();
        for (const [type, count] of company.accepted) accepted.set(type, (accepted.get(type) ?? 0) + count);
      }),
      // Shrinking would take minutes; the seed repeats what failed.
      { numRuns: Math.ceil(COMMANDS / AT_ONCE), endOnFailure: true },
    );
    // Otherwise nothing would have been compared.
    const types = ['roles', 'role anew', 'add', 'change', 'remove', 'add several', 'bulk', 'undo'];
    for (const type of [...types, 'join', 'leave', 'open', 'close', 'remove team'])
      expect([type, accepted.get(type)]).toEqual([type, expect.any(Number)]);
    expect(ends).toBeGreaterThan(0);
  },
  LIMIT_MS,
);
