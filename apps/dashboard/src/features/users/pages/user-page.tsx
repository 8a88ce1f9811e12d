import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { isRollbookError } from '#libs/client';
import { ShieldUser } from 'lucide-react';
import { dropUser } from '../../../api/resources/user-commands.js';
import { managedByUserQuery, removedUserQuery, type User, userQuery } from '../../../api/resources/users.js';
import { Button } from '../../../components/controls/button.js';
import { Banner } from '../../../components/feedback/banner.js';
import { Problem } from '../../../components/feedback/problem.js';
import { BackLink } from '../../../components/layout/back-link.js';
import { Card } from '../../../components/layout/card.js';
import { Page } from '../../../components/layout/page.js';
import { Pending, Unread } from '../../../components/layout/states.js';
import { Tabs } from '../../../components/layout/tabs.js';
import { lazily } from '../../../components/lazily.js';
import { RoleBadge, StatusBadge } from '../../../components/people/badges.js';
import { Avatar } from '../../../components/people/person.js';
import { useMoment } from '../../../session/moment.js';
import { useMay, useMayChange } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { userEventsQuery } from '../../activity/queries.js';
import type { Shown } from '../../groups/shown/shown.js';
import { USERS_PAGE } from '../../pages.js';
import { type UserDialogName, UserDialog } from '../actions/user-dialog.js';
import { UserMenu } from '../actions/user-menu.js';
import { AccessOfUser } from '../detail/access-of-user.js';
import { UserDetails } from '../detail/user-details.js';
import { TEXTS } from '../texts.js';
import { RemovedUserPage } from './removed-user-page.js';

const TeamsOfUser = lazily(async () => (await import('../../teams/places/teams-of-user.js')).TeamsOfUser);
const PastCsv = lazily(async () => (await import('../../past/past-csv.js')).PastCsv);
const Since = lazily(async () => (await import('../../past/since.js')).Since);
const route = getRouteApi('/signed-in/a/$account/users/$user');
type Tab = keyof typeof TEXTS.tabs;
const TABS = Object.entries(TEXTS.tabs) as [Tab, string][];

export function UserPage() {
  const { account, user: userId } = route.useParams();
  const { tab, at: _, ...shown } = route.useSearch();
  const moment = useMoment();
  const query = useQuery(userQuery(account, userId, moment));
  const { data: user, error, refetch } = query;
  // What was read before stays: the dialog that removed them goes on to ask whether to erase them.
  const isUnknown = !moment && isRollbookError(error, 'user_not_found');
  const isGone = isUnknown && !user;
  const isRemovedMeanwhile = isUnknown && user !== undefined;
  const { data: removed, isLoading } = useQuery({ ...removedUserQuery(account, userId), enabled: isGone });
  const current = TABS.find(([name]) => name === tab)?.[0] ?? 'access';
  const back = (
    <BackLink to="/a/$account/users" params={{ account }}>
      {USERS_PAGE.title}
    </BackLink>
  );
  if (isGone && isLoading) return <Pending />;
  if (isGone && removed) return <RemovedUserPage user={removed} above={back} />;
  if (!user) return <Unread title={USERS_PAGE.title} above={back} query={query} />;
  return (
    <Page
      title={user.name}
      above={back}
      heading={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Avatar id={user.id} name={user.name} />
          <bdi className="min-w-0 break-words">{user.name}</bdi>
          <span className="flex gap-1.5 font-normal tracking-normal">
            <StatusBadge status={isRemovedMeanwhile ? 'removed' : user.status} />
            <RoleBadge role={user.role} />
          </span>
        </span>
      }
      subtitle={<bdi className="break-all">{user.email}</bdi>}
      actions={
        moment ? (
          <PastCsv accountId={account} part="memberships" of={{ userId }} moment={moment} />
        ) : (
          <UserActions user={user} />
        )
      }
    >
      {/* Their name stays, and the actions: the dialog that removed them may be open. */}
      {isRemovedMeanwhile ? (
        <Banner
          tone="warn"
          action={
            <Button small onClick={() => dropUser(user)}>
              {TEXTS.showWhatIsLeft}
            </Button>
          }
        >
          {TEXTS.removed(user.name)}
        </Banner>
      ) : (
        <>
          {error && <Problem error={error} retry={() => void refetch()} />}
          <UserTabs user={user} current={current} shown={shown} />
        </>
      )}
    </Page>
  );
}

function UserTabs({ user, current, shown }: { user: User; current: Tab; shown: Shown }) {
  const { accountId: account, id: userId } = user;
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/users/$user' });
  const may = useMay(account);
  const show = useCallback(
    (search: { show?: string; sort?: string }) => void navigate({ search, replace: true }),
    [navigate],
  );
  return (
    <>
      <Tabs
        label={user.name}
        tabs={TABS}
        current={current}
        panel="user-panel"
        onChange={(name) => void navigate({ search: name === 'access' ? {} : { tab: name }, replace: true })}
      />
      <div role="tabpanel" id="user-panel" aria-labelledby={`tab-${current}`}>
        {current === 'access' && (
          <div className="grid gap-4">
            {moment && <Since accountId={account} of={{ userId }} moment={moment} />}
            <AccessOfUser user={user} mayWrite={may('memberships:write')} shown={shown} onShow={show} />
            <TeamsOfUser user={user} />
            <ManagedByUser user={user} />
          </div>
        )}
        {current === 'history' && <History query={userEventsQuery(account, userId)} />}
        {current === 'details' && <UserDetails user={user} />}
      </div>
    </>
  );
}

/** What can be done to a user, on their page. */
function UserActions({ user }: { user: User }) {
  const [dialog, setDialog] = useState<UserDialogName>();
  if (!useMayChange(user)) return null;
  return (
    <>
      {user.status === 'suspended' && (
        <Button onClick={() => setDialog('reactivate')}>{TEXTS.reactivate}</Button>
      )}
      <Button onClick={() => setDialog('edit')}>{TEXTS.edit}</Button>
      <Button onClick={() => setDialog('role')}>{TEXTS.changeRole}</Button>
      <UserMenu user={user} onAsk={setDialog} />
      {dialog && <UserDialog user={user} dialog={dialog} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** The service groups whose members somebody manages. Nothing, if there are none: most people manage none. */
function ManagedByUser({ user: { accountId, id: userId } }: { user: User }) {
  const { data = [] } = useQuery(managedByUserQuery(accountId, userId, useMoment()));
  if (data.length === 0) return null;
  return (
    <Card title={TEXTS.manages} flush>
      <ul className="divide-y divide-line">
        {data.map(({ serviceGroup: { id, name } }) => (
          <li key={id} className="flex min-h-12 items-center gap-3 px-4 text-sm">
            <ShieldUser aria-hidden className="size-4 shrink-0 text-faint" />
            <Link
              to="/a/$account/groups/$group"
              params={{ account: accountId, group: id }}
              search={{ tab: 'managers' }}
              className="min-w-0 flex-1 truncate font-medium hover:underline"
            >
              <bdi>{name}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
