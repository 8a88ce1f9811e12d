import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { lazily } from '../../../components/lazily.js';
import { counted } from '../../../components/data/numbers.js';
import { Problem } from '../../../components/feedback/problem.js';
import { Page } from '../../../components/layout/page.js';
import { Tabs } from '../../../components/layout/tabs.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { groupEventsQuery } from '../../activity/queries.js';
import { Unread } from '../../../components/layout/states.js';
import { GroupSettings } from '../detail/group-settings.js';
import { Managers } from '../managers/managers.js';
import { Members } from '../detail/members.js';
import type { Shown } from '../shown/shown.js';
import { groupQuery, type ServiceGroup } from '../queries.js';
import { TEXTS } from '../texts.js';
import { GROUPS_PAGE } from '../../pages.js';
import { BackLink } from '../../../components/layout/back-link.js';

const TeamsOfGroup = lazily(async () => (await import('../teams/teams-of-group.js')).TeamsOfGroup);
const PastCsv = lazily(async () => (await import('../../past/past-csv.js')).PastCsv);
const Since = lazily(async () => (await import('../../past/since.js')).Since);
const route = getRouteApi('/signed-in/a/$account/groups/$group');
const TABS = Object.entries(TEXTS.tabs) as [keyof typeof TEXTS.tabs, string][];

export function GroupPage() {
  const { account, group: groupId } = route.useParams();
  const { tab, at: _, ...shown } = route.useSearch();
  const moment = useMoment();
  const navigate = useNavigate({ from: '/a/$account/groups/$group' });
  const may = useMay(account, groupId);
  const show = useCallback((search: Shown) => void navigate({ search, replace: true }), [navigate]);
  const query = useQuery(groupQuery(account, groupId, moment));
  const { data: group, error, refetch } = query;
  // A manager sees neither the other service groups nor what only owners and admins set.
  const seesAll = may(GROUPS_PAGE.permission);
  const tabs = TABS.filter(
    ([name]) => (name !== 'settings' || seesAll) && (name !== 'teams' || may('teams:read')),
  );
  const current = tabs.find(([name]) => name === tab)?.[0] ?? 'members';
  const back = seesAll && (
    <BackLink to="/a/$account/groups" params={{ account }}>
      {GROUPS_PAGE.title}
    </BackLink>
  );
  if (!group) return <Unread title={GROUPS_PAGE.title} above={back} query={query} />;
  const mayGive = may('memberships:write') && (seesAll || group.membershipRules.approvers !== 'admins');
  return (
    <Page
      title={group.name}
      above={back}
      heading={<bdi>{group.name}</bdi>}
      actions={
        moment && (
          <PastCsv accountId={account} part="memberships" of={{ serviceGroupId: groupId }} moment={moment} />
        )
      }
      subtitle={peopleIn(group)}
    >
      {/* What was read before stays: a dialog about it may be open. */}
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Tabs
        label={group.name}
        tabs={tabs}
        current={current}
        panel="group-panel"
        onChange={(name) => void navigate({ search: name === 'members' ? {} : { tab: name }, replace: true })}
      />
      <div role="tabpanel" id="group-panel" aria-labelledby={`tab-${current}`}>
        {current === 'members' && (
          <div className="grid gap-4">
            {moment && <Since accountId={account} of={{ serviceGroupId: groupId }} moment={moment} />}
            <Members
              group={group}
              mayWrite={may('memberships:write')}
              mayGive={mayGive}
              mayOpen={may('users:read')}
              shown={shown}
              onShow={show}
            />
          </div>
        )}
        {current === 'teams' && <TeamsOfGroup group={group} />}
        {current === 'managers' && <Managers group={group} mayWrite={may('managers:write')} />}
        {current === 'history' && <History query={groupEventsQuery(account, groupId)} />}
        {current === 'settings' && <GroupSettings group={group} mayWrite={may('service-groups:write')} />}
      </div>
    </Page>
  );
}

/** "12 members, 2 teams" */
function peopleIn({ memberCount, teamCount }: ServiceGroup): string | undefined {
  const members = memberCount === null ? [] : [counted(memberCount, 'member', 'members')];
  const teams = teamCount > 0 ? [counted(teamCount, 'team', 'teams')] : [];
  return [...members, ...teams].join(', ') || undefined;
}
