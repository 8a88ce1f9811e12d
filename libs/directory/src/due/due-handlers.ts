import { idOf, type AccessRequestId, type UserId } from '#libs/domain';
import { lapseDueRequest } from '../aggregates/access-request/lapse.js';
import { settleDueTeamAccess } from '../aggregates/service-group/settle-due-access.js';
import { settleDuePlace } from '../aggregates/user/places/settle-due-place.js';
import { settleDueMemberships, type DueOfUser } from '../aggregates/user/memberships/settle-due.js';
import type { CommandContext } from '../core/execute.js';
import type { Tenant } from '../core/tenant.js';
import type { DueItem } from '../table/items/due.js';
import type { DueOfTeam } from '../table/items/due-of-teams.js';

/** When something is due next; undefined: never; `later`: it could not be done now. */
export type NextDue = string | undefined;

/** Does what some items of one account and one kind stand for. @returns when each of them is due next */
export type DueHandler<Due = DueItem> = (
  tenant: Tenant,
  items: readonly Due[],
  context: CommandContext,
) => Promise<NextDue[]>;

export const dueHandlers: Readonly<
  Record<DueItem['kind'], DueHandler> & Record<DueOfTeam['kind'], DueHandler<DueOfTeam>>
> = {
  membership: settleMemberships,
  'access-request': lapseRequests,
  'team-place': eachOf((tenant, { aggregateId, teamId }, context) =>
    settleDuePlace(tenant, idOf('user', aggregateId), teamId, context),
  ),
  'team-access': eachOf((tenant, { aggregateId, teamId }, context) =>
    settleDueTeamAccess(tenant, idOf('service-group', aggregateId), teamId, context),
  ),
};

/** One after the other: seldom are many due at once. */
function eachOf(
  settle: (tenant: Tenant, due: DueOfTeam, context: CommandContext) => Promise<NextDue>,
): DueHandler<DueOfTeam> {
  return async (tenant, items, context) => {
    const next: NextDue[] = [];
    for (const item of items) next.push(await settle(tenant, item, context));
    return next;
  };
}

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
