import { Link } from '@tanstack/react-router';
import { Boxes, Users } from 'lucide-react';
import { Button, buttonClass } from '../../../components/controls/button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { samplePeople } from '../../../components/people/sample.js';
import { CellMark } from '../matrix/cell-mark.js';
import { TEXTS } from '../texts.js';

/** Who may enter what. */
const CELLS = samplePeople((row) =>
  [0, 1, 2].map((column) => <CellMark key={column} isMember={(row + column) % 2 === 0} change={undefined} />),
);

interface AccessEmptyProps {
  account: string;
  hasGroups: boolean;
  /** It is how it was: nothing can be created or invited there. */
  isPast: boolean;
  /** Clears the filters; undefined if none are set. */
  onClear: (() => void) | undefined;
}

/** Why there is no matrix, and what to do about it. */
export function AccessEmpty({ account, hasGroups, isPast, onClear }: AccessEmptyProps) {
  if (isPast && !(hasGroups && onClear))
    return (
      <EmptyState
        icon={hasGroups ? Users : Boxes}
        title={TEXTS[hasGroups ? 'emptyThen' : 'noGroupsThen']}
        text={TEXTS.otherDay}
      />
    );
  if (!hasGroups)
    return (
      <EmptyState
        icon={Boxes}
        picture={CELLS}
        title={TEXTS.noGroupsTitle}
        text={TEXTS.noGroups}
        action={
          <Link to="/a/$account/groups" params={{ account }} className={buttonClass('primary')}>
            {TEXTS.toGroups}
          </Link>
        }
      />
    );
  if (onClear)
    return (
      <EmptyState
        icon={Users}
        title={TEXTS.noneTitle}
        text={TEXTS.none}
        action={<Button onClick={onClear}>{TEXTS.clear}</Button>}
      />
    );
  return (
    <EmptyState
      icon={Users}
      picture={CELLS}
      title={TEXTS.emptyTitle}
      text={TEXTS.empty}
      action={
        <Link to="/a/$account/users" params={{ account }} className={buttonClass('primary')}>
          {TEXTS.toUsers}
        </Link>
      }
    />
  );
}
