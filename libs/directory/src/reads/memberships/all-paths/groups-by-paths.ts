import {
  allows,
  ENTER,
  existingUser,
  isHeld,
  type AccessRolesState,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { accessRolesState } from '../../../aggregates/access-roles/access-roles.js';
import type { TeamAccessItem } from '../../../aggregates/service-group/state.js';
import { membershipView } from '../../../aggregates/user/memberships/views.js';
import { userState, type MembershipItem } from '../../../aggregates/user/state.js';
import type { Fences } from '../../../core/jobs.js';
import type { Order, Page } from '../../../core/pages.js';
import type { Tenant } from '../../../core/tenant.js';
import { fencesEntity } from '../../../table/items/accounts.js';
import { membershipEntity } from '../../../table/items/memberships.js';
import { serviceGroupEntity } from '../../../table/items/service-groups.js';
import { teamAccessEntity } from '../../../table/items/teams.js';
import { userEntity } from '../../../table/items/users.js';
import { rolesToRead } from '../check-access.js';
import { requireOpenAccount, visible, type AllowedMembershipsRequest } from '../memberships.js';
import type { FoundPath, MembershipByPaths, PathSource } from './merged-paths.js';
import { halfIn, pathOf, readTeamsOfUser, teamsHeld, type OpenTeam } from './open-teams.js';
import { pageOfPaths, type RoundRequest } from './pages-of-paths.js';

type SideOfUser = Pick<MembershipByPaths, 'userId' | 'userName' | 'userEmail' | 'userRole' | 'userStatus'>;

interface Reader {
  side: SideOfUser;
  fences: Fences | undefined;
  roles: AccessRolesState;
  action: string;
}

/**
 * The service groups that a user may enter, or where they may do something, by a membership of their own or by a team: by service group id and
 * each once, with the paths that allow it. Strongly consistent.
 *
 * If the user is in no team it is the calls of the list of their memberships; else one round more, all at once: a query for each team, and one
 * call for the teams' names and the user's places; then one for the names of those that only a team opens.
 * @throws DomainError `user_not_found`
 */
export async function listServiceGroupsByPaths(
  tenant: Tenant,
  userId: UserId,
  { ending, action = ENTER, ...request }: AllowedMembershipsRequest,
): Promise<Page<MembershipByPaths>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const readUser = () =>
    table.batchGet(
      [
        userEntity.at({ accountId, userId }),
        fencesEntity.at({ accountId }),
        ...rolesToRead(accountId, action),
      ] as const,
      { consistent: true },
    );
  let known: Awaited<ReturnType<typeof readUser>> | undefined;
  let teams: OpenTeam[] | undefined;
  const readSources = async (round: RoundRequest): Promise<PathSource[]> => {
    const range = rangeOf(round);
    const [read, memberships] = await Promise.all([
      known ?? readUser(),
      table.query(membershipEntity, { userId }, range),
    ]);
    known = read;
    const [head, fences, rolesItem] = read;
    requireOpenAccount(fences, accountId);
    const user = existingUser(userState(head));
    const reader = { side: sideOf(user), fences, roles: accessRolesState(rolesItem), action };
    const own = ownSource(tenant, reader, memberships);
    const held = teamsHeld(user.teams, fences, directory.steadyNow());
    if (held.length === 0) return [own];
    const [open, ...pages] = await Promise.all([
      teams ?? readTeamsOfUser(directory, accountId, userId, held),
      ...held.map(({ teamId }) => table.query(teamAccessEntity, { teamId }, range)),
    ]);
    teams = open;
    return [
      own,
      ...held.flatMap(({ teamId }, index): PathSource[] => {
        const team = open.find((each) => each.teamId === teamId);
        return team ? [teamSource(tenant, reader, team, pages[index]!)] : [];
      }),
    ];
  };
  return pageOfPaths(tenant, request, {
    binding: ['groups-by-paths', accountId, userId, action, ending ? 'ending' : undefined],
    readSources,
    shown: async (rows) => {
      const wanted = ending ? rows.filter(({ expiresAt }) => expiresAt !== undefined) : rows;
      return withNames(tenant, wanted);
    },
  });
}

function sideOf({ userId, name, email, role, status }: User): SideOfUser {
  return { userId, userName: name, userEmail: email, userRole: role, userStatus: status };
}

function rangeOf({ after, limit, order }: RoundRequest) {
  return { ...afterGroup(after as ServiceGroupId | undefined, order), limit, order, consistent: true };
}

function afterGroup(serviceGroupId: ServiceGroupId | undefined, order: Order) {
  if (serviceGroupId === undefined) return {};
  return order === 'ascending' ? { greaterThan: { serviceGroupId } } : { lessThan: { serviceGroupId } };
}

function ownSource(
  { directory, accountId }: Tenant,
  { side, fences, roles, action }: Reader,
  { items, cursor }: Page<MembershipItem>,
): PathSource {
  const allowed = items.filter(({ accessRole }) => allows(roles, accessRole, action));
  const found = visible(directory, allowed, fences, accountId).map((item): FoundPath => {
    const row = { ...membershipView(item), ...side };
    const { since, expiresAt, accessRole } = row;
    const path = { since, ...(expiresAt !== undefined && { expiresAt }), ...(accessRole && { accessRole }) };
    return { subject: item.serviceGroupId, path, row };
  });
  return { found, readUpTo: cursor && items.at(-1)?.serviceGroupId };
}

/** What only a team opens has no name yet. */
function teamSource(
  { directory, accountId }: Tenant,
  { side, fences, roles, action }: Reader,
  team: OpenTeam,
  { items, cursor }: Page<TeamAccessItem>,
): PathSource {
  const now = directory.steadyNow();
  const found = items.flatMap((item): FoundPath[] => {
    const { serviceGroupId } = item;
    if (item.accountId !== accountId || fences?.removedIds?.has(serviceGroupId)) return [];
    const { path, addedBy } = pathOf(team, team.half, halfIn(item));
    if (!isHeld(path, now) || !allows(roles, path.accessRole, action)) return [];
    const row = { ...side, serviceGroupId, serviceGroupName: '', since: path.since, addedBy };
    return [{ subject: serviceGroupId, path, row }];
  });
  return { found, readUpTo: cursor && items.at(-1)?.serviceGroupId };
}

/** Own memberships have a copy of the name; of the others the heads are read, in one call. */
async function withNames(
  { directory: { table }, accountId }: Tenant,
  rows: readonly MembershipByPaths[],
): Promise<MembershipByPaths[]> {
  const unnamed = rows.filter(({ via }) => via.every(({ teamId }) => teamId !== undefined));
  if (unnamed.length === 0) return [...rows];
  const heads = await table.batchGet(
    unnamed.map(({ serviceGroupId }) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    { consistent: true },
  );
  const names = new Map(
    unnamed.map(({ serviceGroupId }, index) => {
      const head = heads[index];
      return [serviceGroupId, head?.status === 'active' ? head.name : undefined];
    }),
  );
  return rows.flatMap((row) => {
    if (!names.has(row.serviceGroupId)) return [row];
    const serviceGroupName = names.get(row.serviceGroupId);
    return serviceGroupName === undefined ? [] : [{ ...row, serviceGroupName }];
  });
}
