import {
  evolveServiceGroup,
  evolveTeam,
  evolveUser,
  initialServiceGroup,
  initialTeam,
  initialUser,
  isHeld,
  sharedTeams,
  type AccessPath,
  type ServiceGroup,
  type ServiceGroupId,
  type Team,
  type TeamId,
  type User,
  type UserId,
} from '#libs/domain';
import type { Tenant } from '../../core/tenant.js';
import { foldUntil } from './resources-as-of.js';

/** The paths between a user and a service group at an instant, with both as they were; undefined: not there. */
export interface PathsAsOf {
  paths: AccessPath[];
  user: User | undefined;
  serviceGroup: ServiceGroup | undefined;
  /** Those of the paths. */
  teams: ReadonlyMap<TeamId, Team>;
}

/** The result of the events up to then of the two, and of the teams that both had. */
export async function pathsAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  asOf: string,
): Promise<PathsAsOf> {
  const [group, user] = await Promise.all([
    foldUntil(tenant, serviceGroupId, asOf, evolveServiceGroup, initialServiceGroup),
    foldUntil(tenant, userId, asOf, evolveUser, initialUser),
  ]);
  const sides = {
    user: user.status === 'none' || user.status === 'removed' ? undefined : user,
    serviceGroup: group.status === 'active' ? group : undefined,
  };
  if (!sides.user || !sides.serviceGroup) return { ...sides, paths: [], teams: new Map() };
  const at = Date.parse(asOf);
  const membership = sides.user.memberships[serviceGroupId];
  // One that has ended by itself may have no event that says so yet.
  const own = membership && isHeld(membership, at) ? [membership] : [];
  const byTeams = sharedTeams(sides.user.teams, sides.serviceGroup.teams, at);
  const teams = await teamsAsOf(
    tenant,
    byTeams.map(({ teamId }) => teamId),
    asOf,
  );
  return { ...sides, paths: [...own, ...byTeams.filter(({ teamId }) => teams.has(teamId))], teams };
}

/** Those of some teams that were there at an instant. */
export async function teamsAsOf(
  tenant: Tenant,
  teamIds: readonly TeamId[],
  asOf: string,
): Promise<ReadonlyMap<TeamId, Team>> {
  const states = await Promise.all(
    teamIds.map((teamId) => foldUntil(tenant, teamId, asOf, evolveTeam, initialTeam)),
  );
  return new Map(states.flatMap((state) => (state.status === 'active' ? [[state.teamId, state]] : [])));
}
