import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Check, ChevronRight, Grid3x3, UserPlus, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '../../components/class-names.js';
import { lazily } from '../../components/lazily.js';
import { Card } from '../../components/layout/card.js';
import { anyAccessQuery } from './queries.js';
import { TEXTS } from './texts.js';

const CreateGroup = lazily(async () => (await import('../groups/list/create-group.js')).CreateGroup);
const InvitePeople = lazily(
  async () => (await import('../invitations/invite/invite-people.js')).InvitePeople,
);

interface FirstStepsProps {
  accountId: string;
  counts: { users: number; serviceGroups: number };
  invited: number;
}

/** An account with more service groups has begun. */
export const SMALL = 100;
const COUNTED_WITHIN_MS = 3_000;

const ROW =
  'flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-hover focus-visible:outline-offset-[-2px]';

/** What a new account needs, ticked off as it is there; a step opens its dialog here. Renders nothing once all of it is there. */
export function FirstSteps({ accountId, counts, invited }: FirstStepsProps) {
  const isSmall = counts.serviceGroups <= SMALL;
  const [opened, setOpened] = useState<'group' | 'people'>();
  const { data: anyAccess } = useQuery({
    ...anyAccessQuery(accountId),
    enabled: isSmall && counts.serviceGroups > 0,
    // Members are counted after their event, which is all that the page hears of.
    refetchInterval: ({ state }) => (state.data ? false : COUNTED_WITHIN_MS),
  });
  const done = {
    group: counts.serviceGroups > 0,
    people: counts.users + invited > 1,
    access: !isSmall || (counts.serviceGroups > 0 && anyAccess !== false),
  };
  const close = () => setOpened(undefined);
  return (
    <>
      {!(done.group && done.people && done.access) && (
        <Card title={TEXTS.startTitle} flush>
          <ol className="divide-y divide-line">
            <li>
              <button type="button" className={ROW} onClick={() => setOpened('group')}>
                <Step icon={Boxes} texts={TEXTS.steps.group} isDone={done.group} />
              </button>
            </li>
            <li>
              <button type="button" className={ROW} onClick={() => setOpened('people')}>
                <Step icon={UserPlus} texts={TEXTS.steps.people} isDone={done.people} />
              </button>
            </li>
            <li>
              <Link to="/a/$account/access" params={{ account: accountId }} className={ROW}>
                <Step icon={Grid3x3} texts={TEXTS.steps.access} isDone={done.access} />
              </Link>
            </li>
          </ol>
        </Card>
      )}
      {opened === 'group' && <CreateGroup stays accountId={accountId} onClose={close} />}
      {opened === 'people' && <InvitePeople accountId={accountId} onClose={close} />}
    </>
  );
}

interface StepProps {
  icon: LucideIcon;
  texts: readonly string[];
  isDone: boolean;
}

function Step({ icon: Icon, texts: [title, detail], isDone }: StepProps) {
  return (
    <>
      <span
        className={classNames(
          'grid size-8 place-items-center rounded-md',
          isDone ? 'bg-good-soft text-good' : 'bg-soft text-accent',
        )}
      >
        {isDone ? (
          <Check aria-label={TEXTS.done} className="size-4" />
        ) : (
          <Icon aria-hidden className="size-4" />
        )}
      </span>
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">{title}</span>
        <span className="block text-muted">{detail}</span>
      </span>
      <ChevronRight aria-hidden className="size-4 text-faint" />
    </>
  );
}
