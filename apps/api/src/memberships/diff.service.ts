import { diffMemberships, getAccount, type DiffRequest, type MembershipDiff } from '#libs/directory';
import type { RequestTenant } from '../auth/caller/caller.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { fieldProblem } from '../problems/problem.js';
import type { MembershipDiffQueryDto } from './diff.dto.js';

/** @throws Problem `out_of_range` if the earlier moment has yet to come */
export function diffRequestOf(
  { directory }: RequestTenant,
  { order, ...query }: MembershipDiffQueryDto,
): DiffRequest {
  if (query.from >= new Date(directory.now()).toISOString())
    throw fieldProblem([{ code: 'out_of_range', detail: 'from must be in the past.', parameter: 'from' }]);
  return { ...query, order: DIRECTORY_ORDER[order] };
}

export async function readDiffOfAccount(
  tenant: RequestTenant,
  query: MembershipDiffQueryDto,
): Promise<MembershipDiff> {
  const diff = await diffMemberships(tenant, diffRequestOf(tenant, query));
  // An operator may ask for an account that does not exist.
  if (diff.items.length === 0) await getAccount(tenant);
  return diff;
}
