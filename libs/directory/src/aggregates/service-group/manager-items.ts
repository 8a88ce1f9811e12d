import type { ServiceGroup, ServiceGroupEvent, ServiceGroupState, UserId } from '#libs/domain';
import type { TransactItem } from '../../core/transact-item.js';
import { managedServiceGroupEntity } from '../../table/items/service-groups.js';

/** At most 20, which the service group's head guards: a rename is copied to all of them in its own transaction. */
export function managerItems(
  before: ServiceGroupState,
  after: ServiceGroup,
  events: readonly ServiceGroupEvent[],
): TransactItem[] {
  const { accountId, serviceGroupId, name: serviceGroupName, updatedAt } = after;
  const held = managersOf(before);
  const wanted = managersOf(after);
  const released = held
    .filter((userId) => !wanted.includes(userId))
    .map((userId) => ({ operation: managedServiceGroupEntity.delete({ userId, serviceGroupId }) }));
  const named = wanted.flatMap((userId) => {
    const added = events.findLast((event) => isAddition(event, userId));
    if (added) {
      const { at, actor: addedBy } = added;
      const item = { accountId, userId, serviceGroupId, serviceGroupName, addedBy };
      return [{ operation: managedServiceGroupEntity.put({ ...item, createdAt: at, updatedAt: at }) }];
    }
    if (before.status === 'none' || before.name === serviceGroupName) return [];
    const key = { userId, serviceGroupId };
    return [{ operation: managedServiceGroupEntity.update(key, { set: { serviceGroupName, updatedAt } }) }];
  });
  return [...released, ...named];
}

function isAddition(event: ServiceGroupEvent, userId: UserId): boolean {
  return event.type === 'service_group.manager_added' && event.data.userId === userId;
}

function managersOf(state: ServiceGroupState): readonly UserId[] {
  return (state.status === 'active' && state.managers) || [];
}
