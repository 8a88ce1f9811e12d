import {
  evolveServiceGroup,
  existingServiceGroup,
  initialServiceGroup,
  type ServiceGroupEvent,
  type ServiceGroupId,
  type ServiceGroupState,
} from '#libs/domain';
import { viewOfManager, type ManagerView } from '../../aggregates/service-group/views.js';
import type { Tenant } from '../../core/tenant.js';
import { foldUntil } from './resources-as-of.js';
import { usersAt } from './sides-at.js';

interface Then {
  serviceGroup: ServiceGroupState;
  added: ReadonlyMap<string, Pick<ManagerView, 'since' | 'addedBy'>>;
}

/** With the people as they were. @throws DomainError `service_group_not_found` if there was none */
export async function listManagersAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<ManagerView[]> {
  const initial: Then = { serviceGroup: initialServiceGroup, added: new Map() };
  const { serviceGroup, added } = await foldUntil(tenant, serviceGroupId, asOf, evolveThen, initial);
  const { name: serviceGroupName, managers = [] } = existingServiceGroup(serviceGroup);
  const users = await usersAt(tenant, [...managers], asOf);
  return managers.flatMap((userId) => {
    const [user, since] = [users.get(userId), added.get(userId)];
    return user && since ? [viewOfManager(user, { serviceGroupId, serviceGroupName, ...since })] : [];
  });
}

function evolveThen({ serviceGroup, added }: Then, event: ServiceGroupEvent): Then {
  const next = evolveServiceGroup(serviceGroup, event);
  if (event.type !== 'service_group.manager_added') return { serviceGroup: next, added };
  const { userId } = event.data;
  return {
    serviceGroup: next,
    added: new Map(added).set(userId, { since: event.at, addedBy: event.actor }),
  };
}
