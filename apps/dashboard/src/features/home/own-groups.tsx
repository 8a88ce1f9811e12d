import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { Time } from '../../components/data/time.js';
import { Until, useRefreshAtEnd } from '../../components/data/until.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { groupsOfUserQuery } from '../../api/resources/users.js';
import { TEXTS } from './texts.js';

/** The service groups the person may enter: all that a member can see of the account. */
export function OwnGroups({ accountId, userId }: { accountId: string; userId: string }) {
  const query = useQuery(groupsOfUserQuery(accountId, userId));
  const groups = query.data ?? [];
  const ends = groups.map(({ expiresAt }) => expiresAt);
  useRefreshAtEnd(ends, query.refetch);
  return (
    <ListCard
      title={TEXTS.groups}
      query={query}
      isEmpty={groups.length === 0}
      skeletonRows={2}
      empty={<EmptyState icon={Boxes} title={TEXTS.noGroupsTitle} text={TEXTS.noGroups} />}
    >
      <ul className="divide-y divide-line">
        {groups.map(({ id, serviceGroup, since, expiresAt }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 text-sm">
            <Boxes aria-hidden className="size-4 shrink-0 text-faint" />
            <bdi className="min-w-0 flex-1 truncate font-medium">{serviceGroup.name}</bdi>
            <span className="text-xs text-faint">
              {expiresAt ? <Until at={expiresAt} /> : <Since at={since} />}
            </span>
          </li>
        ))}
      </ul>
    </ListCard>
  );
}

function Since({ at }: { at: string }) {
  return (
    <>
      {TEXTS.since} <Time at={at} />
    </>
  );
}
