import type {
  DomainEvent,
  EventType,
  PresentUserStatus,
  Role,
  ServiceGroup,
  ServiceGroupId,
  User,
  UserId,
} from '#libs/domain';
import { cursorsBoundTo } from '../../core/bound-cursors.js';
import { pageInRounds, type OrderedPageRequest, type Page } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { matchesWords } from '../../search-index/search-text.js';
import { listAuditLog } from '../audit-log/audit-log.js';
import { groupsAt, usersAt } from './sides-at.js';

/**
 * Who and what there was at an instant (ISO 8601, UTC, milliseconds), by when they came, oldest first by default. A page is read from the log,
 * since heads of what was removed are not kept forever: one call for the events by which they came, one for their heads, and for each that
 * has changed since the events up to then. A page may be shorter than `limit`: those who had gone are not in it. Eventually consistent.
 */

export interface NamedThenRequest extends OrderedPageRequest {
  /** Words as in a search, which knows only what things are called now: these are compared with what they were called then. */
  q?: string | undefined;
}

export interface UsersThenRequest extends NamedThenRequest {
  role?: Role | undefined;
  status?: PresentUserStatus | undefined;
}

export async function listUsersAsOf(
  tenant: Tenant,
  asOf: string,
  { q, role, status, ...request }: UsersThenRequest,
): Promise<Page<User>> {
  const read = async (page: OrderedPageRequest) => {
    const { ids, cursor } = await usersCameUntil(tenant, asOf, page);
    const users = await usersAt(tenant, ids, asOf);
    return { items: ids.flatMap((id) => users.get(id) ?? []), cursor };
  };
  if ((q ?? role ?? status) === undefined) return read(request);
  const isNamed = named(q);
  const isWanted = (user: User) =>
    (role ?? user.role) === user.role &&
    (status ?? user.status) === user.status &&
    isNamed([user.name, user.email, user.externalId, user.userId]);
  return wantedOf(tenant, ['users', q, role, status], request, read, isWanted);
}

export async function listServiceGroupsAsOf(
  tenant: Tenant,
  asOf: string,
  { q, ...request }: NamedThenRequest,
): Promise<Page<ServiceGroup>> {
  const read = async (page: OrderedPageRequest) => {
    const { ids, cursor } = await cameUntil<ServiceGroupId>(tenant, ['service_group.created'], asOf, page);
    const groups = await groupsAt(tenant, ids, asOf);
    return { items: ids.flatMap((id) => groups.get(id) ?? []), cursor };
  };
  if (q === undefined) return read(request);
  const isNamed = named(q);
  const isWanted = (group: ServiceGroup) => isNamed([group.name, group.externalId, group.serviceGroupId]);
  return wantedOf(tenant, ['service-groups', q], request, read, isWanted);
}

/** The ids of everybody who had come by then, whether or not they had gone again. */
export function usersCameUntil(
  tenant: Tenant,
  asOf: string,
  request: OrderedPageRequest,
): Promise<{ ids: UserId[]; cursor: string | undefined }> {
  return cameUntil<UserId>(tenant, ['user.created', 'user.invited'], asOf, request);
}

export async function cameUntil<Id extends string>(
  tenant: Tenant,
  types: readonly EventType[],
  asOf: string,
  { order = 'ascending', ...request }: OrderedPageRequest,
): Promise<{ ids: Id[]; cursor: string | undefined }> {
  const { items, cursor } = await listAuditLog(tenant, { ...request, order, types, to: justAfter(asOf) });
  return { ids: items.map(({ aggregateId }: DomainEvent) => aggregateId as Id), cursor };
}

/** The log is read up to a time that is not in it any more. */
export function justAfter(asOf: string): string {
  return new Date(Date.parse(asOf) + 1).toISOString();
}

function named(q: string | undefined): (texts: readonly (string | undefined)[]) => boolean {
  const matches = q === undefined ? () => true : matchesWords(q);
  return (texts) => matches(texts.filter((text) => text !== undefined).join(' '));
}

async function wantedOf<Item>(
  { directory }: Tenant,
  filter: readonly (string | undefined)[],
  request: OrderedPageRequest,
  read: (page: OrderedPageRequest) => Promise<Page<Item>>,
  isWanted: (item: Item) => boolean,
): Promise<Page<Item>> {
  const cursors = cursorsBoundTo(directory, JSON.stringify(filter));
  const resumed = { ...request, cursor: cursors.read(request.cursor) };
  const { items, cursor } = await pageInRounds(resumed, async (page) => {
    const found = await read({ ...request, ...page });
    return { ...found, items: found.items.filter(isWanted) };
  });
  return { items, cursor: cursors.write(cursor) };
}
