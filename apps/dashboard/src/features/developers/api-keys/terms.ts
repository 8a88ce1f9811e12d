import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { DAY_MS, endOfDay } from '../../../components/data/days.js';

/** When a key expires, as a form has it: after so many days, never, or after a day that is chosen. */

export type Expiry = '30' | '90' | '365' | 'never' | 'day' | 'unchanged';

/** For how many seconds the key before a rotation still works. */
export type Grace = '0' | '3600' | '86400' | '604800';

export interface Terms {
  expiry: Expiry;
  /** As in 2026-03-29; empty until it is chosen. */
  day: string;
}

/** What the API is sent: nothing if the key is not to expire, or to expire as it does. */
export function expiresAtOf({ expiry, day }: Terms): { expiresAt?: string } {
  if (expiry === 'never' || expiry === 'unchanged') return {};
  const expiresAt =
    expiry === 'day'
      ? endOfDay(day, timeZoneOf(preferences.get()))
      : new Date(Date.now() + Number(expiry) * DAY_MS).toISOString();
  return expiresAt === undefined ? {} : { expiresAt };
}

export const isComplete = ({ expiry, day }: Terms): boolean => expiry !== 'day' || day !== '';
