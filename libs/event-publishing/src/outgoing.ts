import { toPublishedEvent, toPublishedReference, type CommittedEvent } from '#libs/event-contracts';
import type { EventBusPort, OutgoingEvent } from './event-bus.js';

/** One that is too large for the bus is sent without its data, with a reference to the complete event. */
export function toOutgoingEvent(event: CommittedEvent, bus: EventBusPort): OutgoingEvent {
  const { eventId: id, aggregateId: group, type, at, traceparent } = event;
  const envelope = { id, group, type, time: new Date(at), ...(traceparent !== undefined && { traceparent }) };
  const whole = { ...envelope, detail: JSON.stringify(toPublishedEvent(event)) };
  if (bus.sizeOf(whole) <= bus.maxBytes) return whole;
  return { ...whole, detail: JSON.stringify(toPublishedReference(event)) };
}
