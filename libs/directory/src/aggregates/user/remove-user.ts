import type { User, UserId } from '#libs/domain';
import { tombstoneExpiry } from '../../core/directory.js';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { jobItems, withJob, type Removal } from '../../core/jobs.js';
import type { Tenant } from '../../core/tenant.js';
import { membershipEntity } from '../../table/items/memberships.js';
import { changeUser } from './changes.js';
import { canEndAtOnce, membershipOf, MAX_MEMBERSHIPS_AT_ONCE, type MembershipItem } from './state.js';
import { requireAllMemberships } from './torn-reads.js';
import { decideInTurn, loadUser, ownerGuards } from './users.js';

/**
 * With their memberships and places in teams: in the same transaction, or by a job of the same commit, while no reader sees any of them.
 */
export async function removeUser(
  tenant: Tenant,
  userId: UserId,
  context: CommandContext,
): Promise<Outcome<Removal>> {
  const { directory, accountId } = tenant;
  return command(tenant, context, {
    aggregateId: userId,
    load: async () => {
      const atMost = { limit: MAX_MEMBERSHIPS_AT_ONCE + 1, consistent: true };
      const [loaded, { items }] = await Promise.all([
        loadUser(tenant, userId),
        directory.table.query(membershipEntity, { userId }, atMost),
      ]);
      const head = loaded.before;
      const inTeams = head.status !== 'none' && head.teams !== undefined;
      const atOnce = !inTeams && canEndAtOnce(items);
      return {
        ...loaded,
        atOnce,
        before: atOnce && head.status !== 'none' ? withMemberships(head, items) : head,
      };
    },
    decide: (loaded, by) => {
      const { atOnce, before } = loaded;
      // A membership added between the two reads would be left behind.
      if (atOnce && before.status !== 'none') requireAllMemberships(before);
      return decideInTurn(directory, loaded, [{ type: 'remove_user' }], by);
    },
    change: ({ before, key, atOnce }, newEvents, by) =>
      changeUser(userId, before, newEvents, by, key, atOnce ? tombstoneExpiry(directory) : undefined),
    view: ({ state, events }, { before, otherOwner, fences, atOnce }, by) => {
      const owners = ownerGuards(accountId, before, state, otherOwner);
      if (atOnce) return { state: { jobId: undefined }, guards: owners };
      return withJob(
        jobItems(directory, 'remove-user-memberships', userId, fences, events, by, teamsOf(before)),
        owners,
      );
    },
  });
}

/** What the job of a removal needs to know. */
export function teamsOf(before: { status: string; teams?: readonly unknown[] }): { hasTeams?: true } {
  return before.teams === undefined ? {} : { hasTeams: true };
}

function withMemberships(user: User, items: readonly MembershipItem[]): User {
  return {
    ...user,
    memberships: Object.fromEntries(items.map((item) => [item.serviceGroupId, membershipOf(item)])),
  };
}
