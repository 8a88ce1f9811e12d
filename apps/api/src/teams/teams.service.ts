import {
  findTeamByExternalId,
  getTeam,
  getTeamAsOf,
  listGroupsOfTeam,
  listGroupsOfTeamAsOf,
  listTeamMembers,
  listTeamMembersAsOf,
  listTeams,
  listTeamsAsOf,
  listTeamsOfGroup,
  listTeamsOfGroupAsOf,
  listTeamsOfUser,
  listTeamsOfUserAsOf,
  searchGroupsOfTeam,
  searchTeamMembers,
  type Page,
  type TeamAccessView,
  type TeamPlaceView,
} from '#libs/directory';
import type { ServiceGroupId, Team, TeamId, UserId } from '#libs/domain';
import type { RequestTenant } from '../auth/caller/caller.js';
import type { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { pageOfOne, requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { onlyEnding } from '../http/query/page.js';
import { momentOf } from '../http/query/past.js';
import { isSearch, sortOf } from '../http/query/search.dto.js';
import type { GroupsOfTeamQueryDto } from './team-access.dto.js';
import type { TeamMemberListQueryDto } from './team-members.dto.js';
import type { TeamQueryDto } from './teams.dto.js';

export async function readTeams(tenant: RequestTenant, query: TeamQueryDto): Promise<Page<Team>> {
  const { externalId, order, limit, cursor } = query;
  const asOf = momentOf(tenant, query);
  if (externalId !== undefined)
    return pageOfOne('externalId', { asOf }, () => findTeamByExternalId(tenant, externalId));
  const request = { limit, cursor, order: DIRECTORY_ORDER[order] };
  return asOf === undefined ? listTeams(tenant, request) : listTeamsAsOf(tenant, asOf, request);
}

export async function readTeam(tenant: RequestTenant, teamId: TeamId, query: AsOfQueryDto): Promise<Team> {
  const asOf = momentOf(tenant, query);
  return asOf === undefined ? getTeam(tenant, teamId) : getTeamAsOf(tenant, teamId, asOf);
}

export async function readTeamMembers(
  tenant: RequestTenant,
  teamId: TeamId,
  { order, q, sort, ...query }: TeamMemberListQueryDto,
): Promise<Page<TeamPlaceView>> {
  const page = { ...query, order: DIRECTORY_ORDER[order] };
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) requireAlone('asOf', { q, sort });
  if (isSearch({ q, sort }))
    return searchTeamMembers(tenant, teamId, { ...query, q, sort: sortOf(sort, order) });
  if (asOf === undefined) return listTeamMembers(tenant, teamId, page);
  return onlyEnding(await listTeamMembersAsOf(tenant, teamId, asOf, page), query.ending);
}

export async function readGroupsOfTeam(
  tenant: RequestTenant,
  teamId: TeamId,
  { order, q, sort, ...query }: GroupsOfTeamQueryDto,
): Promise<Page<TeamAccessView>> {
  const page = { ...query, order: DIRECTORY_ORDER[order] };
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) requireAlone('asOf', { q, sort });
  if (isSearch({ q, sort }))
    return searchGroupsOfTeam(tenant, teamId, { ...query, q, sort: sortOf(sort, order) });
  if (asOf === undefined) return listGroupsOfTeam(tenant, teamId, page);
  return onlyEnding(await listGroupsOfTeamAsOf(tenant, teamId, asOf, page), query.ending);
}

export async function readTeamsOfUser(
  tenant: RequestTenant,
  userId: UserId,
  query: AsOfQueryDto,
): Promise<Page<TeamPlaceView>> {
  const asOf = momentOf(tenant, query);
  const items = await (asOf === undefined
    ? listTeamsOfUser(tenant, userId)
    : listTeamsOfUserAsOf(tenant, userId, asOf));
  return { items, cursor: undefined };
}

export async function readTeamsOfGroup(
  tenant: RequestTenant,
  serviceGroupId: ServiceGroupId,
  query: AsOfQueryDto,
): Promise<Page<TeamAccessView>> {
  const asOf = momentOf(tenant, query);
  const items = await (asOf === undefined
    ? listTeamsOfGroup(tenant, serviceGroupId)
    : listTeamsOfGroupAsOf(tenant, serviceGroupId, asOf));
  return { items, cursor: undefined };
}
