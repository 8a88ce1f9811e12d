import { eachEventOfAccount, readFeed, type Directory, type Tenant } from '#libs/directory';
import type { DomainEvent } from '#libs/domain';
import { BEGINS_AT } from '../scheduler/process.js';

const PAGE = 500;

/** The events of an account by aggregate, in the order of their versions. */
export async function historyOf(tenant: Tenant): Promise<Map<string, DomainEvent[]>> {
  const events = new Map<string, DomainEvent[]>();
  for await (const event of eachEventOfAccount(tenant, new Date(0), new Date(BEGINS_AT * 2))) {
    const own = events.get(event.aggregateId);
    if (own) own.push(event);
    else events.set(event.aggregateId, [event]);
  }
  for (const own of events.values()) own.sort((a, b) => a.version - b.version);
  return events;
}

/** The ids of all events that a feed has, in its order. */
export async function feedOf(directory: Directory, scope: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const { events, cursor, upToDate } = await readFeed(directory, scope, {
      limit: PAGE,
      ...(after !== undefined && { after }),
    });
    ids.push(...events.map(({ event }) => event.eventId));
    if (upToDate) return ids;
    after = cursor;
  }
}
