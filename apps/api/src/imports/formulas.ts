/** What spreadsheets take for a formula, whatever number of marks is before it. */
const FORMULA = /^'*[=+\-@\t\r]/;
const MARKED_FORMULA = /^'+[=+\-@\t\r]/;

/**
 * A value of CSV as it can be opened in a spreadsheet: what would be a formula there is marked as a text by a `'`. One that
 * has marks of its own gets one more, so that {@link unmarked} gives back every value as it was.
 */
export function marked(value: string): string {
  return FORMULA.test(value) ? `'${value}` : value;
}

/** A value of CSV as it was before {@link marked}. */
export function unmarked(value: string): string {
  return MARKED_FORMULA.test(value) ? value.slice(1) : value;
}

export function unmarkedFormulas(record: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([column, value]) => [column, unmarked(value)]));
}
