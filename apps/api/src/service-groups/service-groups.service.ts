import {
  findServiceGroupByExternalId,
  findServiceGroupsByNamePrefix,
  getMembership,
  getServiceGroup,
  getServiceGroupAsOf,
  listServiceGroups,
  listServiceGroupsAsOf,
  searchServiceGroups,
  type SearchPage,
  type ServiceGroupView,
} from '#libs/directory';
import { DomainError, type ServiceGroupId, type UserId } from '#libs/domain';
import { hasPermission, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import type { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { pageOfOne, requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { momentOf } from '../http/query/past.js';
import { isSearch, listSearchOf } from '../http/query/search.dto.js';
import type { ServiceGroupListQueryDto } from './service-groups.dto.js';

export async function readServiceGroups(
  tenant: RequestTenant,
  query: ServiceGroupListQueryDto,
): Promise<SearchPage<ServiceGroupView>> {
  const { namePrefix, externalId, order, asOf: _, ...page } = query;
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) {
    const { q, limit, cursor, ...others } = page;
    requireAlone('asOf', { namePrefix, externalId, ...others });
    return listServiceGroupsAsOf(tenant, asOf, { q, limit, cursor, order: DIRECTORY_ORDER[order] });
  }
  if (isSearch(query)) {
    requireAlone('A search', { namePrefix, externalId });
    return searchServiceGroups(tenant, listSearchOf(query));
  }
  if (externalId !== undefined)
    return pageOfOne('externalId', { namePrefix }, () => findServiceGroupByExternalId(tenant, externalId));
  const request = { ...page, order: DIRECTORY_ORDER[order] };
  if (namePrefix === undefined) return listServiceGroups(tenant, request);
  return findServiceGroupsByNamePrefix(tenant, namePrefix, request);
}

/** A plain member reads the service groups they may enter; any other is to them as if it did not exist. */
export async function readServiceGroup(
  tenant: RequestTenant,
  caller: Caller,
  serviceGroupId: ServiceGroupId,
  query: AsOfQueryDto,
): Promise<ServiceGroupView> {
  const asOf = momentOf(tenant, query);
  if (caller.kind === 'user' && !hasPermission(caller, 'service-groups:read'))
    await requireMembership(tenant, caller.id, serviceGroupId);
  if (asOf !== undefined) return getServiceGroupAsOf(tenant, serviceGroupId, asOf);
  return getServiceGroup(tenant, serviceGroupId);
}

async function requireMembership(
  tenant: RequestTenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
): Promise<void> {
  try {
    await getMembership(tenant, serviceGroupId, userId);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'membership_not_found')
      throw new DomainError('service_group_not_found', 'There is no such service group in this account.');
    throw error;
  }
}
