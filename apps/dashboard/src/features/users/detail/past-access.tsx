import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { preferences, timeZoneOf } from '../../../api/preferences.js';
import { useStore } from '../../../api/store.js';
import { groupsOfUserAtQuery, groupsOfUserQuery, type User } from '../../../api/resources/users.js';
import { Time } from '../../../components/data/time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { dayName, difference, momentOf } from '../../past/moment.js';
import { PastFrame } from '../../past/past-frame.js';
import { TEXTS as PAST } from '../../past/texts.js';
import { TEXTS } from '../texts.js';

interface PastAccessProps {
  user: User;
  /** A day. */
  at: string;
  onNow: () => void;
}

/** What somebody could enter at the end of a day, and what is different now. */
export function PastAccess({ user, at, onNow }: PastAccessProps) {
  const { accountId, id, name } = user;
  const zone = useStore(preferences, timeZoneOf);
  const query = useQuery(groupsOfUserAtQuery(accountId, id, momentOf(at, zone) ?? '', `${at} ${zone}`));
  const { data: present } = useQuery(groupsOfUserQuery(accountId, id));
  const rows = query.data ?? [];
  const changed = query.data && present && difference(rows, present, ({ serviceGroupId }) => serviceGroupId);
  const namesOf = (memberships: typeof rows) => memberships.map(({ serviceGroup }) => serviceGroup.name);
  return (
    <PastFrame
      at={at}
      since={changed && { came: namesOf(changed.came), went: namesOf(changed.went) }}
      onNow={onNow}
    >
      <ListCard
        title={TEXTS.serviceGroups}
        query={query}
        isEmpty={rows.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState icon={Boxes} title={PAST.nothingTitle}>
            {PAST.nothing(name, dayName(at))}
          </EmptyState>
        }
      >
        <ul className="divide-y divide-line">
          {rows.map(({ id: membershipId, serviceGroup, since }) => (
            <li key={membershipId} className="flex min-h-12 items-center gap-3 px-4 text-sm">
              <Boxes aria-hidden className="size-4 shrink-0 text-faint" />
              <bdi className="min-w-0 flex-1 truncate font-medium">{serviceGroup.name}</bdi>
              <span className="text-xs text-faint">
                {TEXTS.since} <Time at={since} />
              </span>
            </li>
          ))}
        </ul>
      </ListCard>
    </PastFrame>
  );
}
