import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { MatrixGroup, MatrixRow } from '../../../api/resources/matrix.js';
import { classNames } from '../../../components/class-names.js';
import { formatNumber } from '../../../components/data/numbers.js';
import { isModified } from '../../../components/keys.js';
import { usePrinting } from '../../../components/printing.js';
import { ACCESS_PAGE } from '../../pages.js';
import { type Cell, type Draft, wouldBeMember } from '../draft/draft.js';
import { cellOf } from '../queries.js';
import { TEXTS } from '../texts.js';
import { MatrixRowView } from './matrix-row.js';
import { isSelected, moved, type Position, type Selection, wholeColumn } from './selection.js';

interface MatrixGridProps {
  rows: readonly MatrixRow[];
  groups: readonly MatrixGroup[];
  draft: Draft;
  total: number | undefined;
  /** The ids of people who have gone meanwhile. */
  gone: ReadonlySet<string>;
  readOnly: boolean;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** Toggles the selected cells. */
  onToggle: (selection: Selection) => void;
  onSet: (cells: readonly Cell[], member: boolean) => void;
  onEnd: () => void;
}

const ROW_HEIGHT = 36;
const HEADER_HEIGHT = 48;
const NEARLY = 10;

/** The loaded cells of a selection. */
export function selectedCells(
  selection: Selection,
  rows: readonly MatrixRow[],
  groups: readonly MatrixGroup[],
): Cell[] {
  return rows.flatMap((row, index) =>
    groups.flatMap((group, column) => (isSelected(selection, index, column) ? cellOf(row, group) : [])),
  );
}

/** Users × service groups. One tab stop: the grid has the focus, and `aria-activedescendant` names the active cell. */
export function MatrixGrid(props: MatrixGridProps) {
  const { rows, groups, total, readOnly, onEnd, selection, onSelect } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinted = usePrinting();
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: isPrinted ? rows.length : 6,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    // What has been read goes to paper: reading on meanwhile would change it.
    if (!isPrinted && last >= rows.length - NEARLY) onEnd();
  }, [last, rows.length, onEnd, isPrinted]);

  const active: Position = {
    row: Math.min(selection.active.row, rows.length - 1),
    column: Math.min(selection.active.column, groups.length - 1),
  };
  const cellAt = ({ row, column }: Position) => {
    const [there, group] = [rows[row], groups[column]];
    return there && group && cellOf(there, group);
  };

  const { onKeyDown, onClick } = handlersOf(props, { active, cellAt, scrollTo: virtualizer.scrollToIndex });
  const template = `minmax(var(--person), 1.5fr) repeat(${groups.length}, minmax(var(--group), 1fr))`;
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={ACCESS_PAGE.title}
      aria-description={TEXTS.keys}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-colcount={groups.length + 1}
      aria-multiselectable
      aria-readonly={readOnly || undefined}
      aria-activedescendant={rows.length > 0 ? idOf(active) : undefined}
      onKeyDown={onKeyDown}
      className="group/grid max-h-[max(21.5rem,calc(100dvh-17rem))] lg:max-h-[max(21.5rem,calc(100dvh-var(--above)-var(--bottom-bar,0rem)-min(1.25rem,var(--bottom-bar,0rem))))] overflow-auto print:max-h-none print:overflow-visible print:[--group:3.5rem] print:[--person:9rem] lg:[--above:11.25rem] xl:[--above:10.5rem] [--group:4.75rem] [--person:8.5rem] sm:[--group:5.5rem] sm:[--person:17rem] overscroll-contain rounded-lg outline-none select-none"
    >
      <div style={{ minWidth: `calc(var(--person) + ${groups.length} * var(--group))` }}>
        <MatrixHeader
          groups={groups}
          template={template}
          height={HEADER_HEIGHT}
          onSelect={readOnly ? undefined : (column) => onSelect(wholeColumn(column))}
        />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
          onClick={onClick}
        >
          {items.map(({ index, start }) => (
            <Row key={rows[index]?.user.id ?? index} {...{ ...props, index, start, template, active }} />
          ))}
        </div>
      </div>
    </div>
  );
}

type RowProps = MatrixGridProps & { index: number; start: number; template: string; active: Position };

function Row({ rows, gone, index, start, template, ...props }: RowProps) {
  const row = rows[index];
  if (!row) return null;
  const style = { height: ROW_HEIGHT, transform: `translateY(${start}px)`, gridTemplateColumns: template };
  return <MatrixRowView {...props} row={row} index={index} isGone={gone.has(row.user.id)} style={style} />;
}

interface Grid {
  active: Position;
  cellAt: (position: Position) => Cell | undefined;
  scrollTo: (row: number) => void;
}

function handlersOf(props: MatrixGridProps, { active, cellAt, scrollTo }: Grid) {
  const { rows, groups, draft, readOnly, onToggle, onSet, selection, onSelect } = props;

  function onKeyDown(event: KeyboardEvent) {
    const next = moved(selection, event, { rows: rows.length, columns: groups.length });
    if (next) {
      event.preventDefault();
      onSelect(next);
      scrollTo(next.active.row);
      requestAnimationFrame(() =>
        document.getElementById(idOf(next.active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      );
    } else if (event.key === ' ' && !readOnly && !isModified(event)) {
      event.preventDefault();
      onToggle(selection);
    } else if (event.key === 'Escape') onSelect({ anchor: active, active });
  }

  // One handler for the whole grid, so that its cells need none.
  function onClick(event: MouseEvent) {
    const at = positionOf(event.target);
    if (!at || !cellAt(at) || readOnly) return;
    if (!event.shiftKey) {
      const only = { anchor: at, active: at };
      onSelect(only);
      onToggle(only);
      return;
    }
    // The whole range becomes what its first cell became.
    const range = { anchor: selection.anchor, active: at };
    onSelect(range);
    const first = cellAt(range.anchor);
    if (first) onSet(selectedCells(range, rows, groups), wouldBeMember(draft, first));
  }

  return { onKeyDown, onClick };
}

function positionOf(target: EventTarget): Position | undefined {
  const cell = target instanceof Element ? target.closest('[role=gridcell]') : null;
  const [row, column] = [cell?.parentElement?.ariaRowIndex, cell?.ariaColIndex].map(Number);
  return cell && row && column ? { row: row - 2, column: column - 2 } : undefined;
}

export const idOf = ({ row, column }: Position) => `cell-${row}-${column}`;

interface MatrixHeaderProps {
  groups: readonly MatrixGroup[];
  template: string;
  height: number;
  /** Selects a whole column. */
  onSelect: ((column: number) => void) | undefined;
}

function MatrixHeader({ groups, template, height, onSelect }: MatrixHeaderProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10">
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line bg-sunken text-xs"
        style={{ gridTemplateColumns: template, height }}
      >
        <div
          role="columnheader"
          aria-colindex={1}
          className="sticky left-0 z-10 flex items-center bg-sunken px-3 font-medium text-muted"
        >
          {TEXTS.person}
        </div>
        {groups.map(({ id, name, memberCount }, index) => (
          <div
            key={id}
            role="columnheader"
            aria-colindex={index + 2}
            title={onSelect ? TEXTS.selectColumn(name) : name}
            {...(onSelect && { onClick: () => onSelect(index) })}
            className={classNames(
              'grid content-center justify-items-center border-l border-line px-1.5',
              onSelect && 'cursor-pointer hover:bg-hover',
            )}
          >
            <bdi className="line-clamp-2 max-w-full text-center text-xs font-medium break-words text-ink">
              {name}
            </bdi>
            {memberCount !== null && (
              <span className="text-2xs text-faint tabular-nums" aria-label={TEXTS.members(memberCount)}>
                {formatNumber(memberCount)}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
