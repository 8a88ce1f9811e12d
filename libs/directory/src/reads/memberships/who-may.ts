import {
  allows,
  existingServiceGroup,
  sharedTeams,
  type AccessRolesState,
  type ServiceGroupId,
  type TeamId,
  type TeamOfGroup,
  type UserId,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { MembershipItem, UserItem } from '../../aggregates/user/state.js';
import type { MembershipView } from '../../aggregates/user/memberships/views.js';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import type { accessRolesEntity } from '../../table/items/access-roles.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { inOrder } from './all-paths/merged-paths.js';
import { teamsHeld } from './all-paths/open-teams.js';
import { rolesToRead } from './check-access.js';

/** Somebody who may do something in a service group, as they are now. */
export type AllowedUser = Pick<
  MembershipView,
  'userId' | 'userName' | 'userEmail' | 'userRole' | 'userStatus'
>;

/**
 * Who may do something in a service group, by a membership of their own or by a team: by user id and each once. The index may lack
 * new members, of the group and of its teams; what it shows is checked consistently. A page may be shorter than `limit`: those who may not are
 * not in it.
 *
 * If the group has teams there are two rounds more: a query for each team beside one call for their heads, and one for those whom only a
 * team names.
 * @param action `enter`, or a permission
 * @throws DomainError `service_group_not_found`
 */
export async function listWhoMay(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  action: string,
  { limit, cursor: from }: PageRequest,
): Promise<Page<AllowedUser>> {
  const { directory, accountId } = tenant;
  const { table } = directory;
  const positions = cursorsBoundTo(directory, `who-may ${accountId} ${serviceGroupId}`);
  const page = { limit, ...afterUser(positions.read(from) as UserId | undefined) };
  const { items, cursor } = await table.query(membershipEntity.by('GSI1'), { serviceGroupId }, page);
  const own = items.filter((item) => item.accountId === accountId);
  const [serviceGroup, ...sides] = await table.batchGet(
    [
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      ...own.map(({ userId }) => userEntity.at({ accountId, userId })),
      ...own.map(({ userId }) => membershipEntity.at({ userId, serviceGroupId })),
      ...rolesToRead(accountId, action),
    ],
    { consistent: true },
  );
  const { teams = [] } = existingServiceGroup(serviceGroupState(serviceGroup));
  const users = sides.slice(0, own.length) as (UserItem | undefined)[];
  const memberships = sides.slice(own.length, 2 * own.length) as (MembershipItem | undefined)[];
  const roles = accessRolesState(sides[2 * own.length] as Item<typeof accessRolesEntity> | undefined);
  const members: Named = {
    userIds: own.map(({ userId }) => userId),
    readUpTo: cursor && items.at(-1)?.userId,
  };
  const held = teamsHeld(teams, undefined, directory.steadyNow());
  const named = held.length === 0 ? undefined : await readNamedByTeams(tenant, held, page);
  const { userIds, next } = pageOf([members, ...(named?.sources ?? [])], limit);
  const known = new Map(users.flatMap((user) => (user ? [[user.userId, user]] : [])));
  await addUnknown(tenant, userIds, known, members.userIds);
  const allowed = userIds.flatMap((userId): AllowedUser[] => {
    const user = known.get(userId);
    if (user?.status !== 'active') return [];
    const membership = memberships[members.userIds.indexOf(userId)];
    const mayByOwn =
      membership && isHeldNow(directory, membership) && allows(roles, membership.accessRole, action);
    if (!mayByOwn && !mayByTeam(tenant, user, named?.teams ?? [], roles, action)) return [];
    const { name: userName, email: userEmail, role: userRole, status: userStatus } = user;
    return [{ userId, userName, userEmail, userRole, userStatus }];
  });
  return { items: allowed, cursor: positions.write(next) };
}

/** Some of those whom the index names, in order. */
interface Named {
  userIds: readonly UserId[];
  /** Undefined: these are all. */
  readUpTo: string | undefined;
}

function afterUser(userId: UserId | undefined) {
  return userId === undefined ? {} : { greaterThan: { userId } };
}

/** Of the teams that are still there: a removed one gives nobody anything. */
async function readNamedByTeams(
  { directory: { table }, accountId }: Tenant,
  held: readonly TeamOfGroup[],
  page: { limit: number; greaterThan?: { userId: UserId } },
): Promise<{ teams: TeamOfGroup[]; sources: Named[] }> {
  const [heads, ...pages] = await Promise.all([
    table.batchGet(
      held.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
      { consistent: true },
    ),
    ...held.map(({ teamId }) => table.query(teamPlaceEntity.by('GSI1'), { teamId }, page)),
  ]);
  const exists = ({ teamId }: { teamId: TeamId }) =>
    heads.some((head) => head?.teamId === teamId && head.status === 'active');
  const teams = held.filter(exists);
  const sources = held.flatMap((team, index): Named[] => {
    const { items, cursor } = pages[index]!;
    if (!exists(team)) return [];
    const own = items.filter((item) => item.accountId === accountId);
    return [{ userIds: own.map(({ userId }) => userId), readUpTo: cursor && items.at(-1)?.userId }];
  });
  return { teams, sources };
}

/** @returns the last of the page, if there are more */
function pageOf(sources: readonly Named[], limit: number): { userIds: UserId[]; next: string | undefined } {
  const compare = inOrder('ascending');
  const [readUpTo] = sources.flatMap((source) => source.readUpTo ?? []).sort(compare);
  const all = [...new Set(sources.flatMap(({ userIds }) => userIds))]
    .filter((userId) => readUpTo === undefined || userId <= readUpTo)
    .sort(compare);
  const userIds = all.slice(0, limit);
  return { userIds, next: all.length > limit ? userIds.at(-1) : readUpTo };
}

/** Those whom only a team names. */
async function addUnknown(
  { directory: { table }, accountId }: Tenant,
  userIds: readonly UserId[],
  known: Map<UserId, UserItem>,
  members: readonly UserId[],
): Promise<void> {
  const unknown = userIds.filter((userId) => !members.includes(userId));
  if (unknown.length === 0) return;
  const heads = await table.batchGet(
    unknown.map((userId) => userEntity.at({ accountId, userId })),
    { consistent: true },
  );
  for (const head of heads) if (head) known.set(head.userId, head);
}

function mayByTeam(
  { directory }: Tenant,
  user: UserItem,
  teams: readonly TeamOfGroup[],
  roles: AccessRolesState,
  action: string,
): boolean {
  const paths = sharedTeams(user.teams, teams, directory.steadyNow());
  return paths.some(({ accessRole }) => allows(roles, accessRole, action));
}
