import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { forbidGlobals, ForgottenGlobalError } from './globals.js';
import { BEGINS_AT, currentProcess, type SimulatedProcess } from './process.js';
import { Scheduler } from './scheduler.js';

/** Three processes that sleep at random and note what they do. */
async function runOf(seed: number, prepare: (world: Scheduler) => void = () => {}) {
  const world = new Scheduler(seed);
  const work = async (self: SimulatedProcess) => {
    for (let at = 0; at < 20; at += 1) {
      await self.sleep(Math.floor(self.random() * 3));
      world.note(self.name, `step ${at} ${self.id()}`);
    }
  };
  for (const name of ['a', 'b', 'c']) world.start(name, work);
  prepare(world);
  await world.run(() => false, 60_000);
  return world;
}

test('the same seed makes the same run, and another seed another', async () => {
  const [first, again, other] = [await runOf(1), await runOf(1), await runOf(2)];
  expect(first.trace.lines).toHaveLength(63);
  expect(again.trace.hash()).toBe(first.trace.hash());
  expect(other.trace.hash()).not.toBe(first.trace.hash());
});

test('among tasks that are due at once, the seed picks', async () => {
  const orderOf = async (seed: number) => {
    const world = new Scheduler(seed);
    const order: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) world.start(name, () => order.push(name));
    await world.run(() => false, 1);
    return order.join('');
  };
  const orders = await Promise.all([1, 2, 3, 4, 5, 6].map(orderOf));
  expect(new Set(orders).size).toBeGreaterThan(3);
});

test('what follows from a step runs before the next one, and time leaps when nothing is due', async () => {
  const world = new Scheduler(1);
  const seen: string[] = [];
  world.start('a', async (self) => {
    await self.sleep(86_400_000);
    for (let at = 0; at < 5; at += 1) seen.push(await Promise.resolve(`a${at}`));
  });
  world.start('b', async (self) => {
    await self.sleep(86_400_000);
    for (let at = 0; at < 5; at += 1) seen.push(await Promise.resolve(`b${at}`));
  });
  await world.run(() => seen.length === 10);
  expect([seen.slice(0, 5), seen.slice(5)].sort()).toEqual([
    ['a0', 'a1', 'a2', 'a3', 'a4'],
    ['b0', 'b1', 'b2', 'b3', 'b4'],
  ]);
  expect(world.now).toBe(86_400_000);
});

test('a killed process never goes on: no promise settles, and no `finally` runs', async () => {
  const world = new Scheduler(1);
  const seen: string[] = [];
  const killed = world.start('killed', async (self) => {
    try {
      await self.sleep(100);
      seen.push('slept');
    } finally {
      seen.push('finally');
    }
  });
  await world.run(() => false, 50);
  killed.kill();
  await world.run(() => false, 10_000);
  expect(seen).toEqual([]);
});

test('each process has a clock of its own, which drifts, jumps and stands still', async () => {
  const world = new Scheduler(1);
  const times: Record<string, number[]> = {};
  const work = async (self: SimulatedProcess) => {
    await self.sleep(1_000);
    times[self.name] = [self.now() - BEGINS_AT, self.elapsed(), world.now];
  };
  world.start('right', work);
  world.start('fast', work).drift(1.25);
  world.start('back', work).jump(-5_000);
  world.start('frozen', work).freeze(4_000);
  await world.run(() => false, 60_000);
  expect(times).toEqual({
    right: [1_000, 1_000, 1_000],
    fast: [1_000, 1_000, 800],
    back: [-4_000, 1_000, 1_000],
    frozen: [5_000, 5_000, 5_000],
  });
});

test('a sleep ends early with its signal, and a timer that is cancelled does not fire', async () => {
  const world = new Scheduler(1);
  const seen: number[] = [];
  world.start('a', async (self) => {
    const stop = new AbortController();
    const cancel = self.every(100, () => {
      seen.push(world.now);
      if (seen.length === 3) stop.abort();
    });
    await self.sleep(10_000, stop.signal);
    cancel();
    seen.push(-world.now);
  });
  await world.run(() => false, 60_000);
  expect(seen).toEqual([100, 200, 300, -300]);
});

test('the context names the process after every await', async () => {
  const world = new Scheduler(1);
  const seen = new Set<string | undefined>();
  const work = async (self: SimulatedProcess) => {
    for (let at = 0; at < 10; at += 1) {
      await self.sleep(at);
      seen.add(currentProcess() === self ? self.name : 'another');
    }
  };
  for (const name of ['a', 'b']) world.start(name, work);
  await world.run(() => false, 10_000);
  expect([...seen].sort()).toEqual(['a', 'b']);
  expect(currentProcess()).toBeUndefined();
});

const globals: Record<string, () => unknown> = {
  'Date.now': () => Date.now(),
  'new Date()': () => new Date(),
  'Math.random': () => Math.random(),
  setTimeout: () => setTimeout(() => {}, 1),
  'setTimeout of timers/promises': () => delay(1),
  randomUUID: () => randomUUID(),
  'crypto.randomUUID': () => crypto.randomUUID(),
  'performance.now': () => performance.now(),
  'AbortSignal.timeout': () => AbortSignal.timeout(1),
};

test.each(Object.keys(globals))('%s throws in a simulated process, and not in the harness', async (name) => {
  const world = new Scheduler(1);
  const forgotten: string[] = [];
  const restore = forbidGlobals((error, { name: by }) => forgotten.push(`${by}: ${error.name}`));
  try {
    let thrown: unknown;
    world.start('a', () => {
      try {
        globals[name]!();
      } catch (error) {
        thrown = error;
      }
    });
    await world.run(() => false, 10);
    expect(thrown).toBeInstanceOf(ForgottenGlobalError);
    expect(forgotten).toEqual(['a: ForgottenGlobalError']);
    expect(() => globals[name]!()).not.toThrow();
  } finally {
    restore();
  }
});
