import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { type Cell, type Draft } from '../draft/draft.js';
import type { MatrixGroup, MatrixRow } from '../queries.js';
import { TEXTS } from '../texts.js';
import { MatrixHeader } from './matrix-header.js';
import { MatrixRowView } from './matrix-row.js';
import { isSelected, moved, START, type Position } from './selection.js';

interface MatrixGridProps {
  rows: readonly MatrixRow[];
  groups: readonly MatrixGroup[];
  draft: Draft;
  total: number | undefined;
  readOnly: boolean;
  onToggle: (cells: readonly Cell[]) => void;
  onSet: (cells: readonly Cell[], member: boolean) => void;
  onEnd: () => void;
}

const ROW_HEIGHT = 48;
const HEADER_HEIGHT = 56;
const NEARLY = 10;

/** Users × service groups. One tab stop: the grid has the focus, and names its active cell. */
export function MatrixGrid(props: MatrixGridProps) {
  const { rows, groups, draft, total, readOnly, onToggle, onSet, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState(START);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollPaddingStart: HEADER_HEIGHT,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - NEARLY) onEnd();
  }, [last, rows.length, onEnd]);

  const active: Position = {
    row: Math.min(selection.active.row, rows.length - 1),
    column: Math.min(selection.active.column, groups.length - 1),
  };
  const cellAt = ({ row, column }: Position) => cellOf(rows[row], groups[column]);
  const selectedCells = () =>
    rows.flatMap((row, index) =>
      groups.flatMap((group, column) =>
        isSelected(selection, index, column) ? (cellOf(row, group) ?? []) : [],
      ),
    );

  function onKeyDown(event: KeyboardEvent) {
    const next = moved(selection, event, { rows: rows.length, columns: groups.length });
    if (next) {
      event.preventDefault();
      setSelection(next);
      virtualizer.scrollToIndex(next.active.row);
      requestAnimationFrame(() =>
        document.getElementById(idOf(next.active))?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
      );
    } else if (event.key === ' ' && !readOnly) {
      event.preventDefault();
      onToggle(selectedCells());
    } else if (event.key === 'Escape') setSelection({ anchor: active, active });
  }

  function onClick(event: MouseEvent, at: Position) {
    const cell = cellAt(at);
    if (!cell || readOnly) return;
    if (!event.shiftKey) {
      setSelection({ anchor: at, active: at });
      onToggle([cell]);
      return;
    }
    // As the first of the range was made.
    const range = { anchor: selection.anchor, active: at };
    setSelection(range);
    const first = cellAt(range.anchor);
    const cells = rows.flatMap((row, index) =>
      groups.flatMap((group, column) => (isSelected(range, index, column) ? (cellOf(row, group) ?? []) : [])),
    );
    if (first) onSet(cells, memberIn(draft, first));
  }

  const template = `minmax(var(--person), 1fr) repeat(${groups.length}, var(--group))`;
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={TEXTS.title}
      aria-description={TEXTS.keys}
      aria-rowcount={total === undefined ? -1 : total + 1}
      aria-colcount={groups.length + 1}
      aria-multiselectable
      aria-readonly={readOnly || undefined}
      aria-activedescendant={rows.length > 0 ? idOf(active) : undefined}
      onKeyDown={onKeyDown}
      className="group/grid max-h-[max(18rem,calc(100dvh-17rem))] overflow-auto [--group:4.75rem] [--person:8.5rem] sm:[--group:6rem] sm:[--person:14rem] overscroll-contain rounded-lg select-none focus-visible:outline-offset-0"
    >
      <div className="min-w-max">
        <MatrixHeader groups={groups} template={template} height={HEADER_HEIGHT} />
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row && (
                <MatrixRowView
                  key={row.user.id}
                  row={row}
                  index={index}
                  groups={groups}
                  draft={draft}
                  selection={selection}
                  active={active}
                  readOnly={readOnly}
                  style={{
                    height: ROW_HEIGHT,
                    transform: `translateY(${start}px)`,
                    gridTemplateColumns: template,
                  }}
                  onClick={onClick}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

export const idOf = ({ row, column }: Position) => `cell-${row}-${column}`;

export function cellOf(row: MatrixRow | undefined, group: MatrixGroup | undefined): Cell | undefined {
  if (!row || !group) return undefined;
  const { id: userId, name: userName, version } = row.user;
  return {
    userId,
    userName,
    version,
    groupId: group.id,
    groupName: group.name,
    isMember: row.cells[group.id] !== undefined,
  };
}

function memberIn(draft: Draft, cell: Cell): boolean {
  const change = draft.get(`${cell.userId} ${cell.groupId}`);
  return change ? change.action === 'add' : cell.isMember;
}
