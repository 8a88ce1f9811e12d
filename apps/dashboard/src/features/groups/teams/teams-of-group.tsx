import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Network, Plus } from 'lucide-react';
import { useState } from 'react';
import { teamsOfGroupQuery } from '../../../api/resources/teams.js';
import { Button } from '../../../components/controls/button.js';
import { useRefreshAtEnd } from '../../../components/data/until.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { lazily } from '../../../components/lazily.js';
import { ListCard } from '../../../components/layout/list-card.js';
import { useMoment } from '../../../session/moment.js';
import { useMay } from '../../../session/session.js';
import type { ServiceGroup } from '../queries.js';
import { AccessList } from './access-list.js';
import { TEXTS } from './texts.js';

const GiveTeamAccess = lazily(async () => (await import('./access-dialog.js')).GiveTeamAccess);

/** The teams whose people may enter one service group; its managers see them too. */
export function TeamsOfGroup({ group }: { group: ServiceGroup }) {
  const { accountId, id: groupId, name: groupName } = group;
  const moment = useMoment();
  const may = useMay(accountId);
  const query = useQuery(teamsOfGroupQuery(accountId, groupId, moment));
  const accesses = query.data ?? [];
  useRefreshAtEnd(moment ? [] : accesses.map(({ expiresAt }) => expiresAt), query.refetch);
  const [adding, setAdding] = useState(false);
  const mayOpen = may('teams:read');
  const add = may('teams:write') && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" /> {TEXTS.add}
    </Button>
  );
  return (
    <>
      <ListCard
        title={TEXTS.title}
        actions={accesses.length > 0 && add}
        query={query}
        isEmpty={accesses.length === 0}
        skeletonRows={2}
        empty={
          <EmptyState
            icon={Network}
            title={moment ? TEXTS.emptyThenTitle : TEXTS.emptyTitle}
            text={moment ? undefined : TEXTS.empty(groupName)}
            action={add}
          />
        }
      >
        <AccessList
          {...{ accountId, accesses }}
          label={TEXTS.title}
          icon={Network}
          mayWrite={may('teams:write')}
          name={({ team }) =>
            mayOpen ? (
              <Link
                to="/a/$account/teams/$team"
                params={{ account: accountId, team: team.id }}
                className="block truncate font-medium hover:underline"
              >
                <bdi>{team.name}</bdi>
              </Link>
            ) : (
              <bdi className="truncate font-medium">{team.name}</bdi>
            )
          }
        />
      </ListCard>
      {adding && (
        <GiveTeamAccess
          accountId={accountId}
          group={group}
          held={new Set(accesses.map(({ teamId }) => teamId))}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
