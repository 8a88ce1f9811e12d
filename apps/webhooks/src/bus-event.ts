import { enqueueDeliveries, type Directory } from '#libs/directory';
import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';

/** An event as EventBridge delivers it: the published one is its detail. */
export interface BusEvent {
  source?: string;
  detail?: PublishedEvent;
}

/**
 * Takes an event from the bus: as often as the bus brings it, it is queued once for each endpoint that wants it.
 *
 * @returns the endpoints for which there is something to do now
 */
export async function takeEvent(directory: Directory, { source, detail }: BusEvent): Promise<string[]> {
  if (source !== EVENT_SOURCE || !detail) return [];
  const { id: eventId, type, accountid: accountId, time: at } = detail;
  return enqueueDeliveries(directory, { eventId, type, accountId, at });
}
