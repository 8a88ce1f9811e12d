/** Rows of a list, and how many were held back. */
export interface Steady<Row> {
  rows: readonly Row[];
  /** Not shown yet: they would push others down. */
  added: number;
  /** The keys of those that are still shown, as they were: others would move up. */
  gone: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * A list that has been read again while somebody looks at it. What its rows say is new; which rows there are, and their order, stays,
 * except that rows may follow below.
 * @param shown the rows as they have been shown
 * @param hasMore whether only the first of the rows have been read: those pushed behind them are not gone
 */
export function steady<Row>(
  shown: readonly Row[],
  read: readonly Row[],
  keyOf: (row: Row) => string,
  hasMore = false,
): Steady<Row> {
  // As each page of a long list is read.
  if (shown.every((row, at) => row === read[at])) return { rows: read, added: 0, gone: NONE };
  const now = new Map(read.map((row) => [keyOf(row), row]));
  const before = new Set(shown.map(keyOf));
  const lastRead = read.findLastIndex((row) => before.has(keyOf(row)));
  if (lastRead === -1) return { rows: read, added: 0, gone: NONE };
  const lastShown = shown.findLastIndex((row) => now.has(keyOf(row)));
  return {
    rows: [...shown.map((row) => now.get(keyOf(row)) ?? row), ...read.slice(lastRead + 1)],
    added: read.slice(0, lastRead).filter((row) => !before.has(keyOf(row))).length,
    gone: new Set(shown.map(keyOf).filter((key, at) => !now.has(key) && !(hasMore && at > lastShown))),
  };
}
