import { Link } from '@tanstack/react-router';
import { memo, type CSSProperties } from 'react';
import { classNames } from '../../../components/class-names.js';
import { untilText } from '../../../components/data/until.js';
import { Avatar } from '../../../components/people/person.js';
import { StatusBadge } from '../../../components/people/badges.js';
import { cellKey, type Draft, type DraftChange } from '../draft/draft.js';
import type { MatrixGroup, MatrixRow } from '../../../api/resources/matrix.js';
import { TEXTS } from '../texts.js';
import { CellMark } from './cell-mark.js';
import { isRange, isSelected, type Position, type Selection } from './selection.js';

interface MatrixRowProps {
  row: MatrixRow;
  index: number;
  groups: readonly MatrixGroup[];
  draft: Draft;
  selection: Selection;
  active: Position;
  isGone: boolean;
  readOnly: boolean;
  style: CSSProperties;
}

export function MatrixRowView(props: MatrixRowProps) {
  const { row, index, groups, draft, selection, active, isGone, readOnly, style } = props;
  const { user, cells } = row;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={style}
      className={classNames(
        'group/row absolute inset-x-0 top-0 grid border-b border-line bg-surface hover:bg-hover',
        isGone && 'line-through opacity-60',
      )}
    >
      <RowHeader user={user} />
      {groups.map((group, column) => (
        <MatrixCell
          key={group.id}
          row={index}
          column={column}
          name={user.name}
          groupName={group.name}
          isMember={cells[group.id] !== undefined}
          expiresAt={cells[group.id]?.expiresAt}
          accessRole={cells[group.id]?.accessRole?.key}
          isSuspended={user.status === 'suspended'}
          change={draft.get(cellKey({ userId: user.id, groupId: group.id }))}
          isSelected={isSelected(selection, index, column)}
          isInRange={isRange(selection)}
          isActive={active.row === index && active.column === column}
          readOnly={readOnly}
        />
      ))}
    </div>
  );
}

interface MatrixCellProps {
  row: number;
  column: number;
  name: string;
  groupName: string;
  isMember: boolean;
  expiresAt: string | undefined;
  /** Its key. */
  accessRole: string | undefined;
  isSuspended: boolean;
  change: DraftChange | undefined;
  isSelected: boolean;
  isInRange: boolean;
  isActive: boolean;
  readOnly: boolean;
}

/** Rendered again only if it changes itself: a click changes one of hundreds. */
const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { row, column, name, groupName, isMember, expiresAt, change, isInRange, isActive, readOnly } = props;
  const accessRole = change ? undefined : props.accessRole;
  const isOff = props.isSuspended && !isMember && !change;
  const end = expiresAt && untilText(expiresAt);
  const state = isOff ? TEXTS.suspended : changeText(change);
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={props.isSelected}
      className={classNames(
        'grid place-items-center border-l border-line',
        accessRole && '@container relative',
        isInRange && 'aria-selected:bg-soft',
        !readOnly && (isOff ? 'cursor-not-allowed' : 'cursor-pointer'),
        change?.action === 'add' && 'bg-good-soft/60',
        change?.action === 'remove' && 'bg-bad-soft/60',
        isActive && 'group-focus-visible/grid:shadow-[inset_0_0_0_2px_var(--color-accent)]',
      )}
    >
      <span
        id={`cell-${row}-${column}`}
        role="checkbox"
        aria-checked={change ? change.action === 'add' : isMember}
        aria-disabled={readOnly || isOff || undefined}
        aria-label={TEXTS.cell(name, groupName, isMember, state ?? TEXTS.held(accessRole, end))}
        className="scroll-mt-16 scroll-mr-8 scroll-mb-4 scroll-ml-[calc(var(--person)+2rem)]"
        title={isOff ? TEXTS.suspendedWhy : (change?.refusal?.detail ?? TEXTS.held(accessRole, end))}
      >
        <CellMark
          isMember={isMember}
          hasEnd={Boolean(end)}
          hasRole={accessRole !== undefined}
          isOff={isOff}
          change={change}
        />
      </span>
      {accessRole && (
        <bdi
          aria-hidden
          className="absolute right-1 left-[calc(50%+1.25rem)] hidden truncate text-2xs text-muted @min-[8.5rem]:block"
        >
          {accessRole}
        </bdi>
      )}
    </div>
  );
});

/** Rendered again only for a different user, not with each change of the draft. */
const RowHeader = memo(function RowHeader({ user }: { user: MatrixRow['user'] }) {
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className="sticky left-0 z-[5] flex min-w-0 items-center gap-2.5 bg-surface px-3 group-hover/row:bg-hover"
    >
      <span className="max-sm:hidden">
        <Avatar small id={user.id} name={user.name} />
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <Link
          from="/a/$account/access"
          to="/a/$account/users/$user"
          params={(before) => ({ ...before, user: user.id })}
          tabIndex={-1}
          title={user.email}
          className="max-w-full shrink-0 truncate text-sm font-medium hover:underline"
        >
          <bdi>{user.name}</bdi>
        </Link>
        <bdi className="truncate text-xs text-faint max-sm:hidden">{user.email}</bdi>
      </span>
      {user.status !== 'active' && (
        <span className="max-sm:hidden">
          <StatusBadge status={user.status} />
        </span>
      )}
    </div>
  );
});

function changeText(change: DraftChange | undefined): string | undefined {
  if (!change) return undefined;
  const parts = [
    change.refusal ? TEXTS.refused(change.refusal.detail) : undefined,
    change.action === 'add' ? TEXTS.willBeAdded : TEXTS.willBeRemoved,
    change.changedMeanwhile ? TEXTS.meanwhile : undefined,
  ];
  return parts.filter(Boolean).join(', ');
}
