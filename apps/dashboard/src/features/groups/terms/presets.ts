import { DAY_MS, dayOf, instantAt } from '../../../components/data/days.js';

export type Preset = 'hour' | 'today' | 'friday' | 'nextFriday';

const HOUR_MS = DAY_MS / 24;
const FRIDAY = 5;

/** The ends that take one choice, as far as they are still to come. On a Friday, the one after it is offered. */
export function presetsAt(now: number, timeZone: string): { preset: Preset; at: string }[] {
  const today = dayOf(new Date(now).toISOString(), timeZone);
  const midnight = Date.parse(`${today}T00:00:00Z`);
  const sixOClock = (days: number) => {
    const day = new Date(midnight + days * DAY_MS).toISOString().slice(0, 10);
    return instantAt(day, timeZone, 18 * HOUR_MS) ?? '';
  };
  const daysToFriday = ((FRIDAY - new Date(midnight).getUTCDay() + 6) % 7) + 1;
  const presets: { preset: Preset; at: string }[] = [
    { preset: 'hour', at: new Date(now + HOUR_MS).toISOString() },
    { preset: 'today', at: sixOClock(0) },
    { preset: daysToFriday === 7 ? 'nextFriday' : 'friday', at: sixOClock(daysToFriday) },
  ];
  return presets.filter(({ at }) => Date.parse(at) > now);
}
