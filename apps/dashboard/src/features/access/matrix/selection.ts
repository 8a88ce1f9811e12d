export interface Position {
  row: number;
  column: number;
}

/** A rectangle of cells, from where it was begun to where it is now. */
export interface Selection {
  anchor: Position;
  active: Position;
}

export interface Size {
  rows: number;
  columns: number;
}

export const START: Selection = { anchor: { row: 0, column: 0 }, active: { row: 0, column: 0 } };
const PAGE = 10;

export function isSelected({ anchor, active }: Selection, row: number, column: number): boolean {
  const between = (one: number, other: number, value: number) =>
    value >= Math.min(one, other) && value <= Math.max(one, other);
  return between(anchor.row, active.row, row) && between(anchor.column, active.column, column);
}

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
}

/** Where a key leads in a grid, by the ARIA practices; undefined for a key that does not move. */
export function moved(selection: Selection, pressed: Pressed, size: Size): Selection | undefined {
  const { key, shiftKey } = pressed;
  const whole = pressed.ctrlKey || pressed.metaKey;
  const { row, column } = selection.active;
  const end = { row: size.rows - 1, column: size.columns - 1 };
  if (whole && key.toLowerCase() === 'a')
    return { anchor: { row: 0, column }, active: { row: end.row, column } };
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
  return { anchor: shiftKey ? selection.anchor : active, active };
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
