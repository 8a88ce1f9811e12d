import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { backoffMs, inParallel, progress, realRuntime } from './index.js';

test('so many at once, and no more', async () => {
  let underWay = 0;
  let most = 0;
  const seen: string[] = [];
  await inParallel(['a', 'b', 'c', 'd', 'e'], 2, async (item, index) => {
    most = Math.max(most, ++underWay);
    await delay(2);
    seen.push(`${index}${item}`);
    underWay -= 1;
  });
  expect(most).toBe(2);
  expect(seen.sort()).toEqual(['0a', '1b', '2c', '3d', '4e']);
});

test('after a failure nothing more begins, and what has begun is awaited', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const acting = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    await delay(item === 1 ? 1 : 20);
    if (item === 1) throw new Error('the first');
    ended.push(item);
  });
  await expect(acting).rejects.toThrow('the first');
  expect(begun).toEqual([1, 2]);
  expect(ended).toEqual([2]);
});

test('when the items end with an error, what has begun cannot reject unnoticed', async () => {
  async function* failing() {
    yield await Promise.resolve(1);
    throw new Error('no more items');
  }
  const acting = inParallel(failing(), 2, () => Promise.reject(new Error('of the item')));
  await expect(acting).rejects.toThrow('no more items');
});

test('the ceiling of the pause doubles up to the limit', () => {
  const longest = (failures: number) =>
    Math.max(...Array.from({ length: 400 }, () => backoffMs(Math, failures, 100, 350)));
  for (const [failures, ceiling] of [
    [1, 100],
    [2, 200],
    [3, 350],
    [2_000, 350],
  ] as const) {
    expect(longest(failures)).toBeLessThanOrEqual(ceiling);
    expect(longest(failures)).toBeGreaterThan(ceiling * 0.8);
  }
});

test('a reader whose positions come round in a ring is stopped within three rounds, and no other is', () => {
  const size = fc.integer({ min: 0, max: 50 });
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 50 }), (before, ring) => {
      const endless = progress('The list');
      const read = (page: number) =>
        endless({ at: page < before ? page : before + ((page - before) % ring) });
      expect(() => {
        for (let page = 0; page < 3 * (before + ring) + 2; page += 1) read(page);
      }).toThrow('The list leads back');
      const finite = progress('The list');
      for (let page = 0; page < before; page += 1) finite({ at: page });
      finite(undefined);
    }),
  );
});

describe('the real runtime', () => {
  const { sleep, every, bytes } = realRuntime;

  test('sleeps at least as long as requested, and less if the signal fires, without an error', async () => {
    const { elapsed } = realRuntime;
    const startedAt = elapsed();
    await sleep(30);
    // A timer may fire a moment before its time.
    expect(elapsed() - startedAt).toBeGreaterThan(28);
    await sleep(60_000, AbortSignal.timeout(5));
    await sleep(60_000, AbortSignal.abort());
  });

  test('calls again and again until it is stopped', async () => {
    let calls = 0;
    const stop = every(2, () => (calls += 1));
    while (calls < 2) await sleep(2);
    stop();
    const before = calls;
    await sleep(10);
    expect(calls).toBe(before);
  });

  test('uses each random byte once, and draws evenly', () => {
    const drawn = Array.from({ length: 5_000 }, () => bytes(8));
    expect(new Set(drawn.map((each) => each.toString('hex'))).size).toBe(5_000);
    expect(drawn.every(({ length }) => length === 8)).toBe(true);
    expect(bytes(10_000)).toHaveLength(10_000);
    const values = new Set(drawn.flatMap((each) => [...each]));
    expect(values.size).toBe(256);
  });
});
