import { decideUser, type User, type UserId } from '#libs/domain';
import { tombstoneExpiry } from '../../core/directory.js';
import {
  execute,
  requireVersion,
  type CommandContext,
  type Decision,
  type Outcome,
} from '../../core/execute.js';
import { jobItems, type Removal } from '../../core/jobs.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { changeUser } from './changes.js';
import { canEndAtOnce, membershipOf, MAX_MEMBERSHIPS_AT_ONCE, type MembershipItem } from './state.js';
import { requireAllMemberships } from './torn-reads.js';
import { loadUser, ownerGuards } from './users.js';

/** With their memberships: in the same transaction, or by a job of the same commit, while no reader sees any of them. */
export async function removeUser(
  { directory, accountId }: Tenant,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  return execute(directory, context, {
    accountId,
    aggregateId: userId,
    attempt: async (provenance): Promise<Decision<Removal>> => {
      const [{ account, user: head, key, otherOwner, fences }, memberships] = await Promise.all([
        loadUser(directory, accountId, userId),
        directory.table.query(
          membershipEntity,
          { userId },
          { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true },
        ),
      ]);
      requireVersion(head, context);
      const atOnce = canEndAtOnce(memberships.items);
      const user = atOnce && head.status !== 'none' ? withMemberships(head, memberships.items) : head;
      // A membership added between the two reads would be left behind.
      if (atOnce && user.status !== 'none') requireAllMemberships(user);
      const newEvents = decideUser(
        user,
        { type: 'remove_user' },
        { account, anotherOwner: otherOwner !== undefined, now: directory.steadyNow() },
      );
      const expiresAt = atOnce ? tombstoneExpiry(directory) : undefined;
      const change = changeUser(userId, user, newEvents, provenance, key, expiresAt);
      const job = atOnce
        ? { transactItems: [], jobId: undefined }
        : jobItems(directory, 'remove-user-memberships', userId, fences, change.events, provenance);
      const guards = [...ownerGuards(accountId, user, change.state, otherOwner), ...job.transactItems];
      return { state: { jobId: job.jobId }, changes: [change], guards, account };
    },
  });
}

function withMemberships(user: User, items: readonly MembershipItem[]): User {
  return {
    ...user,
    memberships: Object.fromEntries(items.map((item) => [item.serviceGroupId, membershipOf(item)])),
  };
}
