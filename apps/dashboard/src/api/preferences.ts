import { keep, readKept } from './kept.js';
import { createStore } from './store.js';

/** How the dashboard looks in this browser. Nothing secret. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  timeZone: 'local' | 'utc';
  /** Single keys, such as `/` and `g u` (WCAG 2.1.4). */
  shortcuts: boolean;
}

export const PREFERENCES_KEY = 'rollbook-preferences';
const DEFAULTS: Preferences = { theme: 'system', timeZone: 'local', shortcuts: true };

export const preferences = createStore<Preferences>({
  ...DEFAULTS,
  ...(readKept('localStorage', PREFERENCES_KEY) as Partial<Preferences> | null),
});

export function applyPreferences(): void {
  const { theme } = preferences.get();
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function changePreferences(changes: Partial<Preferences>): void {
  preferences.set({ ...preferences.get(), ...changes });
  keep('localStorage', PREFERENCES_KEY, preferences.get());
  applyPreferences();
}

const ZONE_FRESH_MS = 10_000;
let zone = { name: '', until: 0 };

/** The time zone in which the person reads and types times. Finding the local one takes a third of a millisecond, and each row of a list needs it. */
export function timeZoneOf({ timeZone }: Preferences): string {
  if (timeZone === 'utc') return 'UTC';
  const now = performance.now();
  if (now >= zone.until)
    zone = { name: Intl.DateTimeFormat().resolvedOptions().timeZone, until: now + ZONE_FRESH_MS };
  return zone.name;
}
