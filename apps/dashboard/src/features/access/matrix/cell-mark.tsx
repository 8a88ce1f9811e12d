import { Check, Clock, Minus, Plus, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { classNames } from '../../../components/class-names.js';
import type { DraftChange } from '../draft/draft.js';

interface CellMarkProps {
  isMember: boolean;
  /** The access ends by itself. */
  hasEnd?: boolean;
  /** It has an access role. */
  hasRole?: boolean;
  /** Nothing can be drafted for it. */
  isOff?: boolean;
  change: DraftChange | undefined;
}

/** The mark of a cell: a shape for each state, not only a colour. */
export const CellMark = memo(function CellMark({ isMember, hasEnd, hasRole, isOff, change }: CellMarkProps) {
  const [look, Icon] = lookOf(isMember, change, isOff);
  return (
    <span className={classNames('relative grid size-5 place-items-center rounded-[5px] border', look)}>
      {Icon && <Icon aria-hidden strokeWidth={3} className="size-3.5" />}
      {hasEnd && !change && (
        <Clock
          aria-hidden
          strokeWidth={2.5}
          className="absolute -right-2 -bottom-2 size-3.5 rounded-full bg-surface p-px text-muted"
        />
      )}
      {hasRole && !change && (
        <span className="absolute -top-1 -right-1 size-2 rotate-45 rounded-[1px] border border-surface bg-accent" />
      )}
      {change?.changedMeanwhile && (
        <span className="absolute -top-1 -right-1 size-2 rounded-full border border-surface bg-warn" />
      )}
    </span>
  );
});

function lookOf(isMember: boolean, change: DraftChange | undefined, isOff = false) {
  if (change?.refusal) return ['border-bad bg-bad-soft text-bad', TriangleAlert] as const;
  if (change?.action === 'add') return ['border-good bg-good-soft text-good', Plus] as const;
  if (change?.action === 'remove') return ['border-bad bg-bad-soft text-bad', Minus] as const;
  if (isMember) return ['border-solid bg-solid text-on-solid', Check] as const;
  if (isOff) return ['border-dashed border-control/60', undefined] as const;
  return ['border-control/60 bg-raised', undefined] as const;
}
