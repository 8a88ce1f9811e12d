import { useEffect, useRef, useState } from 'react';
import { preferences, timeZoneOf } from '../../api/preferences.js';
import { expectChange } from '../../api/writes.js';
import { localTime } from './days.js';
import { exactTime, relativeTime, Time } from './time.js';

const TEXTS = { ends: 'ends', until: 'until' };
/** By which a refreshed answer no longer has what has ended: the clocks of browser and server differ a little. */
const MARGIN_MS = 1_000;
/** What a timer can wait. */
const MAX_WAIT_MS = 2 ** 31 - 1;

/** An end as people say it: one at midnight is of the day that is over then. */
export function lastMoment(expiresAt: string): string {
  if (!localTime(expiresAt, timeZoneOf(preferences.get())).endsWith('T00:00')) return expiresAt;
  return new Date(Date.parse(expiresAt) - 1).toISOString();
}

/** When somebody's access ends. */
export function Until({ at }: { at: string }) {
  return (
    <span className="font-medium text-muted">
      {TEXTS.ends} <Time at={lastMoment(at)} />
    </span>
  );
}

/** "until 31 Dec 2026, 18:00:00 CET (in 3 days)". */
export function untilText(at: string): string {
  const last = lastMoment(at);
  return `${TEXTS.until} ${exactTime(last)} (${relativeTime(last)})`;
}

/** The first of these ends after a time; Infinity if there is none. All in milliseconds since 1970. */
const nextOf = (ends: readonly (string | undefined)[], after: number) =>
  Math.min(
    ...ends.flatMap((at) => (at === undefined ? [] : [Date.parse(at)])).filter((time) => time > after),
  );

const waitFor = (end: number) => Math.min(end + MARGIN_MS - Date.now(), MAX_WAIT_MS);

/** In how many milliseconds to read again, because the first of these ends has come by then; false if none is to come. */
export function refetchAtEnd(ends: readonly (string | undefined)[]): number | false {
  const next = nextOf(ends, Date.now() - MARGIN_MS);
  return Number.isFinite(next) && waitFor(next);
}

/** Reads again when the first of these ends has come: what is shown ends in front of one's eyes. */
export function useRefreshAtEnd(ends: readonly (string | undefined)[], refresh: () => unknown): void {
  const [done, setDone] = useState(() => Date.now() - MARGIN_MS);
  const next = nextOf(ends, done);
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  });
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => {
      setDone(next);
      expectChange();
      latest.current();
    }, waitFor(next));
    return () => clearTimeout(timer);
  }, [next]);
}
