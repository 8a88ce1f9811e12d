import {
  PutEventsCommand,
  type EventBridgeClient,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import { EVENT_SOURCE } from '#libs/event-contracts';
import type { EventBusPort, Outcome, OutgoingEvent } from './event-bus.js';

/** https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html */
const MAX_ENTRIES = 10;
const MAX_REQUEST_BYTES = 1024 * 1024;
/** What the time of an entry counts with. */
const TIME_BYTES = 14;

/** Codes with which an entry can never succeed. Missing permissions are not among them: they can be granted. */
const REJECTIONS = new Set(['InvalidArgument', 'MalformedDetail', 'RedactionFailure']);
const REQUEST_REJECTIONS = new Set([
  'ValidationException',
  'SerializationException',
  'RequestEntityTooLarge',
]);

/** https://docs.aws.amazon.com/xray/latest/devguide/xray-concepts.html#xray-concepts-tracingheader */
function toXRay(traceparent: string): string {
  const [, trace = '', span = '', flags = ''] = traceparent.split('-');
  const sampled = Number.parseInt(flags, 16) & 1;
  return `Root=1-${trace.slice(0, 8)}-${trace.slice(8)};Parent=${span};Sampled=${sampled}`;
}

export function classicEventBus(
  client: EventBridgeClient,
  eventBusName: string,
  maxBytes = MAX_REQUEST_BYTES,
): EventBusPort {
  const toEntry = (event: OutgoingEvent): PutEventsRequestEntry => ({
    EventBusName: eventBusName,
    Source: EVENT_SOURCE,
    DetailType: event.type,
    Time: event.time,
    Detail: event.detail,
    ...(event.traceparent !== undefined && { TraceHeader: toXRay(event.traceparent) }),
  });

  async function publish(events: readonly OutgoingEvent[]): Promise<Outcome[]> {
    try {
      const { Entries = [] } = await client.send(new PutEventsCommand({ Entries: events.map(toEntry) }));
      return events.map((_, index): Outcome => {
        const { EventId, ErrorCode, ErrorMessage } = Entries[index] ?? {};
        if (EventId) return { kind: 'accepted' };
        const reason = `${ErrorCode ?? 'no result'}: ${ErrorMessage ?? ''}`;
        return { kind: REJECTIONS.has(ErrorCode ?? '') ? 'rejected' : 'failed', reason };
      });
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (!(error instanceof Error) || !REQUEST_REJECTIONS.has(error.name))
        return events.map(() => ({ kind: 'failed', reason }));
      // The whole request was refused for one of its entries: find out which.
      if (events.length === 1) return [{ kind: 'rejected', reason }];
      return (await Promise.all(events.map((event) => publish([event])))).flat();
    }
  }

  return {
    maxEvents: MAX_ENTRIES,
    maxBytes,
    keepsGroupOrder: false,
    sizeOf: (event) =>
      TIME_BYTES +
      Buffer.byteLength(EVENT_SOURCE) +
      Buffer.byteLength(event.type) +
      Buffer.byteLength(event.detail),
    publish,
  };
}
