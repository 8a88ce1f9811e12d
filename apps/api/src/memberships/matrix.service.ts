import type { ServiceGroupId } from '#libs/domain';
import {
  listMatrix,
  listMatrixAsOf,
  MATRIX_LIMITS,
  matrixOfUsers,
  matrixOfUsersAsOf,
  searchMatrix,
  type Matrix,
  type MembershipChange,
} from '#libs/directory';
import type { RequestTenant } from '../auth/caller/caller.js';
import { fieldProblem } from '../problems/problem.js';
import { requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { momentOf } from '../http/query/past.js';
import { sortOf } from '../http/query/search.dto.js';
import type { MatrixQueryDto } from './matrix.dto.js';
import { splitIds } from '../http/input/ids.js';

/** @throws Problem if there are too many cells */
export async function readMatrix(
  tenant: RequestTenant,
  { groupIds, userIds, q, order, ...page }: MatrixQueryDto,
): Promise<Matrix> {
  const groups = splitIds<ServiceGroupId>(groupIds);
  const asOf = momentOf(tenant, page);
  if (asOf !== undefined) {
    if (userIds === undefined)
      return listMatrixAsOf(tenant, groups, asOf, { q, ...page, order: DIRECTORY_ORDER[order] });
    requireAlone('userIds', { q });
    requireFew(userIds, groups);
    return matrixOfUsersAsOf(tenant, splitIds(userIds), groups, asOf);
  }
  if (q !== undefined) {
    requireAlone('q', { userIds });
    return searchMatrix(tenant, groups, { q, sort: sortOf(undefined, order), ...page });
  }
  if (userIds === undefined) return listMatrix(tenant, groups, { ...page, order: DIRECTORY_ORDER[order] });
  requireFew(userIds, groups);
  return matrixOfUsers(tenant, splitIds(userIds), groups);
}

function requireFew(userIds: string, groups: readonly string[]): void {
  const cells = userIds.split(',').length * groups.length;
  if (cells <= MATRIX_LIMITS.namedCells) return;
  const detail = `At most ${MATRIX_LIMITS.namedCells} cells (users times service groups) are allowed; this request has ${cells}.`;
  throw fieldProblem([{ code: 'too_long', detail, parameter: 'userIds' }]);
}

export function requireDistinct(changes: readonly MembershipChange[]): void {
  const seen = new Set<string>();
  const repeated = changes.flatMap(({ userId, serviceGroupId }, index) => {
    const cell = `${userId} ${serviceGroupId}`;
    if (!seen.has(cell)) return (seen.add(cell), []);
    const detail = 'An earlier change is about the same user and service group.';
    return [{ code: 'not_allowed_value' as const, detail, pointer: `/changes/${index}` }];
  });
  if (repeated.length > 0) throw fieldProblem(repeated);
}
