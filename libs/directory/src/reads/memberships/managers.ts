import {
  existingAccount,
  existingServiceGroup,
  existingUser,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { accountState } from '../../aggregates/account/state.js';
import { serviceGroupState } from '../../aggregates/service-group/state.js';
import { viewOfManager, type ManagerView } from '../../aggregates/service-group/views.js';
import { userState, type UserItem } from '../../aggregates/user/state.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { accountEntity } from '../../table/items/accounts.js';
import { managedServiceGroupEntity, serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';

type ManagedItem = Item<typeof managedServiceGroupEntity>;

const consistent = { consistent: true };

/**
 * In the order in which they were made managers: the service group's head, then those whom it names. People who were removed are none
 * any more, even while the head names them.
 * @throws DomainError `service_group_not_found`
 */
export async function listManagers(
  { directory: { table }, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
): Promise<ManagerView[]> {
  const [account, item] = await table.batchGet(
    [accountEntity.at({ accountId }), serviceGroupEntity.at({ accountId, serviceGroupId })],
    consistent,
  );
  existingAccount(accountState(account));
  const { name: serviceGroupName, managers = [] } = existingServiceGroup(serviceGroupState(item));
  if (managers.length === 0) return [];
  const found = await table.batchGet(
    [
      ...managers.map((userId) => userEntity.at({ accountId, userId })),
      ...managers.map((userId) => managedServiceGroupEntity.at({ userId, serviceGroupId })),
    ],
    consistent,
  );
  return managers.flatMap((_, index) => {
    const user = found[index] as UserItem | undefined;
    const managed = found[managers.length + index] as ManagedItem | undefined;
    if (!user || user.status === 'removed' || !managed) return [];
    const { createdAt, addedBy } = managed;
    return [viewOfManager(user, { serviceGroupId, serviceGroupName, since: createdAt, addedBy })];
  });
}

export interface ManagedServiceGroup {
  userId: UserId;
  serviceGroupId: ServiceGroupId;
  serviceGroupName: string;
  since: string;
  addedBy: string;
}

/**
 * The service groups that a user manages, by their ids. Strongly consistent: each is written in the commit of the service group.
 * @throws DomainError `user_not_found`
 */
export async function listManagedServiceGroups(
  tenant: Tenant,
  userId: UserId,
  page: PageRequest,
): Promise<Page<ManagedServiceGroup>> {
  const { directory, accountId } = tenant;
  const [[account, user], listed] = await Promise.all([
    directory.table.batchGet(
      [accountEntity.at({ accountId }), userEntity.at({ accountId, userId })],
      consistent,
    ),
    findManagedServiceGroups(tenant, userId, page),
  ]);
  existingAccount(accountState(account));
  existingUser(userState(user));
  return listed;
}

/** The same of a user who is known to be there, in one call. */
export async function findManagedServiceGroups(
  { directory: { table }, accountId }: Tenant,
  userId: UserId,
  { limit, cursor: from }: PageRequest,
): Promise<Page<ManagedServiceGroup>> {
  const { items, cursor } = await table.query(
    managedServiceGroupEntity,
    { userId },
    { limit, cursor: from, ...consistent },
  );
  const own = items.filter((row) => row.accountId === accountId);
  return {
    items: own.map(({ serviceGroupId, serviceGroupName, createdAt: since, addedBy }) => {
      return { userId, serviceGroupId, serviceGroupName, since, addedBy };
    }),
    cursor,
  };
}
