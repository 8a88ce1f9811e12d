import { DomainError } from '../values/errors.js';
import { flawIn } from '../values/text/characters.js';

export const URL_MAX_LENGTH = 2_000;
export const MAX_EVENT_TYPES = 50;

/**
 * The form of a webhook's URL: http or https, a host, no credentials, no fragment. Whether the address may be called
 * is decided at the time of the call, from what its name resolves to then.
 * @throws DomainError `invalid_webhook_url`
 */
export function parseWebhookUrl(url: string): string {
  const refuse = (why: string) => new DomainError('invalid_webhook_url', `url ${why}.`, 'url');
  const [, scheme, authority = ''] = /^(https?):\/\/([^/?#\\]+)([/?][^#\s\\]*)?$/i.exec(url) ?? [];
  if (scheme === undefined)
    throw refuse('must be http(s)://host, with an optional path and query and without a fragment');
  if (authority.includes('@')) throw refuse('must not contain a user name or a password');
  if (url.length > URL_MAX_LENGTH) throw refuse(`must have at most ${URL_MAX_LENGTH} characters`);
  const unseen = flawIn(url, { plain: true });
  if (unseen)
    throw refuse(`must not contain ${unseen.codePoint} (position ${unseen.position}): ${unseen.why}`);
  const [, host = '', port] = /^(\[[\da-f:.]+\]|[^\s:[\]<>^|%]+)(?::(\d{1,5}))?$/i.exec(authority) ?? [];
  if (Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535) throw refuse('must have a port from 1 to 65535');
  const parsed = URL.parse(url);
  if (host === '' || !parsed) throw refuse('has no valid host');
  if (host.startsWith('[')) return url;
  // From Node 24 on, `xn--…` is only decoded and checked next to something that is not ASCII.
  if (/xn--/i.test(host) && !URL.parse(`http://ü.${host}`)) throw refuse('has no valid host');
  requireHostName(parsed.hostname, refuse);
  return url;
}

/** RFC 1035, section 2.3, as in emails; but a single label may do, as within a network, and the root's dot. */
function requireHostName(host: string, refuse: (why: string) => DomainError): void {
  const labels = host.replace(/\.$/, '').split('.');
  if (labels.some((label) => !/^[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(label)))
    throw refuse(
      'has no valid host: use letters, digits and hyphens between dots, and do not end with a hyphen',
    );
  if (host.length > 253 || labels.some((label) => label.length > 63))
    throw refuse('has no valid host: it must have at most 253 characters, and 63 between dots');
}

/**
 * The event types of an endpoint, each `aggregate.what` or `aggregate.*`: sorted, without duplicates.
 * @throws DomainError `invalid_event_types`
 */
export function parseEventTypes(eventTypes: readonly string[]): string[] {
  const wrong = eventTypes.find((type) => !/^[a-z_]{1,40}\.([a-z_]{1,60}|\*)$/.test(type));
  if (wrong !== undefined || eventTypes.length > MAX_EVENT_TYPES)
    throw new DomainError(
      'invalid_event_types',
      `eventTypes must have at most ${MAX_EVENT_TYPES} event types, such as user.created or user.*.`,
      'eventTypes',
    );
  return [...new Set(eventTypes)].sort();
}
