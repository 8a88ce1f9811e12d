import { IndexLag } from './index-lag.js';

const AT = '2026-01-01T00:00:00.000Z';

function clocks(aheadMs: number) {
  let passed = 0;
  return {
    runtime: { now: () => Date.parse(AT) + aheadMs + passed, elapsed: () => 5_000 + passed },
    pass: (ms: number) => void (passed += ms),
  };
}

test.each([0, 3_000, -20_000, 29_000])('waits two seconds, however far the clock is ahead: %i', (aheadMs) => {
  const { runtime, pass } = clocks(aheadMs);
  const lag = new IndexLag();
  expect(lag.leftMs(runtime, 'job', AT)).toBe(2_000);
  pass(1_500);
  expect(lag.leftMs(runtime, 'job', AT)).toBe(500);
  expect(lag.leftMs(runtime, 'other', AT)).toBe(2_000);
  pass(500);
  expect(lag.leftMs(runtime, 'job', AT)).toBe(0);
});

test('what was written long ago is not waited for, by a process that has just begun either', () => {
  expect(new IndexLag().leftMs(clocks(33_000).runtime, 'job', AT)).toBe(0);
});
