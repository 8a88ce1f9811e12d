import type { UserId } from '#libs/domain';
import type { Directory } from '../../directory.js';
import { listServiceGroupsOfUser } from '../../memberships/memberships.js';
import type { MembershipView } from '../../memberships/views.js';
import type { Tenant } from '../../tenant.js';
import { matchesWords } from '../memory/search-text.js';
import { idIn } from './find-by-id.js';
import type { FoundThing } from './found-thing.js';
import { MOST_FOUND } from './search-everything.js';

const AT_ONCE = 100;

/**
 * What plain members may see, by words or by id: the service groups that they are in.
 * @throws DomainError `account_not_found`, `user_not_found`
 */
export async function searchOwnGroups(
  directory: Directory,
  tenant: Tenant,
  { userId, q }: { userId: UserId; q: string },
): Promise<FoundThing[]> {
  const id = idIn(q);
  const matches = matchesWords(q);
  const isFound = ({ serviceGroupId, serviceGroupName }: MembershipView) =>
    id === undefined ? matches(serviceGroupName) : serviceGroupId === id;
  const found: FoundThing[] = [];
  let cursor: string | undefined;
  do {
    const page = await listServiceGroupsOfUser(directory, tenant, userId, { limit: AT_ONCE, cursor });
    found.push(...page.items.filter(isFound).map((item) => foundGroup(tenant.accountId, item)));
    cursor = page.cursor;
  } while (cursor !== undefined && found.length < MOST_FOUND);
  return found.slice(0, MOST_FOUND);
}

function foundGroup(
  accountId: string,
  { serviceGroupId: id, serviceGroupName: title }: MembershipView,
): FoundThing {
  return { kind: 'service-group', id, accountId, title, subtitle: null, status: 'active' };
}
