import { decodeTime, isValid, monotonicFactory, ulid } from 'ulid';
import { drawFraction, drawHex } from './random-pool.js';
import { ulidMaker } from './ulid.js';

test('no bytes are used twice, however often the pool is refilled', () => {
  const drawn = Array.from({ length: 5_000 }, () => drawHex(8));
  expect(drawn.every((hex) => /^[0-9a-f]{16}$/.test(hex))).toBe(true);
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('fractions are from 0 up to 1, and all 256 of them are drawn', () => {
  const drawn = new Set(Array.from({ length: 20_000 }, drawFraction));
  expect([...drawn].every((each) => each >= 0 && each < 1 && Number.isInteger(each * 256))).toBe(true);
  expect(drawn.size).toBe(256);
});

test('ULIDs of one millisecond differ', () => {
  const made = Array.from({ length: 2_000 }, () => ulid(1, drawFraction));
  expect(new Set(made).size).toBe(made.length);
  const rising = monotonicFactory(drawFraction);
  expect(rising(1) < rising(1)).toBe(true);
});

test('ULIDs of the library hold their time, and rise within a millisecond and when the clock is set back', () => {
  const now = Date.parse('2026-03-03T12:00:00.000Z');
  const made = [now, now, now - 5_000, now + 1].map(ulidMaker());
  expect(made.map(decodeTime)).toEqual([now, now, now, now + 1]);
  expect(made.every(isValid)).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
