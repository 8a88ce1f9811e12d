import type { AccessRequestId, UserId } from '#libs/domain';
import { lapseDueRequest } from '../aggregates/access-request/lapse.js';
import { settleDueMemberships, type DueOfUser } from '../aggregates/user/memberships/settle-due.js';
import type { CommandContext } from '../core/execute.js';
import type { Tenant } from '../core/tenant.js';
import type { DueItem } from '../table/items/due.js';

/** When something is due next; undefined: never; `later`: it could not be done now. */
export type NextDue = string | undefined;

/** Does what some items of one account and one kind stand for. @returns when each of them is due next */
export type DueHandler = (
  tenant: Tenant,
  items: readonly DueItem[],
  context: CommandContext,
) => Promise<NextDue[]>;

export const dueHandlers: Readonly<Record<DueItem['kind'], DueHandler>> = {
  membership: settleMemberships,
  'access-request': lapseRequests,
};

/** Each has a head of its own: seldom are many due at once. */
async function lapseRequests(
  tenant: Tenant,
  items: readonly DueItem[],
  context: CommandContext,
): Promise<NextDue[]> {
  const next: NextDue[] = [];
  for (const { aggregateId } of items)
    next.push(await lapseDueRequest(tenant, aggregateId as AccessRequestId, context));
  return next;
}

async function settleMemberships(
  tenant: Tenant,
  items: readonly DueItem[],
  context: CommandContext,
): Promise<NextDue[]> {
  const due = new Map<string, DueOfUser & { cells: { serviceGroupId: DueItem['serviceGroupId'] }[] }>();
  for (const { aggregateId, serviceGroupId } of items) {
    const ofUser = due.get(aggregateId) ?? { userId: aggregateId as UserId, cells: [] };
    ofUser.cells.push({ serviceGroupId });
    due.set(aggregateId, ofUser);
  }
  const users = [...due.values()];
  const rows = await settleDueMemberships(tenant, users, context);
  const next = new Map<string, NextDue>();
  for (const [index, { userId, cells }] of users.entries()) {
    const row = rows[index]!;
    for (const [cell, { serviceGroupId }] of cells.entries())
      next.set(`${userId} ${serviceGroupId}`, row.done ? row.state.next[cell] : 'later');
  }
  return items.map(({ aggregateId, serviceGroupId }) => next.get(`${aggregateId} ${serviceGroupId}`));
}
