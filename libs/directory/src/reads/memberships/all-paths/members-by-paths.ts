import { existingServiceGroup, isHeld, type ServiceGroupId, type UserId } from '#libs/domain';
import { serviceGroupState } from '../../../aggregates/service-group/state.js';
import { membershipView } from '../../../aggregates/user/memberships/views.js';
import type { MembershipItem, TeamPlaceItem } from '../../../aggregates/user/state.js';
import type { Fences } from '../../../core/jobs.js';
import type { Order, Page } from '../../../core/pages.js';
import type { Tenant } from '../../../core/tenant.js';
import { fencesEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { teamPlaceEntity } from '../../../table/items/teams.js';
import { requireOpenAccount, visible, type MembershipsRequest } from '../memberships.js';
import type { FoundPath, MembershipByPaths, PathSource } from './merged-paths.js';
import { halfIn, pathOf, readTeamsOfGroup, teamsHeld, type OpenTeam } from './open-teams.js';
import { pageOfPaths, type RoundRequest } from './pages-of-paths.js';

export interface GroupOfPaths {
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  fences: Fences | undefined;
}

/**
 * Who may enter a service group, by a membership of their own or by a team, by user id and each once. Eventually consistent, as the list of
 * its members; that a team, or a user, was removed is known at once.
 *
 * If the group has no team it is the calls of that list; else one round more, all at once: a query for each team, and one call for the teams'
 * names and their access. @throws DomainError `service_group_not_found`
 */
export async function listMembersByPaths(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  { ending, ...request }: MembershipsRequest,
): Promise<Page<MembershipByPaths>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const readGroup = () =>
    table.batchGet([serviceGroupEntity.at({ accountId, serviceGroupId }), fencesEntity.at({ accountId })], {
      consistent: true,
    });
  let known: Awaited<ReturnType<typeof readGroup>> | undefined;
  let teams: OpenTeam[] | undefined;
  const readSources = async (round: RoundRequest): Promise<PathSource[]> => {
    const [[head, fences], memberships] = await Promise.all([
      known ?? readGroup(),
      membersAfter(tenant, serviceGroupId, round),
    ]);
    known = [head, fences];
    requireOpenAccount(fences, accountId);
    const { name: serviceGroupName, teams: all } = existingServiceGroup(serviceGroupState(head));
    const held = teamsHeld(all, fences, directory.steadyNow());
    const group = { serviceGroupId, serviceGroupName, fences };
    const own = ownSource(tenant, group, memberships);
    if (held.length === 0) return [own];
    const [open, ...pages] = await Promise.all([
      teams ?? readTeamsOfGroup(directory, accountId, serviceGroupId, held),
      ...held.map(({ teamId }) => table.query(teamPlaceEntity.by('GSI1'), { teamId }, rangeOf(round))),
    ]);
    teams = open;
    return [
      own,
      ...held.flatMap(({ teamId }, index): PathSource[] => {
        const team = open.find((each) => each.teamId === teamId);
        return team ? [teamSource(tenant, group, team, pages[index]!)] : [];
      }),
    ];
  };
  return pageOfPaths(tenant, request, {
    binding: ['members-by-paths', accountId, serviceGroupId, ending ? 'ending' : undefined],
    readSources,
    shown: (rows) => rows.filter(({ expiresAt }) => !ending || expiresAt !== undefined),
  });
}

function membersAfter({ directory: { table } }: Tenant, serviceGroupId: ServiceGroupId, round: RoundRequest) {
  return table.query(membershipEntity.by('GSI1'), { serviceGroupId }, rangeOf(round));
}

function rangeOf({ after, limit, order }: RoundRequest) {
  return { ...afterUser(after as UserId | undefined, order), limit, order };
}

function afterUser(userId: UserId | undefined, order: Order) {
  if (userId === undefined) return {};
  return order === 'ascending' ? { greaterThan: { userId } } : { lessThan: { userId } };
}

export function ownSource(
  { directory, accountId }: Tenant,
  { serviceGroupName, fences }: GroupOfPaths,
  { items, cursor }: Page<MembershipItem>,
): PathSource {
  const found = visible(directory, items, fences, accountId).map((item): FoundPath => {
    const row = { ...membershipView(item), serviceGroupName };
    const { since, expiresAt, accessRole } = row;
    const path = { since, ...(expiresAt !== undefined && { expiresAt }), ...(accessRole && { accessRole }) };
    return { subject: item.userId, path, row };
  });
  return { found, readUpTo: cursor && items.at(-1)?.userId };
}

export function teamSource(
  { directory, accountId }: Tenant,
  { fences, ...group }: GroupOfPaths,
  team: OpenTeam,
  { items, cursor }: Page<TeamPlaceItem>,
): PathSource {
  const now = directory.steadyNow();
  const found = items.flatMap((item): FoundPath[] => {
    const { userId, userName, userEmail, userRole, userStatus } = item;
    if (item.accountId !== accountId || fences?.removedIds?.has(userId)) return [];
    const { path, addedBy } = pathOf(team, halfIn(item), team.half);
    if (!isHeld(path, now)) return [];
    const side = { userId, userName, userEmail, userRole, userStatus };
    return [{ subject: userId, path, row: { ...side, ...group, since: path.since, addedBy } }];
  });
  return { found, readUpTo: cursor && items.at(-1)?.userId };
}
