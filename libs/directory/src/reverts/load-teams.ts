import type { Reversal, ServiceGroupState, TeamState, UserState } from '#libs/domain';
import { teamAccessOf, type TeamAccessItem } from '../aggregates/service-group/state.js';
import { accessGivenTo, type AccessGiven } from '../aggregates/team/access-given.js';
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
  /** How many service groups the teams have that are to have access again. */
  given: ReadonlyMap<string, AccessGiven>;
}

/** Strongly consistent; no call if none is about a team, and one more for each that may have 500 service groups. */
export async function loadTeams(
  directory: Directory,
  accountId: string,
  plans: readonly Reversal[],
): Promise<LoadedTeams> {
  const { table } = directory;
  const named = plans.flatMap((plan) =>
    plan.kind === 'team' ? [plan.teamId] : plan.teams.map(({ teamId }) => teamId),
  );
  const teamIds = [...new Set(named)];
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
  // After the heads.
  const again = heads
    .filter((head) => head !== undefined)
    .map(async (head): Promise<[string, AccessGiven][]> => {
      const more = ofGroups.filter(({ teamId }) => teamId === head.teamId).length;
      return more === 0 ? [] : [[head.teamId, await accessGivenTo(directory, head, { more })]];
    });
  const own = <Stored extends { accountId: string }>(items: readonly (Stored | undefined)[]) =>
    items.filter((item) => item !== undefined).filter((item) => item.accountId === accountId);
  return {
    heads: new Map(teamIds.map((teamId, index) => [teamId, teamState(heads[index])])),
    places: Map.groupBy(own(places), ({ userId }) => userId),
    access: Map.groupBy(own(access), ({ serviceGroupId }) => serviceGroupId),
    given: new Map((await Promise.all(again)).flat()),
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
