import { getRouteApi } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Boxes } from 'lucide-react';
import { useNameOf } from '../../api/resources/account.js';
import { groupsOfUserQuery } from '../../api/resources/users.js';
import { Time } from '../../components/data/time.js';
import { Until, useRefreshAtEnd } from '../../components/data/until.js';
import { Banner } from '../../components/feedback/banner.js';
import { EmptyState } from '../../components/feedback/empty-state.js';
import { ListCard } from '../../components/layout/list-card.js';
import { Page } from '../../components/layout/page.js';
import { useSession } from '../../session/session.js';
import { Attention, NeedsLoading } from '../overview/attention.js';
import { WhenReady } from '../overview/when-ready.js';
import { AccessRoleBadge } from '../access-roles/role-badge.js';
import { HOME_PAGE } from '../pages.js';
import { OwnRequests } from '../requests/own-requests.js';
import { ManagedGroups } from './managed-groups.js';
import { TEXTS } from './texts.js';
import { useNeeds } from './use-needs.js';

const route = getRouteApi('/signed-in/home');

/** What the signed-in person may enter, has requested, and manages. */
export function HomePage() {
  const { elsewhere } = route.useSearch();
  const { accountId, userId } = useSession();
  const accountName = useNameOf(accountId ?? '');
  return (
    <Page title={HOME_PAGE.title} subtitle={accountName === undefined ? '…' : <bdi>{accountName}</bdi>}>
      {elsewhere && <Banner tone="warn">{TEXTS.elsewhere}</Banner>}
      {accountId && userId && <Parts accountId={accountId} userId={userId} />}
    </Page>
  );
}

function Parts({ accountId, userId }: { accountId: string; userId: string }) {
  const { ask = false } = route.useSearch();
  const navigate = route.useNavigate();
  const { needs, isSettled } = useNeeds(accountId, userId);
  return (
    <WhenReady isReady={isSettled} waiting={<NeedsLoading />}>
      <Attention accountId={accountId} needs={needs} />
      <OwnGroups accountId={accountId} userId={userId} />
      <ManagedGroups accountId={accountId} />
      <OwnRequests
        accountId={accountId}
        userId={userId}
        isAsking={ask}
        onAsk={(isAsking) =>
          void navigate({
            search: ({ ask: _, ...before }) => ({ ...before, ...(isAsking && { ask: true }) }),
          })
        }
      />
    </WhenReady>
  );
}

/** The service groups the person may enter: all that a member can see of the account. */
function OwnGroups({ accountId, userId }: { accountId: string; userId: string }) {
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
        {groups.map(({ id, serviceGroup, since, expiresAt, accessRole }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 text-sm">
            <Boxes aria-hidden className="size-4 shrink-0 text-faint" />
            <span className="flex min-w-0 flex-1 items-center gap-2">
              <bdi className="min-w-0 truncate font-medium">{serviceGroup.name}</bdi>
              <AccessRoleBadge accountId={accountId} role={accessRole} />
            </span>
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
