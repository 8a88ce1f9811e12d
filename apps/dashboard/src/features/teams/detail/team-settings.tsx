import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient } from '../../../api/query-client.js';
import { changeTeam, removeTeam } from '../../../api/resources/team-commands.js';
import { groupsOfTeamQuery, teamQuery, type Team } from '../../../api/resources/teams.js';
import { Button } from '../../../components/controls/button.js';
import { CopyableId } from '../../../components/controls/copy-button.js';
import { exactTime } from '../../../components/data/time.js';
import { Card, Details } from '../../../components/layout/card.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { Rename } from '../../../components/overlays/rename.js';
import { TEXTS } from '../texts.js';

export function TeamSettings({ team, mayWrite }: { team: Team; mayWrite: boolean }) {
  return (
    <div className="grid gap-5">
      {mayWrite && (
        <Rename
          texts={TEXTS}
          named={team}
          change={(of, name) => changeTeam(of, { name })}
          reread={() => queryClient.fetchQuery({ ...teamQuery(team.accountId, team.id), staleTime: 0 })}
        />
      )}
      <Card flush title={TEXTS.details}>
        <Details
          rows={[
            [TEXTS.id, <CopyableId key="id" id={team.id} />],
            [TEXTS.externalId, <bdi key="external">{team.externalId ?? '–'}</bdi>],
            [TEXTS.createdAt, exactTime(team.createdAt)],
          ]}
        />
      </Card>
      {mayWrite && <Remove team={team} />}
    </div>
  );
}

function Remove({ team }: { team: Team }) {
  const navigate = useNavigate();
  const [isConfirming, setConfirming] = useState(false);
  const { data: opened = [] } = useQuery(groupsOfTeamQuery(team.accountId, team.id));
  const names = opened.map(({ serviceGroup }) => serviceGroup.name);
  return (
    <Card title={TEXTS.danger} danger>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{TEXTS.dangerWhat}</p>
        <Button kind="danger" onClick={() => setConfirming(true)}>
          {TEXTS.removeTeam}
        </Button>
      </div>
      {isConfirming && (
        <ConfirmChange
          danger
          title={TEXTS.removeTeamTitle(team.name)}
          action={TEXTS.removeTeam}
          what={TEXTS.removeTeamWhat(names)}
          typed={names.length > 0 ? team.name : undefined}
          change={() => removeTeam(team)}
          done={TEXTS.teamRemoved(team.name)}
          onDone={() => void navigate({ to: '/a/$account/teams', params: { account: team.accountId } })}
          onClose={() => setConfirming(false)}
        >
          {names.length > 0 && <p>{TEXTS.removeTeamKeeps}</p>}
        </ConfirmChange>
      )}
    </Card>
  );
}
