import { allows, existingServiceGroup, type ServiceGroupId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { accessRolesState } from '../../aggregates/access-roles/access-roles.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import type { accessRolesEntity } from '../../table/items/access-roles.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { rolesToRead } from './check-access.js';

/**
 * Who may do something in a service group. The index may lack new members; what it shows is checked consistently. A page may be shorter than
 * `limit`: those who may not are not in it.
 * @param action `enter`, or a permission
 * @throws DomainError `service_group_not_found`
 */
export async function listWhoMay(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  action: string,
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
      ...rolesToRead(accountId, action),
    ],
    { consistent: true },
  );
  existingServiceGroup(serviceGroupState(serviceGroup));
  const users = sides.slice(0, own.length) as (Item<typeof userEntity> | undefined)[];
  const memberships = sides.slice(own.length, 2 * own.length) as (MembershipItem | undefined)[];
  const roles = accessRolesState(sides[2 * own.length] as Item<typeof accessRolesEntity> | undefined);
  const allowed = own.flatMap((item, index): MembershipView[] => {
    const [user, membership] = [users[index], memberships[index]];
    if (user?.status !== 'active' || !membership || !isHeldNow(directory, membership)) return [];
    if (!allows(roles, membership.accessRole, action)) return [];
    // The copy of the user in their membership follows later.
    return [{ ...membershipView(item), userStatus: user.status }];
  });
  return { items: allowed, cursor };
}
