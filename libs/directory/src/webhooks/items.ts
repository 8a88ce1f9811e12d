import type { DisabledReason } from '#libs/domain';
import { any, defineEntity, list, number, oneOf, string } from '#libs/single-table';
import { everyHead, everyItem } from '../items.js';
import { rollbookTable } from '../table.js';

export const webhookEndpointEntity = defineEntity(rollbookTable, {
  name: 'webhook-endpoint',
  key: { PK: 'account:{accountId}', SK: 'webhook-endpoint:{webhookEndpointId}' },
  attributes: {
    ...everyHead,
    webhookEndpointId: string(),
    url: string(),
    description: string(),
    eventTypes: list(string()),
    secretVersion: number(),
    status: oneOf('active', 'disabled', 'removed'),
    disabledReason: any<DisabledReason>().optional(),
    /** Set on a tombstone. Seconds since the epoch. */
    expiresAt: number().optional(),
  },
});

/** Who registered an endpoint last: two who register at once do so on the condition that it was nobody else. */
export const webhookRegistrationEntity = defineEntity(rollbookTable, {
  name: 'webhook-registration',
  key: { PK: 'webhook-endpoints:{accountId}', SK: 'registration' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string(),
    /** Seconds since the epoch: of no use once those who registered at the same time are done. */
    expiresAt: number(),
  },
});

/** What signs an endpoint's requests, encrypted. No event holds it, so it cannot be derived again. */
export const webhookSecretEntity = defineEntity(rollbookTable, {
  name: 'webhook-secret',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'secret' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string(),
    secretVersion: number(),
    sealed: string(),
    previous: string().optional(),
    /** ISO 8601: until then `previous` signs, too. */
    previousUntil: string().optional(),
  },
});

/** How many partitions of the index hold the queues that are due: none gets more than its part of the endpoints. */
const QUEUE_SHARDS = 16;

/**
 * One for each endpoint: when there is work, and who does it. In the index only while there is some, spread by the
 * endpoint, so that an endpoint with a long queue stands in nobody's way and no partition is everybody's.
 */
export const webhookQueueEntity = defineEntity(rollbookTable, {
  name: 'webhook-queue',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'queue' },
  indexes: {
    GSI1: {
      GSI1PK: 'webhook-queues',
      GSI1SK: '{dueAt}:{webhookEndpointId}',
      shards: { count: QUEUE_SHARDS, by: 'webhookEndpointId' },
    },
  },
  attributes: {
    ...everyItem,
    webhookEndpointId: string(),
    /** When the next delivery is due; while somebody works on it, when they are taken for dead. */
    dueAt: string().optional(),
    holder: string().optional(),
    /** Counts what was put into the queue: whoever lets go of it sees whether something came in meanwhile. */
    wakeups: number(),
    /** Since when every attempt has failed. */
    failingSince: string().optional(),
  },
});

/** A delivery that waits for its next attempt, in the order of these. Read strongly consistently: it is not an index. */
export const webhookPendingEntity = defineEntity(rollbookTable, {
  name: 'webhook-pending',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'pending:{dueAt}:{eventId}' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string(),
    eventId: string(),
    eventAt: string(),
    dueAt: string(),
    expiresAt: number(),
  },
});

/** How one attempt to deliver went. */
export interface DeliveryAttempt {
  at: string;
  /** Milliseconds. */
  durationMs: number;
  /** Of the answer, when there was one. */
  status?: number;
  /** Why there was no answer, or why the answer was none we take. */
  error?: string;
  /** The beginning of the answer's body. */
  response?: string;
}

/** What became of one event for one endpoint: the delivery log. It holds no data of the event, only its id. */
export const webhookDeliveryEntity = defineEntity(rollbookTable, {
  name: 'webhook-delivery',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'delivery:{eventAt}:{eventId}' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string(),
    eventId: string(),
    eventType: string(),
    eventAt: string(),
    status: oneOf('pending', 'delivered', 'failed'),
    attemptCount: number(),
    /** Attempts since it was last asked for: a redelivery by hand begins the schedule anew. */
    triesSinceAsked: number(),
    /** The last ones. */
    attempts: list<DeliveryAttempt>(),
    nextAttemptAt: string().optional(),
    expiresAt: number(),
  },
});
