import { DomainError } from './errors.js';

const URL_MAX_LENGTH = 2_000;
const MOST_EVENT_TYPES = 50;

/**
 * The shape of a webhook's URL: http or https, a host, no credentials, no fragment. Whether the address may be called is
 * decided when it is called, on what its name resolves to then.
 *
 * @returns the URL in its normal form
 * @throws DomainError `invalid_webhook_url`
 */
export function parseWebhookUrl(url: string): string {
  const refuse = (why: string) => new DomainError('invalid_webhook_url', `url ${why}.`, 'url');
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#\\]+)([/?][^#\s\\]*)?$/i.exec(url.trim()) ?? [];
  if (scheme === undefined)
    throw refuse('must be http(s)://host, with a path and a query if need be and without a fragment');
  if (authority.includes('@')) throw refuse('must not hold a user name or a password');
  if (!/^(\[[0-9a-f:.]+\]|[^\s:[\]<>^|%]+)(:\d{1,5})?$/i.test(authority)) throw refuse('has no valid host');
  if (url.trim().length > URL_MAX_LENGTH) throw refuse(`must have at most ${URL_MAX_LENGTH} characters`);
  if (/[\p{Cc}\p{Cs}]/u.test(url.trim())) throw refuse('must not contain control characters');
  return url.trim();
}

/**
 * Event types an endpoint asks for, each `aggregate.what` or `aggregate.*`: each once, in order.
 *
 * @throws DomainError `invalid_event_types`
 */
export function parseEventTypes(eventTypes: readonly string[]): string[] {
  const wrong = eventTypes.find((type) => !/^[a-z_]{1,40}\.([a-z_]{1,60}|\*)$/.test(type));
  if (wrong !== undefined || eventTypes.length > MOST_EVENT_TYPES)
    throw new DomainError(
      'invalid_event_types',
      `eventTypes takes up to ${MOST_EVENT_TYPES} event types, like user.created or user.*.`,
      'eventTypes',
    );
  return [...new Set(eventTypes)].sort();
}
