import { InFlight, type Held } from './in-flight.js';

const PAGE = 64;
const MEGABYTE = 1_048_576;

function enter(inFlight: InFlight, count: number, weight = PAGE): Held[] {
  return Array.from({ length: count }, () => inFlight.enter('acct_1', weight)).filter((held) => !!held);
}

/** Whether a promise has resolved, once everything that is under way has gone on. */
async function isDone(promise: Promise<void>): Promise<boolean> {
  let done = false;
  void promise.then(() => (done = true));
  await new Promise(setImmediate);
  return done;
}

test('an account has room for eight pages of events, another is not affected, and the first always enters', () => {
  const inFlight = new InFlight();
  expect(enter(inFlight, 20)).toHaveLength(8);
  expect(inFlight.enter('acct_2', 10_000)).toBeDefined();
});

test('what only waits takes little, and what it then sends waits for room', async () => {
  const inFlight = new InFlight();
  const waiting = enter(inFlight, 8);
  for (const held of waiting) held.wait();
  const sending = enter(inFlight, 20);
  expect(sending).toHaveLength(7);
  const carried = waiting.map((held) => held.carry(MEGABYTE));
  const done = await Promise.all(carried.map(isDone));
  expect(done.filter(Boolean)).toHaveLength(0);
  // Little is sent at once.
  waiting[0]!.wait();
  expect(await isDone(waiting[0]!.carry(100))).toBe(true);
  sending[0]!.leave();
  sending[1]!.leave();
  expect((await Promise.all(carried.map(isDone))).filter(Boolean)).toHaveLength(2);
});

test('a request that is over waits for no room, and leaves what it held once', async () => {
  const inFlight = new InFlight();
  const [waiting] = enter(inFlight, 2, 1);
  enter(inFlight, 8);
  const carried = waiting!.carry(MEGABYTE);
  expect(await isDone(carried)).toBe(false);
  waiting!.leave();
  waiting!.leave();
  expect(await isDone(carried)).toBe(true);
});
