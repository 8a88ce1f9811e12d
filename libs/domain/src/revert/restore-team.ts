import type { TeamAccessCommand } from '../service-group/decide-team-access.js';
import type { ServiceGroup } from '../service-group/service-group.js';
import type { TeamState } from '../team/team.js';
import type { TeamPlaceCommand } from '../user/decide-team-places.js';
import type { User } from '../user/user.js';
import { eventTime, isHeld, type Ending } from '../values/ends.js';
import { notRevertible } from './places.js';
import { endedByItself, type RestoredTeam } from './revert.js';

/**
 * What makes the place of a user in a team again what it was, as `restoreMembership` does of a membership.
 * Undefined: it is absent, as it was.
 * @param now milliseconds since the epoch
 * @throws DomainError `change_superseded`, `change_not_revertible`
 */
export function restoreTeamPlace(
  user: User,
  { teamId, terms }: RestoredTeam,
  team: TeamState,
  now: number,
): TeamPlaceCommand | undefined {
  const present = user.places?.[teamId];
  switch (restoring(present, terms, eventTime(user, now))) {
    case 'add':
      return { type: 'add_to_team', team, ...terms };
    case 'change':
      return { type: 'change_team_place', team, ...terms };
    case 'remove':
      return { type: 'remove_from_team', team };
    case undefined:
      return undefined;
  }
}

/** The same of the access of a team to a service group. */
export function restoreTeamAccess(
  group: ServiceGroup,
  { teamId, terms }: RestoredTeam,
  team: TeamState,
  now: number,
): TeamAccessCommand | undefined {
  const present = group.teamAccess?.[teamId];
  switch (restoring(present, terms, eventTime(group, now))) {
    case 'add':
      return { type: 'add_team', team, ...terms };
    case 'change':
      return { type: 'change_team_access', team, ...terms };
    case 'remove':
      return { type: 'remove_team_access', team };
    case undefined:
      return undefined;
  }
}

type Present = Ending & { reason?: string };

function restoring(
  present: Present | undefined,
  terms: RestoredTeam['terms'],
  at: number,
): 'add' | 'change' | 'remove' | undefined {
  if (present?.expiresAt !== undefined && !isHeld(present, at)) throw endedByItself(present.expiresAt);
  const end = terms?.expiresAt ?? undefined;
  const isPast = end !== undefined && at >= Date.parse(end);
  if (!present && isPast)
    throw notRevertible(`It would have ended by itself (${end}): add it again with another end.`);
  if (!terms || isPast) return present && 'remove';
  if (!present) return 'add';
  // An event about what stays has no way to say that there is no reason any more.
  if (terms.reason === undefined && present.reason !== undefined)
    throw notRevertible('A reason that was given cannot be taken away: change the end instead.');
  return 'change';
}
