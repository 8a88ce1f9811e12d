const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const TIME = String.raw`(\d{2}):(\d{2}):(\d{2})`;

/** The three forms of a date in HTTP: RFC 9110, section 5.6.7. Each has day, month, year and time, in its own order. */
const FORMS: readonly [RegExp, (parts: string[]) => string[]][] = [
  // Sun, 06 Nov 1994 08:49:37 GMT
  [new RegExp(`^[A-Z][a-z]{2}, (\\d{2}) (${MONTHS}) (\\d{4}) ${TIME} GMT$`), (parts) => parts],
  // Sunday, 06-Nov-94 08:49:37 GMT
  [new RegExp(`^[A-Z][a-z]{5,8}, (\\d{2})-(${MONTHS})-(\\d{2}) ${TIME} GMT$`), (parts) => parts],
  // Sun Nov  6 08:49:37 1994
  [
    new RegExp(`^[A-Z][a-z]{2} (${MONTHS}) ([ \\d]\\d) ${TIME} (\\d{4})$`),
    ([month = '', day = '', hour = '', minute = '', second = '', year = '']) => [
      day,
      month,
      year,
      hour,
      minute,
      second,
    ],
  ],
];
const HALF_A_CENTURY = 50;

/**
 * How many milliseconds an endpoint asks to be left alone for: RFC 9110, section 10.2.3.
 * @param value of `Retry-After`: a number of seconds, or a date
 * @param now milliseconds since the epoch
 * @returns 0 for a moment that has passed, for none, and for what is neither
 */
export function retryAfterMs(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const at = httpDate(text, new Date(now).getUTCFullYear());
  return at === undefined ? 0 : Math.max(0, at - now);
}

function httpDate(text: string, thisYear: number): number | undefined {
  for (const [form, inOrder] of FORMS) {
    const found = form.exec(text);
    if (!found) continue;
    const [day = '', month = '', year = '', hour = '', minute = '', second = ''] = inOrder(found.slice(1));
    const at = new Date(0);
    at.setUTCFullYear(
      year.length === 2 ? fullYear(Number(year), thisYear) : Number(year),
      MONTHS.split('|').indexOf(month),
      Number(day),
    );
    at.setUTCHours(Number(hour), Number(minute), Number(second));
    return at.getTime();
  }
  return undefined;
}

/** A year of two digits that seems to be over 50 years ahead is the most recent one with these digits. */
function fullYear(digits: number, thisYear: number): number {
  const year = thisYear - (thisYear % 100) + digits;
  return year > thisYear + HALF_A_CENTURY ? year - 100 : year;
}
