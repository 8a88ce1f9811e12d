import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import type { Directory, takeTokens } from '#libs/directory';
import { AccountRates } from './account-rates.js';

const OWN = { allowed: true, remaining: 1_000_000, resetSeconds: 1 };

type Answer = 'as the bucket has it' | 'nothing' | 'not at all';
type Step = { arrive: number } | { passMs: number };

const steps = fc.array(
  fc.oneof(
    fc.record({ arrive: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 3_000 })) }),
    fc.record({ passMs: fc.oneof(fc.nat(400), fc.integer({ min: 0, max: 30_000 })) }),
  ),
  { minLength: 1, maxLength: 30 },
);
const limits = fc.record({
  perSecond: fc.oneof(fc.double({ min: 0.1, max: 4, noNaN: true }), fc.integer({ min: 1, max: 2_000 })),
  burst: fc.integer({ min: 1, max: 4_000 }),
});

/** Processes, in which requests arrive in turn while time stands still, and the bucket in the table, asked with a delay. */
function world(limit: { perSecond: number; burst: number }, answers: Iterator<Answer>, processes: number) {
  const start = Date.UTC(2026, 0, 1);
  let [time, left, filledAt, questions] = [start, limit.burst, start, 0];
  const bucket: typeof takeTokens = async (_directory, _account, _limit, { wanted, used }) => {
    questions += 1;
    await turn();
    const answer = answers.next().value as Answer;
    if (answer === 'not at all') throw new Error('The table is unavailable.');
    left = Math.min(limit.burst, left + ((time - filledAt) / 1_000) * limit.perSecond);
    filledAt = time;
    const granted = answer === 'nothing' ? 0 : Math.max(0, Math.min(wanted, Math.floor(left - used)));
    left -= granted + used;
    return { granted, fullAt: (time + ((limit.burst - left) / limit.perSecond) * 1_000) * 1_000 };
  };
  const rates = Array.from(
    { length: processes },
    () => new AccountRates({} as Directory, () => time, bucket),
  );
  return {
    take: (request: number) => rates[request % processes]!.take('acct_1', limit, OWN),
    elapsedMs: () => time - start,
    questions: () => questions,
    pass: (ms: number) => (time += ms),
  };
}

/** @returns how many were allowed; throws if some were never answered, with as many questions as there were requests */
async function run(
  limit: { perSecond: number; burst: number },
  script: Step[],
  answers: Iterator<Answer>,
  processes = 1,
) {
  const { take, elapsedMs, questions, pass } = world(limit, answers, processes);
  let [sent, answered, allowed] = [0, 0, 0];
  for (const step of script) {
    if ('passMs' in step) pass(step.passMs);
    else
      for (let n = 0; n < step.arrive; n += 1) {
        sent += 1;
        void take(sent).then((allowance) => {
          answered += 1;
          if (allowance.allowed) allowed += 1;
        });
      }
    // Requests that wait are fed by later ones, or not.
    for (let turns = 0; turns < 3 && answered < sent; turns += 1) await turn();
  }
  for (const mostQuestions = questions() + sent; answered < sent && questions() <= mostQuestions;)
    await turn();
  expect({ answered, questions: questions() <= sent }).toEqual({ answered: sent, questions: true });
  return { allowed, elapsedMs: elapsedMs() };
}

function* always(answer: Answer): Generator<Answer> {
  for (;;) yield answer;
}

describe('the limit of an account over all processes', () => {
  test.each([
    [10, 20],
    [10, 60],
    [50, 60],
    [1_000, 2_500],
  ])('%i a second: %i requests at once are all answered', async (perSecond, arrive) => {
    const limit = { perSecond, burst: perSecond * 5 };
    const { allowed } = await run(limit, [{ arrive }], always('as the bucket has it'));
    expect(allowed).toBe(Math.min(arrive, limit.burst));
  });

  test('whatever arrives and whatever the table says, each request is answered', async () => {
    const answers = fc.infiniteStream(
      fc.constantFrom<Answer>('as the bucket has it', 'nothing', 'not at all'),
    );
    await fc.assert(
      fc.asyncProperty(limits, steps, answers, async (limit, script, said) => {
        await run(limit, script, said);
      }),
      { numRuns: 60 },
    );
  });

  test('is never exceeded by more than a quiet share of each process, and by nothing if that is less than one', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, fc.integer({ min: 1, max: 3 }), async (limit, script, processes) => {
        const { allowed, elapsedMs } = await run(limit, script, always('as the bucket has it'), processes);
        const most = limit.burst + (elapsedMs / 1_000) * limit.perSecond;
        const quiet = limit.burst < 50 ? 0 : processes * most * 0.02;
        expect(allowed).toBeLessThanOrEqual(Math.ceil(most + quiet));
      }),
      { numRuns: 60 },
    );
  });

  test('of one in an hour lets no more through to whoever comes back every eleven seconds', async () => {
    const script = Array.from({ length: 327 }, (): Step[] => [{ arrive: 2 }, { passMs: 11_000 }]).flat();
    const hourly = { perSecond: 1 / 3_600, burst: 10 };
    expect((await run(hourly, script, always('as the bucket has it'), 2)).allowed).toBeLessThanOrEqual(11);
  });
});
