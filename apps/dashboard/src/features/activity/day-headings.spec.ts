import { dayOf } from '../../components/data/days.js';
import { dayHeading } from './day-headings.js';

describe('the headings of days', () => {
  test('the day is that of the time zone', () => {
    expect(dayOf('2026-03-28T23:30:00.000Z', 'Europe/Berlin')).toBe('2026-03-29');
    expect(dayOf('2026-03-28T23:30:00.000Z', 'UTC')).toBe('2026-03-28');
  });

  test('the last two days are named, also across the change of the clocks', () => {
    expect(dayHeading('2026-03-29', '2026-03-29')).toBe('Today');
    expect(dayHeading('2026-03-29', '2026-03-30')).toBe('Yesterday');
    expect(dayHeading('2026-03-28', '2026-03-30')).toMatch(/^Saturday,? 28 March 2026$/);
  });
});
