import { endOfDay } from '../../components/data/days.js';

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What a day of the address asks for: how it was when the day ended in a person's time zone, and on the day that has not, how it is. */
export function momentOf(day: string, timeZone: string, now = Date.now()): string | undefined {
  const end = endOfDay(day, timeZone);
  return end && new Date(Math.min(Date.parse(end), now)).toISOString();
}

/** `2026-03-03`: 3 March 2026 */
export const dayName = (day: string): string => FORMAT.format(new Date(`${day}T00:00:00Z`));

/** What is there now and was not, and the other way round. */
export function difference<Row>(then: readonly Row[], now: readonly Row[], keyOf: (row: Row) => string) {
  const [before, after] = [new Set(then.map(keyOf)), new Set(now.map(keyOf))];
  return {
    came: now.filter((row) => !before.has(keyOf(row))),
    went: then.filter((row) => !after.has(keyOf(row))),
  };
}
