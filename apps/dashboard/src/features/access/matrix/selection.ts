export interface Position {
  row: number;
  column: number;
}

/** A rectangle of cells, from where it began to the active cell. */
export interface Selection {
  anchor: Position;
  active: Position;
  /** Whole columns, including rows that are not loaded. */
  isWhole?: boolean;
}

export interface Size {
  rows: number;
  columns: number;
}

export const START: Selection = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };
const PAGE = 10;

export function isSelected({ anchor, active, isWhole }: Selection, row: number, column: number): boolean {
  const between = (one: number, other: number, value: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return (isWhole || between(anchor.row, active.row, row)) && between(anchor.column, active.column, column);
}

export function wholeColumn(column: number, row = 0): Selection {
  return { anchor: { row, column }, active: { row, column }, isWhole: true };
}

export function isRange({ anchor, active, isWhole }: Selection): boolean {
  return Boolean(isWhole) || anchor.row !== active.row || anchor.column !== active.column;
}

/** The columns that a selection covers. */
export function columnsOf<Column>({ anchor, active }: Selection, columns: readonly Column[]): Column[] {
  const [first, last] = [Math.min(anchor.column, active.column), Math.max(anchor.column, active.column)];
  return columns.slice(first, last + 1);
}

export function rowsOf({ anchor, active, isWhole }: Selection, all: number): number {
  return isWhole ? all : Math.abs(anchor.row - active.row) + 1;
}

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Where a key moves to in a grid, as in the ARIA practices; undefined if it does not move. */
export function moved(selection: Selection, pressed: Pressed, size: Size): Selection | undefined {
  const { key, shiftKey } = pressed;
  const whole = pressed.ctrlKey || pressed.metaKey;
  // The others belong to the browser and the screen reader: Alt and an arrow goes back.
  if (pressed.altKey || (whole && !(key.toLowerCase() === 'a' && !shiftKey) && !/^(Home|End)$/.test(key)))
    return undefined;
  const { row, column } = selection.active;
  const end = { row: size.rows - 1, column: size.columns - 1 };
  if (whole && key.toLowerCase() === 'a') return wholeColumn(column, selection.active.row);
  const to: Position | undefined = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    Home: { row: whole ? 0 : row, column: 0 },
    End: { row: whole ? end.row : row, column: end.column },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
  }[key];
  if (!to) return undefined;
  const active = { row: clamp(to.row, end.row), column: clamp(to.column, end.column) };
  const isWhole = shiftKey && selection.isWhole && active.row === row;
  return { anchor: shiftKey ? selection.anchor : active, active, ...(isWhole && { isWhole }) };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
