import { isHeld, type ServiceGroup, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import type { TeamAccessItem } from '../../aggregates/service-group/state.js';
import { viewOfMembership } from '../../aggregates/user/memberships/views.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { pastTeamAccessEntity, teamAccessEntity } from '../../table/items/teams.js';
import {
  inOrder,
  rowOf,
  type FoundPath,
  type MembershipByPaths,
  type PathSource,
} from '../memberships/all-paths/merged-paths.js';
import { halfIn, pathOf, type OpenTeam } from '../memberships/all-paths/open-teams.js';
import { pageOfPaths, type RoundRequest } from '../memberships/all-paths/pages-of-paths.js';
import { rangeAfter } from './merged-pages.js';
import { teamsAsOf } from './paths-as-of.js';
import { heldAt, ownPath, pathsThen } from '../memberships/all-paths/detailed-paths.js';
import { getUserAsOf } from './resources-as-of.js';
import { groupsAt } from './sides-at.js';

/**
 * The service groups that a user might enter at an instant (ISO 8601, UTC, milliseconds), by a membership of their own or by a team, with the groups
 * as they were; by service group id and each once. Reads the events up to then of the user and of their teams, two queries for each team, and the
 * events of the groups on the page that have changed since. Strongly consistent.
 * @throws DomainError `user_not_found` if there was none
 */
export async function listServiceGroupsByPathsAsOf(
  tenant: Tenant,
  userId: UserId,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipByPaths>> {
  const user = await getUserAsOf(tenant, userId, asOf);
  const at = Date.parse(asOf);
  const held = (user.teams ?? []).filter((team) => isHeld(team, at)).map(({ teamId }) => teamId);
  const then = await teamsAsOf(tenant, held, asOf);
  const teams = held.flatMap((teamId): OpenTeam[] => {
    const [team, half] = [then.get(teamId), user.places?.[teamId]];
    return team && half ? [{ teamId, teamName: team.name, half }] : [];
  });
  return pageOfPaths(tenant, request, {
    binding: ['groups-by-paths-as-of', tenant.accountId, userId, asOf],
    readSources: async (round) => {
      const byTeams = await Promise.all(teams.map((team) => teamSources(tenant, user, team, asOf, round)));
      return [ownSource(user, at, round), ...byTeams.flat()];
    },
    shown: async (rows) => {
      const groups = await groupsAt(
        tenant,
        rows.map((row) => row.serviceGroupId),
        asOf,
      );
      return rows.flatMap((row) => rowThen(row, user, groups.get(row.serviceGroupId), then, at));
    },
  });
}

/** The events of the user say all of it. */
function ownSource(user: User, at: number, { after, order }: RoundRequest): PathSource {
  const compare = inOrder(order);
  const memberships = Object.values(user.memberships).filter(
    (membership) =>
      isHeld(membership, at) && (after === undefined || compare(membership.serviceGroupId, after) > 0),
  );
  const found = memberships.map((membership): FoundPath => ({
    subject: membership.serviceGroupId,
    path: ownPath(membership).path,
    row: viewOfMembership(user, membership.serviceGroupId),
  }));
  return { found, readUpTo: undefined };
}

/** Present ones before past ones: one that ends in the meantime is found at least once. */
async function teamSources(
  { directory: { table }, accountId }: Tenant,
  user: User,
  team: OpenTeam,
  asOf: string,
  { after, order, limit }: RoundRequest,
): Promise<PathSource[]> {
  const range = rangeAfter('serviceGroupId', after as ServiceGroupId | undefined, order);
  const page = { ...range, order, limit, consistent: true };
  const { teamId } = team;
  const present = await table.query(
    teamAccessEntity,
    { teamId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastTeamAccessEntity,
    { teamId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  const found = (item: TeamAccessItem): FoundPath => {
    const { serviceGroupId } = item;
    const { path, addedBy } = pathOf(team, team.half, halfIn(item));
    const row = { ...sideOf(user), serviceGroupId, serviceGroupName: '', since: path.since, addedBy };
    return { subject: serviceGroupId, path, row };
  };
  return [present, past].map(({ items, cursor }: Page<TeamAccessItem>) => ({
    found: items.filter((item) => item.accountId === accountId).map(found),
    readUpTo: cursor && items.at(-1)?.serviceGroupId,
  }));
}

function sideOf({ userId, name, email, role, status }: User) {
  return { userId, userName: name, userEmail: email, userRole: role, userStatus: status };
}

/** Of a group whose teams have changed since, what its events say; else what is stored. Nothing of one that was not there. */
function rowThen(
  row: MembershipByPaths,
  user: User,
  group: ServiceGroup | undefined,
  teams: Parameters<typeof pathsThen>[2],
  at: number,
): MembershipByPaths[] {
  if (!group) return [];
  const { name: serviceGroupName } = group;
  // A head that has not changed since is without its teams' access.
  if (group.teamAccess === undefined && group.teams !== undefined) return [{ ...row, serviceGroupName }];
  const paths = heldAt(pathsThen(user, group, teams), at);
  if (paths.length === 0) return [];
  const view = { ...row, serviceGroupName };
  return [rowOf(paths.map(({ path }) => ({ subject: row.serviceGroupId, path, row: view })))];
}
