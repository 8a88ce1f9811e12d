import { endMembershipWithServiceGroup, type Actor, type ServiceGroupId, type UserId } from '#libs/domain';
import { changeUser } from '../aggregates/user/changes.js';
import type { Directory } from '../core/directory.js';
import { command } from '../core/command.js';
import type { CommandContext } from '../core/execute.js';
import { openUserKey } from '../core/user-keys.js';
import { serviceGroupEntity } from '../table/items/service-groups.js';
import { findRemoval } from '../reads/time-travel/removals.js';
import { copyNameOfServiceGroup } from './fan-out.js';
import { membershipEntity } from '../table/items/memberships.js';
import { loadSides } from '../aggregates/user/memberships/memberships.js';

export interface NewMembership {
  userId: UserId;
  serviceGroupName: string;
}

export interface StoredServiceGroup {
  status?: string;
  name?: string;
  version?: number;
}

/**
 * Repairs new memberships of a service group that was changed between load and commit. Adding a member does not hold the service
 * group, so that concurrent adds do not conflict: a membership that slipped in behind a removal is ended, and one behind a rename
 * gets the new name. Can be done late, twice, or concurrently.
 * @param stored the service group after the memberships were committed
 */
export async function settleMembers(
  directory: Directory,
  { accountId, serviceGroupId }: { accountId: string; serviceGroupId: ServiceGroupId },
  added: readonly NewMembership[],
  stored: StoredServiceGroup | undefined,
): Promise<void> {
  const group = { serviceGroupId, name: stored?.name ?? '', version: stored?.version ?? 0 };
  for (const { userId, serviceGroupName } of added)
    if (stored?.status !== 'active')
      await endMembershipOfRemoved(directory, { accountId, serviceGroupId, userId });
    else if (serviceGroupName !== group.name) await copyNameOfServiceGroup(directory, userId, group);
}

/** Settles all members that the index shows, if it is not known which are new. */
export async function settleAllMembers(
  directory: Directory,
  accountId: string,
  serviceGroupId: ServiceGroupId,
): Promise<void> {
  const { table } = directory;
  const stored = await table.get(serviceGroupEntity, { accountId, serviceGroupId }, { consistent: true });
  for await (const member of table.each(membershipEntity.by('GSI1'), { serviceGroupId }))
    if (member.accountId === accountId)
      await settleMembers(directory, { accountId, serviceGroupId }, [member], stored);
}

/** Like the removal's job for those it finds; a removed user's memberships are left to the user's own job. */
async function endMembershipOfRemoved(
  directory: Directory,
  {
    accountId,
    serviceGroupId,
    userId,
  }: { accountId: string; serviceGroupId: ServiceGroupId; userId: UserId },
): Promise<void> {
  const removal = await findRemoval(directory, accountId, serviceGroupId);
  const actor: Actor = removal?.actor ?? 'system:projector';
  const context: CommandContext = { actor, correlationId: removal?.correlationId ?? serviceGroupId };
  await command({ directory, accountId }, context, {
    aggregateId: userId,
    load: async () => {
      const { user, userKey, ...sides } = await loadSides(directory, accountId, serviceGroupId, userId);
      return { ...sides, before: user, key: await openUserKey(directory.keyRing, userId, userKey) };
    },
    decide: ({ before, serviceGroup }) => {
      const since = before.status === 'none' ? undefined : before.memberships[serviceGroupId]?.since;
      if (since === undefined || serviceGroup.status === 'active') return [];
      const until = removal && removal.at > since ? removal.at : since;
      return endMembershipWithServiceGroup(before, serviceGroupId, until);
    },
    change: ({ before, key }, newEvents, by) => changeUser(userId, before, newEvents, by, key),
    view: () => ({ state: undefined }),
  });
}
