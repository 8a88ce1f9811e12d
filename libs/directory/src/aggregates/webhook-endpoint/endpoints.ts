// aggregates/webhook-endpoint: commands on webhook endpoints, their queues and deliveries.
// Imports core, table and aggregates/account.

import {
  decideWebhookEndpoint,
  disableWebhookEndpoint,
  DomainError,
  existingAccount,
  existingWebhookEndpoint,
  initialWebhookEndpoint,
  type DisabledReason,
  type NewWebhookEndpointEvent,
  type WebhookEndpoint,
  type WebhookEndpointCommand,
  type WebhookEndpointId,
  type WebhookEndpointInput,
} from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import type { Provenance } from '../../core/changes.js';
import type { Directory } from '../../core/directory.js';
import { accountEntity } from '../../table/items/accounts.js';
import { listOfAccount, readAccount } from '../account/read-account.js';
import { command } from '../../core/command.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import type { Page, PageRequest } from '../../core/pages.js';
import { accountState } from '../account/state.js';
import { plainState } from '../../core/states.js';
import type { TransactItem } from '../../core/transact-item.js';
import type { Tenant } from '../../core/tenant.js';
import { changeWebhookEndpoint } from './change-endpoint.js';
import {
  webhookEndpointEntity,
  webhookRegistrationEntity,
  type ReceiverId,
} from '../../table/items/webhooks.js';
import { wakeQueue } from './queues.js';
import { newSecretItem, rotatedSecretItem } from './secrets.js';

/** The maximum, because all are loaded, and may be called, for each event of an account. */
const MAX_WEBHOOK_ENDPOINTS = 20;
const REGISTRATION_KEPT_SECONDS = 60 * 60;

/** @throws DomainError `too_many_webhook_endpoints`, and what {@link decideWebhookEndpoint} throws */
export async function createWebhookEndpoint(
  tenant: Tenant,
  { secret, ...input }: WebhookEndpointInput & { secret?: string },
  context: CommandContext,
): Promise<Outcome<WebhookEndpoint>> {
  const { directory, accountId } = tenant;
  const webhookEndpointId = directory.newId('webhook-endpoint');
  const endpointCommand = { type: 'create_webhook_endpoint', webhookEndpointId, ...input } as const;
  return command(tenant, context, {
    inTurnOn: `webhook endpoints of ${accountId}`,
    load: async () => {
      const [account, last] = await Promise.all([
        readAccount(directory, accountId),
        directory.table.get(webhookRegistrationEntity, { accountId }, { consistent: true }),
      ]);
      // After it: later registrations change it.
      return {
        before: initialWebhookEndpoint,
        account,
        last,
        present: await endpointsOf(directory, accountId),
      };
    },
    decide: ({ before, account, present }) => {
      const newEvents = decideWebhookEndpoint(before, endpointCommand, { account });
      if (present.length < MAX_WEBHOOK_ENDPOINTS) return newEvents;
      throw new DomainError(
        'too_many_webhook_endpoints',
        `An account can have at most ${MAX_WEBHOOK_ENDPOINTS} webhook endpoints.`,
      );
    },
    change: ({ before }, newEvents, by) =>
      changeWebhookEndpoint(directory, webhookEndpointId, before, newEvents, by),
    view: async (changed, { last }) => {
      const state = existingWebhookEndpoint(changed.state);
      const guards = [
        registrationItem(directory, state, last),
        await newSecretItem(directory, state, secret),
      ];
      return { state, guards };
    },
  });
}

/** Counting alone would let concurrent registrations exceed the maximum together: one after the other, each counts the others. */
export function registrationItem(
  directory: Directory,
  {
    accountId,
    webhookEndpointId,
    updatedAt,
  }: Pick<WebhookEndpoint, 'accountId' | 'updatedAt'> & { webhookEndpointId: ReceiverId },
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
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  endpointCommand: Exclude<
    WebhookEndpointCommand,
    { type: 'create_webhook_endpoint' | 'remove_webhook_endpoint' }
  >,
  context: CommandContext,
  secret?: string,
): Promise<Outcome<WebhookEndpoint>> {
  const { directory } = tenant;
  const outcome = await command(tenant, context, {
    ...onEndpoint(tenant, webhookEndpointId),
    decide: ({ before, account }) => decideWebhookEndpoint(before, endpointCommand, { account }),
    view: async (changed) => {
      const state = existingWebhookEndpoint(changed.state);
      const rotates = endpointCommand.type === 'rotate_webhook_secret';
      const guards = rotates
        ? [await rotatedSecretItem(directory, state, endpointCommand.previousUntil, secret)]
        : [];
      return { state, guards };
    },
  });
  const enabled = outcome.events.some(({ type }) => type === 'webhook_endpoint.enabled');
  if (enabled && !context.dryRun) await wakeQueue(directory, webhookEndpointId);
  return outcome;
}

/** Removes an endpoint: nothing more is sent to it, and its secret is deleted. */
export async function removeWebhookEndpoint(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  context: CommandContext,
): Promise<Outcome<null>> {
  return command(tenant, context, {
    ...onEndpoint(tenant, webhookEndpointId),
    decide: ({ before, account }) =>
      decideWebhookEndpoint(before, { type: 'remove_webhook_endpoint' }, { account }),
    view: () => ({ state: null }),
  });
}

/** Disables an endpoint because of its answers. Does nothing if it has been removed or disabled in the meantime. */
export async function disableForItsAnswers(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  reason: DisabledReason,
  context: CommandContext,
): Promise<void> {
  await command(tenant, context, {
    ...onEndpoint(tenant, webhookEndpointId),
    decide: ({ before }) => disableWebhookEndpoint(before, reason),
    view: () => ({ state: null }),
  });
}

type Endpoint = Awaited<ReturnType<typeof loadWebhookEndpoint>>;

function onEndpoint(tenant: Tenant, webhookEndpointId: WebhookEndpointId) {
  return {
    aggregateId: webhookEndpointId,
    load: () => loadWebhookEndpoint(tenant, webhookEndpointId),
    change: ({ before }: Endpoint, newEvents: NewWebhookEndpointEvent[], by: Provenance) =>
      changeWebhookEndpoint(tenant.directory, webhookEndpointId, before, newEvents, by),
  };
}

async function loadWebhookEndpoint(
  { directory: { table }, accountId }: Tenant,
  webhookEndpointId: WebhookEndpointId,
) {
  const [account, endpoint] = await table.batchGet(
    [accountEntity.at({ accountId }), webhookEndpointEntity.at({ accountId, webhookEndpointId })],
    { consistent: true },
  );
  return { account: accountState(account), before: plainState<'webhook-endpoint'>(endpoint) };
}

export async function getWebhookEndpoint(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
): Promise<WebhookEndpoint> {
  const { account, before } = await loadWebhookEndpoint(tenant, webhookEndpointId);
  existingAccount(account);
  return existingWebhookEndpoint(before);
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
