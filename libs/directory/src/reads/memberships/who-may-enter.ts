import {
  existingServiceGroup,
  isHeld,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { membershipEntity } from '../../table/items/memberships.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { loadSides } from '../../aggregates/user/memberships/memberships.js';
import { externalIdHeldBy } from '../../core/claims.js';
import { isHeldNow } from '../../aggregates/user/memberships/held.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import type { MembershipItem } from '../../aggregates/user/state.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipView, type MembershipView } from '../../aggregates/user/memberships/views.js';

/** By which the sides of a question were named. */
export interface ExternalIds {
  user?: string | undefined;
  serviceGroup?: string | undefined;
}

/**
 * Access pattern 11: the account and the user are active, the service group exists, and the membership has not ended. Strongly consistent.
 * @param named if a side has its external id no longer, nobody had it for a moment, and nobody may enter
 */
export async function mayEnter(
  { directory, accountId }: Tenant,
  userId: UserId,
  serviceGroupId: ServiceGroupId,
  named: ExternalIds = {},
): Promise<boolean> {
  const { account, user, serviceGroup } = await loadSides(directory, accountId, serviceGroupId, userId);
  const areActive = [account, user, serviceGroup].every(({ status }) => status === 'active');
  if (!areActive || user.status !== 'active') return false;
  if (!isNamed(user, named.user) || !isNamed(serviceGroup, named.serviceGroup)) return false;
  const membership = user.memberships[serviceGroupId];
  return membership !== undefined && isHeld(membership, directory.steadyNow());
}

function isNamed(state: UserState | ServiceGroupState, externalId: string | undefined): boolean {
  return externalId === undefined || externalIdHeldBy(state) === externalId;
}

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
  const entering = own.flatMap((item, index): MembershipView[] => {
    const [user, membership] = [users[index], memberships[index]];
    if (user?.status !== 'active' || !membership || !isHeldNow(directory, membership)) return [];
    // The copy of the user in their membership follows later.
    return [{ ...membershipView(item), userStatus: user.status }];
  });
  return { items: entering, cursor };
}
