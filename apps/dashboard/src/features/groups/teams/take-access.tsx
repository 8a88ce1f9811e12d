import { useQuery } from '@tanstack/react-query';
import { takeTeamAccess } from '../../../api/resources/team-commands.js';
import { teamsOfGroupQuery, type TeamAccess } from '../../../api/resources/teams.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { TEXTS } from './texts.js';

interface TakeAccessProps {
  accountId: string;
  access: TeamAccess;
  onClose: () => void;
}

/** Asks before a team's access to a service group ends, and says who still may enter. */
export function TakeAccess({ accountId, access, onClose }: TakeAccessProps) {
  const { team, serviceGroup: group } = access;
  const { data } = useQuery(teamsOfGroupQuery(accountId, group.id));
  const others = data?.filter(({ teamId }) => teamId !== team.id).map((each) => each.team.name);
  return (
    <ConfirmChange
      danger
      title={TEXTS.takeTitle(team.name, group.name)}
      action={TEXTS.takeDo}
      what={TEXTS.takeWhat(group.name)}
      change={() => takeTeamAccess(accountId, access)}
      done={TEXTS.taken(team.name, group.name)}
      onClose={onClose}
    >
      {others && (
        <p role="status">
          {others.length > 0 ? TEXTS.stillTeams(others, group.name) : TEXTS.stillMembers(group.name)}
        </p>
      )}
    </ConfirmChange>
  );
}
