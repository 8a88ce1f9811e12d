export const DAY_MS = 86_400_000;
/** Before it, what is typed is the beginning of a year. */
const FIRST_YEAR = 1900;

/** A day, as in 2026-03-29, in milliseconds as if it were in UTC; undefined if there is no such day. */
function midnightOf(day: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists && Number(day.slice(0, 4)) >= FIRST_YEAR ? midnight : undefined;
}

export const isDay = (text: string): boolean => midnightOf(text) !== undefined;

/** The instant at which clocks in a time zone show a time of a day, in milliseconds after midnight; undefined if there is no such day. */
export function instantAt(day: string, timeZone: string, time: number): string | undefined {
  const midnight = midnightOf(day);
  return midnight === undefined ? undefined : new Date(instantOf(midnight + time, timeZone)).toISOString();
}

/** The instant at which a day begins, which is not always at midnight. */
export const startOfDay = (day: string, timeZone: string) => instantAt(day, timeZone, 0);

/** The instant at which it ends: when the next day begins. */
export const endOfDay = (day: string, timeZone: string) => instantAt(day, timeZone, DAY_MS);

/** When clocks first show this time, or, if they skip it, when they do so. */
function instantOf(local: number, timeZone: string): number {
  const offset = offsetsIn(timeZone);
  // No zone is more than a day from UTC, and none changes twice within two days.
  const [before, after] = [offset(local - DAY_MS), offset(local + DAY_MS)];
  const shown = [local - before, local - after].filter((instant) => instant + offset(instant) === local);
  if (shown.length > 0) return Math.min(...shown);
  let [early, late] = [local - DAY_MS, local + DAY_MS];
  while (late - early > 1_000) {
    const middle = Math.floor((early + late) / 2_000) * 1_000;
    if (offset(middle) === before) early = middle;
    else late = middle;
  }
  return late;
}

/** What clocks in a time zone show, less UTC, in milliseconds. */
function offsetsIn(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (instant) => {
    const parts = format.formatToParts(instant).map(({ type, value }) => [type, Number(value)] as const);
    const { year = 0, month = 1, day, hour, minute, second } = Object.fromEntries(parts);
    return Date.UTC(year, month - 1, day, hour, minute, second) - instant;
  };
}

const NAMES = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-03-03`: 3 March 2026 */
export const dayName = (day: string): string => NAMES.format(new Date(`${day}T00:00:00Z`));

/** Creating a formatter is slow, so each is created once. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** What clocks in a time zone show at an instant, as in 2026-03-29T18:00. */
export function localTime(at: string, timeZone: string): string {
  const formatter =
    formatters.get(timeZone) ??
    // Sweden writes dates as ISO 8601 does.
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formatters.set(timeZone, formatter);
  return formatter.format(new Date(at)).replace(' ', 'T');
}

/** The day in a time zone, as in 2026-03-29. */
export const dayOf = (at: string, timeZone: string): string => localTime(at, timeZone).slice(0, 10);
