import type { Reversal, ServiceGroupState, TeamState, UserState } from '#libs/domain';
import { teamAccessOf, type TeamAccessItem } from '../aggregates/service-group/state.js';
import { teamState } from '../aggregates/team/state.js';
import { membershipOf, placeOf, type MembershipItem, type TeamPlaceItem } from '../aggregates/user/state.js';
import type { Directory } from '../core/directory.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../table/items/teams.js';

/** What reversals need of teams: their heads, the places of the users, and the access to the service groups. */
export interface LoadedTeams {
  heads: ReadonlyMap<string, TeamState>;
  /** By user. */
  places: ReadonlyMap<string, readonly TeamPlaceItem[]>;
  /** By service group. */
  access: ReadonlyMap<string, readonly TeamAccessItem[]>;
}

/** Strongly consistent; no call if none is about a team. */
export async function loadTeams(
  { table }: Directory,
  accountId: string,
  plans: readonly Reversal[],
): Promise<LoadedTeams> {
  const teamIds = [...new Set(plans.flatMap(({ teams }) => teams.map(({ teamId }) => teamId)))];
  const ofUsers = plans.flatMap((plan) =>
    plan.kind === 'user' ? plan.teams.map(({ teamId }) => ({ userId: plan.userId, teamId })) : [],
  );
  const ofGroups = plans.flatMap((plan) =>
    plan.kind === 'service-group'
      ? plan.teams.map(({ teamId }) => ({ teamId, serviceGroupId: plan.serviceGroupId }))
      : [],
  );
  const consistent = { consistent: true };
  const [heads, places, access] = await Promise.all([
    table.batchGet(
      teamIds.map((teamId) => teamEntity.at({ accountId, teamId })),
      consistent,
    ),
    table.batchGet(
      ofUsers.map((key) => teamPlaceEntity.at(key)),
      consistent,
    ),
    table.batchGet(
      ofGroups.map((key) => teamAccessEntity.at(key)),
      consistent,
    ),
  ]);
  const own = <Stored extends { accountId: string }>(items: readonly (Stored | undefined)[]) =>
    items.filter((item) => item !== undefined).filter((item) => item.accountId === accountId);
  return {
    heads: new Map(teamIds.map((teamId, index) => [teamId, teamState(heads[index])])),
    places: Map.groupBy(own(places), ({ userId }) => userId),
    access: Map.groupBy(own(access), ({ serviceGroupId }) => serviceGroupId),
  };
}

/** A user with some of their places. */
export function withPlaces(user: UserState, items: readonly TeamPlaceItem[] = []): UserState {
  if (user.status === 'none' || items.length === 0) return user;
  return { ...user, places: Object.fromEntries(items.map((item) => [item.teamId, placeOf(item)])) };
}

/** A user with all that ends with them. */
export function withAll(
  user: UserState,
  { memberships, places }: { memberships: readonly MembershipItem[]; places: readonly TeamPlaceItem[] },
): UserState {
  if (user.status === 'none') return user;
  const held = Object.fromEntries(memberships.map((item) => [item.serviceGroupId, membershipOf(item)]));
  return withPlaces({ ...user, memberships: held }, places);
}

/** A service group with the access of some of its teams. */
export function withAccess(
  group: ServiceGroupState,
  items: readonly TeamAccessItem[] = [],
): ServiceGroupState {
  if (group.status === 'none' || items.length === 0) return group;
  return { ...group, teamAccess: Object.fromEntries(items.map((item) => [item.teamId, teamAccessOf(item)])) };
}
