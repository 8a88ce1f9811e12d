import type { DomainEvent, EventType, ServiceGroup, ServiceGroupId, User, UserId } from '#libs/domain';
import type { OrderedPageRequest, Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { listAuditLog } from '../audit-log/audit-log.js';
import { groupsAt, usersAt } from './sides-at.js';

/**
 * Who and what there was at an instant (ISO 8601, UTC, milliseconds), by when they came, oldest first by default. A page is read from the log,
 * since heads of what was removed are not kept forever: one call for the events by which they came, one for their heads, and for each that
 * has changed since the events up to then. A page may be shorter than `limit`: those who had gone are not in it. Eventually consistent.
 */

export async function listUsersAsOf(
  tenant: Tenant,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<User>> {
  const { ids, cursor } = await cameUntil<UserId>(tenant, ['user.created', 'user.invited'], asOf, request);
  const users = await usersAt(tenant, ids, asOf);
  return { items: ids.flatMap((id) => stillThere(users.get(id))), cursor };
}

export async function listServiceGroupsAsOf(
  tenant: Tenant,
  asOf: string,
  request: OrderedPageRequest,
): Promise<Page<ServiceGroup>> {
  const { ids, cursor } = await cameUntil<ServiceGroupId>(tenant, ['service_group.created'], asOf, request);
  const groups = await groupsAt(tenant, ids, asOf);
  return { items: ids.flatMap((id) => stillThere(groups.get(id))), cursor };
}

/** The head of what was removed before stays for some time. */
function stillThere<State extends { status: string }>(state: State | undefined): State[] {
  return state === undefined || state.status === 'removed' ? [] : [state];
}

async function cameUntil<Id extends string>(
  tenant: Tenant,
  types: readonly EventType[],
  asOf: string,
  { order = 'ascending', ...request }: OrderedPageRequest,
): Promise<{ ids: Id[]; cursor: string | undefined }> {
  // The log is read up to a time that is not in it any more.
  const to = new Date(Date.parse(asOf) + 1).toISOString();
  const { items, cursor } = await listAuditLog(tenant, { ...request, order, types, to });
  return { ids: items.map(({ aggregateId }: DomainEvent) => aggregateId as Id), cursor };
}
