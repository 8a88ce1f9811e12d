import type { Fields } from '../values/field-rule.js';
import { descriptionRule } from '../values/name.js';
import { MAX_EVENT_TYPES, parseEventTypes, parseWebhookUrl, URL_MAX_LENGTH } from './url-and-event-types.js';

export const webhookEndpointFields = {
  url: { type: 'string', most: URL_MAX_LENGTH, parse: parseWebhookUrl },
  description: { ...descriptionRule, optional: true },
  eventTypes: { type: 'list', most: MAX_EVENT_TYPES, optional: true, parse: parseEventTypes },
} as const satisfies Fields;
