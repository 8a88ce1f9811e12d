import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { accountQuery } from '../../../api/resources/account.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { accountEventsQuery } from '../../activity/queries.js';
import { SIGN_IN_PAGE } from '../../pages.js';
import { Providers } from './providers.js';
import { SignInRules } from './sign-in-rules.js';
import { TEXTS } from './texts.js';
import { Ways } from './ways.js';

const route = getRouteApi('/signed-in/a/$account/developers/sign-in');
const LATEST = 5;
const LINKED = 'user.identity_linked';

export function SignInPage() {
  const { account: accountId } = route.useParams();
  const may = useMay(accountId);
  const query = useQuery(accountQuery(accountId));
  const account = query.data;
  if (!account) return <Unread title={SIGN_IN_PAGE.title} query={query} />;
  return (
    <Page title={SIGN_IN_PAGE.title} subtitle={TEXTS.subtitle}>
      <Providers />
      <SignInRules account={account} mayChange={may('platform:write')} />
      <Ways account={account} />
      {may('events:read') && (
        <History
          query={accountEventsQuery(accountId, { type: `${LINKED},user.identity_unlinked` }, LATEST)}
          title={TEXTS.latest}
          only={LATEST}
          actions={
            <Link
              to="/a/$account/activity"
              params={{ account: accountId }}
              search={{ type: LINKED }}
              className="text-sm text-accent hover:underline"
            >
              {TEXTS.allLatest}
            </Link>
          }
          empty={<EmptyState icon={Inbox} title={TEXTS.noneLatest} text={TEXTS.noneLatestHint} />}
        />
      )}
    </Page>
  );
}
