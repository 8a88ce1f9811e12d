import type { DomainEvent } from '#libs/domain';
import { eventEntity } from '../table/items/events.js';
import type { OrderedPageRequest, Page } from './pages.js';
import { openEvents } from './event-opener.js';
import type { Tenant } from './tenant.js';

/** Access pattern 14: the events of an aggregate, oldest or newest first. Aggregates of other accounts have none here. */
export async function getHistory(
  { directory, accountId }: Tenant,
  aggregateId: string,
  { limit, cursor: from, order = 'ascending' }: OrderedPageRequest,
): Promise<Page<DomainEvent>> {
  const options = { limit, cursor: from, order, consistent: true, maxPages: 1 };
  const { items, cursor } = await directory.table.query(eventEntity, { aggregateId }, options);
  if (items.some((item) => item.accountId !== accountId)) return { items: [], cursor: undefined };
  return { items: await openEvents(directory, items), cursor };
}

/** Access pattern 15: an event by its id, or undefined if the account has no event with that id. */
export async function getEvent(
  { directory, accountId }: Tenant,
  eventId: string,
): Promise<DomainEvent | undefined> {
  const separator = eventId.lastIndexOf('.');
  const aggregateId = eventId.slice(0, separator);
  const version = Number(eventId.slice(separator + 1));
  if (separator < 1 || !Number.isSafeInteger(version) || version < 1) return undefined;
  const item = await directory.table.get(eventEntity, { aggregateId, version }, { consistent: true });
  return item?.accountId === accountId ? (await openEvents(directory, [item]))[0] : undefined;
}
