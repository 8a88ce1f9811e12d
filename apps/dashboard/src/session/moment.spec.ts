import { momentAt } from './moment.js';

const instantAt = (...args: Parameters<typeof momentAt>) => momentAt(...args)?.asOf;

test('a day is how it was when it ended where the person is', () => {
  expect(instantAt('2026-03-03', 'Europe/Berlin')).toBe('2026-03-03T23:00:00.000Z');
  expect(instantAt('2026-03-03', 'America/New_York')).toBe('2026-03-04T05:00:00.000Z');
  expect(instantAt('2026-03-29', 'Europe/Berlin')).toBe('2026-03-29T22:00:00.000Z');
});

test('a day that has not ended is now', () => {
  const now = Date.parse('2026-03-03T10:00:00Z');
  expect(instantAt('2026-03-03', 'UTC', now)).toBe('2026-03-03T10:00:00.000Z');
});

test('an instant is itself', () => {
  expect(instantAt('2026-03-03T10:00Z', 'Europe/Berlin')).toBe('2026-03-03T10:00:00.000Z');
  expect(instantAt('2026-03-03T10:00:00.5+01:00', 'UTC')).toBe('2026-03-03T09:00:00.500Z');
});

test.each([
  '2026-02-30',
  '2026-02-30T10:00Z',
  '2026-03-03T10:00',
  '2026-03-03T25:00Z',
  '2027-03-04',
  '2027-03-03T10:00Z',
  'yesterday',
  '',
])('“%s” is no moment of the past', (at) => {
  expect(momentAt(at, 'UTC', Date.parse('2027-03-03T09:59:59Z'))).toBeUndefined();
});
