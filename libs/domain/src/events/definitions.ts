import { accessRequestEvents } from '../access-request/events.js';
import { accessRoleEvents } from '../access-roles/events.js';
import { accountEvents } from '../account/events.js';
import { apiKeyEvents } from '../api-key/events.js';
import { logStreamEvents } from '../log-stream/events.js';
import { managerEvents, serviceGroupEvents, teamAccessEvents } from '../service-group/events.js';
import { teamEvents } from '../team/events.js';
import { teamPlaceEvents } from '../team/place-events.js';
import { identityEvents, membershipEvents, userEvents } from '../user/events.js';
import { webhookEndpointEvents } from '../webhook-endpoint/events.js';
import type { DataOf, EventDefinition, NewEventsOf, Field, PublishedDataOf } from '../schema/event-schema.js';

const definitions = {
  ...accountEvents,
  ...userEvents,
  ...identityEvents,
  ...serviceGroupEvents,
  ...membershipEvents,
  ...managerEvents,
  ...apiKeyEvents,
  ...webhookEndpointEvents,
  ...logStreamEvents,
  ...accessRequestEvents,
  ...accessRoleEvents,
  ...teamEvents,
  ...teamPlaceEvents,
  ...teamAccessEvents,
};
type Definitions = typeof definitions;

export type EventType = keyof Definitions;

export const EVENTS: Readonly<Record<EventType, EventDefinition>> = definitions;

export const EVENT_TYPES = Object.keys(definitions) as EventType[];

/** An event as `decide` returns it: without number, time and author. */
export type NewEvent = NewEventsOf<Definitions>;

/** What subscribers receive as the data of each event type. */
export type EventData = { [Type in EventType]: PublishedDataOf<Definitions[Type]> };

/** The schema version of new events of a type: one more than its number of upcasters. */
export function schemaVersionOf(type: EventType): number {
  return (EVENTS[type].upcasters?.length ?? 0) + 1;
}

type PersonalFields = { readonly [Type in EventType]: Partial<DataOf<Definitions[Type]>> };

/**
 * The personal fields of each event, and their placeholders after an erasure. In stored events these fields are
 * encrypted with the user's own key; everything else is stored as it is.
 */
export const PERSONAL_FIELDS = eachType(({ fields, formerPersonalFields }) => ({
  ...formerPersonalFields,
  ...namesTo(fields, ({ erasedAs }) => erasedAs),
})) as PersonalFields;

/** The fields of each event that are only part of the state, and never published. */
export const INTERNAL_FIELDS: Readonly<Record<EventType, ReadonlySet<string>>> = eachType(
  ({ fields }) => new Set(Object.keys(namesTo(fields, ({ internal }) => internal))),
);

function eachType<T>(of: (definition: EventDefinition) => T): Record<EventType, T> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, of(EVENTS[type])])) as Record<EventType, T>;
}

function namesTo(
  fields: EventDefinition['fields'],
  what: (field: Field) => unknown,
): Record<string, unknown> {
  const found = Object.entries(fields).map(([name, field]) => [name, what(field)] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}
