import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '#libs/client';
import { leavingTeamQuery, removeFromTeam } from '../../../api/resources/team-commands.js';
import type { TeamMember } from '../../../api/resources/teams.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { TEXTS as ACCESS } from '../../groups/teams/texts.js';
import { TEXTS } from '../texts.js';

interface LeaveTeamProps {
  accountId: string;
  place: TeamMember;
  onClose: () => void;
}

/** Asks before somebody is removed from a team, and says what that closes to them, and what it does not. */
export function LeaveTeam({ accountId, place, onClose }: LeaveTeamProps) {
  const { user, team } = place;
  const { data: left } = useQuery(leavingTeamQuery(accountId, team.id, user.id));
  const { closes = [], staysOpen = [] } = left ?? {};
  const closed = closes.map(({ serviceGroup }) => serviceGroup.name);
  return (
    <ConfirmChange
      danger
      title={TEXTS.removeTitle(user.name, team.name)}
      action={TEXTS.removeDo}
      {...(!left && { what: ACCESS.checking })}
      change={() => removeFromTeam(accountId, team.id, user.id)}
      done={TEXTS.removed(user.name, team.name)}
      onClose={onClose}
    >
      {left && (
        <div role="status" className="grid gap-2">
          {closed.length > 0 && <p className="text-muted">{TEXTS.closes(closed)}</p>}
          {staysOpen.length > 0 && <p>{TEXTS.stillEnters(waysOf(staysOpen))}</p>}
          {closed.length + staysOpen.length === 0 && <p className="text-muted">{TEXTS.closesNothing}</p>}
        </div>
      )}
    </ConfirmChange>
  );
}

/** Each a part of a sentence, and each service group once, by the first of its ways. */
function waysOf(staysOpen: Schemas['LeftTeam']['staysOpen']): string[] {
  const byTeam = Map.groupBy(staysOpen, ({ via }) => via[0]?.teamName);
  return [...byTeam].map(([team, groups]) => {
    const names = groups.map(({ serviceGroup }) => serviceGroup.name);
    return team === undefined ? TEXTS.byMembership(names) : TEXTS.throughTeam(names, team);
  });
}
