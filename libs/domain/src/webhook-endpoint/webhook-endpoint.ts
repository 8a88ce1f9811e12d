import type { WebhookEndpointId } from '../values/ids.js';
import { activeAccount, type AccountState } from '../account/account.js';
import { DomainError } from '../values/errors.js';
import type { Recorded } from '../schema/recorded.js';
import type { DisabledReason, NewWebhookEndpointEvent, WebhookEndpointIdentity } from './events.js';
import { parseDescription, parseUnlessKept } from '../values/name.js';
import { parseAll } from '../values/parse-all.js';
import { parseEventTypes, parseWebhookUrl } from './url-and-event-types.js';

interface NoWebhookEndpoint {
  status: 'none';
}

export interface WebhookEndpoint {
  status: 'active' | 'disabled' | 'removed';
  webhookEndpointId: WebhookEndpointId;
  accountId: string;
  url: string;
  description: string;
  /** The events it receives: types, or groups such as `user.*`. Empty: all. */
  eventTypes: readonly string[];
  /** 1, 2, 3 …: the number of the signing secret. The secret itself is not part of any event. */
  secretVersion: number;
  disabledReason?: DisabledReason;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export type WebhookEndpointState = NoWebhookEndpoint | WebhookEndpoint;

export interface WebhookEndpointInput {
  url: string;
  description?: string;
  eventTypes?: readonly string[];
}

export type WebhookEndpointCommand =
  | ({ type: 'create_webhook_endpoint'; webhookEndpointId: WebhookEndpointId } & WebhookEndpointInput)
  | ({ type: 'change_webhook_endpoint' } & Partial<WebhookEndpointInput>)
  | { type: 'rotate_webhook_secret'; previousUntil: string }
  | { type: 'disable_webhook_endpoint' }
  | { type: 'enable_webhook_endpoint' }
  | { type: 'remove_webhook_endpoint' };

export const initialWebhookEndpoint: WebhookEndpointState = { status: 'none' };

/**
 * Decides what a command does to a webhook endpoint. Returns nothing if there is nothing to change.
 * @throws DomainError
 */
export function decideWebhookEndpoint(
  state: WebhookEndpointState,
  command: WebhookEndpointCommand,
  { account }: { account: AccountState },
): NewWebhookEndpointEvent[] {
  activeAccount(account);
  if (command.type === 'create_webhook_endpoint') {
    if (state.status !== 'none')
      throw new DomainError('webhook_endpoint_exists', 'This webhook endpoint already exists.');
    const { webhookEndpointId, ...input } = command;
    return [{ type: 'webhook_endpoint.created', data: { webhookEndpointId, ...parseSettings(input) } }];
  }
  const endpoint = existingWebhookEndpoint(state);
  switch (command.type) {
    case 'change_webhook_endpoint':
      return changeEndpoint(endpoint, command);
    case 'rotate_webhook_secret': {
      const { previousUntil } = command;
      const secretVersion = endpoint.secretVersion + 1;
      return [
        {
          type: 'webhook_endpoint.secret_rotated',
          data: { ...identity(endpoint), secretVersion, previousUntil },
        },
      ];
    }
    case 'disable_webhook_endpoint':
      return disableWebhookEndpoint(endpoint, 'requested');
    case 'enable_webhook_endpoint':
      if (endpoint.status === 'active') return [];
      return [{ type: 'webhook_endpoint.enabled', data: identity(endpoint) }];
    case 'remove_webhook_endpoint':
      return removeWebhookEndpointWithAccount(endpoint);
    default:
      return command satisfies never;
  }
}

/** What an endpoint's own answers do to it, even in a suspended account. */
export function disableWebhookEndpoint(
  state: WebhookEndpointState,
  reason: DisabledReason,
): NewWebhookEndpointEvent[] {
  if (state.status !== 'active') return [];
  return [{ type: 'webhook_endpoint.disabled', data: { ...identity(state), reason } }];
}

/** What closing its account does to a webhook endpoint. */
export function removeWebhookEndpointWithAccount(state: WebhookEndpointState): NewWebhookEndpointEvent[] {
  if (state.status === 'none' || state.status === 'removed') return [];
  return [{ type: 'webhook_endpoint.removed', data: identity(state) }];
}

function changeEndpoint(
  endpoint: WebhookEndpoint,
  change: Partial<WebhookEndpointInput>,
): NewWebhookEndpointEvent[] {
  const { url: previousUrl, description: previousDescription, eventTypes: previousEventTypes } = endpoint;
  const settings = parseAll({
    url: () => parseUnlessKept(change.url, previousUrl, parseWebhookUrl),
    description: () => parseUnlessKept(change.description, previousDescription, parseDescription),
    eventTypes: () => parseEventTypes(change.eventTypes ?? previousEventTypes),
  });
  const same =
    settings.url === previousUrl &&
    settings.description === previousDescription &&
    settings.eventTypes.join() === [...previousEventTypes].join();
  if (same) return [];
  const { webhookEndpointId } = endpoint;
  const previous = { previousUrl, previousDescription, previousEventTypes };
  return [{ type: 'webhook_endpoint.changed', data: { webhookEndpointId, ...settings, ...previous } }];
}

function parseSettings({ url, description = '', eventTypes = [] }: WebhookEndpointInput) {
  return parseAll({
    url: () => parseWebhookUrl(url),
    description: () => parseDescription(description),
    eventTypes: () => parseEventTypes(eventTypes),
  });
}

export function evolveWebhookEndpoint(
  state: WebhookEndpointState,
  event: Recorded<NewWebhookEndpointEvent>,
): WebhookEndpointState {
  const { version, at } = event;
  if (event.type === 'webhook_endpoint.created') {
    const { accountId, data } = event;
    const times = { createdAt: at, updatedAt: at };
    return { status: 'active', accountId, ...data, secretVersion: 1, version, ...times };
  }
  const endpoint: WebhookEndpoint = { ...existingWebhookEndpoint(state), version, updatedAt: at };
  switch (event.type) {
    case 'webhook_endpoint.changed': {
      const { url, description, eventTypes } = event.data;
      return { ...endpoint, url, description, eventTypes };
    }
    case 'webhook_endpoint.secret_rotated':
      return { ...endpoint, secretVersion: event.data.secretVersion };
    case 'webhook_endpoint.disabled':
      return { ...endpoint, status: 'disabled', disabledReason: event.data.reason };
    case 'webhook_endpoint.enabled': {
      const { disabledReason: _, ...rest } = endpoint;
      return { ...rest, status: 'active' };
    }
    case 'webhook_endpoint.removed':
      return { ...endpoint, status: 'removed' };
    default:
      return event satisfies never;
  }
}

/**
 * A removed endpoint is as absent as one that never existed.
 * @throws DomainError `webhook_endpoint_not_found`
 */
export function existingWebhookEndpoint(state: WebhookEndpointState): WebhookEndpoint {
  if (state.status === 'none' || state.status === 'removed')
    throw new DomainError('webhook_endpoint_not_found', 'There is no such webhook endpoint in this account.');
  return state;
}

/** True if events of a type should be sent to an endpoint. */
export function wantsEvent({ eventTypes }: Pick<WebhookEndpoint, 'eventTypes'>, type: string): boolean {
  if (eventTypes.length === 0) return true;
  return eventTypes.some((wanted) =>
    wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type,
  );
}

function identity({ webhookEndpointId, url }: WebhookEndpoint): WebhookEndpointIdentity {
  return { webhookEndpointId, url };
}
