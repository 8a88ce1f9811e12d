import {
  evolveServiceGroup,
  existingServiceGroup,
  initialServiceGroup,
  isManager,
  type ServiceGroupEvent,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
} from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { viewOfManager, type ManagerView } from '../../aggregates/service-group/views.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { listAuditLog } from '../audit-log/audit-log.js';
import type { ManagedServiceGroup } from '../memberships/managers.js';
import { justAfter } from './lists-as-of.js';
import { foldUntil, getUserAsOf } from './resources-as-of.js';
import { HISTORIES_AT_ONCE, usersAt } from './sides-at.js';

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
  const { serviceGroup, added } = await managedThen(tenant, serviceGroupId, asOf);
  const { name: serviceGroupName, managers = [] } = existingServiceGroup(serviceGroup);
  const users = await usersAt(tenant, [...managers], asOf);
  return managers.flatMap((userId) => {
    const [user, since] = [users.get(userId), added.get(userId)];
    return user && since ? [viewOfManager(user, { serviceGroupId, serviceGroupName, ...since })] : [];
  });
}

/**
 * The service groups that a user managed, in the order in which they were made a manager of them. A page is read from the log: one call for the
 * events by which they were, and one for each service group that these name. It may be shorter than `limit`, without those that were not
 * theirs any more. Eventually consistent.
 * @throws DomainError `user_not_found` if there was none
 */
export async function listManagedServiceGroupsAsOf(
  tenant: Tenant,
  userId: UserId,
  asOf: string,
  request: PageRequest,
): Promise<Page<ManagedServiceGroup>> {
  await getUserAsOf(tenant, userId, asOf);
  const { items: events, cursor } = await listAuditLog(tenant, {
    ...request,
    order: 'ascending',
    types: ['service_group.manager_added'],
    subject: userId,
    to: justAfter(asOf),
  });
  const groups = new Map<string, Then>();
  const ids = new Set(events.map(({ aggregateId }) => aggregateId as ServiceGroupId));
  await inParallel([...ids], HISTORIES_AT_ONCE, async (id) => {
    groups.set(id, await managedThen(tenant, id, asOf));
  });
  const items = events.flatMap(({ aggregateId, at }): ManagedServiceGroup[] => {
    const { serviceGroup, added } = groups.get(aggregateId)!;
    const then = added.get(userId);
    // Of several times that they were, only the last counts.
    if (then?.since !== at || !isManager(serviceGroup, userId)) return [];
    const { serviceGroupId, name: serviceGroupName } = existingServiceGroup(serviceGroup);
    return [{ userId, serviceGroupId, serviceGroupName, ...then }];
  });
  return { items, cursor };
}

function managedThen(tenant: Tenant, serviceGroupId: ServiceGroupId, asOf: string): Promise<Then> {
  const initial: Then = { serviceGroup: initialServiceGroup, added: new Map() };
  return foldUntil(tenant, serviceGroupId, asOf, evolveThen, initial);
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
