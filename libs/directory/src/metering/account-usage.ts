import type { DomainEvent } from '#libs/domain';
import { eventEntity } from '../table/items/events.js';
import type { Tenant } from '../core/tenant.js';
import { userEntity } from '../table/items/users.js';
import { webhookDeliveryEntity, webhookEndpointEntity } from '../table/items/webhooks.js';

export interface AccountUsage {
  /** In the period, by type. */
  events: ReadonlyMap<DomainEvent['type'], number>;
  /** In the period, to webhook endpoints that still exist; they are logged for a month. */
  deliveries: number;
  /** At the end of the period. */
  eventsStored: number;
  /** At present. */
  users: number;
  memberships: number;
}

/** Counts what an account used from one time to another, by reading its whole log: nothing is written for it, and nothing twice. */
export async function measureUsage(
  { directory, accountId }: Tenant,
  from: Date,
  to: Date,
): Promise<AccountUsage> {
  const { table } = directory;
  const [start, end] = [from.toISOString(), to.toISOString()];
  const events = new Map<DomainEvent['type'], number>();
  let eventsStored = 0;
  const log = table.each(
    eventEntity.by('GSI1'),
    { accountId },
    { lessThan: { at: end }, select: ['at', 'type'] },
  );
  for await (const { at, type } of log) {
    eventsStored += 1;
    if (at >= start) events.set(type, (events.get(type) ?? 0) + 1);
  }
  let [deliveries, users, memberships] = [0, 0, 0];
  for await (const { webhookEndpointId } of table.each(webhookEndpointEntity, { accountId })) {
    const between = [{ eventAt: start }, { eventAt: end }] as const;
    for await (const { eventAt } of table.each(
      webhookDeliveryEntity,
      { webhookEndpointId },
      { between, select: ['eventAt'] },
    ))
      if (eventAt < end) deliveries += 1;
  }
  const select = ['status', 'membershipCount'] as const;
  for await (const { status, membershipCount } of table.each(userEntity, { accountId }, { select })) {
    if (status === 'removed') continue;
    users += 1;
    memberships += membershipCount;
  }
  return { events, deliveries, eventsStored, users, memberships };
}
