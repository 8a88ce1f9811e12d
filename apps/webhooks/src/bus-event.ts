import { idOf, wantsEvent, type LogStream } from '#libs/domain';
import {
  endpointsOf,
  enqueueDeliveries,
  enqueueDeliveriesAgain,
  streamsOf,
  wakeQueue,
  type Directory,
  type DueQueue,
  type ReceiverId,
} from '#libs/directory';
import { EVENT_SOURCE, type PublishedEvent } from '#libs/event-contracts';
import type { AccountsWithoutEndpoints } from './accounts-without-endpoints.js';

export interface BusEvent {
  source?: string;
  detail?: PublishedEvent;
}

export interface TakenEvent {
  resumed: DueQueue[];
  /** The bus has to bring the event again. */
  again?: true;
}

/** Since the time of an event: its commit takes at most half of it, and an account is remembered for less than the rest. */
const PASSED_OVER_MS = 60_000;

/** However often the bus sends it, it is queued once for each endpoint that wants it. */
export async function takeEvent(
  directory: Directory,
  { source, detail }: BusEvent,
  without?: AccountsWithoutEndpoints,
): Promise<TakenEvent> {
  if (source !== EVENT_SOURCE || !detail) return { resumed: [] };
  const { id: eventId, type, accountid: accountId, time: at, subject } = detail;
  const isFirst = type === 'webhook_endpoint.created';
  if (isFirst || type === 'log_stream.created') without?.forget(accountId);
  else if (without?.has(accountId)) return { resumed: [] };
  const askedAt = directory.elapsed();
  const endpoints = await endpointsOf(directory, accountId);
  // They read the feed, and look again for a while after they were created: what is read here may be a moment old.
  const streams = await streamsOf(directory, accountId, { consistent: false });
  if (endpoints.length + streams.length === 0) without?.remember(accountId, askedAt);
  const ids: ReceiverId[] = await enqueueDeliveries(directory, { eventId, type, accountId, at }, endpoints);
  if (type === 'webhook_endpoint.enabled') ids.push(idOf('webhook-endpoint', subject));
  ids.push(...(await wakeStreams(directory, streams, { type, subject })));
  const queueOf = (webhookEndpointId: DueQueue['webhookEndpointId']) => ({ accountId, webhookEndpointId });
  const resumed = ids.map(queueOf);
  if (!isFirst || !without) return { resumed };
  // Events of after the registration may have come before it, and have been passed over, by other processes too.
  const to = new Date(Date.parse(at) + PASSED_OVER_MS).toISOString();
  const caughtUp = await without.catchUp(eventId, () =>
    enqueueDeliveriesAgain(directory, { accountId, from: at, to }),
  );
  return caughtUp ? { resumed: [...resumed, ...caughtUp.map(queueOf)] } : { resumed, again: true };
}

/** @returns those that now have work */
async function wakeStreams(
  directory: Directory,
  streams: readonly LogStream[],
  { type, subject }: { type: string; subject: string },
): Promise<ReceiverId[]> {
  const woken = streams.filter(
    (stream) => stream.status === 'active' && (wantsEvent(stream, type) || subject === stream.logStreamId),
  );
  await Promise.all(woken.map(({ logStreamId }) => wakeQueue(directory, logStreamId)));
  return woken.map(({ logStreamId }) => logStreamId);
}
