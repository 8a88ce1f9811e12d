import { getRouteApi } from '@tanstack/react-router';
import { useNameOf } from '../../api/resources/account.js';
import { Banner } from '../../components/feedback/banner.js';
import { Page } from '../../components/layout/page.js';
import { useSession } from '../../session/session.js';
import { Attention, NeedsLoading } from '../overview/attention.js';
import { WhenReady } from '../overview/when-ready.js';
import { OwnRequests } from '../requests/own-requests.js';
import { ManagedGroups } from './managed-groups.js';
import { OwnGroups } from './own-groups.js';
import { HOME_PAGE } from '../pages.js';
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
