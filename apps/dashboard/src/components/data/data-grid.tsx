import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { News } from '../../api/lists.js';
import { classNames } from '../class-names.js';
import { isModified } from '../keys.js';
import { useWidth } from '../media.js';
import { type Column, GridRow, isElsewhere } from './grid-row.js';
import { useReadAhead } from './read-ahead.js';

export interface DataGridProps<Row> {
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
/** In rows, from one frame to the next. */
const FAST = 6;

/** A list of any length: only rows in view are rendered. One tab stop; arrows, Home, End and PgUp/PgDn move. */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { label, columns, rows, rowKey, template, total, sort, onSort, onOpen, onSelect, onEnd, news } =
    props;
  const body = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [scrollMargin, setScrollMargin] = useState(0);
  useEffect(() => setScrollMargin(body.current?.offsetTop ?? 0), []);
  const rowHeight = useWidth('oneLine') ? WIDE_ROW_HEIGHT : ROW_HEIGHT;
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
  const isFast = useIsFast(last, virtualizer.isScrolling);
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
    if ((isModified(event) && !isJump(event)) || isElsewhere(event.target)) return;
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
        {...useReadAhead()}
      >
        {items.map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <GridRow
              key={rowKey(row)}
              {...{ row, index, columns: columns as readonly Column<unknown>[], template, isFast }}
              top={start - scrollMargin}
              height={rowHeight}
              isTabStop={index === Math.min(active, rows.length - 1)}
              isGone={news?.gone.has(rowKey(row)) ?? false}
              onActive={setActive}
              onOpen={onOpen as ((row: unknown) => void) | undefined}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Whether it is scrolled by more than rows that can be read, twice in a row: a single jump arrives where somebody wants to read. */
function useIsFast(last: number, isScrolling: boolean): boolean {
  const [before, setBefore] = useState({ last, moved: 0, isFast: false });
  if (before.last === last && isScrolling) return before.isFast;
  const moved = Math.abs(last - before.last);
  const isFast = isScrolling && Math.min(moved, before.moved) > FAST;
  if (before.last !== last || before.isFast !== isFast) setBefore({ last, moved, isFast });
  return isFast;
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

/** Ctrl+Home and Ctrl+End go to the first and the last row too. */
const isJump = ({ key, altKey }: KeyboardEvent) => !altKey && (key === 'Home' || key === 'End');

function sortDirection(sort: string | undefined, field: string | undefined) {
  if (field === undefined) return undefined;
  if (sort === field) return 'ascending';
  return sort === `-${field}` ? 'descending' : 'none';
}

interface SortButtonProps {
  title: string;
  field: string;
  sort: string | undefined;
  onSort: (sort: string) => void;
}

/** Sorts in ascending order first, then in descending order. */
function SortButton({ title, field, sort, onSort }: SortButtonProps) {
  const Arrow = sort === `-${field}` ? ArrowDown : ArrowUp;
  const isSorted = sort === field || sort === `-${field}`;
  return (
    <button
      type="button"
      onClick={() => onSort(sort === field ? `-${field}` : field)}
      className="-mx-1.5 inline-flex h-6 items-center gap-1 rounded-sm px-1.5 font-medium hover:bg-hover hover:text-ink"
    >
      {title}
      {isSorted && <Arrow aria-hidden className="size-3" />}
    </button>
  );
}
