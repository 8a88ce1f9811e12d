import { useQueries, useQuery } from '@tanstack/react-query';
import { CalendarClock, Inbox } from 'lucide-react';
import { relativeTime } from '../../components/data/time.js';
import { lastMoment } from '../../components/data/until.js';
import { groupsOfUserQuery } from '../../api/resources/users.js';
import { useSession } from '../../session/session.js';
import type { Need } from '../overview/needs.js';
import { openCountQuery } from '../requests/open-count.js';
import { MAX_GROUPS } from './managed-groups.js';
import { endsOfGroupQuery, WEEK_MS } from './queries.js';
import { TEXTS } from './texts.js';

/** What waits for the reader: of the service groups that they manage, and of their own access. */
export function useNeeds(accountId: string, userId: string): { needs: Need[]; isSettled: boolean } {
  const { managedServiceGroups } = useSession();
  const managed = managedServiceGroups.slice(0, MAX_GROUPS);
  const own = useQuery(groupsOfUserQuery(accountId, userId));
  const open = useQueries({ queries: managed.map(({ id }) => openCountQuery(accountId, [id])) });
  const ends = useQueries({ queries: managed.map(({ id }) => endsOfGroupQuery(accountId, id)) });
  const waiting = open.reduce((sum, { data }) => sum + (data?.value ?? 0), 0);
  const soon = new Date(Date.now() + WEEK_MS).toISOString();
  return {
    isSettled: [own, ...open, ...ends].every(({ isLoading }) => !isLoading),
    needs: [
      ...(waiting > 0
        ? [{ icon: Inbox, text: TEXTS.requests(waiting), link: { to: '/a/$account/requests' } } as const]
        : []),
      ...managed.flatMap(({ id, name }, at): Need[] => {
        const { people = 0, more = false } = ends[at]?.data ?? {};
        const link: Need['link'] = {
          to: '/a/$account/groups/$group',
          params: { group: id },
          search: { show: 'ending' },
        };
        return people > 0 ? [{ icon: CalendarClock, text: TEXTS.theirEnds(name, people, more), link }] : [];
      }),
      ...(own.data ?? []).flatMap(({ serviceGroup, expiresAt }): Need[] =>
        expiresAt !== undefined && expiresAt < soon
          ? [
              {
                icon: CalendarClock,
                text: TEXTS.ends(serviceGroup.name, relativeTime(lastMoment(expiresAt))),
                link: { to: '/home', search: { ask: true } },
              },
            ]
          : [],
      ),
    ],
  };
}
