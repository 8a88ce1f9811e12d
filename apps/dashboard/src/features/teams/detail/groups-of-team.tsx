import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Boxes, Plus } from 'lucide-react';
import { useState } from 'react';
import { groupsOfTeamQuery, type Team } from '../../../api/resources/teams.js';
import { Button } from '../../../components/controls/button.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { AccessList } from '../../groups/teams/access-list.js';
import { TEXTS as ACCESS } from '../../groups/teams/texts.js';
import { TEXTS } from '../texts.js';

const GiveTeamAccess = lazily(
  async () => (await import('../../groups/teams/access-dialog.js')).GiveTeamAccess,
);

/** The service groups that a team opens to its people. */
export function GroupsOfTeam({ team, mayWrite }: { team: Team; mayWrite: boolean }) {
  const { accountId, id: teamId, name } = team;
  const query = useQuery(groupsOfTeamQuery(accountId, teamId));
  const accesses = query.data ?? [];
  useRefreshAtEnd(
    accesses.map(({ expiresAt }) => expiresAt),
    query.refetch,
  );
  const [opening, setOpening] = useState(false);
  const open = mayWrite && (
    <Button kind="primary" onClick={() => setOpening(true)}>
      <Plus aria-hidden className="size-4" /> {ACCESS.open}
    </Button>
  );
  return (
    <>
      <ListCard
        title={TEXTS.tabs.groups}
        actions={accesses.length > 0 && open}
        query={query}
        isEmpty={accesses.length === 0}
        skeletonRows={3}
        empty={
          <EmptyState icon={Boxes} title={TEXTS.noGroupsTitle} text={TEXTS.noGroups(name)} action={open} />
        }
      >
        <AccessList
          {...{ accountId, accesses, mayWrite }}
          label={TEXTS.tabs.groups}
          icon={Boxes}
          name={({ serviceGroup }) => (
            <Link
              to="/a/$account/groups/$group"
              params={{ account: accountId, group: serviceGroup.id }}
              className="block truncate font-medium hover:underline"
            >
              <bdi>{serviceGroup.name}</bdi>
            </Link>
          )}
        />
      </ListCard>
      {opening && (
        <GiveTeamAccess
          accountId={accountId}
          team={team}
          held={new Set(accesses.map(({ serviceGroupId }) => serviceGroupId))}
          onClose={() => setOpening(false)}
        />
      )}
    </>
  );
}
