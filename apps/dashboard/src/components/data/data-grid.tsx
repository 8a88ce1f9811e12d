import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { classNames } from '../class-names.js';
import type { News } from '../../api/lists.js';
import { isModified } from '../keys.js';
import { useWidth } from '../media.js';
import { SortButton } from './sort-button.js';

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

interface DataGridProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The widths of the columns: a class that sets grid-template-columns. */
  template: string;
  /** The number of all rows, including those not loaded yet; undefined if unknown. */
  total?: number | undefined;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  onOpen?: (row: Row) => void;
  /** Called when `x` is pressed on a row. */
  onSelect?: ((row: Row) => void) | undefined;
  /** What the list holds back: rows that have gone are shown as such. */
  news?: News | undefined;
  /** Called when the last loaded row comes into view. */
  onEnd?: () => void;
}

/** In pixels, for a name above its email, and, from the width on that `lg:` stands for, for both in one line. */
const ROW_HEIGHT = 52;
const WIDE_ROW_HEIGHT = 36;
const PAGE = 10;

/** A list of any length: only rows in view are rendered. One tab stop; arrows, Home, End and PgUp/PgDn move. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, rows, rowKey, template, total, sort, onSort, onOpen, onSelect, onEnd, news } =
    props;
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), []);
  const rowHeight = useWidth('lg') ? WIDE_ROW_HEIGHT : ROW_HEIGHT;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin,
    // The parts that stay above and below the rows while these scroll.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 80,
  });
  // It keeps the heights that it was given.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - PAGE) onEnd?.();
  }, [last, rows.length, onEnd]);

  function focusRow(next: number) {
    setActive(next);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() => {
      body.current
        ?.querySelector<HTMLElement>(`[aria-rowindex="${next + 2}"]`)
        ?.focus({ preventScroll: true });
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isModified(event) || isElsewhere(event.target)) return;
    const to = rowFor(event.key, active, rows.length);
    const row = rows[active];
    if (to !== undefined) {
      const next = Math.max(0, Math.min(rows.length - 1, to));
      // At the ends, the page scrolls.
      if (next !== active || !(event.target as Element).matches('[role=row]')) event.preventDefault();
      focusRow(next);
    } else if (row && event.target instanceof HTMLElement && event.target.role === 'row') {
      if (event.key === 'Enter') onOpen?.(row);
      else if (event.key === 'x') onSelect?.(row);
    }
  }

  return (
    <div role="grid" aria-label={label} aria-rowcount={total === undefined ? -1 : total + 1}>
      <Head {...{ columns, template, sort, onSort }} />
      <div
        ref={body}
        role="rowgroup"
        className="relative"
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={onKeyDown}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <div
              key={rowKey(row)}
              role="row"
              aria-rowindex={index + 2}
              tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
              onFocus={() => setActive(index)}
              onClick={({ target }) => !isElsewhere(target) && onOpen?.(row)}
              style={{ height: rowHeight, transform: `translateY(${start - scrollMargin}px)` }}
              className={classNames(
                'absolute inset-x-0 top-0 grid items-center gap-4 not-last:border-b border-line px-4 text-sm focus-visible:outline-offset-[-2px]',
                onOpen && 'cursor-pointer hover:bg-hover',
                news?.gone.has(rowKey(row)) && 'line-through opacity-60',
                template,
              )}
            >
              <Cells columns={columns} row={row} index={index} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function rowFor(key: string, active: number, count: number): number | undefined {
  return {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    Home: 0,
    End: count - 1,
    PageDown: active + PAGE,
    PageUp: active - PAGE,
  }[key];
}

type HeadProps<Row> = Pick<DataGridProps<Row>, 'columns' | 'template' | 'sort' | 'onSort'>;

function Head<Row>({ columns, template, sort, onSort }: HeadProps<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 max-lg:top-12">
      <div
        role="row"
        aria-rowindex={1}
        className={classNames(
          'grid h-9 items-center gap-4 border-b border-line bg-sunken px-4 text-xs text-muted lg:h-8',
          template,
        )}
      >
        {columns.map(({ key, title, hideTitle, head, sort: field, className }) => (
          <div
            key={key}
            role="columnheader"
            aria-sort={sortDirection(sort, field)}
            className={classNames('truncate font-medium', className)}
          >
            {head ??
              (field && onSort ? (
                <SortButton title={title} field={field} sort={sort} onSort={onSort} />
              ) : (
                <span className={hideTitle ? 'sr-only' : ''}>{title}</span>
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellsProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  index: number;
}

function Cells<Row>({ columns, row, index }: CellsProps<Row>) {
  return columns.map(({ key, cell, className }) => (
    <div key={key} role="gridcell" className={classNames('min-w-0', className)}>
      <Content of={cell as Column<unknown>['cell']} row={row} index={index} />
    </div>
  ));
}

/** In a field, or in a dialog or menu of a row, keys and clicks are not the grid's: React passes them on to it. */
const isElsewhere = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('dialog, [popover], textarea, select, input:not([type=checkbox])') !== null;

interface ContentProps {
  of: Column<unknown>['cell'];
  row: unknown;
  index: number;
}

/** Rendered again only for a different row: most cells depend on nothing else. */
const Content = memo(function Content({ of: cell, row, index }: ContentProps) {
  return cell(row, index);
});

function sortDirection(sort: string | undefined, field: string | undefined) {
  if (field === undefined) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
}
