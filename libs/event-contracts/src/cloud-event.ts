import { INTERNAL_FIELDS, type EventType } from '#libs/domain';

export interface CommittedEvent {
  eventId: string;
  type: string;
  schemaVersion: number;
  accountId: string;
  aggregateId: string;
  version: number;
  at: string;
  actor: string;
  correlationId: string;
  causationId: string;
  /** Its personal data has since been erased: `data` has placeholders. */
  erased?: true;
  traceparent?: string;
  data: object;
}

/** The `Source` of every EventBridge entry, and the `source` attribute of every CloudEvent. */
export const EVENT_SOURCE = 'rollbook';

/** A published event: CloudEvents 1.0 in its JSON format (https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md). */
export interface PublishedEvent<Type extends string = string, Data = unknown> {
  specversion: '1.0';
  id: string;
  source: typeof EVENT_SOURCE;
  type: Type;
  subject: string;
  time: string;
  datacontenttype: 'application/json';
  /** Names the JSON Schema of `data`. */
  dataschema: string;
  accountid: string;
  /** Sorts as text: https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/sequence.md */
  sequence: string;
  actor: string;
  correlationid: string;
  causationid: string;
  /** Present if the user's personal data has since been erased: `data` has placeholders. */
  erased?: true;
  /** Of the request that caused it (https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/distributed-tracing.md). */
  traceparent?: string;
  /** Absent if the event was too large for the bus; `dataref` then says where it is. */
  data?: Data;
  /** Relative to the API: https://github.com/cloudevents/spec/blob/main/cloudevents/extensions/dataref.md */
  dataref?: string;
}

const SEQUENCE_DIGITS = 12;

/** The published form of a committed event. The same event always gives the same bytes. */
export function toPublishedEvent(event: CommittedEvent): PublishedEvent {
  return {
    specversion: '1.0',
    id: event.eventId,
    source: EVENT_SOURCE,
    type: event.type,
    subject: event.aggregateId,
    time: event.at,
    datacontenttype: 'application/json',
    dataschema: dataSchemaOf(event.type, event.schemaVersion),
    accountid: event.accountId,
    sequence: String(event.version).padStart(SEQUENCE_DIGITS, '0'),
    actor: event.actor,
    correlationid: event.correlationId,
    causationid: event.causationId,
    ...(event.erased && { erased: true }),
    ...(event.traceparent !== undefined && { traceparent: event.traceparent }),
    data: inKeyOrder(publicData(event.type, event.data)),
  };
}

/** An event's data without the fields that are only part of the state. */
export function publicData(type: string, data: object): Record<string, unknown> {
  const internal = INTERNAL_FIELDS[type as EventType];
  return Object.fromEntries(Object.entries(data).filter(([name]) => !internal?.has(name)));
}

/** The published form of an event too large for the bus: everything but its data, and where to fetch that. */
export function toPublishedReference(event: CommittedEvent): PublishedEvent {
  return withReference(toPublishedEvent(event));
}

/** Everything but its data, and where to fetch that. */
export function withReference({ data: _, ...attributes }: PublishedEvent): PublishedEvent {
  return { ...attributes, dataref: `/v1/accounts/${attributes.accountid}/events/${attributes.id}` };
}

/** The identifier of the JSON Schema of one version of an event type's data. */
export function dataSchemaOf(type: string, schemaVersion: number): string {
  return `urn:rollbook:event:${type}:${schemaVersion}`;
}

/** A copy with its keys in order: DynamoDB returns the keys of a map in any order, and in another one each time. */
function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inKeyOrder(inner)]));
}
