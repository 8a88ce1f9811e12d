import { isDay } from '../../components/data/days.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_MS = 86_400_000;

/**
 * “prod on 3 march” names what, and a day: `2026-03-03`. Without a year it is the last such day. Any other text is all of it what.
 * @param today as in `2026-03-29`
 */
export function dayInWords(text: string, today: string): { what: string; day?: string } {
  const [, what, words] = /^\s*(.*\S)\s+on\s+(\S.*?)\s*$/i.exec(text) ?? [];
  const day = words === undefined ? undefined : dayOfWords(words.toLowerCase(), today);
  return what === undefined || day === undefined ? { what: text.trim() } : { what, day };
}

function dayOfWords(words: string, today: string): string | undefined {
  if (words === 'yesterday') return new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
  if (isDay(words)) return words;
  const [, before, name = '', after, year] =
    /^(\d{1,2})?\.? ?([a-z]{3,9})\.? ?(\d{1,2})?,?(?: (\d{4}))?$/.exec(words) ?? [];
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  const number = before ?? after;
  if (month === 0 || number === undefined) return undefined;
  const of = (inYear: number) => `${inYear}-${String(month).padStart(2, '0')}-${number.padStart(2, '0')}`;
  const thisYear = Number(today.slice(0, 4));
  const day = year ? of(Number(year)) : of(of(thisYear) > today ? thisYear - 1 : thisYear);
  return isDay(day) ? day : undefined;
}
