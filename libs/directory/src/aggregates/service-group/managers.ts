import {
  decideServiceGroup,
  existingServiceGroup,
  requireMayManage,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import type { TransactItem } from '../../core/transact-item.js';
import { accountEntity } from '../../table/items/accounts.js';
import { managedServiceGroupEntity, serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { accountState } from '../account/state.js';
import { changeServiceGroup } from './changes.js';
import { serviceGroupState } from './state.js';
import { viewOfManager, type ManagerView } from './views.js';

export interface AddedManager extends ManagerView {
  /** False if they were one already. */
  isNew: boolean;
}

/** The transaction checks that the user is still there: nothing else would end what began after their removal. */
export async function addManager(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<AddedManager>> {
  return execute(directory, context, {
    accountId,
    aggregateId: serviceGroupId,
    attempt: async (provenance) => {
      const { account, serviceGroup, user, companion } = await loadManager(
        directory,
        accountId,
        serviceGroupId,
        userId,
      );
      requireVersion(serviceGroup, context);
      const newEvents = decideServiceGroup(serviceGroup, { type: 'add_manager', userId }, { account });
      requireMayManage(user ?? { status: 'none' });
      const change = changeServiceGroup(serviceGroupId, serviceGroup, newEvents, provenance);
      const { name: serviceGroupName } = existingServiceGroup(change.state);
      const [added] = change.events;
      const since = added?.at ?? companion?.createdAt ?? '';
      const addedBy = added?.actor ?? companion?.addedBy ?? '';
      const view = viewOfManager(user!, { serviceGroupId, serviceGroupName, since, addedBy });
      const state = { ...view, isNew: newEvents.length > 0 };
      const guards = newEvents.length > 0 ? [existsInAccount(accountId, userId)] : [];
      return { state, changes: [change], guards };
    },
  });
}

export async function removeManager(
  { directory, accountId }: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<undefined>> {
  return execute(directory, context, {
    accountId,
    aggregateId: serviceGroupId,
    attempt: async (provenance) => {
      const { account, serviceGroup } = await loadManager(directory, accountId, serviceGroupId, userId);
      requireVersion(serviceGroup, context);
      const newEvents = decideServiceGroup(serviceGroup, { type: 'remove_manager', userId }, { account });
      const change = changeServiceGroup(serviceGroupId, serviceGroup, newEvents, provenance);
      return { state: undefined, changes: [change] };
    },
  });
}

/** Guards a transaction: the user is there, and not removed. */
export function existsInAccount(accountId: string, userId: UserId): TransactItem {
  const operation = userEntity.check(
    { accountId, userId },
    { condition: (c) => c.and(c.exists('status'), c.ne('status', 'removed')) },
  );
  return { operation };
}

async function loadManager(
  { table }: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
) {
  const [account, serviceGroup, user, companion] = await table.batchGet(
    [
      accountEntity.at({ accountId }),
      serviceGroupEntity.at({ accountId, serviceGroupId }),
      userEntity.at({ accountId, userId }),
      managedServiceGroupEntity.at({ userId, serviceGroupId }),
    ],
    { consistent: true },
  );
  return { account: accountState(account), serviceGroup: serviceGroupState(serviceGroup), user, companion };
}
