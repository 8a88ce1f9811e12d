import { existingServiceGroup, type ServiceGroupId, type User, type UserId } from '#libs/domain';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { membersAmong } from './group-members.js';
import { searchByNames } from './search-names.js';

export interface Candidate {
  userId: UserId;
  name: string;
  email: string;
  status: User['status'];
  isMember: boolean;
  /** When it ends that they are a member; undefined: it does not. */
  endsAt: string | undefined;
}

/**
 * Whom one could add to a service group, by the words of their names and emails alone. A page may be short.
 * @throws DomainError `service_group_not_found`
 */
export async function findCandidates(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  { q, ...page }: PageRequest & { q: string },
): Promise<Page<Candidate>> {
  const { directory, accountId } = tenant;
  const key = { accountId, serviceGroupId };
  const [item, { items: found, cursor }] = await Promise.all([
    directory.table.get(serviceGroupEntity, key, { consistent: true }),
    searchByNames(tenant, { ...page, sort: 'name', filter: { q } }),
  ]);
  existingServiceGroup(serviceGroupState(item));
  const members = await membersAmong(
    directory,
    serviceGroupId,
    found.map(({ userId }) => userId),
  );
  return {
    items: found.map(({ userId, name, email, status }) => {
      const membership = members.get(userId);
      return { userId, name, email, status, isMember: membership !== undefined, endsAt: membership?.endsAt };
    }),
    cursor,
  };
}
