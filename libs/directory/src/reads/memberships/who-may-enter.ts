import { existingServiceGroup, type ServiceGroupId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';

/** The index may lack new members; what it shows is checked consistently. @throws DomainError `service_group_not_found` */
export async function listWhoMayEnter(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  { limit, cursor: from }: PageRequest,
): Promise<Page<MembershipView>> {
  const { table } = directory;
  const { items, cursor } = await table.query(
    membershipEntity.by('GSI1'),
    { serviceGroupId },
    { limit, cursor: from },
  );
  const own = items.filter((item) => item.accountId === accountId);
  const [serviceGroup, ...sides] = await table.batchGet(
    [
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      ...own.map(({ userId }) => userEntity.at({ accountId, userId })),
      ...own.map(({ userId }) => membershipEntity.at({ userId, serviceGroupId })),
    ],
    { consistent: true },
  );
  existingServiceGroup(serviceGroupState(serviceGroup));
  const users = sides.slice(0, own.length) as (Item<typeof userEntity> | undefined)[];
  const memberships = sides.slice(own.length) as (MembershipItem | undefined)[];
  const mayEnter = own.filter((_, index) => {
    const membership = memberships[index];
    return users[index]?.status === 'active' && membership && isHeldNow(directory, membership);
  });
  return { items: mayEnter.map(membershipView), cursor };
}
