import { useEffect, useState } from 'react';
import { useStore } from '../../api/store.js';
import { preferences, timeZoneOf } from '../../api/preferences.js';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const MINUTE_MS = 60_000;
const WEEK_SECONDS = 7 * 86_400;

/** Creating a formatter is slow, so each is created once. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function format(at: string, timeStyle?: 'long'): string {
  const timeZone = timeZoneOf(preferences.get());
  const key = `${timeStyle} ${timeZone}`;
  const formatter =
    formatters.get(key) ??
    new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'medium',
      ...(timeStyle && { timeStyle }),
      timeZone,
    });
  formatters.set(key, formatter);
  return formatter.format(new Date(at));
}

/** "3 hr. ago", or the date if it is more than a week away. */
export function relativeTime(at: string): string {
  return Math.abs(secondsTo(at)) >= WEEK_SECONDS ? format(at) : distanceTo(at);
}

/** "in 23 days", however far away it is. */
function distanceTo(at: string): string {
  const seconds = secondsTo(at);
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second' ? 'just now' : RELATIVE.format(Math.round(seconds / length), unit);
}

function secondsTo(at: string): number {
  return (Date.parse(at) - Date.now()) / 1_000;
}

/** A date and time with its zone. */
export function exactTime(at: string): string {
  return format(at, 'long');
}

/** `far`: it says how far away it is even if that is more than a week. */
export function Time({ at, far = false }: { at: string; far?: boolean }) {
  const [, setTick] = useState(0);
  useStore(preferences);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {far ? distanceTo(at) : relativeTime(at)}
    </time>
  );
}
