import {
  accessRequestAt,
  type AccessRequest,
  type AccessRequestId,
  type DomainEvent,
  type ServiceGroupId,
  type ServiceGroupState,
  type UserId,
  type UserState,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { openEvents } from '../../core/event-opener.js';
import { openEvent, type EventItem } from '../../core/sealed-events.js';
import { plainState } from '../../core/states.js';
import type { Tenant } from '../../core/tenant.js';
import { openUserKey } from '../../core/user-keys.js';
import { accessRequestEntity } from '../../table/items/access-requests.js';
import { eventEntity } from '../../table/items/events.js';
import { serviceGroupEntity } from '../../table/items/service-groups.js';
import { userEntity } from '../../table/items/users.js';
import { serviceGroupState, type ServiceGroupItem } from '../service-group/state.js';
import { userState, type UserItem } from '../user/state.js';
import { viewOf, wordsIn, type AccessRequestView } from './views.js';

export type Stored = Item<typeof accessRequestEntity>;

/** A request of a list: its head, or another item with the same ids. */
export interface Listed {
  accessRequestId: AccessRequestId;
  userId: UserId;
  serviceGroupId: ServiceGroupId;
}

/** After the first event there is at most one more. */
const VERSIONS = [1, 2];

/**
 * The requests as they are now, with their users, reasons and notes, in one call. An open one of a user or for a service
 * group that has been removed is left out.
 * @param heads those that the list consists of; without them they are read as well
 */
export async function presentRequests(
  tenant: Tenant,
  listed: readonly Listed[],
  heads?: readonly Stored[],
): Promise<AccessRequestView[]> {
  if (listed.length === 0) return [];
  const { directory, accountId } = tenant;
  const { users, groups, others } = await readSides(tenant, listed, [
    ...(heads
      ? []
      : listed.map(({ accessRequestId }) => accessRequestEntity.at({ accountId, accessRequestId }))),
    ...listed.flatMap(({ accessRequestId: aggregateId }) =>
      VERSIONS.map((version) => eventEntity.at({ aggregateId, version })),
    ),
  ]);
  const found = heads ?? others.slice(0, listed.length);
  const stored = others.slice(heads ? 0 : listed.length) as (EventItem | undefined)[];
  const views = listed.map(async ({ userId, serviceGroupId }, at) => {
    const head = found[at] as Stored | undefined;
    // The keys of an index do not contain the account.
    if (head?.accountId !== accountId) return [];
    const request = accessRequestAt(
      plainState<'access-request'>(head) as AccessRequest,
      directory.steadyNow(),
    );
    const user = userState(users.get(userId));
    const serviceGroup = serviceGroupState(groups.get(serviceGroupId));
    if (request.status === 'requested' && (isGone(user) || isGone(serviceGroup))) return [];
    const items = stored.slice(at * VERSIONS.length, (at + 1) * VERSIONS.length);
    const events = await opened(directory, userId, users.get(userId), items);
    const names = events[0]?.data as { userName: string; userEmail: string } | undefined;
    return [viewOf(request, { user, serviceGroup }, wordsIn(events), names)];
  });
  return (await Promise.all(views)).flat();
}

export const isGone = ({ status }: UserState | ServiceGroupState) =>
  status === 'none' || status === 'removed';

type References = Parameters<Directory['table']['batchGet']>[0];

/** Those concerned, and other items, in one strongly consistent call. */
export async function readSides(
  { directory, accountId }: Tenant,
  listed: readonly Omit<Listed, 'accessRequestId'>[],
  more: readonly References[number][] = [],
) {
  const userIds = [...new Set(listed.map(({ userId }) => userId))];
  const groupIds = [...new Set(listed.map(({ serviceGroupId }) => serviceGroupId))];
  const references: References = [
    ...userIds.map((userId) => userEntity.at({ accountId, userId })),
    ...groupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
    ...more,
  ];
  const found: readonly unknown[] = await directory.table.batchGet(references, { consistent: true });
  const ends = [userIds.length, userIds.length + groupIds.length] as const;
  const groups = found.slice(...ends) as (ServiceGroupItem | undefined)[];
  return {
    users: new Map(userIds.map((id, at) => [id, found[at] as UserItem | undefined])),
    groups: new Map(groupIds.map((id, at) => [id, groups[at]])),
    others: found.slice(ends[1]),
  };
}

/** With the copy of the key on the head; without a head, as any event is opened. */
async function opened(
  directory: Directory,
  userId: UserId,
  head: UserItem | undefined,
  items: readonly (EventItem | undefined)[],
): Promise<DomainEvent[]> {
  const present = items.filter((item) => item !== undefined);
  if (!head) return openEvents(directory, present);
  const key = await openUserKey(directory.keyRing, userId, head.userKey);
  return present.map((item) => openEvent(item, key));
}
