import {
  accessRolesIdOf,
  evolveAccessRoles,
  evolveAccount,
  evolveServiceGroup,
  evolveUser,
  existingAccount,
  existingServiceGroup,
  existingUser,
  initialAccessRoles,
  initialAccount,
  initialServiceGroup,
  initialUser,
  type AccessRolesState,
  type DomainEvent,
  type LinkedIdentity,
  type OpenAccount,
  type ServiceGroup,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { accessRolesView, type AccessRolesView } from '../../aggregates/access-roles/access-roles.js';
import { eventEntity } from '../../table/items/events.js';
import { eachOpened } from '../../core/event-opener.js';
import type { Tenant } from '../../core/tenant.js';

/** Single resources at an instant: the result of their events up to then. */

export async function getAccountAsOf(tenant: Tenant, asOf: string): Promise<OpenAccount> {
  return existingAccount(await foldUntil(tenant, tenant.accountId, asOf, evolveAccount, initialAccount));
}

export async function getUserAsOf(tenant: Tenant, userId: UserId, asOf: string): Promise<User> {
  return existingUser(await foldUntil(tenant, userId, asOf, evolveUser, initialUser));
}

/** With which a user could sign in. @throws DomainError `user_not_found` if there was none */
export async function listIdentitiesAsOf(
  tenant: Tenant,
  userId: UserId,
  asOf: string,
): Promise<readonly LinkedIdentity[]> {
  return (await getUserAsOf(tenant, userId, asOf)).identities ?? [];
}

export async function getServiceGroupAsOf(
  tenant: Tenant,
  serviceGroupId: ServiceGroupId,
  asOf: string,
): Promise<ServiceGroup> {
  const group = await foldUntil(tenant, serviceGroupId, asOf, evolveServiceGroup, initialServiceGroup);
  return existingServiceGroup(group);
}

/** Whatever the state of the account. */
export async function accessRolesAsOf(tenant: Tenant, asOf: string): Promise<AccessRolesState> {
  return foldUntil(tenant, accessRolesIdOf(tenant.accountId), asOf, evolveAccessRoles, initialAccessRoles);
}

/** @throws DomainError `account_not_found` if there was none */
export async function readAccessRolesAsOf(tenant: Tenant, asOf: string): Promise<AccessRolesView> {
  const [roles] = await Promise.all([accessRolesAsOf(tenant, asOf), getAccountAsOf(tenant, asOf)]);
  return accessRolesView(tenant.accountId, roles);
}

/** Event by event: a history can be longer than memory. */
export async function foldUntil<State, Event extends DomainEvent>(
  { directory, accountId }: Tenant,
  aggregateId: string,
  asOf: string,
  evolve: (state: State, event: Event) => State,
  initial: State,
): Promise<State> {
  let state = initial;
  const stored = directory.table.each(eventEntity, { aggregateId }, { consistent: true });
  for await (const event of eachOpened(directory, stored)) {
    if (event.accountId !== accountId) return initial;
    if (event.at > asOf) break;
    state = evolve(state, event as Event);
  }
  return state;
}
