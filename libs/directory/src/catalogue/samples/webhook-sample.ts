import type { WebhookEndpointId } from '#libs/domain';
import type { WriteOperation } from '@rollbook/single-table';
import { logStreamEntity } from '../../table/items/log-streams.js';
import {
  webhookDeliveryEntity,
  webhookEndpointEntity,
  webhookPendingEntity,
  webhookQueueEntity,
} from '../../table/items/webhooks.js';
import {
  accountId,
  at,
  head,
  heldWebhookEndpointId,
  item,
  logStreamId,
  webhookEndpointId,
} from './sample.js';

/** One webhook endpoint with a pending delivery, and one whose queue a worker has claimed. */

export const HOLDER = 'worker_1';

const expiresAt = Date.parse(at) / 1000 + 60;
const common = {
  ...item,
  webhookEndpointId: webhookEndpointId as WebhookEndpointId,
  eventId: `${accountId}.1`,
  eventAt: at,
  expiresAt,
};
export const pending = { ...common, dueAt: at };
export const delivery = {
  ...common,
  eventType: 'account.created',
  status: 'pending' as const,
  attemptCount: 0,
  triesSinceAsked: 0,
  attempts: [],
  nextAttemptAt: at,
};

export const webhookSample: readonly WriteOperation[] = [
  webhookEndpointEntity.put({
    ...head,
    webhookEndpointId,
    url: 'https://hooks.acme.example/',
    description: '',
    eventTypes: [],
    secretVersion: 1,
    status: 'active',
  }),
  webhookQueueEntity.put({ ...item, webhookEndpointId, wakeups: 1, dueAt: at }),
  webhookQueueEntity.put({
    ...item,
    webhookEndpointId: heldWebhookEndpointId,
    wakeups: 1,
    dueAt: at,
    holder: HOLDER,
  }),
  logStreamEntity.put({
    ...head,
    logStreamId,
    url: 'https://logs.acme.example/',
    form: 'ndjson',
    personalData: false,
    eventTypes: [],
    description: '',
    secretVersion: 1,
    status: 'active',
  }),
  webhookQueueEntity.put({ ...item, webhookEndpointId: logStreamId, wakeups: 1, dueAt: at, holder: HOLDER }),
  webhookPendingEntity.put(pending),
  webhookDeliveryEntity.put(delivery),
];
