import { DomainError } from '../values/errors.js';
import type { Fields } from '../values/field-rule.js';
import { descriptionRule } from '../values/name.js';
import { webhookEndpointFields } from '../webhook-endpoint/fields.js';

export const LOG_FORMS = ['ndjson', 'cloudevents', 'splunk-hec', 'datadog', 'ocsf'] as const;
export type LogForm = (typeof LOG_FORMS)[number];

/** Receivers that drop older events, and do not say so. https://docs.datadoghq.com/api/latest/logs/#send-logs */
export const MAX_AGE_MS: Readonly<Partial<Record<LogForm, number>>> = { datadog: 18 * 60 * 60 * 1_000 };

export const STREAM_SECRET_MAX_LENGTH = 1_000;

/** Visible ASCII, as it is sent in a header. @throws DomainError `invalid_secret` */
export function parseStreamSecret(secret: string): string {
  if (/^[\x21-\x7e]+$/.test(secret) && secret.length <= STREAM_SECRET_MAX_LENGTH) return secret;
  throw new DomainError(
    'invalid_secret',
    `secret must have 1 to ${STREAM_SECRET_MAX_LENGTH} ASCII characters, without spaces.`,
    'secret',
  );
}

const { url, eventTypes } = webhookEndpointFields;

export const logStreamFields = {
  url,
  form: { type: 'string', values: LOG_FORMS },
  personalData: { type: 'boolean', optional: true },
  eventTypes,
  description: { ...descriptionRule, optional: true },
} as const satisfies Fields;
