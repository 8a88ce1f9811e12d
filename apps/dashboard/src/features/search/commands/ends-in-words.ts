import { DAY_MS, dayOf, instantAt } from '../../../components/data/days.js';
import { dateInWords, daysAfter, daysToWeekday } from '../../past/day-in-words.js';

const HOUR_MS = DAY_MS / 24;
/** The hour at which access ends, as the presets have it. */
const USUAL = '18:00';
const UNITS: Readonly<Record<string, number>> = {
  minute: HOUR_MS / 60,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
};

/**
 * The instants that “until friday”, “until 31 december 17:00” or “for 2 hours” can mean, as far as they are still to come: on a Friday
 * “until friday” has two.
 * @param now milliseconds since 1970
 */
export function endsInWords(words: readonly string[], now: number, timeZone: string): string[] {
  const [first = '', ...rest] = words.map((word) => word.toLowerCase());
  if (first === 'for') return forLength(rest, now);
  return first === 'until' || first === 'till' ? untilTime(rest, now, timeZone) : [];
}

function forLength(words: readonly string[], now: number): string[] {
  const [, count = '', unit = ''] = /^(an?|\d{1,4}) ([a-z]+?)s?$/.exec(words.join(' ')) ?? [];
  const length = UNITS[unit];
  if (length === undefined) return [];
  const ends = now + (/^a/.test(count) ? 1 : Number(count)) * length;
  return ends > now ? [new Date(ends).toISOString()] : [];
}

function untilTime(words: readonly string[], now: number, timeZone: string): string[] {
  const today = dayOf(new Date(now).toISOString(), timeZone);
  const last = words.at(-1) ?? '';
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(last) ?? [];
  const dayWords = hours === undefined ? words : words.slice(0, words.at(-2) === 'at' ? -2 : -1);
  const [hour, minute] = (hours === undefined ? USUAL : `${hours}:${minutes}`).split(':').map(Number);
  const time = ((hour ?? 0) * 60 + (minute ?? 0)) * 60_000;
  const days = dayWords.length === 0 && hours !== undefined ? [today] : nextDays(dayWords.join(' '), today);
  const instants = days.flatMap((day) => instantAt(day, timeZone, time) ?? []);
  return instants.filter((at) => Date.parse(at) > now);
}

function nextDays(words: string, today: string): string[] {
  if (words === 'today' || words === 'tonight') return [today];
  if (words === 'tomorrow') return [daysAfter(today, 1)];
  const toWeekday = daysToWeekday(words.replace(/^next /, ''), today);
  // “Next Friday” is this week's to some, and that of the week after to others.
  if (toWeekday !== undefined && words.startsWith('next ') && toWeekday < 7)
    return [daysAfter(today, toWeekday), daysAfter(today, toWeekday + 7)];
  if (toWeekday === 7)
    return words.startsWith('next ') ? [daysAfter(today, 7)] : [today, daysAfter(today, 7)];
  if (toWeekday !== undefined) return [daysAfter(today, toWeekday)];
  const date = dateInWords(words, (day) => day >= today, today);
  return date === undefined ? [] : [date];
}
