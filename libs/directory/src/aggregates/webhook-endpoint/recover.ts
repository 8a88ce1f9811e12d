import { DomainError, wantsEvent, type WebhookEndpoint, type WebhookEndpointId } from '#libs/domain';
import type { Item } from '@rollbook/single-table';
import { eventEntity } from '../../table/items/events.js';
import type { Directory } from '../../core/directory.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import type { Tenant } from '../../core/tenant.js';
import { askAgain, enqueue, queueOnce, redeliver, type WebhookDelivery } from './deliveries.js';
import { getWebhookEndpoint } from './endpoints.js';
import { webhookDeliveryEntity } from '../../table/items/webhooks.js';
import { wakeQueue } from './queues.js';

/** Looked at in one request. */
const MAX_RECOVERED = 1_000;
const PAGE = 100;

export interface Recovery {
  queued: number;
  skipped: number;
  /** Where to go on from, when there was more than one request looks at. */
  resumeFrom: string | undefined;
}

/**
 * Queues every event since a time that an endpoint wants and was not delivered: what was given up, and what was never sent,
 * because the endpoint was disabled or not there yet.
 *
 * @throws DomainError `webhook_endpoint_not_found`, `webhook_endpoint_disabled`
 */
export async function recoverDeliveries(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  since: string,
  context: CommandContext,
): Promise<Outcome<Recovery>> {
  const { directory } = tenant;
  const endpoint = await getWebhookEndpoint(tenant, webhookEndpointId);
  return queueOnce(directory, endpoint, context, async () => {
    const recovery = await recover(directory, endpoint, since);
    await wakeQueue(directory, webhookEndpointId);
    return recovery;
  });
}

async function recover(directory: Directory, endpoint: WebhookEndpoint, since: string): Promise<Recovery> {
  const { accountId } = endpoint;
  const recovery: Recovery = { queued: 0, skipped: 0, resumeFrom: undefined };
  let cursor: string | undefined;
  for (let seen = 0; ; seen += PAGE) {
    const range = { limit: PAGE, atLeast: { at: since }, cursor };
    const page = await directory.table.query(eventEntity.by('GSI1'), { accountId }, range);
    if (seen >= MAX_RECOVERED) return { ...recovery, resumeFrom: page.items[0]?.at };
    const wanted = page.items.filter(({ type }) => wantsEvent(endpoint, type));
    const queued = await queueMissing(directory, endpoint, wanted);
    recovery.queued += queued;
    recovery.skipped += wanted.length - queued;
    cursor = page.cursor;
    if (cursor === undefined) return recovery;
  }
}

async function queueMissing(
  directory: Directory,
  endpoint: WebhookEndpoint,
  events: readonly Item<typeof eventEntity>[],
): Promise<number> {
  const { webhookEndpointId } = endpoint;
  const found = await directory.table.batchGet(
    events.map(({ at, eventId }) => webhookDeliveryEntity.at({ webhookEndpointId, eventAt: at, eventId })),
    { consistent: true },
  );
  const missing = events.flatMap((event, index): (() => Promise<unknown>)[] => {
    const delivery = found[index];
    if (!delivery) return [() => enqueue(directory, endpoint, event)];
    return delivery.status === 'failed' ? [() => askAgain(directory, delivery)] : [];
  });
  for (const queue of missing) await queue();
  return missing.length;
}

/**
 * Sends the newest event of the account that an endpoint wants, once more: whether its requests arrive, and how they are
 * answered, is then in the delivery log.
 *
 * @throws DomainError `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `event_not_found`
 */
export async function testWebhookEndpoint(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  context: CommandContext,
): Promise<Outcome<WebhookDelivery>> {
  const { accountId } = tenant;
  const endpoint = await getWebhookEndpoint(tenant, webhookEndpointId);
  const { items } = await tenant.directory.table.query(
    eventEntity.by('GSI1'),
    { accountId },
    { limit: PAGE, order: 'descending', select: ['eventId', 'type'] },
  );
  const event = items.find(({ type }) => wantsEvent(endpoint, type)) ?? items[0];
  if (!event) throw new DomainError('event_not_found', 'The account has no event to send.');
  return redeliver(tenant, webhookEndpointId, event.eventId, context);
}
