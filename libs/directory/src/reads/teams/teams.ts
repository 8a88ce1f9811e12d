import {
  existingAccount,
  existingServiceGroup,
  existingTeam,
  existingUser,
  type ServiceGroupId,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { accountState } from '../../aggregates/account/state.js';
import { serviceGroupState, teamAccessOf } from '../../aggregates/service-group/state.js';
import { viewOfTeamAccess, type TeamAccessView } from '../../aggregates/service-group/team-access.js';
import { teamState } from '../../aggregates/team/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { viewOfPlace, type TeamPlaceView } from '../../aggregates/user/places/views.js';
import { placeOf, userState } from '../../aggregates/user/state.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { requireOpenAccount } from '../memberships/memberships.js';

/** What a list reads of each place: the team's name is on its head, which is read with the list. */
const SHOWN_OF_PLACE = [
  'accountId',
  'userId',
  'userName',
  'userEmail',
  'userRole',
  'userStatus',
  'since',
  'addedBy',
  'endsAt',
  'reason',
] as const;

const consistent = { consistent: true };

export interface TeamListRequest extends OrderedPageRequest {
  /** Only what ends by itself. */
  ending?: boolean | undefined;
}

/**
 * The users of a team, by user id. Eventually consistent: but for that, who was removed, and what has ended by itself, is in no page.
 * @throws DomainError `team_not_found`
 */
export async function listTeamMembers(
  { directory, accountId }: Tenant,
  teamId: TeamId,
  { limit, cursor: from, order = 'ascending', ending }: TeamListRequest,
): Promise<Page<TeamPlaceView>> {
  const { table } = directory;
  const [[team, fences], { items, cursor }] = await Promise.all([
    table.batchGet([teamEntity.at({ accountId, teamId }), fencesEntity.at({ accountId })], consistent),
    table.query(
      teamPlaceEntity.by('GSI1'),
      { teamId },
      {
        limit,
        cursor: from,
        order,
        select: SHOWN_OF_PLACE,
        ...(ending && { filter: (c) => c.exists('endsAt') }),
      },
    ),
  ]);
  requireOpenAccount(fences, accountId);
  const { name } = existingTeam(teamState(team));
  const shown = items.filter(
    (row) =>
      row.accountId === accountId && isHeldNow(directory, row) && !fences?.removedIds?.has(row.userId),
  );
  const views = shown.map(({ userId, userName, userEmail, userRole, userStatus, ...place }) => {
    const user = { userId, name: userName, email: userEmail, role: userRole, status: userStatus };
    return viewOfPlace(user, { teamId, name }, placeOf({ ...place, teamId }));
  });
  return { items: views, cursor };
}

/**
 * All teams that a user is in, at most 40, in the order in which they joined them. Strongly consistent: their head names them, and a user
 * without one costs one call; for others their places and the heads of the teams are read at once.
 * @throws DomainError `user_not_found`
 */
export async function listTeamsOfUser(
  { directory, accountId }: Tenant,
  userId: UserId,
): Promise<TeamPlaceView[]> {
  const { table } = directory;
  const [account, head] = await table.batchGet(
    [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
    consistent,
  );
  existingAccount(accountState(account));
  const { teams = [], ...user } = existingUser(userState(head));
  if (teams.length === 0) return [];
  const [{ items }, heads] = await Promise.all([
    table.query(teamPlaceEntity, { userId }, consistent),
    table.batchGet(
      teams.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
      consistent,
    ),
  ]);
  const places = new Map(items.map((item) => [item.teamId, item]));
  return heads.flatMap((team) => {
    const place = team?.status === 'active' ? places.get(team.teamId) : undefined;
    if (!team || !place || place.accountId !== accountId || !isHeldNow(directory, place)) return [];
    return [viewOfPlace(user, team, placeOf(place))];
  });
}

/**
 * All teams that may enter a service group, at most 40, in the order in which they were added. Strongly consistent: its head names them,
 * and one call more reads the heads of the teams and their access.
 * @throws DomainError `service_group_not_found`
 */
export async function listTeamsOfGroup(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
): Promise<TeamAccessView[]> {
  const { table } = directory;
  const [account, head] = await table.batchGet(
    [accountEntity.at({ accountId }), serviceGroupEntity.at({ accountId, serviceGroupId })],
    consistent,
  );
  existingAccount(accountState(account));
  const { teams = [], ...group } = existingServiceGroup(serviceGroupState(head));
  if (teams.length === 0) return [];
  const [heads, items] = await Promise.all([
    table.batchGet(
      teams.map(({ teamId }) => teamEntity.at({ accountId, teamId })),
      consistent,
    ),
    table.batchGet(
      teams.map(({ teamId }) => teamAccessEntity.at({ teamId, serviceGroupId })),
      consistent,
    ),
  ]);
  return teams.flatMap((_, index) => {
    const [team, access] = [heads[index], items[index]];
    if (team?.status !== 'active' || access?.accountId !== accountId) return [];
    return isHeldNow(directory, access) ? [viewOfTeamAccess(group, team, teamAccessOf(access))] : [];
  });
}

/**
 * The service groups that a team opens, by their ids. Strongly consistent; those that were removed are in no page.
 * @throws DomainError `team_not_found`
 */
export async function listGroupsOfTeam(
  { directory, accountId }: Tenant,
  teamId: TeamId,
  { limit, cursor: from, order = 'ascending', ending }: TeamListRequest,
): Promise<Page<TeamAccessView>> {
  const { table } = directory;
  const [[account, team], { items, cursor }] = await Promise.all([
    table.batchGet([accountEntity.at({ accountId }), teamEntity.at({ accountId, teamId })], consistent),
    table.query(
      teamAccessEntity,
      { teamId },
      { limit, cursor: from, order, consistent: true, ...(ending && { filter: (c) => c.exists('endsAt') }) },
    ),
  ]);
  existingAccount(accountState(account));
  const named = existingTeam(teamState(team));
  const held = items.filter((item) => item.accountId === accountId && isHeldNow(directory, item));
  if (held.length === 0) return { items: [], cursor };
  const groups = await table.batchGet(
    held.map(({ serviceGroupId }) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    consistent,
  );
  const views = held.flatMap((item, index) => {
    const group = groups[index];
    return group?.status === 'active' ? [viewOfTeamAccess(group, named, teamAccessOf(item))] : [];
  });
  return { items: views, cursor };
}
