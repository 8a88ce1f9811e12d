import {
  isHeld,
  type ServiceGroup,
  type ServiceGroupId,
  type TeamId,
  type User,
  type UserId,
} from '#libs/domain';
import { termsOf } from '../../aggregates/user/memberships/views.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import {
  MATRIX_LIMITS,
  teamCellsOf,
  type Matrix,
  type MatrixCell,
  type MatrixRow,
} from '../memberships/matrix.js';
import { listUsersAsOf, usersCameUntil, type NamedThenRequest } from './lists-as-of.js';
import { teamsAsOf } from './paths-as-of.js';
import { groupsAt, usersAt } from './sides-at.js';

/**
 * Who might enter what at an instant (ISO 8601, UTC, milliseconds): the service groups and the users as they were, and of each user who has
 * not changed since the cells as they are; of the others what their events add up to. Groups and users that were not there are omitted.
 */
export async function matrixOfUsersAsOf(
  tenant: Tenant,
  userIds: readonly UserId[],
  serviceGroupIds: readonly ServiceGroupId[],
  asOf: string,
): Promise<Matrix> {
  const ids = [...new Set(userIds)];
  const groupIds = [...new Set(serviceGroupIds)];
  const [groups, cells] = await Promise.all([
    groupsAt(tenant, groupIds, asOf),
    presentCells(tenant, ids, groupIds),
  ]);
  const users = await usersAt(tenant, ids, asOf, cells);
  const shown = groupIds.flatMap((id) => groups.get(id) ?? []);
  const rows = ids.flatMap((id) => users.get(id) ?? []).map((user) => rowAt(user, shown, asOf));
  return {
    groups: shown.map(({ serviceGroupId, name }) => ({ serviceGroupId, name })),
    rows: await withTeamsThere(tenant, rows, shown, asOf),
    cursor: undefined,
  };
}

/** By the teams that were there then: of each that a user and a group had both, the events are read. */
async function withTeamsThere(
  tenant: Tenant,
  rows: readonly MatrixRow[],
  groups: readonly ServiceGroup[],
  asOf: string,
): Promise<MatrixRow[]> {
  const cells = rows.flatMap(({ teamCells }) => Object.values(teamCells).flat());
  if (cells.length === 0) return [...rows];
  const teams = await teamsAsOf(tenant, [...new Set(cells.map(({ teamId }) => teamId))], asOf);
  const exists = ({ teamId }: { teamId: TeamId }) => teams.has(teamId);
  return rows.map((row) => ({
    ...row,
    teamCells: teamCellsOf(row.user, groups, Date.parse(asOf), exists),
  }));
}

/** Page by page, by when the users came; eventually consistent. A page may be shorter than `limit`: those who had gone are not in it. */
export async function listMatrixAsOf(
  tenant: Tenant,
  serviceGroupIds: readonly ServiceGroupId[],
  asOf: string,
  { limit, ...request }: NamedThenRequest,
): Promise<Matrix> {
  const most = Math.floor(MATRIX_LIMITS.listedCells / new Set(serviceGroupIds).size);
  const page = { ...request, limit: Math.min(limit, most) };
  const { ids, cursor } = await (request.q === undefined
    ? usersCameUntil(tenant, asOf, page)
    : idsOfNamed(tenant, asOf, page));
  return { ...(await matrixOfUsersAsOf(tenant, ids, serviceGroupIds, asOf)), cursor };
}

async function idsOfNamed(tenant: Tenant, asOf: string, request: NamedThenRequest) {
  const { items, cursor } = await listUsersAsOf(tenant, asOf, request);
  return { ids: items.map(({ userId }) => userId), cursor };
}

async function presentCells(
  { directory, accountId }: Tenant,
  userIds: readonly UserId[],
  serviceGroupIds: readonly ServiceGroupId[],
): Promise<MembershipItem[]> {
  const keys = userIds.flatMap((userId) =>
    serviceGroupIds.map((serviceGroupId) => membershipEntity.at({ userId, serviceGroupId })),
  );
  const items = await directory.table.batchGet(keys, { consistent: true });
  return items.filter((item) => item !== undefined).filter((item) => item.accountId === accountId);
}

/** A membership may have ended by itself, or with its service group, with no event of the user that says so yet. */
function rowAt(user: User, groups: readonly ServiceGroup[], asOf: string): MatrixRow {
  const cells = groups.flatMap(({ serviceGroupId }): [string, MatrixCell][] => {
    const membership = user.memberships[serviceGroupId];
    if (!membership || !isHeld(membership, Date.parse(asOf))) return [];
    const { since, addedBy } = membership;
    return [[serviceGroupId, { since, addedBy, ...termsOf(membership) }]];
  });
  return { user, cells: Object.fromEntries(cells), teamCells: teamCellsOf(user, groups, Date.parse(asOf)) };
}
