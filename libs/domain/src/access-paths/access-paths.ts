import type { AccessRoleReference } from '../access-roles/access-roles.js';
import type { TeamOfGroup } from '../service-group/team-access.js';
import type { TeamOfUser } from '../user/team-places.js';
import { isHeld } from '../values/ends.js';
import type { TeamId } from '../values/ids.js';

/** One of the ways by which a user may enter a service group: a membership of their own, or one of their teams. */
export interface AccessPath {
  /** Absent: a membership of their own. */
  readonly teamId?: TeamId;
  readonly accessRole?: AccessRoleReference;
  /** By a team, the earlier of the ends of the user's place and of the team's access. Absent: it has none. */
  readonly expiresAt?: string;
}

/** The teams that a user and a service group have both, with what a path by each needs, in the order of the service group. */
export interface SharedTeam extends AccessPath {
  readonly teamId: TeamId;
}

/**
 * The paths by teams that hold at a time. A team that was removed gives none, which neither side knows: whoever asks must leave it out.
 * @param at milliseconds since the epoch
 */
export function sharedTeams(
  ofUser: readonly TeamOfUser[] = [],
  ofGroup: readonly TeamOfGroup[] = [],
  at: number,
): SharedTeam[] {
  const mine = new Map(ofUser.map((team) => [team.teamId, team]));
  return ofGroup.flatMap(({ teamId, accessRole, expiresAt: endOfAccess }) => {
    const place = mine.get(teamId);
    if (!place) return [];
    const expiresAt = earlierEnd(place.expiresAt, endOfAccess);
    if (!isHeld({ ...(expiresAt !== undefined && { expiresAt }) }, at)) return [];
    return [{ teamId, ...(accessRole && { accessRole }), ...(expiresAt !== undefined && { expiresAt }) }];
  });
}

/** Undefined: no end. */
export function earlierEnd(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** When the last of some paths ends; null: one of them does not, undefined: there are none. */
export function lastEnd(paths: readonly Pick<AccessPath, 'expiresAt'>[]): string | null | undefined {
  if (paths.length === 0) return undefined;
  return paths.reduce<string | null>((latest, { expiresAt = null }) => {
    if (latest === null || expiresAt === null) return null;
    return expiresAt > latest ? expiresAt : latest;
  }, '');
}
