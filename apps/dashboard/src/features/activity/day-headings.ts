import { TEXTS } from './texts.js';

const DAY_MS = 86_400_000;
const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
/** Creating a formatter is slow, so each is created once. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** The day in a time zone, as in 2026-03-29. */
export function dayOf(at: string, timeZone: string): string {
  // Sweden writes dates as ISO 8601 does.
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone });
  formatters.set(timeZone, formatter);
  return formatter.format(new Date(at));
}

export function dayHeading(day: string, today: string): string {
  if (day === today) return TEXTS.today;
  return Date.parse(today) - Date.parse(day) === DAY_MS ? TEXTS.yesterday : FORMAT.format(new Date(day));
}
