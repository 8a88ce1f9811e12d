import { readCursor, writeCursor } from '@rollbook/single-table';
import type { Directory } from './directory.js';

/** Cursors that are also bound to conditions the query itself does not know. Reading one throws SingleTableError `InvalidCursor`. */
export function cursorsBoundTo({ cursorSecret }: Pick<Directory, 'cursorSecret'>, binding: string) {
  return {
    read(cursor: string | undefined): string | undefined {
      if (cursor === undefined) return undefined;
      const [position] = readCursor(cursorSecret, binding, cursor, 1);
      return Array.isArray(position) ? String(position[0]) : undefined;
    },
    write: (cursor: string | undefined) => cursor && writeCursor(cursorSecret, binding, [[cursor]]),
  };
}
