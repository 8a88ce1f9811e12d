import { endManagerWithUser, idOf, type ServiceGroupId, type UserId } from '#libs/domain';
import { accountState } from '../aggregates/account/state.js';
import { changeServiceGroup } from '../aggregates/service-group/changes.js';
import { serviceGroupState } from '../aggregates/service-group/state.js';
import { command } from '../core/command.js';
import type { CommandContext } from '../core/execute.js';
import type { Directory } from '../core/directory.js';
import { entityOf, textOf } from '../core/item-image.js';
import { findRemoval } from '../reads/time-travel/removals.js';
import { accountEntity } from '../table/items/accounts.js';
import { exists, type Projection } from './projection.js';
import { managedServiceGroupEntity, serviceGroupEntity } from '../table/items/service-groups.js';

export const managersOfGroups: Projection<{ accountId: string; userId: UserId }> = {
  kind: 'end-managing',
  /** They may have managed service groups. */
  triggeredBy(before, after) {
    if (entityOf(after) !== 'user' || !exists(before) || exists(after)) return undefined;
    return { accountId: textOf(after, 'accountId'), userId: idOf('user', textOf(after, 'userId')) };
  },
  repair: (directory, { accountId, userId }) => endManagingOfRemoved(directory, accountId, userId),
  lostWith: ({ type, accountId, aggregateId }) =>
    type === 'user.removed' ? { accountId, userId: idOf('user', aggregateId) } : undefined,
};

/**
 * Ends that a removed user manages service groups. It gives them nothing from the moment of their removal, which holds none of these:
 * so this may run late, twice, or concurrently. The service groups of a closed account are removed by its own job.
 */
export async function endManagingOfRemoved(
  directory: Directory,
  accountId: string,
  userId: UserId,
): Promise<void> {
  let context: CommandContext | undefined;
  const managed = directory.table.each(managedServiceGroupEntity, { userId }, { consistent: true });
  for await (const { serviceGroupId } of managed) {
    context ??= await findRemoval(directory, accountId, userId);
    if (!context) return;
    await endManaging(directory, { accountId, userId, serviceGroupId }, context);
  }
}

async function endManaging(
  directory: Directory,
  {
    accountId,
    userId,
    serviceGroupId,
  }: { accountId: string; userId: UserId; serviceGroupId: ServiceGroupId },
  context: CommandContext,
): Promise<void> {
  await command({ directory, accountId }, context, {
    aggregateId: serviceGroupId,
    load: async () => {
      const [account, item] = await directory.table.batchGet(
        [accountEntity.at({ accountId }), serviceGroupEntity.at({ accountId, serviceGroupId })],
        { consistent: true },
      );
      return { account: accountState(account), before: serviceGroupState(item) };
    },
    decide: ({ account, before }) => (account.status === 'closed' ? [] : endManagerWithUser(before, userId)),
    change: ({ before }, newEvents, by) => changeServiceGroup(serviceGroupId, before, newEvents, by),
    view: () => ({ state: undefined }),
  });
}
