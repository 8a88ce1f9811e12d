import { DomainError } from './errors.js';

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
export const DAY_SECONDS = 24 * 60 * 60;
export const DAY_MS = DAY_SECONDS * 1_000;

/**
 * Until when, as people write it: a time with a time zone, or a day, which is meant to its end, in UTC.
 * @returns the instant, in UTC with milliseconds
 * @throws DomainError `invalid_expires_at`
 */
export function parseUntil(text: string): string {
  const given = text.trim();
  const day = Date.parse(`${given.slice(0, 10)}T00:00:00.000Z`);
  // A `Date` reads the 30th of February as the 2nd of March.
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(given.slice(0, 10));
  if (isDay && DAY.test(given)) return new Date(day + DAY_MS).toISOString();
  const time = Date.parse(given);
  if (isDay && TIME.test(given) && !Number.isNaN(time)) return new Date(time).toISOString();
  throw new DomainError(
    'invalid_expires_at',
    'until must be a day like 2026-12-31, or a time with a time zone like 2026-12-31T18:00:00Z.',
    'until',
  );
}
