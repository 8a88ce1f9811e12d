import {
  enqueueDeliveries,
  findPendingDelivery,
  getDelivery,
  listDeliveries,
  recordAttempt,
  redeliver,
} from '../aggregates/webhook-endpoint/deliveries.js';
import {
  commandWebhookEndpoint,
  createWebhookEndpoint,
  disableForItsAnswers,
  findWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  removeWebhookEndpoint,
} from '../aggregates/webhook-endpoint/endpoints.js';
import {
  claimQueue,
  dueQueues,
  nextDeliveries,
  releaseQueue,
  renewClaim,
  wakeQueue,
} from '../aggregates/webhook-endpoint/queues.js';
import { recoverDeliveries, testWebhookEndpoint } from '../aggregates/webhook-endpoint/recover.js';
import { deliveryStatistics, withHealth } from '../aggregates/webhook-endpoint/statistics.js';
import { pattern } from './reads.js';
import { accountId, at, context, heldWebhookEndpointId, webhookEndpointId } from './samples/sample.js';
import { delivery, HOLDER, pending } from './samples/webhook-sample.js';

const eventId = `${accountId}.1`;
const claim = {
  accountId,
  webhookEndpointId: heldWebhookEndpointId,
  holder: HOLDER,
  failingSince: undefined,
  wakeups: 0,
} as const;

export const webhookRoutes = {
  getWebhookEndpoint: pattern('a webhook endpoint', { webhookEndpointId }, (tenant, input) =>
    getWebhookEndpoint(tenant, input.webhookEndpointId),
  ),
  listWebhookEndpoints: pattern('the webhook endpoints of an account', { limit: 25 }, (tenant, page) =>
    listWebhookEndpoints(tenant, page),
  ),
  withHealth: pattern('since when webhook endpoints fail', { webhookEndpointId }, async (tenant, input) =>
    withHealth(tenant, [await getWebhookEndpoint(tenant, input.webhookEndpointId)]),
  ),
  createWebhookEndpoint: pattern(
    'register a webhook endpoint',
    { url: 'https://hooks.acme.example/' },
    (tenant, input) => createWebhookEndpoint(tenant, input, context),
    { note: 'Its queue and its sealed secret come with it.' },
  ),
  changeWebhookEndpoint: pattern(
    'change a webhook endpoint; disable it likewise',
    { webhookEndpointId, url: 'https://new.acme.example/' },
    (tenant, { url }) =>
      commandWebhookEndpoint(tenant, webhookEndpointId, { type: 'change_webhook_endpoint', url }, context),
  ),
  rotateWebhookSecret: pattern('give a webhook endpoint a new secret', { webhookEndpointId }, (tenant) =>
    commandWebhookEndpoint(
      tenant,
      webhookEndpointId,
      { type: 'rotate_webhook_secret', previousUntil: at },
      context,
    ),
  ),
  recoverDeliveries: pattern(
    'send an endpoint what it was not delivered since a time',
    { webhookEndpointId, since: at },
    (tenant, input) => recoverDeliveries(tenant, input.webhookEndpointId, input.since, context),
    { note: 'A page of the log and its deliveries at a time; a transaction for each event that is sent.' },
  ),
  testWebhookEndpoint: pattern('send an endpoint the newest event', { webhookEndpointId }, (tenant, input) =>
    testWebhookEndpoint(tenant, input.webhookEndpointId, context),
  ),
  deliveryStatistics: pattern(
    'how the newest deliveries of an endpoint went',
    { webhookEndpointId },
    (tenant, input) => deliveryStatistics(tenant, input.webhookEndpointId),
  ),
  removeWebhookEndpoint: pattern('remove a webhook endpoint', { webhookEndpointId }, (tenant, input) =>
    removeWebhookEndpoint(tenant, input.webhookEndpointId, context),
  ),
  listDeliveries: pattern(
    'the delivery log of a webhook endpoint, the newest event first',
    { webhookEndpointId, limit: 25 },
    (tenant, { limit }) => listDeliveries(tenant, webhookEndpointId, { limit }),
  ),
  getDelivery: pattern('the delivery of an event to a webhook endpoint', { eventId }, (tenant) =>
    getDelivery(tenant, webhookEndpointId, eventId),
  ),
  redeliver: pattern(
    'send an event to a webhook endpoint again',
    { dryRun: true },
    (tenant, options) => redeliver(tenant, webhookEndpointId, eventId, { ...context, ...options }),
    { note: 'Shown as a dry run: it is then queued as below.' },
  ),
};

export const webhookMaintenance = {
  findWebhookEndpoint: pattern('the endpoint of a delivery', { webhookEndpointId }, (tenant, input) =>
    findWebhookEndpoint(tenant, input.webhookEndpointId),
  ),
  enqueueDeliveries: pattern(
    'queue an event for the webhook endpoints that want it',
    { eventId },
    ({ directory }) =>
      enqueueDeliveries(directory, { eventId: `${accountId}.9`, accountId, at, type: 'account.renamed' }),
    { note: 'The delivery is created if there is none; then the queue is resumed.' },
  ),
  wakeQueue: pattern('wake a queue', { webhookEndpointId }, ({ directory }, input) =>
    wakeQueue(directory, input.webhookEndpointId),
  ),
  dueQueues: pattern(
    'the queues that are due',
    { limit: 32 },
    ({ directory }, { limit }) => dueQueues(directory, limit),
    { note: 'One Query for each partition they are spread over.' },
  ),
  claimQueue: pattern('claim a queue', { webhookEndpointId }, ({ directory }, input) =>
    claimQueue(directory, input.webhookEndpointId, 'worker', 60_000),
  ),
  renewClaim: pattern('keep a claim', {}, ({ directory }) => renewClaim(directory, claim, 60_000)),
  nextDeliveries: pattern('the next deliveries', { webhookEndpointId }, ({ directory }, input) =>
    nextDeliveries(directory, input.webhookEndpointId, 5),
  ),
  findPendingDelivery: pattern('a pending delivery', {}, ({ directory }) =>
    findPendingDelivery(directory, pending),
  ),
  recordAttempt: pattern('record the result of an attempt', {}, ({ directory }) =>
    recordAttempt(directory, delivery, pending, { at, durationMs: 90, status: 200 }, { status: 'delivered' }),
  ),
  releaseQueue: pattern('release a queue', {}, ({ directory }) =>
    releaseQueue(directory, claim, () => undefined),
  ),
  disableForItsAnswers: pattern('disable an endpoint that is gone', { webhookEndpointId }, (tenant) =>
    disableForItsAnswers(tenant, webhookEndpointId, 'gone', context),
  ),
};
