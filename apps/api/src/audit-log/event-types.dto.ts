import {
  committedExample,
  dataSchema,
  dataSchemaOf,
  SENTENCES,
  toPublishedEvent,
  type EventType,
} from '#libs/event-contracts';

export class EventTypeDto {
  /** As in `type` of an event, and in the `eventTypes` of a webhook endpoint. */
  type!: string;
  /** What has happened. */
  summary!: string;
  /** The template of the sentence that the audit log says. In braces: `actor`, and fields of `data`. */
  sentence!: string;
  /** The version of the schema of `data`. */
  schemaVersion!: number;
  /** The `$id` of the JSON Schema of `data`. */
  dataSchema!: string;
  /** An event as subscribers and webhook endpoints receive it: a CloudEvent. */
  exampleEvent!: Record<string, unknown>;
}

export class EventTypeListDto {
  data!: EventTypeDto[];
  /** Always null: all types are on one page. */
  nextCursor!: string | null;
}

export function toEventTypeDto(type: EventType): EventTypeDto {
  const event = committedExample(type);
  return {
    type,
    summary: dataSchema(type).description ?? '',
    sentence: SENTENCES[type].template,
    schemaVersion: event.schemaVersion,
    dataSchema: dataSchemaOf(type, event.schemaVersion),
    exampleEvent: { ...toPublishedEvent(event) },
  };
}
