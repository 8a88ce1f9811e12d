import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Check, ChevronRight, Grid3x3, UserPlus } from 'lucide-react';
import { classNames } from '../../components/class-names.js';
import { Card } from '../../components/layout/card.js';
import { anyAccessQuery } from './queries.js';
import { TEXTS } from './texts.js';

const STEPS = [
  ['/a/$account/groups', Boxes, TEXTS.steps.group],
  ['/a/$account/users', UserPlus, TEXTS.steps.people],
  ['/a/$account/access', Grid3x3, TEXTS.steps.access],
] as const;

interface FirstStepsProps {
  accountId: string;
  counts: { users: number; serviceGroups: number };
  invited: number;
}

/** An account with more has begun, whoever may enter what. */
const SMALL = 100;
const COUNTED_WITHIN_MS = 3_000;

/** What a new account needs, ticked off as it is there. Renders nothing once all of it is. */
export function FirstSteps({ accountId, counts, invited }: FirstStepsProps) {
  const isSmall = counts.serviceGroups <= SMALL;
  const { data: anyAccess } = useQuery({
    ...anyAccessQuery(accountId),
    enabled: isSmall && counts.serviceGroups > 0,
    // Members are counted after their event, which is all that the page hears of.
    refetchInterval: ({ state }) => (state.data ? false : COUNTED_WITHIN_MS),
  });
  const done = [
    counts.serviceGroups > 0,
    counts.users + invited > 1,
    !isSmall || (counts.serviceGroups > 0 && anyAccess !== false),
  ];
  if (done.every(Boolean)) return null;
  return (
    <Card title={TEXTS.startTitle} flush>
      <ol className="divide-y divide-line">
        {STEPS.map(([to, Icon, [title, detail]], step) => (
          <li key={to}>
            <Link
              to={to}
              params={{ account: accountId }}
              className="flex items-center gap-3 px-4 py-3 hover:bg-hover"
            >
              <span
                className={classNames(
                  'grid size-8 place-items-center rounded-md',
                  done[step] ? 'bg-good-soft text-good' : 'bg-soft text-accent',
                )}
              >
                {done[step] ? (
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
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
