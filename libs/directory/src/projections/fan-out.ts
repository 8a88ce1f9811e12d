import {
  existingServiceGroup,
  existingUser,
  idOf,
  type ServiceGroup,
  type ServiceGroupId,
  type User,
  type UserId,
} from '#libs/domain';
import { inParallel } from '#libs/pacing';
import type { Directory } from '../core/directory.js';
import { entityOf, textOf } from '../core/item-image.js';
import { isNotErased, membershipEntity } from '../table/items/memberships.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { teamPlaceEntity } from '../table/items/teams.js';
import { userEntity } from '../table/items/users.js';
import { ifConditionHolds } from '../core/retries.js';
import { serviceGroupState } from '../aggregates/service-group/state.js';
import { userState } from '../aggregates/user/state.js';
import { exists, isChanged, type Projection } from './projection.js';

/**
 * Updates what membership items copy from their sides, after a user or a service group has changed. Each copy knows its
 * version and is only overwritten by a later one, so these may run late, twice, or concurrently.
 */

const UPDATES_AT_ONCE = 8;

/** Copies a user's name, email, role and status to their memberships and their places in teams. */
export const namesOfUsers: Projection<{ accountId: string; userId: UserId }> = {
  kind: 'refresh-user',
  triggeredBy(before, after) {
    if (entityOf(after) !== 'user' || !exists(before) || !exists(after)) return undefined;
    if (!isChanged(before, after, ['name', 'email', 'role', 'status'])) return undefined;
    return { accountId: textOf(after, 'accountId'), userId: idOf('user', textOf(after, 'userId')) };
  },
  repair: (directory, { accountId, userId }) => refreshMembershipsOfUser(directory, accountId, userId),
  lostWith: ({ type, accountId, aggregateId }) =>
    type.startsWith('user.') ? { accountId, userId: idOf('user', aggregateId) } : undefined,
};

/** Copies a service group's name to its memberships. */
export const namesOfServiceGroups: Projection<{ accountId: string; serviceGroupId: ServiceGroupId }> = {
  kind: 'refresh-service-group',
  triggeredBy(before, after) {
    const isPresent = exists(before) && textOf(after, 'status') === 'active';
    if (entityOf(after) !== 'service-group' || !isPresent || !isChanged(before, after, ['name']))
      return undefined;
    const serviceGroupId = idOf('service-group', textOf(after, 'serviceGroupId'));
    return { accountId: textOf(after, 'accountId'), serviceGroupId };
  },
  repair: (directory, { accountId, serviceGroupId }) =>
    refreshOnceIndexed(directory, accountId, serviceGroupId),
  lostWith: ({ type, accountId, aggregateId }) =>
    type === 'service_group.renamed'
      ? { accountId, serviceGroupId: idOf('service-group', aggregateId) }
      : undefined,
};

/** Copies a user's name, email, role and status to their memberships and places in teams, unless the user is gone. */
export async function refreshMembershipsOfUser(
  directory: Directory,
  accountId: string,
  userId: UserId,
): Promise<void> {
  const { table } = directory;
  const state = userState(await table.get(userEntity, { accountId, userId }, { consistent: true }));
  if (state.status === 'none' || state.status === 'removed') return;
  const user: User = existingUser(state);
  const copiesFor = ({ addedBy, createdAt }: { addedBy: string; createdAt: string }) => ({
    ...{ userName: user.name, userEmail: user.email, userRole: user.role, userStatus: user.status },
    ...{ addedBy, createdAt, userVersion: user.version, updatedAt: user.updatedAt },
  });
  const memberships = table.each(membershipEntity, { userId }, { consistent: true });
  await inParallel(memberships, UPDATES_AT_ONCE, async (item) => {
    const { serviceGroupId, userVersion } = item;
    if (userVersion >= user.version) return;
    await ifConditionHolds(
      table.update(
        membershipEntity,
        { userId, serviceGroupId },
        {
          set: copiesFor(item),
          // An erasure may have come since the user was read. It leaves the versions of copies as they are.
          condition: (c) => c.and(c.lt('userVersion', user.version), isNotErased()),
        },
      ),
    );
  });
  if (user.teams === undefined) return;
  const places = table.each(teamPlaceEntity, { userId }, { consistent: true });
  await inParallel(places, UPDATES_AT_ONCE, async (item) => {
    const { teamId, userVersion } = item;
    if (userVersion >= user.version) return;
    await ifConditionHolds(
      table.update(
        teamPlaceEntity,
        { userId, teamId },
        {
          set: copiesFor(item),
          condition: (c) => c.and(c.lt('userVersion', user.version), isNotErased()),
        },
      ),
    );
  });
}

export async function refreshMembershipsOfServiceGroup(
  directory: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
): Promise<string | undefined> {
  const { table } = directory;
  const key = { accountId, serviceGroupId };
  const state = serviceGroupState(await table.get(serviceGroupEntity, key, { consistent: true }));
  if (state.status !== 'active') return undefined;
  const group: ServiceGroup = existingServiceGroup(state);
  const memberships = table.each(membershipEntity.by('GSI1'), { serviceGroupId });
  await inParallel(memberships, UPDATES_AT_ONCE, async ({ userId, serviceGroupVersion }) => {
    if (serviceGroupVersion < group.version) await copyNameOfServiceGroup(directory, userId, group);
  });
  return group.updatedAt;
}

/** The same, and once more when the index shows the members who were added right before the change. */
export async function refreshOnceIndexed(
  directory: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
): Promise<void> {
  const changedAt = await refreshMembershipsOfServiceGroup(directory, accountId, serviceGroupId);
  if (changedAt === undefined) return;
  const leftMs = directory.indexLag.leftMs(directory, `${serviceGroupId} ${changedAt}`, changedAt);
  if (leftMs === 0) return;
  await directory.sleep(leftMs);
  await refreshMembershipsOfServiceGroup(directory, accountId, serviceGroupId);
}

/** Unless the membership has ended, or has a later copy. */
export async function copyNameOfServiceGroup(
  { table, now }: Directory,
  userId: UserId,
  { serviceGroupId, name, version, updatedAt }: CopiedServiceGroup,
): Promise<void> {
  const set = {
    serviceGroupName: name,
    serviceGroupVersion: version,
    updatedAt: updatedAt ?? new Date(now()).toISOString(),
  };
  await ifConditionHolds(
    table.update(
      membershipEntity,
      { userId, serviceGroupId },
      { set, condition: (c) => c.lt('serviceGroupVersion', version) },
    ),
  );
}

type CopiedServiceGroup = Pick<ServiceGroup, 'serviceGroupId' | 'name' | 'version'> & { updatedAt?: string };
