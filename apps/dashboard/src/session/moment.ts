import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Moment } from '../api/moment.js';
import { preferences, timeZoneOf } from '../api/preferences.js';
import { useStore } from '../api/store.js';
import { endOfDay, isDay, startOfDay } from '../components/data/days.js';

/** With a time zone, as in RFC 3339. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/**
 * The moment that an address asks for: an instant, or a day, which is how it was when the day ended in a person's time zone; of the
 * day that has not ended, how it is. Undefined for what is none, or has yet to come.
 */
export function momentAt(at: string, timeZone: string, now = Date.now()): Moment | undefined {
  const key = `${at} ${timeZone}`;
  const start = startOfDay(at, timeZone);
  const end = endOfDay(at, timeZone);
  if (start !== undefined && end !== undefined)
    return Date.parse(start) > now
      ? undefined
      : { asOf: new Date(Math.min(Date.parse(end), now)).toISOString(), key };
  const instant = INSTANT.test(at) && isDay(at.slice(0, 10)) ? Date.parse(at) : NaN;
  return instant <= now ? { asOf: new Date(instant).toISOString(), key } : undefined;
}

/** What the address says of the moment, whether or not it is one. */
export const useAt = (): string | undefined => useSearch({ strict: false, select: ({ at }) => at });

/** The moment at which the whole page stands; undefined for now. */
export function useMoment(): Moment | undefined {
  const at = useAt();
  const zone = useStore(preferences, timeZoneOf);
  return useMemo(() => (at === undefined ? undefined : momentAt(at, zone)), [at, zone]);
}
