import { useQuery } from '@tanstack/react-query';
import { groupsOfTeamQuery } from '../../../api/resources/teams.js';
import { TEXTS } from '../texts.js';

interface OpensProps {
  accountId: string;
  team: { id: string; name: string };
}

/** Which service groups a team opens to those who join it. */
export function Opens({ accountId, team }: OpensProps) {
  const { data } = useQuery(groupsOfTeamQuery(accountId, team.id));
  if (!data) return null;
  const names = data.map(({ serviceGroup, accessRole }) =>
    accessRole ? `${serviceGroup.name} (${accessRole.key})` : serviceGroup.name,
  );
  return (
    <p role="status" className="text-sm break-words text-muted">
      {names.length > 0 ? TEXTS.opens(team.name, names) : TEXTS.opensNone(team.name)}
    </p>
  );
}
