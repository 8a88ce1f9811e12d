import {
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  existingAccount,
  existingServiceGroup,
  existingUser,
  initialAccount,
  initialServiceGroup,
  initialUser,
  type AccountEvent,
  type DomainEvent,
  type OpenAccount,
  type ServiceGroup,
  type ServiceGroupEvent,
  type ServiceGroupId,
  type User,
  type UserEvent,
  type UserId,
} from '#libs/domain';
import { eventEntity } from '../audit-log/items.js';
import { eachOpened } from '../personal-data/event-opener.js';
import type { Tenant } from '../tenant.js';

/** Single resources at an instant: the result of their events up to then. */

export async function getAccountAsOf(tenant: Tenant, asOf: string): Promise<OpenAccount> {
  const events = await historyUntil<AccountEvent>(tenant, tenant.accountId, asOf);
  return existingAccount(events.reduce(evolveAccount, initialAccount));
}

export async function getUserAsOf(tenant: Tenant, userId: UserId, asOf: string): Promise<User> {
  const events = await historyUntil<UserEvent>(tenant, userId, asOf);
  return existingUser(events.reduce(evolveUser, initialUser));
}

export async function getServiceGroupAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<ServiceGroup> {
  const events = await historyUntil<ServiceGroupEvent>(tenant, serviceGroupId, asOf);
  return existingServiceGroup(events.reduce(evolveServiceGroup, initialServiceGroup));
}

async function historyUntil<Event extends DomainEvent>(
  { directory, accountId }: Tenant,
  aggregateId: string,
  asOf: string,
): Promise<Event[]> {
  const events: Event[] = [];
  const stored = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  for await (const event of eachOpened(directory, stored)) {
    if (event.accountId !== accountId) return [];
    if (event.at > asOf) break;
    events.push(event as Event);
  }
  return events;
}
