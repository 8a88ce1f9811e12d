import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { groupsOfTeamQuery, teamEventsQuery, teamQuery } from '../../../api/resources/teams.js';
import { Problem } from '../../../components/feedback/problem.js';
import { BackLink } from '../../../components/layout/back-link.js';
import { Page } from '../../../components/layout/page.js';
import { Unread } from '../../../components/layout/states.js';
import { Tabs } from '../../../components/layout/tabs.js';
import { lazily } from '../../../components/lazily.js';
import { useMay } from '../../../session/session.js';
import { History } from '../../activity/history.js';
import { TEAMS_PAGE } from '../../pages.js';
import { PeopleOfTeam } from '../detail/people-of-team.js';
import { TEXTS } from '../texts.js';

const GroupsOfTeam = lazily(async () => (await import('../detail/groups-of-team.js')).GroupsOfTeam);
const TeamSettings = lazily(async () => (await import('../detail/team-settings.js')).TeamSettings);
const route = getRouteApi('/signed-in/a/$account/teams/$team');
const TABS = Object.entries(TEXTS.tabs) as [keyof typeof TEXTS.tabs, string][];

/** Who is in a team, and which service groups it opens to them. */
export function TeamPage() {
  const { account, team: teamId } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = useNavigate({ from: '/a/$account/teams/$team' });
  const may = useMay(account);
  const query = useQuery(teamQuery(account, teamId));
  const { data: team, error, refetch } = query;
  const { data: opened } = useQuery(groupsOfTeamQuery(account, teamId));
  const tabs = TABS.filter(([name]) => name !== 'history' || may('events:read'));
  const current = tabs.find(([name]) => name === tab)?.[0] ?? 'people';
  const back = (
    <BackLink to="/a/$account/teams" params={{ account }}>
      {TEAMS_PAGE.title}
    </BackLink>
  );
  if (!team) return <Unread title={TEAMS_PAGE.title} above={back} query={query} />;
  const mayWrite = may('teams:write');
  return (
    <Page
      title={team.name}
      above={back}
      heading={<bdi>{team.name}</bdi>}
      subtitle={opened && TEXTS.opensCount(opened.length)}
    >
      {error && <Problem error={error} retry={() => void refetch()} />}
      <Tabs
        label={team.name}
        tabs={tabs}
        current={current}
        panel="team-panel"
        onChange={(name) => void navigate({ search: name === 'people' ? {} : { tab: name }, replace: true })}
      />
      <div role="tabpanel" id="team-panel" aria-labelledby={`tab-${current}`}>
        {current === 'people' && <PeopleOfTeam team={team} mayWrite={mayWrite} />}
        {current === 'groups' && <GroupsOfTeam team={team} mayWrite={mayWrite} />}
        {current === 'history' && <History query={teamEventsQuery(account, teamId)} />}
        {current === 'settings' && <TeamSettings team={team} mayWrite={mayWrite} />}
      </div>
    </Page>
  );
}
