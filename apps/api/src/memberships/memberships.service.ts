import type { ServiceGroupId, UserId } from '#libs/domain';
import {
  getMembership,
  getMembershipAsOf,
  listMembers,
  listMembersAsOf,
  listMembersByPaths,
  listMembersByPathsAsOf,
  listServiceGroupsByPaths,
  listServiceGroupsByPathsAsOf,
  listServiceGroupsOfUser,
  listServiceGroupsOfUserAsOf,
  MAX_BATCH_ROWS,
  searchMembers,
  type MemberRow,
  type MembershipView,
  type Page,
} from '#libs/directory';
import { fieldProblem } from '../problems/problem.js';
import type { MemberListQueryDto, MembershipListQueryDto } from './memberships.dto.js';
import type { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { onlyEnding } from '../http/query/page.js';
import { momentOf } from '../http/query/past.js';
import { isSearch, sortOf } from '../http/query/search.dto.js';
import type { RequestTenant } from '../auth/caller/caller.js';

export async function readMembers(
  tenant: RequestTenant,
  serviceGroupId: ServiceGroupId,
  { order, paths, q, sort, ...query }: MemberListQueryDto,
): Promise<Page<MembershipView>> {
  const page = { ...query, order: DIRECTORY_ORDER[order] };
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) requireAlone('asOf', { q, sort });
  if (isSearch({ q, sort }))
    return searchMembers(tenant, serviceGroupId, { ...query, q, sort: sortOf(sort, order), paths });
  if (asOf === undefined) {
    const list = paths === 'all' ? listMembersByPaths : listMembers;
    return list(tenant, serviceGroupId, page);
  }
  const listThen = paths === 'all' ? listMembersByPathsAsOf : listMembersAsOf;
  return onlyEnding(await listThen(tenant, serviceGroupId, asOf, page), query.ending);
}

export async function readServiceGroupsOfUser(
  tenant: RequestTenant,
  userId: UserId,
  { order, paths, ...query }: MembershipListQueryDto,
): Promise<Page<MembershipView>> {
  const page = { ...query, order: DIRECTORY_ORDER[order] };
  const asOf = momentOf(tenant, query);
  if (asOf === undefined) {
    const list = paths === 'all' ? listServiceGroupsByPaths : listServiceGroupsOfUser;
    return list(tenant, userId, page);
  }
  const listThen = paths === 'all' ? listServiceGroupsByPathsAsOf : listServiceGroupsOfUserAsOf;
  return onlyEnding(await listThen(tenant, userId, asOf, page), query.ending);
}

export async function readMember(
  tenant: RequestTenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  query: AsOfQueryDto,
): Promise<MembershipView> {
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) return getMembershipAsOf(tenant, serviceGroupId, userId, asOf);
  return getMembership(tenant, serviceGroupId, userId);
}

export function requireRows(rows: readonly MemberRow[]): void {
  if (rows.length === 0)
    throw fieldProblem([{ code: 'required', detail: 'add or remove is required.', pointer: '' }]);
  if (rows.length > MAX_BATCH_ROWS)
    throw fieldProblem([
      {
        code: 'too_long',
        detail: `A batch must have at most ${MAX_BATCH_ROWS} rows; this one has ${rows.length}.`,
        pointer: '',
      },
    ]);
  const added = new Set(rows.filter(({ operation }) => operation === 'add').map(({ userId }) => userId));
  const both = rows.filter(({ operation, userId }) => operation === 'remove' && added.has(userId));
  if (both.length > 0)
    throw fieldProblem([
      {
        code: 'not_allowed_value',
        detail: 'A user can be either added or removed, not both.',
        pointer: '/remove',
      },
    ]);
}
