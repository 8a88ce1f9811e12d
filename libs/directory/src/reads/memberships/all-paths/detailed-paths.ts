import { isHeld, sharedTeams, type ServiceGroup, type Team, type TeamId, type User } from '#libs/domain';
import { pathOf, type HalfOfPath } from './open-teams.js';
import type { PathView } from './merged-paths.js';

/** A path with what it is made of: an own membership, or a place and an access. */
export interface DetailedPath {
  path: PathView;
  /** Of an own membership this one; of a path by a team first the user's place, then the access of the team. */
  halves: readonly HalfOfPath[];
}

/**
 * Of a user and a service group as their events say they were at a time (milliseconds since the epoch): their own membership first, also what
 * had ended by itself with no event that says so yet.
 * @param teams those that were there
 */
export function pathsThen(
  user: Pick<User, 'memberships' | 'teams' | 'places'>,
  group: Pick<ServiceGroup, 'serviceGroupId' | 'teams' | 'teamAccess'>,
  teams: ReadonlyMap<TeamId, Pick<Team, 'name'>>,
): DetailedPath[] {
  const membership = user.memberships[group.serviceGroupId];
  const own = membership ? [ownPath(membership)] : [];
  const byTeams = sharedTeams(user.teams, group.teams, WHENEVER).flatMap(({ teamId }): DetailedPath[] => {
    const [place, access] = [user.places?.[teamId], group.teamAccess?.[teamId]];
    const team = teams.get(teamId);
    if (!place || !access || !team) return [];
    return [{ path: pathOf({ teamId, teamName: team.name }, place, access).path, halves: [place, access] }];
  });
  return [...own, ...byTeams];
}

/** Before every end. */
const WHENEVER = 0;

/** @param at milliseconds since the epoch */
export function heldAt<Detailed extends { path: PathView }>(
  paths: readonly Detailed[],
  at: number,
): Detailed[] {
  return paths.filter(({ path }) => isHeld(path, at));
}

export function ownPath(membership: HalfOfPath): DetailedPath {
  const { since, expiresAt, accessRole } = membership;
  const path = { since, ...(expiresAt !== undefined && { expiresAt }), ...(accessRole && { accessRole }) };
  return { path, halves: [membership] };
}
