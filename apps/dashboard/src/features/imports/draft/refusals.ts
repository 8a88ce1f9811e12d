import type { Schemas } from '#libs/client';
import { EMPTY_DRAFT, MAX_MENDED, type ImportDraft, type MendedRow, type SentOrder } from './draft.js';
import { startsOf } from './order.js';

export type Refusal = Schemas['ImportError'];

/** The rows after a check: those that are not refused any more stay, so that they can be changed again. */
export function afterCheck(draft: ImportDraft, lines: number, refusals: readonly Refusal[]): ImportDraft {
  const { check } = draft;
  if (!check) return draft;
  const rows = new Map<number, MendedRow>(
    draft.rows.map((row) => [row.line, { ...row, isUnsent: false, refusal: undefined }]),
  );
  for (const refused of refusedRows(draft, check, lines, refusals)) {
    const before = rows.get(refused.line);
    if (before) rows.set(refused.line, { ...before, refusal: refused.refusal });
    else if (rows.size < MAX_MENDED) rows.set(refused.line, refused);
  }
  return { ...draft, rows: inOrder([...rows.values()]), check: { ...check, isNoted: true } };
}

/** After an import only what was refused is left to mend: the rest is done. */
export function afterImport(draft: ImportDraft, lines: number, refusals: readonly Refusal[]): ImportDraft {
  const { imported } = draft;
  if (!imported) return draft;
  const { kind, fileName } = draft;
  const noted = { ...imported, isNoted: true };
  // What people are called is not kept for nothing.
  if (refusals.length === 0) return { ...EMPTY_DRAFT, kind, fileName, imported: noted };
  const rows = refusedRows(draft, imported, lines, refusals).slice(0, MAX_MENDED);
  return {
    ...draft,
    rows: inOrder(rows),
    isRest: true,
    isChanged: true,
    check: undefined,
    imported: noted,
  };
}

const inOrder = (rows: MendedRow[]) => rows.sort((one, other) => one.line - other.line);

/** Each with the line that it has in the file that was chosen, also if it was appended. */
function refusedRows(
  { rows, facts }: ImportDraft,
  { appended }: SentOrder,
  lines: number,
  refusals: readonly Refusal[],
): MendedRow[] {
  const starts = startsOf(appended, lines);
  const known = new Map(rows.map((row) => [row.line, row]));
  return refusals.map(({ line, lastLine, code, detail, values }): MendedRow => {
    const refusal = { code, detail };
    const replaced = known.get(starts.get(line)?.line ?? 0);
    if (replaced) return { ...replaced, refusal };
    const written = values ?? [];
    const mended = (facts?.columns ?? []).map((_, index) => written[index] ?? '');
    const place = { line, lastLine, written, values: mended };
    return { ...place, isChanged: false, isLeftOut: false, refusal };
  });
}
