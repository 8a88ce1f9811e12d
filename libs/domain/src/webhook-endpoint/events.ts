import {
  dateTime,
  id,
  integer,
  oneOf,
  text,
  texts,
  type DataOf,
  type NewEventsOf,
} from '../schema/event-schema.js';

/** Why an endpoint was disabled: on request, because it answered 410, or because it failed for too long. */
export const DISABLED_REASONS = ['requested', 'gone', 'failing'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const identity = {
  webhookEndpointId: id('whep', 'webhook endpoint'),
  url: text('Where events are sent, after the change.'),
};
const settings = {
  ...identity,
  description: text('A description for people; may be empty.'),
  eventTypes: texts('The event types it receives, or groups such as user.*; empty means all.'),
};

export const webhookEndpointEvents = {
  'webhook_endpoint.created': {
    summary: 'A webhook endpoint was created.',
    sentence: '{actor} created the webhook endpoint {url}',
    fields: settings,
  },
  'webhook_endpoint.changed': {
    summary: 'The URL, the description or the event types of a webhook endpoint were changed.',
    sentence: '{actor} changed the webhook endpoint {url}',
    fields: {
      ...settings,
      previousUrl: text('The URL before the change.'),
      previousDescription: text('The description before the change.'),
      previousEventTypes: texts('The event types before the change.'),
    },
  },
  'webhook_endpoint.secret_rotated': {
    summary:
      'A webhook endpoint was given a new secret. For a time requests are signed with both. Events never contain secrets.',
    sentence: '{actor} gave the webhook endpoint {url} a new secret',
    fields: {
      ...identity,
      secretVersion: integer(2, 'The number of the new secret.'),
      previousUntil: dateTime('Until then requests are also signed with the previous secret.'),
    },
  },
  'webhook_endpoint.disabled': {
    summary: 'A webhook endpoint was disabled: nothing is sent to it until it is enabled.',
    sentence: '{actor} disabled the webhook endpoint {url}',
    fields: {
      ...identity,
      reason: oneOf(
        DISABLED_REASONS,
        'On request; because it answered 410 Gone; or because it failed for days.',
      ),
    },
  },
  'webhook_endpoint.enabled': {
    summary: 'A disabled webhook endpoint was enabled: events are sent to it again.',
    sentence: '{actor} enabled the webhook endpoint {url}',
    fields: identity,
  },
  'webhook_endpoint.removed': {
    summary: 'A webhook endpoint was removed.',
    sentence: '{actor} removed the webhook endpoint {url}',
    fields: identity,
  },
} as const;

export type WebhookEndpointIdentity = DataOf<(typeof webhookEndpointEvents)['webhook_endpoint.removed']>;
export type NewWebhookEndpointEvent = NewEventsOf<typeof webhookEndpointEvents>;
