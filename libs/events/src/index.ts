import { PERSONAL_FIELDS, type EventData } from './generated.js';

export {
  ENVELOPE_SCHEMA,
  EVENT_TYPES,
  EXAMPLES,
  PATTERNS,
  SCHEMAS,
  SENTENCES,
  type EventData,
} from './generated.js';

/** What has happened: `user.created`, `service_group.member_added` and so on. */
export type EventType = keyof EventData;

/** A CloudEvent 1.0 as the feed, a webhook, and the `detail` of an EventBridge event have it. */
export interface Envelope {
  specversion: '1.0';
  /** The same each time the event is delivered. */
  id: string;
  source: 'rollbook';
  /** The account, user, service group, API key or webhook endpoint that changed. */
  subject: string;
  /** ISO 8601, UTC. */
  time: string;
  datacontenttype: 'application/json';
  /** The `$id` of the JSON Schema of the data. */
  dataschema: string;
  accountid: string;
  /** 1, 2, 3 … within the subject, with leading zeros. Lines of a snapshot have none. */
  sequence?: string;
  /** Who made the change: `operator:…`, `user:…`, `api-key:…` or `system:…`. */
  actor: string;
  correlationid: string;
  causationid: string;
  /** Present if the user's personal data has since been erased: `data` has placeholders. */
  erased?: true;
  traceparent?: string;
}

/** An event of one type, or of any: told apart by `type`. */
export type RollbookEvent<Type extends EventType = EventType> = {
  [Each in Type]: Envelope & { type: Each; data: EventData[Each] };
}[Type];

/** Whether an event is of a type. Those of later versions are of none that is known here. */
export function isEvent<Type extends EventType>(
  event: { type: string },
  type: Type,
): event is RollbookEvent<Type> {
  return event.type === type;
}

/**
 * A copy with placeholders for everything personal, as the API gives it once the person's data is erased: for events that are kept, when
 * `user.erased` comes. Erase those whose `subject` or `data.userId` is that user.
 */
export function erase<Event extends { type: string; data: object }>(event: Event): Event & { erased: true } {
  const fields: Readonly<Record<string, object | undefined>> = PERSONAL_FIELDS;
  const placeholders = Object.entries(fields[event.type] ?? {}).filter(([name]) => name in event.data);
  return { ...event, data: { ...event.data, ...Object.fromEntries(placeholders) }, erased: true };
}
