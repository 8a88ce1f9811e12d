/** What spreadsheets treat as a formula, after any number of marks; in some locales also in full width. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/;
const MARKED_FORMULA = /^'+[=+\-@\t\r＝＋－＠]/;

/** Marks a formula as text with a `'`. A value with marks gets one more, so that {@link unmarked} restores every value. */
export function marked(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value;
}

function unmarked(value: string): string {
  return MARKED_FORMULA.test(value) ? value.slice(1) : value;
}

export function unmarkedFormulas(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([column, value]) => [column, unmarked(value)]));
}
