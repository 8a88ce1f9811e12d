import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { type Account, accountQuery } from '../../../api/resources/account.js';
import { Button } from '../../../components/controls/button.js';
import { Badge } from '../../../components/feedback/badge.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { Problem } from '../../../components/feedback/problem.js';
import { SkeletonRows } from '../../../components/feedback/skeleton.js';
import { Card } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { providersQuery } from '../../../session/providers.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { accountEventsQuery } from '../../activity/queries.js';
import { SIGN_IN_PAGE } from '../../pages.js';
import { Copyable } from '../copyable.js';
import { SignInRulesDialog } from './sign-in-rules-dialog.js';
import { TEXTS } from './texts.js';

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

/** With what people can sign in at all, and where. */
function Providers() {
  const { data, error, refetch } = useQuery(providersQuery);
  if (error && !data) return <Problem error={error} retry={() => void refetch()} />;
  return (
    <Card title={TEXTS.providers} description={TEXTS.providersHint} flush={!data}>
      {!data && <SkeletonRows count={1} />}
      {data?.length === 0 && <p className="text-sm text-muted">{TEXTS.noProviders}</p>}
      {data && data.length > 0 && (
        <div className="grid gap-4">
          <ul aria-label={TEXTS.providers} className="flex flex-wrap gap-x-4 gap-y-1 text-sm font-medium">
            {data.map(({ name, title }) => (
              <li key={name}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
          <Copyable label={TEXTS.page} text={`${location.origin}/login`} />
        </div>
      )}
    </Card>
  );
}

function SignInRules({ account, mayChange }: { account: Account; mayChange: boolean }) {
  const [editing, setEditing] = useState(false);
  const { signInRules } = account;
  return (
    <Card
      flush
      title={TEXTS.signIn}
      description={TEXTS.signInHint}
      actions={
        mayChange && (
          <Button small aria-label={`${TEXTS.edit}: ${TEXTS.signIn}`} onClick={() => setEditing(true)}>
            {TEXTS.edit}
          </Button>
        )
      }
    >
      {signInRules.length === 0 && <p className="px-4 py-3 text-sm text-muted">{TEXTS.noSignInRules}</p>}
      <ul className="divide-y divide-line text-sm">
        {signInRules.map(({ issuer, domains, externalIdClaim }) => (
          <li key={issuer} className="px-4 py-2.5">
            <p className="break-all">{issuer}</p>
            <p className="break-words text-muted">
              {[
                domains.length > 0 && TEXTS.verifiedEmails(domains.join(', ')),
                externalIdClaim && TEXTS.externalIdIn(externalIdClaim),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {editing && <SignInRulesDialog account={account} onClose={() => setEditing(false)} />}
    </Card>
  );
}

/** How an identity comes to be linked to a user, and which of that this account's rules allow. */
function Ways({ account: { signInRules } }: { account: Account }) {
  const domains = signInRules.flatMap((rule) => rule.domains);
  const claims = signInRules.flatMap(({ externalIdClaim }) => externalIdClaim ?? []);
  const ways = [
    [TEXTS.invitation, TEXTS.invitationWhat, TEXTS.always],
    [TEXTS.email, TEXTS.emailWhat, domains.length > 0 && TEXTS.byRule],
    [TEXTS.external, TEXTS.externalWhat, claims.length > 0 && TEXTS.byRule],
    [TEXTS.byHand, TEXTS.byHandWhat, TEXTS.always],
  ] as const;
  return (
    <Card title={TEXTS.ways} flush>
      <ul aria-label={TEXTS.ways} className="divide-y divide-line text-sm">
        {ways.map(([name, what, by]) => (
          <li key={name} className="grid gap-0.5 px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span className="font-medium">{name}</span>
              <Badge tone={by ? 'good' : 'neutral'}>{by || TEXTS.noRule}</Badge>
            </p>
            <p className="break-words text-muted">{what}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
