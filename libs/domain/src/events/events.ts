import type { NewAccessRequestEvent } from '../access-request/events.js';
import type { NewAccessRolesEvent } from '../access-roles/events.js';
import type { NewAccountEvent } from '../account/events.js';
import type { NewApiKeyEvent } from '../api-key/events.js';
import type { NewLogStreamEvent } from '../log-stream/events.js';
import type { NewServiceGroupEvent } from '../service-group/events.js';
import type { NewTeamEvent } from '../team/events.js';
import type { NewUserEvent } from '../user/events.js';
import type { NewWebhookEndpointEvent } from '../webhook-endpoint/events.js';
import { schemaVersionOf, type NewEvent } from './definitions.js';
import type { Actor, EventEnvelope, Recorded } from '../schema/recorded.js';

export type AccountEvent = Recorded<NewAccountEvent>;
export type UserEvent = Recorded<NewUserEvent>;
export type ServiceGroupEvent = Recorded<NewServiceGroupEvent>;
export type TeamEvent = Recorded<NewTeamEvent>;
export type ApiKeyEvent = Recorded<NewApiKeyEvent>;
export type WebhookEndpointEvent = Recorded<NewWebhookEndpointEvent>;
export type LogStreamEvent = Recorded<NewLogStreamEvent>;
export type AccessRolesEvent = Recorded<NewAccessRolesEvent>;
export type AccessRequestEvent = Recorded<NewAccessRequestEvent>;
export type DomainEvent = Recorded<NewEvent>;

export interface Recording {
  accountId: string;
  aggregateId: string;
  /** The version of the aggregate before these events; 0 if it is new. */
  currentVersion: number;
  /** The time of the aggregate's last event, if it has one. */
  lastEventAt: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  actor: Actor;
  correlationId: string;
  causationId: string;
  traceparent?: string | undefined;
}

/**
 * Numbers events and gives them their time: max(now, the last event + 1 ms), one millisecond apart, so that time
 * order never contradicts version order, even if the clock jumps back.
 */
export function record<F extends NewEvent>(newEvents: readonly F[], recording: Recording): Recorded<F>[] {
  const { accountId, aggregateId, currentVersion, lastEventAt, now, actor, correlationId, causationId } =
    recording;
  const { traceparent } = recording;
  const earliest = lastEventAt === undefined ? now : Math.max(now, Date.parse(lastEventAt) + 1);
  return newEvents.map((newEvent, index) => {
    const version = currentVersion + index + 1;
    const envelope: EventEnvelope = {
      eventId: `${aggregateId}.${version}`,
      schemaVersion: schemaVersionOf(newEvent.type),
      accountId,
      aggregateId,
      version,
      at: new Date(earliest + index).toISOString(),
      actor,
      correlationId,
      causationId,
      ...(traceparent !== undefined && { traceparent }),
    };
    return { ...newEvent, ...envelope } as Recorded<F>;
  });
}
