import fc from 'fast-check';
import { dayName, difference, momentOf } from './moment.js';

test('a day is how it was when it ended where the person is', () => {
  expect(momentOf('2026-03-03', 'Europe/Berlin')).toBe('2026-03-03T23:00:00.000Z');
  expect(momentOf('2026-03-03', 'America/New_York')).toBe('2026-03-04T05:00:00.000Z');
  expect(momentOf('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
  expect(momentOf('2026-02-30', 'UTC')).toBeUndefined();
  expect(dayName('2026-03-03')).toBe('3 March 2026');
});

test('a day that has not ended is now', () => {
  const now = Date.parse('2026-03-03T10:00:00Z');
  expect(momentOf('2026-03-03', 'UTC', now)).toBe('2026-03-03T10:00:00.000Z');
});

test('what was, with what came and without what went, is what is', () => {
  const some = fc.uniqueArray(fc.string());
  fc.assert(
    fc.property(some, some, (then, now) => {
      const { came, went } = difference(then, now, (each) => each);
      const result = new Set([...then, ...came].filter((each) => !went.includes(each)));
      expect(result).toEqual(new Set(now));
      expect(came.some((each) => then.includes(each)) || went.some((each) => now.includes(each))).toBe(false);
    }),
  );
});
