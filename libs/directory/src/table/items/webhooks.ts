import type { DisabledReason, LogStreamId, WebhookEndpointId } from '#libs/domain';
import { any, defineEntity, list, number, oneOf, string } from '@rollbook/single-table';
import { everyHead, everyItem } from './every-item.js';
import type { StreamProgress } from './log-streams.js';
import { rollbookTable } from '../table.js';

export const webhookEndpointEntity = defineEntity(rollbookTable, {
  name: 'webhook-endpoint',
  key: { PK: 'account:{accountId}', SK: 'webhook-endpoint:{webhookEndpointId}' },
  attributes: {
    ...everyHead,
    webhookEndpointId: string<WebhookEndpointId>(),
    url: string(),
    description: string(),
    eventTypes: list(string()),
    secretVersion: number(),
    status: oneOf('active', 'disabled', 'removed'),
    disabledReason: any<DisabledReason>().optional(),
    expiresAt: number().optional(),
  },
});

/** What has a queue and a secret. Their items call the id of either `webhookEndpointId`, as stored since before there were log streams. */
export type ReceiverId = WebhookEndpointId | LogStreamId;

/** The last registration of an endpoint or a log stream: concurrent registrations are conditional on nobody else's. */
export const webhookRegistrationEntity = defineEntity(rollbookTable, {
  name: 'webhook-registration',
  key: { PK: 'webhook-endpoints:{accountId}', SK: 'registration' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string<ReceiverId>(),
    /** Seconds since the epoch: it is useless once concurrent registrations have finished. */
    expiresAt: number(),
  },
});

/** The secret that signs an endpoint's requests, or that a log stream sends, encrypted. No event contains it, so it cannot be derived again. */
export const webhookSecretEntity = defineEntity(rollbookTable, {
  name: 'webhook-secret',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'secret' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string<ReceiverId>(),
    secretVersion: number(),
    sealed: string(),
    previous: string().optional(),
    /** ISO 8601: until then `previous` also signs. */
    previousUntil: string().optional(),
  },
});

/** The number of index partitions for due queues, over which the endpoints are spread. */
const QUEUE_SHARDS = 16;

/** Indexed only while there is work, and spread by endpoint, so that no partition is everybody's. */
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
    webhookEndpointId: string<ReceiverId>(),
    /** When the next delivery is due; while a worker has claimed it, when it is presumed dead. */
    dueAt: string().optional(),
    holder: string().optional(),
    /** Counts what was put into the queue: releasing the queue checks whether something has arrived in the meantime. */
    wakeups: number(),
    failingSince: string().optional(),
    /** When a log stream was last told of an event. */
    wokenAt: string().optional(),
    /** Of a log stream. */
    progress: any<StreamProgress>().optional(),
  },
});

/** A pending delivery, ordered by its next attempt. Read strongly consistently, because it is not in an index. */
export const webhookPendingEntity = defineEntity(rollbookTable, {
  name: 'webhook-pending',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'pending:{dueAt}:{eventId}' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string<WebhookEndpointId>(),
    eventId: string(),
    eventAt: string(),
    dueAt: string(),
    expiresAt: number(),
  },
});

export interface DeliveryAttempt {
  at: string;
  durationMs: number;
  /** Of the answer, if there was one. */
  status?: number;
  /** Why there was no answer, or why it was not accepted. */
  error?: string;
  response?: string;
}

/** The delivery of one event to one endpoint, as logged. It contains no data of the event, only its id. */
export const webhookDeliveryEntity = defineEntity(rollbookTable, {
  name: 'webhook-delivery',
  key: { PK: 'webhook-endpoint:{webhookEndpointId}', SK: 'delivery:{eventAt}:{eventId}' },
  attributes: {
    ...everyItem,
    webhookEndpointId: string<WebhookEndpointId>(),
    eventId: string(),
    eventType: string(),
    eventAt: string(),
    status: oneOf('pending', 'delivered', 'failed'),
    attemptCount: number(),
    /** Attempts since the last request: a manual redelivery starts the schedule again. */
    triesSinceAsked: number(),
    /** The last ones. */
    attempts: list(any<DeliveryAttempt>()),
    nextAttemptAt: string().optional(),
    expiresAt: number(),
  },
});
