import type { DomainEvent } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import { eventEntity } from '../../table/items/events.js';

/** An erasure may follow a removal; nothing else does. */
const EVENTS_SINCE_REMOVAL = 2;

const REMOVALS: ReadonlySet<DomainEvent['type']> = new Set([
  'user.removed',
  'service_group.removed',
  'team.removed',
]);

/** The event that removed a user, a service group or a team, if there is one: the head shows it only until it is erased or expires. */
export async function findRemoval(
  { table }: Directory,
  accountId: string,
  aggregateId: string,
): Promise<Pick<DomainEvent, 'at' | 'actor' | 'correlationId'> | undefined> {
  const newest = { order: 'descending', limit: EVENTS_SINCE_REMOVAL, consistent: true } as const;
  const { items } = await table.query(eventEntity, { aggregateId }, newest);
  return items.find((item) => item.accountId === accountId && REMOVALS.has(item.type));
}
