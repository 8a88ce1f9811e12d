import { memo, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.js';

export interface Column<Row> {
  key: string;
  title: string;
  /** For screen readers only. */
  hideTitle?: boolean;
  /** Instead of the title. */
  head?: ReactNode;
  /** Clicking the title sorts by this field. */
  sort?: string;
  className?: string;
  cell: (row: Row, index: number) => ReactNode;
}

interface GridRowProps {
  row: unknown;
  index: number;
  columns: readonly Column<unknown>[];
  template: string;
  /** Whether the rows go by too fast to be read. */
  isFast: boolean;
  /** In pixels, from the top of the rows. */
  top: number;
  height: number;
  isTabStop: boolean;
  isGone: boolean;
  onActive: (index: number) => void;
  onOpen: ((row: unknown) => void) | undefined;
}

/** By the keys of their columns: what of a row is there at once, however fast the list is scrolled. */
const LEADING = new Set(['name', 'person']);

/** Rendered again only if it changes itself: scrolling renders the rows that come into view. Those that fly by get only what leads a row. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, index, columns, template, isFast, top, height, isTabStop, isGone, onActive, onOpen } = props;
  const [isWhole, setIsWhole] = useState(!isFast);
  if (!isWhole && !isFast) setIsWhole(true);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isTabStop ? 0 : -1}
      onFocus={() => onActive(index)}
      onClick={({ target }) => !isElsewhere(target) && onOpen?.(row)}
      style={{ height, top }}
      className={classNames(
        'absolute inset-x-0 grid items-center gap-4 not-last:border-b border-line px-4 text-sm focus-visible:outline-offset-[-2px]',
        onOpen && 'cursor-pointer hover:bg-hover',
        isGone && 'line-through opacity-60',
        template,
      )}
    >
      {columns.map(({ key, cell, className }) => (
        <div key={key} role="gridcell" className={classNames('min-w-0', className)}>
          {(isWhole || LEADING.has(key)) && <Content of={cell} row={row} index={index} />}
        </div>
      ))}
    </div>
  );
});

interface ContentProps {
  of: Column<unknown>['cell'];
  row: unknown;
  index: number;
}

/** Rendered again only for a different row: most cells depend on nothing else. */
const Content = memo(function Content({ of: cell, row, index }: ContentProps) {
  return cell(row, index);
});

/** In a field, or in a dialog or menu of a row, keys and clicks are not the grid's: React passes them on to it. */
export const isElsewhere = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('dialog, [popover], textarea, select, input:not([type=checkbox])') !== null;
