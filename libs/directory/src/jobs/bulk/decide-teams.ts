import {
  decideTeamPlace,
  initialTeam,
  isHeld,
  type AccountState,
  type NewUserEvent,
  type User,
} from '#libs/domain';
import { withTeamsDecided } from '../../aggregates/user/places/batches.js';
import type { BulkAction } from '../../table/items/jobs.js';
import type { LoadedRows } from './load-rows.js';

/** What `add_to_teams` and `remove_from_teams` do to one user. Who is in a team already, or is not in it, stays so. */
export function decideTeams(
  user: User,
  { teams }: Pick<LoadedRows, 'teams'>,
  { action, teamIds = [], expiresAt, reason }: BulkAction,
  { account, now }: { account: AccountState; now: number },
): NewUserEvent[] {
  return teamIds.reduce<NewUserEvent[]>((decided, teamId) => {
    const team = teams.get(teamId) ?? initialTeam;
    const place = user.places?.[teamId];
    if (action === 'remove_from_teams') {
      if (!place || !isHeld(place, now)) return decided;
      return [...decided, ...decideTeamPlace(user, { type: 'remove_from_team', team }, { account, now })];
    }
    const command = { type: 'add_to_team', team, expiresAt, reason } as const;
    return [...decided, ...decideTeamPlace(withTeamsDecided(user, decided), command, { account, now })];
  }, []);
}
