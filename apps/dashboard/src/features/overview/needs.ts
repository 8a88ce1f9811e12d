import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import {
  CalendarClock,
  CircleAlert,
  Crown,
  DoorClosed,
  FileWarning,
  Inbox,
  MailWarning,
  RefreshCwOff,
  UserX,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { isCheck, jobsQuery, type Job } from '../../api/resources/jobs.js';
import { useRefreshAtEnd } from '../../components/data/until.js';
import { relativeTime } from '../../components/data/time.js';
import { useMay, useSession } from '../../session/session.js';
import { failingEndpointsQuery, type Endpoint } from '../developers/webhooks/endpoints.js';
import { endingSoonQuery } from '../ending/queries.js';
import { managedOnly, openCountQuery } from '../requests/open-count.js';
import {
  lastScimRefusalQuery,
  ownersQuery,
  pendingInvitationsQuery,
  suspendedWithAccessQuery,
  withoutAccessQuery,
} from './queries.js';
import { TEXTS } from './texts.js';
import { DAY_MS } from '../../components/data/days.js';

/** What waits for the reader: a sentence, and the page on which to do something about it. */
export interface Need {
  icon: LucideIcon;
  text: string;
  link: Pick<LinkProps, 'to'> & {
    params?: Record<string, string>;
    search?: Record<string, string | boolean>;
  };
}

const WEEK_MS = 7 * DAY_MS;

/** What waits for the reader, the most urgent first; `isSettled` once each of the reads has been answered. */
export function useNeeds(accountId: string, hasGroups: boolean): { needs: Need[]; isSettled: boolean } {
  const people = usePeopleNeeds(accountId, hasGroups);
  const technical = useTechnicalNeeds(accountId);
  return {
    needs: [...people.urgent, ...technical.needs, ...people.later],
    isSettled: people.isSettled && technical.isSettled,
  };
}

function usePeopleNeeds(accountId: string, hasGroups: boolean) {
  const session = useSession();
  const may = useMay(accountId);
  const mayRead = may('users:read');
  const requests = useQuery(openCountQuery(accountId, managedOnly(session, accountId)));
  const ending = useQuery({ ...endingSoonQuery(accountId), enabled: may('memberships:read') });
  const invitations = useQuery({ ...pendingInvitationsQuery(accountId), enabled: mayRead });
  const suspended = useQuery({ ...suspendedWithAccessQuery(accountId), enabled: mayRead });
  const without = useQuery({ ...withoutAccessQuery(accountId), enabled: mayRead && hasGroups });
  // Only an owner can make another.
  const owners = useQuery({ ...ownersQuery(accountId), enabled: mayRead && may('owners:write') });
  useRefreshAtEnd([ending.data?.first], ending.refetch);
  const { value: open = 0 } = requests.data ?? {};
  const { people: ends = 0, more: moreEnd = false } = ending.data ?? {};
  const { expiring = 0 } = invitations.data ?? {};
  const { count: held = 0, more: moreHeld = false } = suspended.data ?? {};
  return {
    isSettled: [requests, ending, invitations, suspended, without, owners].every(isAnswered),
    urgent: [
      ...when(open, Inbox, TEXTS.openRequests(open), { to: '/a/$account/requests' }),
      ...when(ends, CalendarClock, TEXTS.ending(ends, moreEnd), { to: '/a/$account/access/ending' }),
    ],
    later: [
      ...when(expiring, MailWarning, TEXTS.expiring(expiring), { to: '/a/$account/invitations' }),
      ...(without.data ? withoutAccess(without.data) : []),
      ...when(held, UserX, TEXTS.suspendedWithAccess(held, moreHeld), {
        to: '/a/$account/users',
        search: { status: 'suspended' },
      }),
      ...when(owners.data !== undefined && owners.data < 2, Crown, TEXTS.owners(owners.data ?? 0), {
        to: '/a/$account/users',
        search: { role: owners.data ? 'owner' : 'admin' },
      }),
    ],
  };
}

function useTechnicalNeeds(accountId: string) {
  const may = useMay(accountId);
  const webhooks = useQuery({
    ...failingEndpointsQuery(accountId),
    enabled: may('webhook-endpoints:read'),
  });
  const scim = useQuery({ ...lastScimRefusalQuery(accountId), enabled: may('api-keys:read') });
  const jobs = useQuery({ ...jobsQuery(accountId), enabled: may('jobs:read') });
  const refused = scim.data;
  return {
    isSettled: [webhooks, scim, jobs].every(isAnswered),
    needs: [
      ...failing(webhooks.data ?? []),
      ...when(refused, RefreshCwOff, refused ? TEXTS.scim(refused.title, relativeTime(refused.at)) : '', {
        to: '/a/$account/developers/scim',
      }),
      ...ofJobs(jobs.data?.data ?? []),
    ],
  };
}

/** A read that failed says nothing, and is not waited for. */
const isAnswered = ({ isLoading }: { isLoading: boolean }) => !isLoading;

const when = (isNeeded: unknown, icon: LucideIcon, text: string, link: Need['link']): Need[] =>
  isNeeded ? [{ icon, text, link }] : [];

function failing(endpoints: readonly Endpoint[]): Need[] {
  const [only, ...others] = endpoints;
  if (!only) return [];
  const link: Need['link'] =
    others.length > 0
      ? { to: '/a/$account/developers/webhooks' }
      : { to: '/a/$account/developers/webhooks/$endpoint', params: { endpoint: only.id } };
  return [{ icon: Webhook, text: TEXTS.failing(only.url, others.length), link }];
}

function withoutAccess({
  people,
  of,
}: {
  people: readonly { id: string; name: string }[];
  of: number | undefined;
}): Need[] {
  const [only, ...others] = people;
  const link: Need['link'] =
    only && others.length === 0
      ? { to: '/a/$account/users/$user', params: { user: only.id } }
      : { to: '/a/$account/users', search: { sort: '-createdAt' } };
  return when(
    only,
    DoorClosed,
    TEXTS.withoutAccess(
      people.map(({ name }) => name),
      of,
    ),
    link,
  );
}

/** A job that has stopped goes on only if somebody resumes it; of others, the rows that they refused within a week. */
function ofJobs(jobs: readonly Job[]): Need[] {
  const stopped = jobs.filter(({ status, stop }) => status === 'paused' && stop !== null);
  const weekAgo = new Date(Date.now() - WEEK_MS).toISOString();
  const refusing = jobs.filter(
    (job) =>
      job.status === 'done' && job.refused && !job.revertedBy && job.createdAt > weekAgo && !isCheck(job),
  );
  const rows = refusing.reduce((sum, { refused }) => sum + (refused ?? 0), 0);
  const [only, ...others] = refusing;
  const link: Need['link'] =
    only?.type === 'import' && others.length === 0
      ? { to: '/a/$account/import', search: { import: only.id } }
      : { to: '/a/$account/jobs' };
  return [
    ...when(stopped.length, CircleAlert, TEXTS.stopped(stopped.length), { to: '/a/$account/jobs' }),
    ...when(rows, FileWarning, TEXTS.refused(rows, refusing.length), link),
  ];
}
