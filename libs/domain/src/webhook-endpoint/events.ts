import {
  dateTime,
  id,
  integer,
  oneOf,
  text,
  texts,
  type DataOf,
  type FactsOf,
} from '../events/event-schema.js';

/** Why an endpoint gets nothing more: somebody said so, it answered 410, or it failed for too long. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const identity = {
  webhookEndpointId: id('whep', 'webhook endpoint'),
  url: text('Where it is sent to, after the change.'),
};
const settings = {
  ...identity,
  description: text('What people call it; empty when it has no description.'),
  eventTypes: texts('The event types it is sent, or groups like user.*; empty means all.'),
};

export const webhookEndpointEvents = {
  'webhook_endpoint.created': { summary: 'A webhook endpoint was created.', fields: settings },
  'webhook_endpoint.changed': {
    summary: 'The URL, the description or the choice of events of a webhook endpoint was changed.',
    fields: {
      ...settings,
      previousUrl: text('The URL before the change.'),
      previousDescription: text('The description before the change.'),
      previousEventTypes: texts('The event types before the change.'),
    },
  },
  'webhook_endpoint.secret_rotated': {
    summary: 'A webhook endpoint was given a new secret. For a time both sign. No event holds a secret.',
    fields: {
      ...identity,
      secretVersion: integer(2, 'The number of the new secret.'),
      previousUntil: dateTime('Until then requests are signed with the secret before, too.'),
    },
  },
  'webhook_endpoint.disabled': {
    summary: 'A webhook endpoint was disabled: it is sent nothing until it is enabled.',
    fields: {
      ...identity,
      reason: oneOf(DISABLED_REASONS, 'Somebody asked for it; it answered 410 Gone; or it failed for days.'),
    },
  },
  'webhook_endpoint.enabled': {
    summary: 'A disabled webhook endpoint is sent events again.',
    fields: identity,
  },
  'webhook_endpoint.removed': { summary: 'A webhook endpoint was removed.', fields: identity },
} as const;

export type WebhookEndpointIdentity = DataOf<(typeof webhookEndpointEvents)['webhook_endpoint.removed']>;
export type WebhookEndpointFact = FactsOf<typeof webhookEndpointEvents>;
