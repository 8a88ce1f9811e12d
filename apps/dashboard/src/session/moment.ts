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
  const start = Date.parse(startOfDay(at, timeZone) ?? instantOf(at));
  const end = Date.parse(endOfDay(at, timeZone) ?? instantOf(at));
  if (Number.isNaN(end) || start > now) return undefined;
  return { asOf: new Date(Math.min(end, now)).toISOString(), key: `${at} ${timeZone}` };
}

const instantOf = (at: string) => (INSTANT.test(at) && isDay(at.slice(0, 10)) ? at : '');

/** Whether it is one, though perhaps not of the past. */
export const isMoment = (at: string): boolean => isDay(at) || !Number.isNaN(Date.parse(instantOf(at)));

/** What the address says of the moment, whether or not it is one. */
export const useAt = (): string | undefined => useSearch({ strict: false, select: ({ at }) => at });

/** The moment at which the whole page stands; undefined for now. */
export function useMoment(): Moment | undefined {
  const at = useAt();
  const zone = useStore(preferences, timeZoneOf);
  return useMemo(() => (at === undefined ? undefined : momentAt(at, zone)), [at, zone]);
}
