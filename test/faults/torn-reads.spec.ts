import { DomainError } from '#libs/domain';
import { breakableCommands } from '../support/directory/breakable/commands.js';
import { breakableWebhooksAndImports } from '../support/directory/breakable/webhooks-and-imports.js';
import {
  concurrentCommands,
  questionsMeanwhile,
  type Prepare,
} from '../support/directory/concurrent-commands.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { testMasterKey } from '../support/directory/master-key.js';
import { expectNothingWrong } from '../support/directory/nothing-wrong.js';
import { tornDirectory, type Tear, type Torn } from '../support/directory/torn-reads.js';
import type { Act, BreakableCommand, Workplace } from '../support/workplace.js';
import { onWeakTable } from '../support/engines/engine.js';

/**
 * What a command is decided on is read in several calls, and a batch is not read at one instant either. So what somebody
 * else commits meanwhile may be seen in a part of it only. Each command, together with its own twin or with what others
 * do: for each item in turn from before and the others from after, and the reverse, the answers and what is to be seen in
 * the end are those of one of the orders in which it may all have happened.
 */

let opened: TestDirectory;
/** Most are at work here: it is verified at the end. It has no limits, whose counts would be in everybody's way. */
let first: Workplace['account'];
let now = Date.parse('2026-03-03T10:00:00.000Z');

beforeAll(async () => {
  opened = await openTestDirectory({ now: () => now, masterKey: testMasterKey() });
  first = await startAccount(opened.directory);
});
afterAll(() => opened.close());

/** One for each run: many are under way at a time. */
function workplace(): Workplace {
  const { directory } = opened;
  return {
    directory,
    faulty: directory,
    account: first,
    get now() {
      return now;
    },
    set now(later) {
      now = Math.max(now, later);
    },
  };
}

interface Answer {
  rows?: { changed?: boolean; error?: { code: string } }[];
  events?: { type: string }[];
  state?: { version?: number; user?: { version: number } } | null;
  version?: number;
}

/** What a caller is told, without ids and times. */
async function told(act: Act): Promise<unknown> {
  try {
    const answer = (await act()) as Answer | number | undefined;
    if (typeof answer !== 'object') return answer;
    const { rows, events, state, version } = answer;
    if (rows) return rows.map(({ changed, error }) => error?.code ?? changed);
    return [events?.map(({ type }) => type), version ?? state?.user?.version ?? state?.version];
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

interface Run {
  /** What all were told, and what is to be seen in the end. */
  answers: unknown;
  torn: Torn;
}

async function run(prepare: Prepare, tear: Omit<Tear, 'happens'>): Promise<Run> {
  const at = workplace();
  const { command, others, seen } = await prepare(at);
  const answers: unknown[] = [];
  const torn = tornDirectory(at.directory, {
    ...tear,
    async happens() {
      at.faulty = at.directory;
      for (const other of others) answers.push(await told(other));
      at.faulty = torn.directory;
    },
  });
  at.faulty = torn.directory;
  answers.push(await told(command));
  if (at.account !== first) await expectNothingWrong(at.account.tenant);
  return { answers: [answers, await seen?.()], torn };
}

/** One after the other, the command itself after so many of the others. */
async function inOrder(prepare: Prepare, place: number): Promise<Run & { others: number }> {
  const at = workplace();
  const { command, others, seen } = await prepare(at);
  const answers = [];
  for (const other of others.slice(0, place)) answers.push(await told(other));
  const torn = tornDirectory(at.directory, NOWHERE);
  at.faulty = torn.directory;
  const own = await told(command);
  at.faulty = at.directory;
  for (const other of others.slice(place)) answers.push(await told(other));
  return { answers: [[...answers, own], await seen?.()], torn, others: others.length };
}

const NOWHERE: Tear = { round: -1, happens: () => Promise.resolve(), isFromBefore: () => true };

async function expectAnOrder(prepare: Prepare): Promise<void> {
  // By itself: nobody of this test is in its way, and its rounds are those that there always are.
  const alone = await inOrder(prepare, 0);
  const places = Array.from({ length: alone.others }, (_, index) => index + 1);
  const later = await Promise.all(places.map((place) => inOrder(prepare, place)));
  const orders = [alone, ...later].map(({ answers }) => answers);
  const expectOneOf = ({ answers }: Run, how: unknown) =>
    expect({ how, answers: orders.find((order) => isSame(order, answers)) ?? orders }).toEqual({
      how,
      answers,
    });

  const rounds = Array.from({ length: alone.torn.rounds }, async (_, round) => {
    const whole = await run(prepare, { round, isFromBefore: () => true });
    // A job that waits for an index takes more rounds at one time than at another.
    if (onWeakTable() && whole.torn.rounds <= round) return;
    expectOneOf(whole, { round });
    const { changed } = whole.torn;
    if (changed.length < 2) return;
    const tears = changed.flatMap((item) => [
      { before: item, isFromBefore: (each: number) => each === item },
      // Of two items, all but one is the other.
      ...(changed.length > 2 ? [{ after: item, isFromBefore: (each: number) => each !== item }] : []),
    ]);
    const torn = tears.map(async ({ isFromBefore, ...how }) =>
      expectOneOf(await run(prepare, { round, isFromBefore }), { round, ...how }),
    );
    await Promise.all(torn);
  });
  await Promise.all(rounds);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const twins = Object.entries({ ...breakableCommands, ...breakableWebhooksAndImports }).map(
  ([title, { prepare }]: [string, BreakableCommand]): [string, Prepare] => [
    title,
    async (workplace) => {
      const command = await prepare(workplace);
      return { command, others: [command] };
    },
  ],
);

describe('two at once', () => {
  test.each(twins)('%s', (_, prepare) => expectAnOrder(prepare));
});

describe('others at once, when', () => {
  test.each(Object.entries(concurrentCommands))('%s', (_, prepare) => expectAnOrder(prepare));
});

describe('a question is answered as in one order', () => {
  test.each(Object.entries(questionsMeanwhile))('%s', (_, prepare) => expectAnOrder(prepare));
});

test('none of it left anything wrong', () => expectNothingWrong(first.tenant));
