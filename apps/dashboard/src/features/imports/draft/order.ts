import type { AppendedRow, ImportDraft, MendedRow, Order } from './draft.js';

/** The file is sent as it is; rows that were changed are left out of it, and appended as they are now. */
export function orderOf({ rows, isRest }: ImportDraft): Order {
  const replaced = isRest ? rows : rows.filter(isReplaced);
  return {
    omit: isRest ? [] : replaced.map(({ line }) => line),
    appended: replaced.filter(isSent).map(({ line, values }) => ({ line, values })),
    isRest,
  };
}

/** A row with too few values has been given the missing ones, which are empty. */
function isReplaced({ isChanged, written, values }: MendedRow): boolean {
  return isChanged || (written.length > 0 && written.length < values.length);
}

/** A row without any value would be an empty line. */
const isSent = ({ isLeftOut, values }: MendedRow) =>
  !isLeftOut && values.some((value) => value.trim() !== '');

/** What an import is sent as. The API is the only one that reads CSV; this only writes it. */
export async function bodyOf(
  { file, facts }: Pick<ImportDraft, 'file' | 'facts'>,
  { appended, isRest }: Order,
): Promise<Blob> {
  const line = (values: readonly string[]) => csvLine(values, facts?.delimiter ?? ',');
  const rows = appended.map(({ values }) => line(values));
  if (isRest) return new Blob([line((facts?.columns ?? []).map(({ name }) => name)), ...rows]);
  if (!file) throw new Error('There is no file to send.');
  if (rows.length === 0) return file;
  // Its last row may lack the end of its line; an end more would be an empty line.
  const last = await file.slice(-1).text();
  return new Blob([file, /[\r\n]/.test(last) ? '' : LINE_END, ...rows]);
}

const LINE_END = '\r\n';

/** Each value is quoted, so that it may contain anything. */
function csvLine(values: readonly string[], delimiter: string): string {
  return `${values.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter)}${LINE_END}`;
}

const linesIn = ({ values }: AppendedRow): number =>
  1 + values.reduce((sum, value) => sum + (value.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** @param lines how many were sent in all @returns the appended rows by the lines in which they begin */
export function startsOf(appended: readonly AppendedRow[], lines: number): Map<number, AppendedRow> {
  let start = lines + 1 - appended.reduce((sum, row) => sum + linesIn(row), 0);
  const starts = new Map<number, AppendedRow>();
  for (const row of appended) {
    starts.set(start, row);
    start += linesIn(row);
  }
  return starts;
}
