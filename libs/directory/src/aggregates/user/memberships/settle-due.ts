import {
  announceEnd,
  endDueMembership,
  initialServiceGroup,
  type ServiceGroupId,
  type UserId,
} from '#libs/domain';
import type { CommandContext } from '../../../core/execute.js';
import type { Tenant } from '../../../core/tenant.js';
import { dueItemOf } from '../../../table/items/due.js';
import { changeUser } from '../changes.js';
import { executeBatch, type RowDecision, type RowResult } from '../../../core/execute-batch.js';
import { loadCells } from './load-cells.js';

/** The memberships of a user that may be due. */
export interface DueOfUser {
  userId: UserId;
  cells: readonly { serviceGroupId: ServiceGroupId }[];
}

export interface SettledUser {
  /** When each of the cells is due next, in their order; undefined: nothing of it will be due. */
  next: readonly (string | undefined)[];
}

/**
 * Announces and ends the memberships of some users whose time has come, several users in one transaction. Only what the heads say
 * counts, and each end is committed with the head: however many workers do this at once, and wherever they are killed, each membership
 * ends once. A membership whose service group has been removed is left to the removal, which ended it.
 */
export async function settleDueMemberships(
  { directory, accountId }: Tenant,
  due: readonly DueOfUser[],
  context: CommandContext,
): Promise<RowResult<SettledUser>[]> {
  const outcome = await executeBatch(directory, accountId, context, {
    rows: due,
    async decide(toDecide, provenance, again) {
      const { account, groups, users } = await loadCells(directory, accountId, toDecide, again);
      const moment = { now: directory.steadyNow() };
      const decisions = toDecide.map(({ userId, cells }, index): RowDecision<SettledUser> => {
        const { user, key } = users[index]!;
        const newEvents = cells.flatMap(({ serviceGroupId }) => {
          if ((groups.get(serviceGroupId) ?? initialServiceGroup).status !== 'active') return [];
          const ended = endDueMembership(user, serviceGroupId, moment);
          return ended.length > 0 ? ended : announceEnd(user, serviceGroupId, moment);
        });
        const change = changeUser(userId, user, newEvents, provenance, key);
        const { state } = change;
        const next = cells.map(({ serviceGroupId }) => {
          const membership = state.status === 'none' ? undefined : state.memberships[serviceGroupId];
          return membership && dueItemOf(accountId, userId, membership)?.at;
        });
        return { state: { next }, change };
      });
      return { decisions, account };
    },
  });
  if ('answeredBefore' in outcome) throw new Error('Settling what is due has no idempotency key.');
  return outcome.rows;
}
