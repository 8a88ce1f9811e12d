import { eachAccountId, eachEventOfAccount, grantTenant, type Directory } from '#libs/directory';
import type { CommittedEvent } from '#libs/event-contracts';
import type { Runtime } from '#libs/pacing';
import type { EventBusPort, OutgoingEvent } from './event-bus.js';
import { toOutgoingEvent } from './outgoing.js';
import { publishInOrder } from './publish-in-order.js';
import { REPUBLISH_RETRIES } from './retry-policy.js';

export class RepublishError extends Error {
  override readonly name = 'RepublishError';
}

const PAGE = 500;
const CONCURRENCY = 4;

/**
 * Publishes the events of an account from a period again, with their original ids and bytes, in order per aggregate:
 * subscribers recognise what they have by the id.
 * @returns how many events were sent
 * @throws RepublishError if the bus refuses an event; earlier ones have been sent
 */
export async function republishAccount(
  directory: Directory,
  bus: EventBusPort,
  accountId: string,
  from: Date,
  to: Date,
): Promise<number> {
  let sent = 0;
  let page: CommittedEvent[] = [];
  for await (const event of eachEventOfAccount(grantTenant(directory, accountId), from, to)) {
    page.push(event);
    if (page.length < PAGE) continue;
    sent += await publishPage(directory, bus, page);
    page = [];
  }
  return sent + (await publishPage(directory, bus, page));
}

/** Sends a window of every account again: the repair of a stream that was trimmed before it was read. */
export async function republishAll(
  directory: Directory,
  bus: EventBusPort,
  from: Date,
  to: Date,
): Promise<number> {
  let sent = 0;
  for await (const accountId of eachAccountId(directory))
    sent += await republishAccount(directory, bus, accountId, from, to);
  return sent;
}

/** Publishes committed events, in order per aggregate, or fails. */
export async function publishPage(
  runtime: Runtime,
  bus: EventBusPort,
  events: readonly CommittedEvent[],
): Promise<number> {
  const groups = new Map<string, OutgoingEvent[]>();
  for (const event of events) {
    const outgoing = toOutgoingEvent(event, bus);
    const group = groups.get(outgoing.group);
    if (group) group.push(outgoing);
    else groups.set(outgoing.group, [outgoing]);
  }
  const results = await publishInOrder(bus, groups, {
    retries: REPUBLISH_RETRIES,
    concurrency: CONCURRENCY,
    signal: new AbortController().signal,
    runtime,
  });
  for (const [group, { published, stopped }] of results)
    if (stopped) throw new RepublishError(`${groups.get(group)?.[published]?.id}: ${stopped.reason}`);
  return events.length;
}
