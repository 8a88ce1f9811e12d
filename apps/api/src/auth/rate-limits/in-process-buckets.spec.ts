import { InProcessBuckets } from './in-process-buckets.js';

describe('the rate limiter', () => {
  let time = 0;
  const limit = { perSecond: 2, burst: 3 };
  const limiter = () => {
    const buckets = new InProcessBuckets(() => time);
    return { take: (keys: readonly string[]) => buckets.take(keys, limit) };
  };
  beforeEach(() => {
    time = 0;
  });

  test('lets a burst through, then as many as the rate refills', () => {
    const limits = limiter();
    expect([1, 2, 3].map(() => limits.take(['a']).allowed)).toEqual([true, true, true]);
    expect(limits.take(['a'])).toEqual({ allowed: false, remaining: 0, resetSeconds: 1 });
    time = 500;
    expect(limits.take(['a']).allowed).toBe(true);
    expect(limits.take(['a']).allowed).toBe(false);
    time = 60_000;
    expect(limits.take(['a'])).toEqual({ allowed: true, remaining: 2, resetSeconds: 1 });
  });

  test('counts each key for itself, and takes from none when one is empty', () => {
    const limits = limiter();
    for (let n = 0; n < 3; n += 1) limits.take(['account', 'ann']);
    expect(limits.take(['account', 'bob']).allowed).toBe(false);
    expect(limits.take(['bob']).remaining).toBe(2);
  });
});
