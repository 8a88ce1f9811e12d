import { isHeld, type ServiceGroup, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import { membershipView, termsOf } from '../../aggregates/user/memberships/views.js';
import type { MembershipItem, TeamPlaceItem } from '../../aggregates/user/state.js';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity, pastMembershipEntity } from '../../table/items/memberships.js';
import { pastTeamPlaceEntity, teamPlaceEntity } from '../../table/items/teams.js';
import type { FoundPath, MembershipByPaths, PathSource } from '../memberships/all-paths/merged-paths.js';
import { rowOf } from '../memberships/all-paths/merged-paths.js';
import { halfIn, pathOf, type OpenTeam } from '../memberships/all-paths/open-teams.js';
import { pageOfPaths, type RoundRequest } from '../memberships/all-paths/pages-of-paths.js';
import { rangeAfter } from './merged-pages.js';
import { teamsAsOf } from './paths-as-of.js';
import { heldAt, ownPath, pathsThen } from '../memberships/all-paths/detailed-paths.js';
import { getServiceGroupAsOf } from './resources-as-of.js';
import { usersAt } from './sides-at.js';

/**
 * Who might enter a service group at an instant (ISO 8601, UTC, milliseconds), by a membership of their own or by a team, with the users as they
 * were; by user id and each once. Reads the events up to then of the group and of its teams, two queries for the memberships and two for each
 * team, and the events of the users on the page who have changed since. Eventually consistent.
 * @throws DomainError `service_group_not_found` if there was none
 */
export async function listMembersByPathsAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<MembershipByPaths>> {
  const group = await getServiceGroupAsOf(tenant, serviceGroupId, asOf);
  const at = Date.parse(asOf);
  const held = (group.teams ?? []).filter((team) => isHeld(team, at)).map(({ teamId }) => teamId);
  const then = await teamsAsOf(tenant, held, asOf);
  const teams = held.flatMap((teamId): OpenTeam[] => {
    const [team, half] = [then.get(teamId), group.teamAccess?.[teamId]];
    return team && half ? [{ teamId, teamName: team.name, half }] : [];
  });
  return pageOfPaths(tenant, request, {
    binding: ['members-by-paths-as-of', tenant.accountId, serviceGroupId, asOf],
    readSources: async (round) => {
      const sources = await Promise.all([
        ownSources(tenant, group, asOf, round),
        ...teams.map((team) => teamSources(tenant, group, team, asOf, round)),
      ]);
      return sources.flat();
    },
    shown: async (rows) => {
      const users = await usersAt(
        tenant,
        rows.map(({ userId }) => userId),
        asOf,
      );
      return rows.flatMap((row) => rowThen(row, users.get(row.userId), group, then, at));
    },
  });
}

/** Present ones before past ones: one that ends in the meantime is found at least once. */
async function ownSources(
  { directory: { table }, accountId }: Tenant,
  { serviceGroupId }: ServiceGroup,
  asOf: string,
  round: RoundRequest,
): Promise<PathSource[]> {
  const page = rangeOf(round);
  const present = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastMembershipEntity.by('GSI1'),
    { serviceGroupId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  const found = (item: MembershipItem): FoundPath => ({
    subject: item.userId,
    path: ownPath(halfIn(item)).path,
    row: membershipView(item),
  });
  return [sourceOf(accountId, present, found), sourceOf(accountId, past, found)];
}

async function teamSources(
  { directory: { table }, accountId }: Tenant,
  { serviceGroupId, name: serviceGroupName }: ServiceGroup,
  team: OpenTeam,
  asOf: string,
  round: RoundRequest,
): Promise<PathSource[]> {
  const page = rangeOf(round);
  const { teamId } = team;
  const present = await table.query(
    teamPlaceEntity.by('GSI1'),
    { teamId },
    {
      ...page,
      filter: (c) => c.and(c.lte('since', asOf), c.or(c.notExists('endsAt'), c.gt('endsAt', asOf))),
    },
  );
  const past = await table.query(
    pastTeamPlaceEntity.by('GSI1'),
    { teamId },
    { ...page, filter: (c) => c.and(c.lte('since', asOf), c.gt('until', asOf)) },
  );
  const found = (item: TeamPlaceItem): FoundPath => {
    const { userId, userName, userEmail, userRole, userStatus } = item;
    const { path, addedBy } = pathOf(team, halfIn(item), team.half);
    const sides = { userId, userName, userEmail, userRole, userStatus, serviceGroupId, serviceGroupName };
    return { subject: userId, path, row: { ...sides, since: path.since, addedBy } };
  };
  return [sourceOf(accountId, present, found), sourceOf(accountId, past, found)];
}

function rangeOf({ after, order, limit }: RoundRequest) {
  return { ...rangeAfter('userId', after as UserId | undefined, order), order, limit };
}

function sourceOf<Item extends { accountId: string }>(
  accountId: string,
  { items, cursor }: Page<Item>,
  found: (item: Item) => FoundPath,
): PathSource {
  const last = items.at(-1);
  return {
    found: items.filter((item) => item.accountId === accountId).map(found),
    readUpTo: cursor === undefined || last === undefined ? undefined : found(last).subject,
  };
}

/** Of a user who has changed since, what their events say; else what is stored. Nothing of one who was not there. */
function rowThen(
  row: MembershipByPaths,
  user: User | undefined,
  group: ServiceGroup,
  teams: Parameters<typeof pathsThen>[2],
  at: number,
): MembershipByPaths[] {
  if (!user) return [];
  const { name: userName, email: userEmail, role: userRole, status: userStatus } = user;
  const sides = { userName, userEmail, userRole, userStatus, serviceGroupName: group.name };
  if (!isFolded(user)) return [{ ...row, ...sides }];
  const paths = heldAt(pathsThen(user, group, teams), at);
  if (paths.length === 0) return [];
  const hasOwn = paths.some(({ path }) => path.teamId === undefined);
  const own = hasOwn ? user.memberships[group.serviceGroupId] : undefined;
  const { userId, serviceGroupId } = row;
  const { since, addedBy } = own ?? row;
  const view = { userId, serviceGroupId, ...sides, since, addedBy, ...(own && termsOf(own)) };
  return [rowOf(paths.map(({ path }) => ({ subject: userId, path, row: view })))];
}

/** A head that has not changed since is without memberships and places. */
function isFolded({ memberships, places }: User): boolean {
  return places !== undefined || Object.keys(memberships).length > 0;
}
