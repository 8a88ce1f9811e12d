import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../../components/controls/button.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Popup } from '../../../components/overlays/popup.js';
import { NOTHING_HELD, type ChosenGroup, type HeldGroups } from './recent-groups.js';
import { TEXTS } from '../texts.js';

interface ServiceGroupSwitcherProps {
  accountId: string;
  /** The button's text if no group is selected, or if choosing one is an action. */
  label?: string;
  current?: ChosenGroup | undefined;
  /** What the person may enter, by id, and when that ends. */
  held?: HeldGroups;
  onSelect: (group: ChosenGroup) => void;
}

const GroupChoices = lazy(() => import('./group-choices.js'));

/** Chooses a service group: type to find one, recent ones first, with the keyboard alone if you like. */
export function ServiceGroupSwitcher({
  accountId,
  label,
  current,
  held = NOTHING_HELD,
  onSelect,
}: ServiceGroupSwitcherProps) {
  return (
    <Popup
      haspopup="dialog"
      className="w-72"
      trigger={
        <Button className="max-w-64">
          <bdi className="truncate">{current?.name ?? label ?? TEXTS.choose}</bdi>
          <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
        </Button>
      }
    >
      {(close) => (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <GroupChoices
            accountId={accountId}
            current={current}
            held={held}
            onSelect={(group) => {
              close();
              onSelect(group);
            }}
          />
        </Suspense>
      )}
    </Popup>
  );
}
