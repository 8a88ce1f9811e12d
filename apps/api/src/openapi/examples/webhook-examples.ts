import { toEventTypeDto } from '../../audit-log/event-types.dto.js';

const ACCOUNT_ID = 'acct_01JZ3YQ7Q6W8F0V3H4N5P6R7S8';
const EVENT_ID = 'user_01JZ3YR2M4K6T8X0Z1B3D5F7G9.2';
export const WEBHOOK_ENDPOINT_ID = 'whep_01JZ3YV9R0T2W4Y6A8C0E2G4J6';
const CREATED = '2026-03-01T09:00:00.000Z';
const UPDATED = '2026-03-02T10:30:00.000Z';

const settings = {
  url: 'https://hooks.acme.example/rollbook',
  description: 'Directory sync',
  eventTypes: ['service_group.*', 'user.removed'],
};
const endpoint = {
  id: WEBHOOK_ENDPOINT_ID,
  accountId: ACCOUNT_ID,
  ...settings,
  status: 'active',
  disabledReason: null,
  secretVersion: 1,
  version: 1,
  createdAt: CREATED,
  updatedAt: CREATED,
};
const endpointWithHealth = { ...endpoint, failingSince: null };
const attempt = { at: UPDATED, durationMs: 184, status: 503, error: null, response: 'try later' };
const delivery = {
  id: EVENT_ID,
  webhookEndpointId: WEBHOOK_ENDPOINT_ID,
  eventType: 'user.removed',
  status: 'pending',
  attemptCount: 1,
  attempts: [attempt],
  nextAttemptAt: '2026-03-02T10:30:05.400Z',
  createdAt: UPDATED,
  updatedAt: UPDATED,
};

const listOf = (item: unknown) => ({ data: [item], nextCursor: null });

export const LOG_STREAM_ID = 'lstr_01JZ3YW2P1R3T5V7X9Z0B2D4F6';
const streamSettings = {
  url: 'https://logs.acme.example/ingest',
  form: 'ndjson',
  personalData: false,
  eventTypes: [],
  description: 'SIEM',
};
const { disabledReason, secretVersion, version, createdAt, updatedAt } = endpoint;
const stream = {
  id: LOG_STREAM_ID,
  accountId: ACCOUNT_ID,
  ...streamSettings,
  status: 'active',
  ...{ disabledReason, secretVersion, version, createdAt, updatedAt },
};
const refusal = {
  at: UPDATED,
  status: 503,
  error: 'The endpoint answered 503 Service Unavailable instead of a status from 200 to 299.',
  response: null,
  eventId: EVENT_ID,
};
const streamWithHealth = {
  ...stream,
  sentAt: '2026-03-02T10:31:00.000Z',
  sentTo: UPDATED,
  waitingSince: null,
  failingSince: null,
  lastRefusal: refusal,
};

export const WEBHOOK_EXAMPLES: Readonly<Record<string, unknown>> = {
  CreateLogStreamDto: { ...streamSettings, secret: 'token-of-the-receiver' },
  ChangeLogStreamDto: { personalData: true },
  ReplaceStreamSecretDto: { secret: 'new-token-of-the-receiver' },
  ReplayLogStreamDto: { from: '2026-03-01T00:00:00Z' },
  LogStreamDto: stream,
  LogStreamRefusalDto: refusal,
  LogStreamWithHealthDto: streamWithHealth,
  LogStreamListDto: listOf(streamWithHealth),
  CreateWebhookEndpointDto: settings,
  ChangeWebhookEndpointDto: { eventTypes: ['user.*'] },
  RotateWebhookSecretDto: { graceSeconds: 3600 },
  WebhookEndpointDto: endpoint,
  IssuedWebhookEndpointDto: { ...endpoint, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD3NJ8vmL2y3k=' },
  WebhookStatusFacetDto: { active: 1, disabled: 0 },
  WebhookEndpointFacetsDto: { status: { active: 1, disabled: 0 } },
  WebhookEndpointWithHealthDto: endpointWithHealth,
  WebhookEndpointListDto: listOf(endpointWithHealth),
  RecoverWebhooksDto: { since: '2026-03-01T00:00:00Z' },
  RecoveredWebhooksDto: { queued: 12, skipped: 380, resumeFrom: null },
  WebhookStatisticsDto: {
    deliveries: 200,
    delivered: 197,
    failed: 2,
    pending: 1,
    attempts: 209,
    medianMs: 84,
    p95Ms: 310,
    waitingSince: UPDATED,
    lastDeliveredAt: UPDATED,
    lastFailedAt: null,
  },
  WebhookAttemptDto: attempt,
  WebhookDeliveryDto: delivery,
  WebhookDeliveryWithEventDto: { ...delivery, event: toEventTypeDto('user.removed').exampleEvent },
  WebhookDeliveryListDto: listOf(delivery),
};
