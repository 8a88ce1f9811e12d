// aggregates/webhook-endpoint: commands on webhook endpoints, their queues and deliveries.
// Imports core, table and aggregates/account.

import {
  decideWebhookEndpoint,
  disableWebhookEndpoint,
  DomainError,
  existingAccount,
  existingWebhookEndpoint,
  initialWebhookEndpoint,
  type AccountState,
  type DisabledReason,
  type WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointId,
  type WebhookEndpointInput,
  type WebhookEndpointState,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { execute, requireVersion, type CommandContext, type Outcome } from '../../core/execute.js';
import type { Page, PageRequest } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { plainState } from '../../core/states.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { Tenant } from '../../core/tenant.js';
import { changeWebhookEndpoint } from './change-endpoint.js';
import { webhookEndpointEntity, webhookRegistrationEntity } from '../../table/items/webhooks.js';
import { wakeQueue } from './queues.js';
import { newSecretItem, rotatedSecretItem } from './secrets.js';

/** The maximum, because all are loaded, and may be called, for each event of an account. */
const MAX_WEBHOOK_ENDPOINTS = 20;
const REGISTRATION_KEPT_SECONDS = 60 * 60;

/** @throws DomainError `too_many_webhook_endpoints`, and what {@link decideWebhookEndpoint} throws */
export async function createWebhookEndpoint(
  { directory, accountId }: Tenant,
  input: WebhookEndpointInput,
  context: CommandContext,
): Promise<Outcome<WebhookEndpoint>> {
  const webhookEndpointId = directory.newId('webhook-endpoint');
  return execute(directory, context, {
    accountId,
    inTurnOn: `webhook endpoints of ${accountId}`,
    attempt: async (provenance) => {
      const [account, last] = await Promise.all([
        readAccount(directory, accountId),
        directory.table.get(webhookRegistrationEntity, { accountId }, { consistent: true }),
      ]);
      // After it: later registrations change it.
      const present = await endpointsOf(directory, accountId);
      const command = { type: 'create_webhook_endpoint', webhookEndpointId, ...input } as const;
      const newEvents = decideWebhookEndpoint(initialWebhookEndpoint, command, { account });
      if (present.length >= MAX_WEBHOOK_ENDPOINTS)
        throw new DomainError(
          'too_many_webhook_endpoints',
          `An account can have at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints.`,
        );
      const change = changeWebhookEndpoint(
        directory,
        webhookEndpointId,
        initialWebhookEndpoint,
        newEvents,
        provenance,
      );
      const state = existingWebhookEndpoint(change.state);
      const guards = [registrationItem(directory, state, last), await newSecretItem(directory, state)];
      return { state, changes: [change], guards };
    },
  });
}

/** Counting alone would let concurrent registrations exceed the maximum together: one after the other, each counts the others. */
function registrationItem(
  directory: Directory,
  { accountId, webhookEndpointId, updatedAt }: WebhookEndpoint,
  last: Item<typeof webhookRegistrationEntity> | undefined,
): TransactItem {
  const expiresAt = Math.floor(directory.now() / 1_000) + REGISTRATION_KEPT_SECONDS;
  return {
    operation: webhookRegistrationEntity.put(
      { accountId, webhookEndpointId, createdAt: updatedAt, updatedAt, expiresAt },
      {
        condition: (c) =>
          last ? c.eq('webhookEndpointId', last.webhookEndpointId) : c.notExists('webhookEndpointId'),
      },
    ),
  };
}

/** Pending deliveries of a disabled endpoint resume once it is enabled. */
export async function commandWebhookEndpoint(
  { directory, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
  command: Exclude<WebhookEndpointCommand, { type: 'create_webhook_endpoint' | 'remove_webhook_endpoint' }>,
  context: CommandContext,
): Promise<Outcome<WebhookEndpoint>> {
  const outcome = await execute(directory, context, {
    accountId,
    aggregateId: webhookEndpointId,
    attempt: async (provenance) => {
      const { account, endpoint } = await loadWebhookEndpoint(directory, accountId, webhookEndpointId);
      requireVersion(endpoint, context);
      const newEvents = decideWebhookEndpoint(endpoint, command, { account });
      const change = changeWebhookEndpoint(directory, webhookEndpointId, endpoint, newEvents, provenance);
      const state = existingWebhookEndpoint(change.state);
      const rotates = command.type === 'rotate_webhook_secret';
      const guards = rotates ? [await rotatedSecretItem(directory, state, command.previousUntil)] : [];
      return { state, changes: [change], guards };
    },
  });
  const enabled = outcome.events.some(({ type }) => type === 'webhook_endpoint.enabled');
  if (enabled && !context.dryRun) await wakeQueue(directory, webhookEndpointId);
  return outcome;
}

/** Removes an endpoint: nothing more is sent to it, and its secret is deleted. */
export async function removeWebhookEndpoint(
  { directory, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
  context: CommandContext,
): Promise<Outcome<null>> {
  return execute(directory, context, {
    accountId,
    aggregateId: webhookEndpointId,
    attempt: async (provenance) => {
      const { account, endpoint } = await loadWebhookEndpoint(directory, accountId, webhookEndpointId);
      requireVersion(endpoint, context);
      const newEvents = decideWebhookEndpoint(endpoint, { type: 'remove_webhook_endpoint' }, { account });
      const change = changeWebhookEndpoint(directory, webhookEndpointId, endpoint, newEvents, provenance);
      return { state: null, changes: [change] };
    },
  });
}

/** Disables an endpoint because of its answers. Does nothing if it has been removed or disabled in the meantime. */
export async function disableForItsAnswers(
  { directory, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
  reason: DisabledReason,
  context: CommandContext,
): Promise<void> {
  await execute(directory, context, {
    accountId,
    aggregateId: webhookEndpointId,
    attempt: async (provenance) => {
      const { endpoint } = await loadWebhookEndpoint(directory, accountId, webhookEndpointId);
      const newEvents = disableWebhookEndpoint(endpoint, reason);
      const change = changeWebhookEndpoint(directory, webhookEndpointId, endpoint, newEvents, provenance);
      return { state: null, changes: [change] };
    },
  });
}

async function loadWebhookEndpoint(
  { table }: Directory,
  accountId: string,
  webhookEndpointId: WebhookEndpointId,
): Promise<{ account: AccountState; endpoint: WebhookEndpointState }> {
  const [account, endpoint] = await table.batchGet(
    [accountEntity.at({ accountId }), webhookEndpointEntity.at({ accountId, webhookEndpointId })],
    { consistent: true },
  );
  return { account: accountState(account), endpoint: plainState<'webhook-endpoint'>(endpoint) };
}

export async function getWebhookEndpoint(
  { directory, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
): Promise<WebhookEndpoint> {
  const { account, endpoint } = await loadWebhookEndpoint(directory, accountId, webhookEndpointId);
  existingAccount(account);
  return existingWebhookEndpoint(endpoint);
}

export async function listWebhookEndpoints(
  tenant: Tenant,
  { limit, cursor: from }: PageRequest,
): Promise<Page<WebhookEndpoint>> {
  const { directory, accountId } = tenant;
  const { items, cursor } = await listOfAccount(tenant, () =>
    directory.table.query(
      webhookEndpointEntity,
      { accountId },
      { limit, cursor: from, consistent: true, filter: (c) => c.ne('status', 'removed') },
    ),
  );
  return {
    items: items.map((item) => existingWebhookEndpoint(plainState<'webhook-endpoint'>(item))),
    cursor,
  };
}

/** The existing ones, whatever the state of the account. */
export async function endpointsOf({ table }: Directory, accountId: string): Promise<WebhookEndpoint[]> {
  const { items } = await table.query(
    webhookEndpointEntity,
    { accountId },
    { consistent: true, limit: 100, filter: (c) => c.ne('status', 'removed') },
  );
  return items.map((item) => existingWebhookEndpoint(plainState<'webhook-endpoint'>(item)));
}

/** An endpoint for delivering to it, whatever the state of its account; undefined if it has been removed. */
export async function findWebhookEndpoint(
  { directory: { table }, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
): Promise<WebhookEndpoint | undefined> {
  const key = { accountId, webhookEndpointId };
  const state = plainState<'webhook-endpoint'>(
    await table.get(webhookEndpointEntity, key, { consistent: true }),
  );
  return state.status === 'none' || state.status === 'removed' ? undefined : state;
}
