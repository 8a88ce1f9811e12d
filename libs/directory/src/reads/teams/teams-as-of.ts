import {
  evolveTeam,
  existingTeam,
  initialTeam,
  isHeld,
  type ServiceGroupId,
  type Team,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { viewOfTeamAccess, type TeamAccessView } from '../../aggregates/service-group/team-access.js';
import { viewOfPlace, type TeamPlaceView } from '../../aggregates/user/places/views.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { cameUntil } from '../time-travel/lists-as-of.js';
import { teamsAsOf } from '../time-travel/paths-as-of.js';
import { foldUntil, getServiceGroupAsOf, getUserAsOf } from '../time-travel/resources-as-of.js';

/** Teams at an instant (ISO 8601, UTC, milliseconds): what the events up to then add up to. */

/** @throws DomainError `team_not_found` if there was none */
export async function getTeamAsOf(tenant: Tenant, teamId: TeamId, asOf: string): Promise<Team> {
  return existingTeam(await foldUntil(tenant, teamId, asOf, evolveTeam, initialTeam));
}

/** By when they came. A page may be shorter than `limit`: those that had gone are not in it. */
export async function listTeamsAsOf(
  tenant: Tenant,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<Team>> {
  const { ids, cursor } = await cameUntil<TeamId>(tenant, ['team.created'], asOf, request);
  const teams = await teamsAsOf(tenant, ids, asOf);
  return { items: ids.flatMap((id) => teams.get(id) ?? []), cursor };
}

/** At most 40, with the user and the teams as they were. @throws DomainError `user_not_found` if there was none */
export async function listTeamsOfUserAsOf(
  tenant: Tenant,
  userId: UserId,
  asOf: string,
): Promise<TeamPlaceView[]> {
  const user = await getUserAsOf(tenant, userId, asOf);
  const places = heldAt(asOf, Object.values(user.places ?? {}));
  const teams = await teamsAsOf(
    tenant,
    places.map(({ teamId }) => teamId),
    asOf,
  );
  return places.flatMap((place) => {
    const team = teams.get(place.teamId);
    return team ? [viewOfPlace(user, team, place)] : [];
  });
}

/** At most 40, with both as they were. @throws DomainError `service_group_not_found` if there was none */
export async function listTeamsOfGroupAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<TeamAccessView[]> {
  const group = await getServiceGroupAsOf(tenant, serviceGroupId, asOf);
  const access = heldAt(asOf, Object.values(group.teamAccess ?? {}));
  const teams = await teamsAsOf(
    tenant,
    access.map(({ teamId }) => teamId),
    asOf,
  );
  return access.flatMap((one) => {
    const team = teams.get(one.teamId);
    return team ? [viewOfTeamAccess(group, team, one)] : [];
  });
}

/** What has ended by itself may have no event that says so yet. */
function heldAt<One extends { expiresAt?: string }>(asOf: string, all: readonly One[]): One[] {
  const at = Date.parse(asOf);
  return all.filter((one) => isHeld(one, at));
}
