import { useEffect, useState } from 'react';
import { useStore } from '../../api/store.js';
import { preferences } from '../../features/me/preferences.js';

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const MINUTE_MS = 60_000;
const WEEK_SECONDS = 7 * 86_400;

const zone = () => (preferences.get().timeZone === 'utc' ? { timeZone: 'UTC' } : {});

/** "3 hr. ago", and the date beyond a week. */
function relativeTime(at: string): string {
  const seconds = (Date.parse(at) - Date.now()) / 1_000;
  if (Math.abs(seconds) >= WEEK_SECONDS)
    return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', ...zone() }).format(new Date(at));
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ['second', 1];
  return unit === 'second' ? 'just now' : RELATIVE.format(Math.round(seconds / length), unit);
}

/** A moment with its zone. */
export function exactTime(at: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long', ...zone() }).format(
    new Date(at),
  );
}

export function Time({ at }: { at: string }) {
  const [, setTick] = useState(0);
  useStore(preferences);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={exactTime(at)} className="whitespace-nowrap">
      {relativeTime(at)}
    </time>
  );
}
