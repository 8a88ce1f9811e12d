import type { Schemas } from '#libs/client';
import type { Kind, Mapping } from '../columns.js';

/** What the API has said of the beginning of the file. */
export type FileFacts = Pick<
  Schemas['ImportInspection'],
  'columns' | 'fields' | 'delimiter' | 'rows' | 'total'
>;

/** A refused row of the file, which somebody mends. */
export interface MendedRow {
  /** Where it is in the file that was chosen. */
  line: number;
  lastLine: number;
  /** As it stands in the file; empty if that is not known any more. */
  written: readonly string[];
  /** One for each column of the file. */
  values: readonly string[];
  isChanged: boolean;
  /** Changed since it was last sent. */
  isUnsent?: boolean;
  isLeftOut: boolean;
  /** Why it was refused when it was last sent. Undefined if it was not. */
  refusal: { code: string; detail: string } | undefined;
}

/** A row below the file's own, and the line of the row that it replaces. */
export interface AppendedRow {
  line: number;
  values: readonly string[];
}

/** What is sent of the file, and with it. */
export interface Order {
  /** The lines of rows to leave out. */
  omit: readonly number[];
  appended: readonly AppendedRow[];
  /** The rest of the file is imported already: only the appended rows are sent. */
  isRest: boolean;
}

export interface SentOrder extends Order {
  jobId: string;
  /** Whether its refusals are among the rows. */
  isNoted: boolean;
}

/** An import before it is started, and what was refused of it. */
export interface ImportDraft {
  kind: Kind;
  /** Empty before a file is chosen. */
  fileName: string;
  fileSize: number;
  /** Gone after a reload: a page cannot open a file again by itself. */
  file: File | undefined;
  facts: FileFacts | undefined;
  mapping: Mapping;
  rows: readonly MendedRow[];
  /** Something has changed since the last check. */
  isChanged: boolean;
  isRest: boolean;
  check: SentOrder | undefined;
  imported: (SentOrder & { checkId: string }) | undefined;
}

export const EMPTY_DRAFT: ImportDraft = {
  kind: 'users',
  fileName: '',
  fileSize: 0,
  file: undefined,
  facts: undefined,
  mapping: [],
  rows: [],
  isChanged: false,
  isRest: false,
  check: undefined,
  imported: undefined,
};

/** More rows than this are not corrected by hand. */
export const MAX_MENDED = 100;

/** Whether it is the file that was chosen before a reload, as far as that can be known. */
export const isSameFile = ({ fileName, fileSize }: ImportDraft, file: File): boolean =>
  file.name === fileName && file.size === fileSize;

/** Whether there is something to send. */
export const hasContents = ({ file, isRest }: ImportDraft): boolean => isRest || file !== undefined;

export function changeRow(
  draft: ImportDraft,
  line: number,
  change: Partial<Pick<MendedRow, 'values' | 'isLeftOut'>>,
): ImportDraft {
  const rows = draft.rows.map((row) =>
    row.line === line ? { ...row, ...change, isChanged: true, isUnsent: true } : row,
  );
  return { ...draft, rows, isChanged: true };
}
