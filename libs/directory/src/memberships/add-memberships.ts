import {
  decideUser,
  DomainError,
  existingUser,
  type ServiceGroupId,
  type UserFact,
  type UserId,
} from '#libs/domain';
import type { Directory } from '../directory.js';
import { accountEntity } from '../accounts/items.js';
import { membershipEntity } from './items.js';
import { serviceGroupEntity } from '../service-groups/items.js';
import { userEntity } from '../users/items.js';
import { changeUser } from '../kernel/changes.js';
import { execute, type CommandContext } from '../kernel/execute.js';
import { accountState, serviceGroupState, userState } from '../kernel/states.js';
import { openUserKey } from '../personal-data/user-keys.js';
import type { Tenant } from '../tenant.js';

/** Each takes three of a transaction's 100 operations; the user and a limit take two. */
export const MOST_ADDED_AT_ONCE = 32;

/** For one service group: the user was added, already was a member, or why not. */
export type AddedMembership = 'added' | 'there' | DomainError;

export async function addMemberships(
  directory: Directory,
  { accountId }: Tenant,
  userId: UserId,
  serviceGroupIds: readonly ServiceGroupId[],
  context: CommandContext,
): Promise<AddedMembership[]> {
  const { state } = await execute<AddedMembership[]>(directory, context, {
    accountId,
    attempt: async (provenance) => {
      const { account, user, key, serviceGroups } = await load(directory, accountId, userId, serviceGroupIds);
      existingUser(user);
      const facts: UserFact[] = [];
      const results = serviceGroups.map((serviceGroup): AddedMembership => {
        try {
          const command = { type: 'add_member', serviceGroup } as const;
          const more = decideUser(user, command, { account, anotherOwner: true });
          if (more.length === 0) return 'there';
          facts.push(...more);
          return 'added';
        } catch (error) {
          if (error instanceof DomainError) return error;
          throw error;
        }
      });
      const change = changeUser(userId, user, facts, provenance, key);
      return { state: results, changes: [change], account };
    },
  });
  return state;
}

/** In one round of strongly consistent reads. */
async function load(
  { table, keyRing }: Directory,
  accountId: string,
  userId: UserId,
  serviceGroupIds: readonly ServiceGroupId[],
) {
  const consistent = { consistent: true };
  const [[account, head], groups, memberships] = await Promise.all([
    table.batchGet([accountEntity.at({ accountId }), userEntity.at({ accountId, userId })], consistent),
    table.batchGet(
      serviceGroupIds.map((serviceGroupId) => serviceGroupEntity.at({ accountId, serviceGroupId })),
      consistent,
    ),
    table.batchGet(
      serviceGroupIds.map((serviceGroupId) => membershipEntity.at({ userId, serviceGroupId })),
      consistent,
    ),
  ]);
  const own = memberships
    .filter((item) => item?.accountId === accountId)
    .filter((item) => item !== undefined);
  return {
    account: accountState(account),
    user: userState(head, own),
    key: await openUserKey(keyRing, userId, head?.userKey),
    serviceGroups: groups.map(serviceGroupState),
  };
}
