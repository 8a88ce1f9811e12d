import type { Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { matchesWords } from '../../search-index/search-text.js';
import { searchUsers, type FoundUser, type UserSearch } from './search-users.js';

/**
 * Users by the words of their names and emails alone: what else a search finds people by, such as their ids in another system, is not for
 * everybody who sees who has access. A page may be short.
 */
export async function searchByNames(
  tenant: Tenant,
  { filter, ...request }: UserSearch,
): Promise<Page<FoundUser>> {
  const { q } = filter;
  const { items, cursor } = await searchUsers(tenant, { ...request, filter: { ...filter, isExact: true } });
  const matches = q === undefined ? () => true : matchesWords(q);
  return { items: items.filter(({ name, email }) => matches(`${name} ${email}`)), cursor };
}
