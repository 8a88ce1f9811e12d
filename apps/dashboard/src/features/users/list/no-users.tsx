import { Boxes, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../components/controls/button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { RoleBadge } from '../../../components/people/badges.js';
import { SampleGroup, samplePeople } from '../../../components/people/sample.js';
import { TEXTS } from '../texts.js';

interface NoUsersProps {
  invite: ReactNode;
  /** If a filter leaves nobody. */
  onClear: (() => void) | undefined;
  /** The service group of the filter was removed. */
  isGroupGone: boolean;
}

export function NoUsers({ invite, onClear, isGroupGone }: NoUsersProps) {
  if (!onClear)
    return (
      <EmptyState
        icon={Users}
        picture={samplePeople((index) => (
          <>
            <span className="max-sm:hidden">
              <SampleGroup index={index} />
            </span>
            <RoleBadge role={index === 0 ? 'admin' : 'member'} />
          </>
        ))}
        title={TEXTS.emptyTitle}
        text={TEXTS.empty}
        action={invite}
      />
    );
  return (
    <EmptyState
      icon={isGroupGone ? Boxes : Users}
      title={isGroupGone ? TEXTS.goneTitle : TEXTS.noneTitle}
      text={isGroupGone ? TEXTS.gone : TEXTS.none}
      action={<Button onClick={onClear}>{TEXTS.clear}</Button>}
    />
  );
}
