import { decodeTime, isValid } from 'ulid';
import { ulidMaker } from './ulid.js';

test('ULIDs hold their time, and rise within a millisecond and when the clock is set back', () => {
  const now = Date.parse('2026-03-03T12:00:00.000Z');
  const made = [now, now, now - 5_000, now + 1].map(ulidMaker());
  expect(made.map(decodeTime)).toEqual([now, now, now, now + 1]);
  expect(made.every(isValid)).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});
