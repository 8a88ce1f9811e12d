import type { EventType } from './event-data.js';
import { id, type Contract, type JsonSchema } from './json-schema.js';

const webhookEndpoint = {
  webhookEndpointId: id('whep', 'webhook endpoint'),
  url: { type: 'string', description: 'Where it is sent to, after the change.' },
};
const eventTypes = (description: string): JsonSchema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
const webhookSettings = {
  ...webhookEndpoint,
  description: { type: 'string', description: 'What people call it; empty when it has no description.' },
  eventTypes: eventTypes('The event types it is sent, or groups like user.*; empty means all.'),
};

type WebhookEventType = Extract<EventType, `webhook_endpoint.${string}`>;

/** What happens to webhook endpoints themselves. */
export const WEBHOOK_CONTRACTS: { [Type in WebhookEventType]: Contract<Type> } = {
  'webhook_endpoint.created': {
    version: 1,
    summary: 'An account has a new webhook endpoint.',
    properties: webhookSettings,
  },
  'webhook_endpoint.changed': {
    version: 1,
    summary: 'A webhook endpoint has another URL, description or choice of events.',
    properties: {
      ...webhookSettings,
      previousUrl: { type: 'string', description: 'The URL before the change.' },
      previousDescription: { type: 'string', description: 'The description before the change.' },
      previousEventTypes: eventTypes('The event types before the change.'),
    },
  },
  'webhook_endpoint.secret_rotated': {
    version: 1,
    summary: 'A webhook endpoint has another secret. For a time both sign. No event holds a secret.',
    properties: {
      ...webhookEndpoint,
      secretVersion: { type: 'integer', minimum: 2, description: 'The number of the new secret.' },
      previousUntil: {
        type: 'string',
        format: 'date-time',
        description: 'Until then requests are signed with the secret before, too.',
      },
    },
  },
  'webhook_endpoint.disabled': {
    version: 1,
    summary: 'A webhook endpoint is sent nothing more until it is enabled.',
    properties: {
      ...webhookEndpoint,
      reason: {
        enum: ['requested', 'gone', 'failing'],
        description: 'Somebody asked for it; it answered 410 Gone; or it failed for days.',
      },
    },
  },
  'webhook_endpoint.enabled': {
    version: 1,
    summary: 'A disabled webhook endpoint is sent events again.',
    properties: webhookEndpoint,
  },
  'webhook_endpoint.removed': {
    version: 1,
    summary: 'A webhook endpoint is gone.',
    properties: webhookEndpoint,
  },
};
