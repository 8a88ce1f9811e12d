import type { UserId } from '#libs/domain';
import { listServiceGroupsByPaths } from '../memberships/all-paths/groups-by-paths.js';
import type { MembershipView } from '../../aggregates/user/memberships/views.js';
import { eachOf } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { matchesWords } from '../../search-index/search-text.js';
import { idIn } from './find-by-id.js';
import type { FoundThing } from './found-thing.js';
import { MAX_FOUND } from './search-everything.js';

const AT_ONCE = 100;

/**
 * What plain members may see, by words or by id: the service groups that they may enter.
 * @throws DomainError `account_not_found`, `user_not_found`
 */
export async function searchOwnGroups(
  tenant: Tenant,
  { userId, q }: { userId: UserId; q: string },
): Promise<FoundThing[]> {
  const id = idIn(q);
  const matches = matchesWords(q);
  const isFound = ({ serviceGroupId, serviceGroupName }: MembershipView) =>
    id === undefined ? matches(serviceGroupName) : serviceGroupId === id;
  const found: FoundThing[] = [];
  const groups = eachOf((cursor) => listServiceGroupsByPaths(tenant, userId, { limit: AT_ONCE, cursor }));
  for await (const group of groups) {
    if (isFound(group)) found.push(foundGroup(tenant.accountId, group));
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

function foundGroup(
  accountId: string,
  { serviceGroupId: id, serviceGroupName: title }: MembershipView,
): FoundThing {
  return { kind: 'service-group', id, accountId, title, subtitle: null, status: 'active' };
}
