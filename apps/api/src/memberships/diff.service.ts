import { diffMemberships, getAccount, type DiffRequest, type MembershipDiff } from '#libs/directory';
import type { RequestTenant } from '../auth/caller/caller.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { AHEAD_MS } from '../http/query/past.js';
import { fieldProblem } from '../problems/problem.js';
import type { MembershipDiffQueryDto } from './diff.dto.js';

/** Of a client whose clock is ahead, now is the earlier moment. @throws Problem `out_of_range` if that has yet to come */
export function diffRequestOf(
  { directory }: RequestTenant,
  { order, ...query }: MembershipDiffQueryDto,
): DiffRequest {
  const now = directory.now();
  if (Date.parse(query.from) > now + AHEAD_MS)
    throw fieldProblem([{ code: 'out_of_range', detail: 'from must be in the past.', parameter: 'from' }]);
  const from = new Date(Math.min(Date.parse(query.from), now - 1)).toISOString();
  return { ...query, from, order: DIRECTORY_ORDER[order] };
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
