import {
  existingServiceGroup,
  sharedTeams,
  type ServiceGroupId,
  type TeamId,
  type TeamOfGroup,
  type UserId,
} from '#libs/domain';
import { serviceGroupState } from '../../../aggregates/service-group/state.js';
import type { MembershipView } from '../../../aggregates/user/memberships/views.js';
import type { MembershipItem, TeamPlaceItem, UserItem } from '../../../aggregates/user/state.js';
import type { Page, PageRequest } from '../../../core/pages.js';
import type { Tenant } from '../../../core/tenant.js';
import { fencesEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { teamPlaceEntity } from '../../../table/items/teams.js';
import { userEntity } from '../../../table/items/users.js';
import type { WaysIn } from '../../search/group-people.js';
import type { Sort } from '../../search/search-page.js';
import { searchByNames } from '../../search/search-names.js';
import { ownSource, teamSource, type GroupOfPaths } from './members-by-paths.js';
import { mergePaths, type PathSource } from './merged-paths.js';
import { readTeamsOfGroup, teamsHeld } from './open-teams.js';

export interface MemberSearch extends PageRequest {
  /** Words of names and emails. */
  q?: string | undefined;
  sort?: Sort | undefined;
  paths: WaysIn;
  /** Only what ends by itself. */
  ending?: boolean | undefined;
}

const consistent = { consistent: true };

/**
 * The members of a service group, with `all` also who may enter it by a team, by words and in an order: whom the search in memory finds, each
 * as they are now, strongly consistent. A page may be shorter than `limit`.
 *
 * To the calls of a search come one for what is shown, and with teams two more at once: for the teams, and for the places in them.
 * @throws DomainError `service_group_not_found`
 */
export async function searchMembers(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  { q, paths, ending, ...page }: MemberSearch,
): Promise<Page<MembershipView>> {
  const filter = { q, groupId: serviceGroupId, paths };
  const { items: found, cursor } = await searchByNames(tenant, { ...page, filter });
  const rows = await readRows(
    tenant,
    serviceGroupId,
    found.map(({ userId }) => userId),
    paths,
  );
  return { items: rows.filter(({ expiresAt }) => !ending || expiresAt !== undefined), cursor };
}

/** In the order of the users. */
async function readRows(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userIds: readonly UserId[],
  paths: WaysIn,
): Promise<MembershipView[]> {
  const { directory, accountId } = tenant;
  const byTeams = paths === 'all' ? userIds : [];
  const [group, fences, ...sides] = await directory.table.batchGet(
    [
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      fencesEntity.at({ accountId }),
      ...userIds.map((userId) => membershipEntity.at({ userId, serviceGroupId })),
      ...byTeams.map((userId) => userEntity.at({ accountId, userId })),
    ] as const,
    consistent,
  );
  const { name: serviceGroupName, teams } = existingServiceGroup(serviceGroupState(group));
  const memberships = sides.slice(0, userIds.length) as (MembershipItem | undefined)[];
  const users = sides.slice(userIds.length) as (UserItem | undefined)[];
  const shown = { serviceGroupId, serviceGroupName, fences };
  const items = memberships.filter((item) => item !== undefined);
  const own = ownSource(tenant, shown, { items, cursor: undefined });
  const held = teamsHeld(teams, fences, directory.steadyNow());
  const sources = [own, ...(await teamSources(tenant, shown, held, users))];
  const rows = new Map(mergePaths(sources, 'ascending').rows.map(({ subject, row }) => [subject, row]));
  return userIds.flatMap((userId) => {
    const row = rows.get(userId);
    if (!row || paths === 'all') return row ?? [];
    const { via: _own, ...membership } = row;
    return [membership];
  });
}

async function teamSources(
  tenant: Tenant,
  group: GroupOfPaths,
  held: readonly TeamOfGroup[],
  users: readonly (UserItem | undefined)[],
): Promise<PathSource[]> {
  const { directory, accountId } = tenant;
  const now = directory.steadyNow();
  const pairs = users.flatMap((user) =>
    user ? sharedTeams(user.teams, held, now).map(({ teamId }) => ({ userId: user.userId, teamId })) : [],
  );
  if (pairs.length === 0) return [];
  const named = new Set<TeamId>(pairs.map(({ teamId }) => teamId));
  const [open, places] = await Promise.all([
    readTeamsOfGroup(
      directory,
      accountId,
      group.serviceGroupId,
      held.filter(({ teamId }) => named.has(teamId)),
    ),
    directory.table.batchGet(
      pairs.map((pair) => teamPlaceEntity.at(pair)),
      consistent,
    ),
  ]);
  const byTeam = Map.groupBy(
    places.filter((place) => place !== undefined),
    ({ teamId }: TeamPlaceItem) => teamId,
  );
  return open.map((team) =>
    teamSource(tenant, group, team, { items: byTeam.get(team.teamId) ?? [], cursor: undefined }),
  );
}
