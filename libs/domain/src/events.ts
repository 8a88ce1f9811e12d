import type { AccountFact } from './account.js';
import type { ApiKeyFact } from './api-key.js';
import type { Actor, EventEnvelope, Recorded } from './recorded.js';
import type { ServiceGroupFact } from './service-group.js';
import type { UserFact } from './user.js';
import type { WebhookEndpointFact } from './webhook-endpoint.js';

/** What happened, as `decide` states it: without a number, a time or an author. */
export type Fact = AccountFact | UserFact | ServiceGroupFact | ApiKeyFact | WebhookEndpointFact;

export type EventType = Fact['type'];

export type AccountEvent = Recorded<AccountFact>;
export type UserEvent = Recorded<UserFact>;
export type ServiceGroupEvent = Recorded<ServiceGroupFact>;
export type ApiKeyEvent = Recorded<ApiKeyFact>;
export type WebhookEndpointEvent = Recorded<WebhookEndpointFact>;
export type DomainEvent = AccountEvent | UserEvent | ServiceGroupEvent | ApiKeyEvent | WebhookEndpointEvent;

/** The schema version that new events of each type are written with. */
export const EVENT_SCHEMA_VERSIONS: Readonly<Record<EventType, number>> = {
  'account.created': 1,
  'account.renamed': 1,
  'account.settings_changed': 1,
  'account.suspended': 1,
  'account.reactivated': 1,
  'account.closed': 1,
  'user.created': 1,
  'user.invited': 1,
  'user.activated': 1,
  'user.settings_changed': 1,
  'user.profile_changed': 1,
  'user.email_changed': 1,
  'user.role_changed': 1,
  'user.suspended': 1,
  'user.reactivated': 1,
  'user.removed': 1,
  'user.erased': 1,
  'service_group.created': 1,
  'service_group.renamed': 1,
  'service_group.settings_changed': 1,
  'service_group.removed': 1,
  'service_group.member_added': 1,
  'service_group.member_removed': 1,
  'api_key.created': 1,
  'api_key.rotated': 1,
  'api_key.revoked': 1,
  'webhook_endpoint.created': 1,
  'webhook_endpoint.changed': 1,
  'webhook_endpoint.secret_rotated': 1,
  'webhook_endpoint.disabled': 1,
  'webhook_endpoint.enabled': 1,
  'webhook_endpoint.removed': 1,
};

/** What the recorder of events adds to facts. */
export interface Recording {
  accountId: string;
  aggregateId: string;
  /** The version of the aggregate before these facts; 0 when there is none. */
  currentVersion: number;
  /** The time of the aggregate's last event, when it has one. */
  lastEventAt: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
  actor: Actor;
  correlationId: string;
  causationId: string;
  traceparent?: string | undefined;
}

/**
 * Numbers facts and gives them their time: max(now, the last event + 1 ms), one millisecond apart, so that time order
 * never contradicts version order, even when the clock jumps back.
 */
export function record<F extends Fact>(facts: readonly F[], recording: Recording): Recorded<F>[] {
  const { accountId, aggregateId, currentVersion, lastEventAt, now, actor, correlationId, causationId } =
    recording;
  const { traceparent } = recording;
  const earliest = lastEventAt === undefined ? now : Math.max(now, Date.parse(lastEventAt) + 1);
  return facts.map((fact, index) => {
    const version = currentVersion + index + 1;
    const envelope: EventEnvelope = {
      eventId: `${aggregateId}.${version}`,
      schemaVersion: EVENT_SCHEMA_VERSIONS[fact.type],
      accountId,
      aggregateId,
      version,
      at: new Date(earliest + index).toISOString(),
      actor,
      correlationId,
      causationId,
      ...(traceparent !== undefined && { traceparent }),
    };
    return { ...fact, ...envelope } as Recorded<F>;
  });
}
