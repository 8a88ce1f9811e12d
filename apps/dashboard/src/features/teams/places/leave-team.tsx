import { removeFromTeam } from '../../../api/resources/team-commands.js';
import type { TeamMember } from '../../../api/resources/teams.js';
import { ConfirmChange } from '../../../components/overlays/confirm.js';
import { TEXTS as ACCESS } from '../../groups/teams/texts.js';
import { TEXTS } from '../texts.js';
import { useWaysLeft } from './use-ways-left.js';

interface LeaveTeamProps {
  accountId: string;
  place: TeamMember;
  onClose: () => void;
}

/** Asks before somebody is removed from a team, and says what that closes to them, and what it does not. */
export function LeaveTeam({ accountId, place, onClose }: LeaveTeamProps) {
  const { user, team } = place;
  const left = useWaysLeft(accountId, place);
  const closed = left && left.closed.length > 0 && TEXTS.closes(left.closed);
  const nothing = left && left.ways.length === 0 && TEXTS.closesNothing;
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
          {(closed || nothing) && <p className="text-muted">{closed || nothing}</p>}
          {left.ways.length > 0 && <p>{TEXTS.stillEnters(left.ways)}</p>}
        </div>
      )}
    </ConfirmChange>
  );
}
