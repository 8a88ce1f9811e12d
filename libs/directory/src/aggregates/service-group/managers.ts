import {
  decideServiceGroup,
  existingServiceGroup,
  requireMayManage,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
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
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<AddedManager>> {
  return command(tenant, context, {
    aggregateId: serviceGroupId,
    load: () => loadManager(tenant, serviceGroupId, userId),
    decide: ({ before, account, user }) => {
      const newEvents = decideServiceGroup(before, { type: 'add_manager', userId }, { account });
      requireMayManage(user ?? { status: 'none' });
      return newEvents;
    },
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: ({ state, events: [added] }, { user, companion }) => {
      const { name: serviceGroupName } = existingServiceGroup(state);
      const since = added?.at ?? companion?.createdAt ?? '';
      const addedBy = added?.actor ?? companion?.addedBy ?? '';
      const view = viewOfManager(user!, { serviceGroupId, serviceGroupName, since, addedBy });
      const guards = added ? [existsInAccount(tenant.accountId, userId)] : [];
      return { state: { ...view, isNew: added !== undefined }, guards };
    },
  });
}

export async function removeManager(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<undefined>> {
  return command(tenant, context, {
    aggregateId: serviceGroupId,
    load: () => loadManager(tenant, serviceGroupId, userId),
    decide: ({ before, account }) =>
      decideServiceGroup(before, { type: 'remove_manager', userId }, { account }),
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: () => ({ state: undefined }),
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
  { directory: { table }, accountId }: Tenant,
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
  return { account: accountState(account), before: serviceGroupState(serviceGroup), user, companion };
}
