import { searchUsers, wholeUsers, type SearchPage } from '#libs/directory';
import type { User } from '#libs/domain';
import type { RequestTenant } from '../auth/caller/caller.js';
import { requireAlone } from '../http/query/filters.js';
import { sortOf } from '../http/query/search.dto.js';
import { isFoundBySearch, type UserListQueryDto } from './users.dto.js';
import { splitIds } from '../http/input/ids.js';

export function isUserSearch(query: UserListQueryDto): boolean {
  const { q, sort, count, facets, groupId, notInGroupId, changed } = query;
  return [q, sort, count, facets, groupId, notInGroupId, changed].some((each) => each !== undefined);
}

export async function searchForUsers(
  tenant: RequestTenant,
  query: UserListQueryDto,
  fields: ReadonlySet<string> | undefined,
): Promise<SearchPage<User>> {
  const { ids, email, emailPrefix, externalId } = query;
  const {
    q,
    role,
    status,
    groupId,
    notInGroupId,
    paths,
    sort,
    order,
    limit,
    cursor,
    count,
    facets,
    changed,
  } = query;
  requireAlone(q === undefined ? 'A search' : 'q', { ids, email, emailPrefix, externalId });
  const page = await searchUsers(tenant, {
    filter: { q, role, status: status === 'removed' ? undefined : status, groupId, notInGroupId, paths },
    sort: sortOf(sort, order),
    limit,
    cursor,
    count,
    facets,
    changed: changed === undefined ? undefined : splitIds(changed),
  });
  if (isFoundBySearch(fields)) return { ...page, items: page.items.map(asUser) };
  return { ...page, items: await wholeUsers(tenant, page.items) };
}

/** Nothing of what is made up here is shown. */
function asUser(found: SearchPage<Pick<User, 'userId'>>['items'][number]): User {
  return { version: 0, updatedAt: '', membershipCount: 0, memberships: {}, ...found } as User;
}
