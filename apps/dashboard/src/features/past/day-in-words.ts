import { isDay } from '../../components/data/days.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Where a day follows: what can only be a day needs no “on”. */
const DAY_AFTER = [/^(.*\S)\s+on\s+(\S.*)$/i, /^(.*\S)\s+(yesterday|last\s+[a-z]+|\d+\s+days?\s+ago)$/i];

/**
 * “prod on 3 march” and “prod yesterday” name what, and a day: `2026-03-03`. Without a year it is the last such day. Any other text is
 * all of it what.
 * @param today as in `2026-03-29`
 */
export function dayInWords(text: string, today: string): { what: string; day?: string } {
  const whole = text.trim().replaceAll(/\s+/g, ' ');
  for (const pattern of DAY_AFTER) {
    const [, what, words = ''] = pattern.exec(whole) ?? [];
    const day = lastDay(words.toLowerCase(), today);
    if (what !== undefined && day !== undefined) return { what, day };
  }
  return { what: whole };
}

function lastDay(words: string, today: string): string | undefined {
  if (words === 'yesterday') return daysAfter(today, -1);
  const [, ago] = /^(\d{1,4}) days? ago$/.exec(words) ?? [];
  if (ago !== undefined) return daysAfter(today, -Number(ago));
  const toWeekday = daysToWeekday(words.replace(/^last /, ''), today);
  if (toWeekday !== undefined) return daysAfter(today, (toWeekday % 7) - 7);
  if (/^last /.test(words)) return undefined;
  return dateInWords(words, (day) => day <= today, today);
}

/** The day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** 1 to 7: the next such day after today; undefined if it is the name of none. */
export function daysToWeekday(name: string, today: string): number | undefined {
  const weekday = WEEKDAYS.findIndex((each) => each === name || each.slice(0, 3) === name);
  const distance = (weekday - new Date(today).getUTCDay() + 6) % 7;
  return weekday < 0 ? undefined : distance + 1;
}

/** “3 march”, “march 3, 2024” or `2024-03-03`. Without a year, in the year of today, or the nearest in which it is as wanted. */
export function dateInWords(
  words: string,
  isWanted: (day: string) => boolean,
  today: string,
): string | undefined {
  if (isDay(words)) return words;
  const [, before, name = '', after, year] =
    /^(\d{1,2})?\.? ?([a-z]{3,9})\.? ?(\d{1,2})?,?(?: (\d{4}))?$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  const number = before ?? after;
  if (month === 0 || number === undefined) return undefined;
  const of = (inYear: number) => `${inYear}-${String(month).padStart(2, '0')}-${number.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const days = year ? [of(Number(year))] : [thisYear, thisYear - 1, thisYear + 1].map(of).filter(isWanted);
  const [day] = days;
  return day !== undefined && isDay(day) ? day : undefined;
}
