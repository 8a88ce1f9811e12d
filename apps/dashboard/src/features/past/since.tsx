import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import type { Moment } from '../../api/moment.js';
import { useActorNames } from '../../api/resources/actors.js';
import { classNames } from '../../components/class-names.js';
import { Time } from '../../components/data/time.js';
import { Problem } from '../../components/feedback/problem.js';
import { Card } from '../../components/layout/card.js';
import { sinceQuery, type ChangedOf } from './queries.js';
import { TEXTS } from './texts.js';

interface SinceProps {
  accountId: string;
  of?: ChangedOf;
  moment: Moment;
}

/** What has changed since a moment: who was given access and who lost it, when, and by whom. */
export function Since({ accountId, of, moment }: SinceProps) {
  const { data, error, refetch } = useQuery(sinceQuery(accountId, of, moment));
  const nameOf = useActorNames(accountId, data?.data.map(({ by }) => by) ?? []);
  if (error) return <Problem error={error} retry={() => void refetch()} />;
  if (!data) return null;
  const { added, removed, atLeast } = data.counts ?? { added: 0, removed: 0, atLeast: true };
  if (added + removed === 0) return <p className="text-sm text-muted">{TEXTS.same}</p>;
  return (
    <Card flush title={TEXTS.since(added, removed, atLeast)}>
      <ul aria-label={TEXTS.title} className="max-h-56 divide-y divide-line overflow-y-auto" tabIndex={0}>
        {data.data.map((change) => (
          <Change key={`${change.id} ${change.change}`} change={change} of={of} nameOf={nameOf} />
        ))}
      </ul>
      {data.nextCursor && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">{TEXTS.more(data.data.length)}</p>
      )}
    </Card>
  );
}

interface ChangeProps {
  change: Schemas['MembershipDifference'];
  of: ChangedOf;
  nameOf: (actor: string) => string | undefined;
}

function Change({ change, of, nameOf }: ChangeProps) {
  const { user, serviceGroup, at, by } = change;
  const name = nameOf(by);
  const isAdded = change.change === 'added';
  const names = [
    of && 'userId' in of ? undefined : user.name,
    of && 'serviceGroupId' in of ? undefined : serviceGroup.name,
  ].filter((each) => each !== undefined);
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-2 px-4 py-1 text-sm">
      <span aria-hidden className={classNames('w-3 font-semibold', isAdded ? 'text-good' : 'text-bad')}>
        {isAdded ? '+' : '−'}
      </span>
      {names.map((each, index) => (
        <bdi key={index} className={index === 0 ? 'font-medium' : 'text-muted'}>
          {each}
        </bdi>
      ))}
      <span className="ml-auto text-xs text-muted">
        {isAdded ? TEXTS.given : TEXTS.ended} <Time at={at} />
        {by === 'system:expiry' && ` ${TEXTS.byItself}`}
        {name && (
          <>
            {' '}
            {TEXTS.by} <bdi>{name}</bdi>
          </>
        )}
      </span>
    </li>
  );
}
