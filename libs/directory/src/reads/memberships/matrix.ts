import {
  existingAccount,
  idOf,
  sharedTeams,
  type AccessRoleReference,
  type ServiceGroup,
  type ServiceGroupId,
  type SharedTeam,
  type User,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { accountEntity, fencesEntity } from '../../table/items/accounts.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../../aggregates/account/state.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { termsIn } from '../../aggregates/user/memberships/views.js';
import { userState, type MembershipItem, type UserItem } from '../../aggregates/user/state.js';
import type { ServiceGroupItem } from '../../aggregates/service-group/state.js';
import type { OrderedPageRequest } from '../../core/pages.js';
import { searchPage, type SearchRequest } from '../search/search-page.js';
import { upToDateIndex } from '../search/stored/up-to-date-index.js';
import type { Tenant } from '../../core/tenant.js';

/** A BatchGetItem reads 100 items, and a page takes three calls: this many cells fit, with their users and groups. */
export const MATRIX_LIMITS = { users: 50, serviceGroups: 50, namedCells: 240, listedCells: 144 } as const;

/** Of two calls: one for the account, and for each of the users and one more as many as there are service groups and one more. */
const SEARCHED_KEYS = 2 * 100 - 1;

export interface MatrixCell {
  since: string;
  addedBy: string;
  expiresAt?: string;
  reason?: string;
  accessRole?: AccessRoleReference;
}

export interface MatrixRow {
  user: User;
  /** By service group: their own memberships. */
  cells: Record<string, MatrixCell>;
  /** By service group: the teams by which they may enter it, whether or not they also are a member. */
  teamCells: Record<string, readonly SharedTeam[]>;
}

export interface Matrix {
  groups: Pick<ServiceGroupItem, 'serviceGroupId' | 'name' | 'memberCount'>[];
  rows: MatrixRow[];
  cursor: string | undefined;
}

/** Strongly consistent. Users and groups that do not exist are omitted. @throws DomainError `account_not_found` */
export async function matrixOfUsers(
  { directory, accountId }: Tenant,
  userIds: readonly UserId[],
  serviceGroupIds: readonly ServiceGroupId[],
): Promise<Matrix> {
  const ids = [...new Set(userIds)];
  const heads = ids.map((userId) => userEntity.at({ accountId, userId }));
  const cells = await readCells(directory, accountId, { userIds: ids, serviceGroupIds, heads });
  return { ...cells, cursor: undefined };
}

/** Page by page, at most 144 cells each, however many users are requested. @throws DomainError `account_not_found` */
export async function listMatrix(
  { directory, accountId }: Tenant,
  serviceGroupIds: readonly ServiceGroupId[],
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Matrix> {
  const most = Math.floor(MATRIX_LIMITS.listedCells / new Set(serviceGroupIds).size);
  const { items, cursor } = await directory.table.query(
    userEntity,
    { accountId },
    {
      limit: Math.min(limit, most),
      cursor: from,
      order,
      consistent: true,
      filter: (c) => c.ne('status', 'removed'),
    },
  );
  const userIds = items.map(({ userId }) => userId);
  const { groups, rows } = await readCells(directory, accountId, { userIds, serviceGroupIds, users: items });
  return { groups, rows, cursor };
}

/**
 * The same for the users whom a search finds: one call for the search, as the account is read with the cells.
 * @throws DomainError `account_not_found`
 */
export async function searchMatrix(
  tenant: Tenant,
  serviceGroupIds: readonly ServiceGroupId[],
  { q, limit, ...request }: SearchRequest & { q: string },
): Promise<Matrix> {
  const { directory, accountId } = tenant;
  const most = Math.floor(SEARCHED_KEYS / (1 + new Set(serviceGroupIds).size)) - 1;
  const index = await upToDateIndex(directory, accountId);
  const query = { kind: 'user', filter: { q }, binding: [accountId, q, 'matrix'] } as const;
  const { items, cursor } = searchPage(directory, index, query, {
    ...request,
    limit: Math.min(limit, most),
  });
  const userIds = items.map(({ id }) => idOf('user', id));
  return { ...(await matrixOfUsers(tenant, userIds, serviceGroupIds)), cursor };
}

interface CellsToRead {
  userIds: readonly UserId[];
  serviceGroupIds: readonly ServiceGroupId[];
  heads?: readonly ReturnType<typeof userEntity.at>[];
  users?: readonly UserItem[];
}

/**
 * Everything in one round: the account, the service groups, the users, and every cell. If a user and a service group have a team that both are
 * in, one read more says which teams were removed.
 */
async function readCells(
  directory: Directory,
  accountId: string,
  { userIds, serviceGroupIds, heads = [], users }: CellsToRead,
): Promise<Omit<Matrix, 'cursor'>> {
  const groupIds = [...new Set(serviceGroupIds)];
  const [account, ...read] = await directory.table.batchGet(
    [
      accountEntity.at({ accountId }),
      ...groupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
      ...heads,
      ...userIds.flatMap((userId) =>
        groupIds.map((serviceGroupId) => membershipEntity.at({ userId, serviceGroupId })),
      ),
    ] as const,
    { consistent: true },
  );
  existingAccount(accountState(account));
  const groups = read.slice(0, groupIds.length) as (ServiceGroupItem | undefined)[];
  const found = users ?? (read.slice(groupIds.length, groupIds.length + heads.length) as UserItem[]);
  const cells = read.slice(groupIds.length + heads.length) as (MembershipItem | undefined)[];
  const shown = new Map(
    groups
      .filter((group) => group !== undefined)
      .filter(({ status }) => status === 'active')
      .map((group) => [group.serviceGroupId, group]),
  );
  const rows = userIds.flatMap((_, row): MatrixRow[] => {
    const user = userState(found[row]);
    if (user.status === 'none' || user.status === 'removed') return [];
    const own = cells
      .slice(row * groupIds.length, (row + 1) * groupIds.length)
      .filter((cell) => cell?.accountId === accountId && shown.has(cell.serviceGroupId))
      .filter((cell) => cell !== undefined)
      .filter((cell) => isHeldNow(directory, cell));
    return [{ user, cells: Object.fromEntries(own.map(cellOf)), teamCells: {} }];
  });
  return {
    groups: [...shown.values()],
    rows: await withTeams(directory, accountId, rows, [...shown.values()]),
  };
}

async function withTeams(
  directory: Directory,
  accountId: string,
  rows: readonly MatrixRow[],
  groups: readonly ServiceGroupItem[],
): Promise<MatrixRow[]> {
  const now = directory.steadyNow();
  const withCells = rows.map((row) => ({ ...row, teamCells: teamCellsOf(row.user, groups, now) }));
  if (withCells.every(({ teamCells }) => Object.keys(teamCells).length === 0)) return [...rows];
  const fences = await directory.table.get(fencesEntity, { accountId }, { consistent: true });
  const removed = fences?.removedIds;
  if (!removed) return withCells;
  return withCells.map((row) => ({
    ...row,
    teamCells: teamCellsOf(row.user, groups, now, ({ teamId }) => !removed.has(teamId)),
  }));
}

/** Without the service groups that no team opens to them. @param at milliseconds since the epoch */
export function teamCellsOf(
  { teams }: Pick<User, 'teams'>,
  groups: readonly Pick<ServiceGroup, 'serviceGroupId' | 'teams'>[],
  at: number,
  exists: (team: SharedTeam) => boolean = () => true,
): MatrixRow['teamCells'] {
  if (!teams) return {};
  const cells = groups.map(
    (group) => [group.serviceGroupId, sharedTeams(teams, group.teams, at).filter(exists)] as const,
  );
  return Object.fromEntries(cells.filter(([, shared]) => shared.length > 0));
}

function cellOf({ serviceGroupId, since, addedBy, ...item }: MembershipItem): [string, MatrixCell] {
  return [serviceGroupId, { since, addedBy, ...termsIn(item) }];
}
