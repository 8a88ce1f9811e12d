import {
  ENTER,
  isKnownAction,
  sharedTeams,
  type ServiceGroupId,
  type Team,
  type TeamId,
  type UserId,
} from '#libs/domain';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { accountState } from '../../aggregates/account/state.js';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { teamState } from '../../aggregates/team/state.js';
import { userState } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { accessRolesAt } from '../../table/items/access-roles.js';
import { accountEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { teamAccessEntity, teamEntity, teamPlaceEntity } from '../../table/items/teams.js';
import { userEntity } from '../../table/items/users.js';
import { pathsThen } from './all-paths/detailed-paths.js';
import { explanationOf, type Explanation, type ExplainedSides } from './explanation.js';
import { readPathsEnded } from './paths-ended.js';

/**
 * Why a user may, or may not, do something in a service group now: every path, and if there is none the nearest reason. Strongly consistent: one
 * call for the two, the account and the access roles; one more for the teams that the two have both, if there are some; and two queries of what
 * has ended, if there is no path.
 * @param action `enter`, or a permission
 */
export async function explainAccess(
  tenant: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  action: string,
): Promise<Explanation> {
  const { directory, accountId } = tenant;
  const [account, user, group, membership, roles] = await directory.table.batchGet(
    [
      accountEntity.at({ accountId }),
      userEntity.at({ accountId, userId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      membershipEntity.at({ userId, serviceGroupId }),
      accessRolesAt(accountId),
    ] as const,
    { consistent: true },
  );
  const shared = sharedTeams(user?.teams, group?.teams, WHENEVER).map(({ teamId }) => teamId);
  const { teams, places, access } = await readShared(tenant, userId, serviceGroupId, shared);
  const sides: ExplainedSides = {
    account: accountState(account),
    user: userState(user, membership?.accountId === accountId ? [membership] : [], places),
    serviceGroup: serviceGroupState(group, access),
    roles: accessRolesState(roles),
    teams,
  };
  return explain(tenant, sides, action, directory.steadyNow());
}

/** Before every end. */
const WHENEVER = 0;

/** @param at milliseconds since the epoch */
export async function explain(
  tenant: Tenant,
  sides: ExplainedSides,
  action: string,
  at: number,
): Promise<Explanation> {
  const { user, serviceGroup } = sides;
  const paths =
    user.status === 'none' || serviceGroup.status === 'none'
      ? []
      : pathsThen(user, serviceGroup, sides.teams);
  const isKnown = action === ENTER || isKnownAction(sides.roles, action);
  const explained = explanationOf(sides, paths, { action, isKnown, at });
  if (explained.reason?.code !== 'no_path') return explained;
  const ended = await readPathsEnded(tenant, sides, at);
  return ended ? { ...explained, reason: ended } : explained;
}

/** Three items for each team, in one call or two. */
async function readShared(
  { directory: { table }, accountId }: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  teamIds: readonly TeamId[],
) {
  if (teamIds.length === 0) return { teams: new Map<TeamId, Team>(), places: [], access: [] };
  const consistent = { consistent: true };
  const [heads, places, access] = await Promise.all([
    table.batchGet(
      teamIds.map((teamId) => teamEntity.at({ accountId, teamId })),
      consistent,
    ),
    table.batchGet(
      teamIds.map((teamId) => teamPlaceEntity.at({ userId, teamId })),
      consistent,
    ),
    table.batchGet(
      teamIds.map((teamId) => teamAccessEntity.at({ teamId, serviceGroupId })),
      consistent,
    ),
  ]);
  const states = heads.map((head) => teamState(head)).filter((state) => state.status !== 'none');
  const isOwn = <Item extends { accountId: string }>(item: Item | undefined) =>
    item?.accountId === accountId ? [item] : [];
  return {
    teams: new Map(states.map((team): [TeamId, Team] => [team.teamId, team])),
    places: places.flatMap(isOwn),
    access: access.flatMap(isOwn),
  };
}
