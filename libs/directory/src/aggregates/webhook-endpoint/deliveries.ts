import {
  DAY_SECONDS,
  DomainError,
  wantsEvent,
  type DomainEvent,
  type WebhookEndpoint,
  type WebhookEndpointId,
} from '#libs/domain';
import { isSingleTableError, type Item } from '@rollbook/single-table';
import { batchAnsweredBefore, executeOnce } from '../../core/batch-receipts.js';
import type { Directory } from '../../core/directory.js';
import { getEvent } from '../../core/histories.js';
import { eventEntity } from '../../table/items/events.js';
import type { CommandContext, Outcome } from '../../core/execute.js';
import { isConflicted, transactThroughConflicts } from '../../core/retries.js';
import type { Page, PageRequest } from '../../core/pages.js';
import type { Tenant } from '../../core/tenant.js';
import { endpointsOf, getWebhookEndpoint } from './endpoints.js';
import {
  webhookDeliveryEntity,
  webhookPendingEntity,
  type DeliveryAttempt,
} from '../../table/items/webhooks.js';
import { wakeQueue, type PendingDelivery } from './queues.js';

export type WebhookDelivery = Item<typeof webhookDeliveryEntity>;

const RETENTION_SECONDS = 30 * DAY_SECONDS;
const MAX_ATTEMPTS_KEPT = 10;

type EventReference = Pick<DomainEvent, 'eventId' | 'accountId' | 'at'> & { type: string };

/**
 * Puts an event into the queue of each endpoint of its account that wants it. Can be called again with the same event: it is
 * queued once for each endpoint.
 * @param known the endpoints of the account, read after the event arrived from the bus
 * @returns the endpoints that now have work
 */
export async function enqueueDeliveries(
  directory: Directory,
  event: EventReference,
  known?: readonly WebhookEndpoint[],
): Promise<WebhookEndpointId[]> {
  const endpoints = known ?? (await endpointsOf(directory, event.accountId));
  const wanting = endpoints.filter(
    (endpoint) =>
      endpoint.status === 'active' && endpoint.createdAt <= event.at && wantsEvent(endpoint, event.type),
  );
  const queued = await Promise.all(
    wanting.map(async (endpoint) => {
      await enqueue(directory, endpoint, event);
      // Even if it was already there: the process that put it there may have died before this.
      return (await wakeQueue(directory, endpoint.webhookEndpointId)) ? [endpoint.webhookEndpointId] : [];
    }),
  );
  return queued.flat();
}

/** By the account's log, which is an index: to repair skipped events. */
export async function enqueueDeliveriesAgain(
  directory: Directory,
  { accountId, from, to }: { accountId: string; from: string; to: string },
): Promise<WebhookEndpointId[]> {
  const endpoints = await endpointsOf(directory, accountId);
  const resumed = new Set<WebhookEndpointId>();
  const range = { atLeast: { at: from }, lessThan: { at: to } };
  for await (const event of directory.table.each(eventEntity.by('GSI1'), { accountId }, range))
    for (const id of await enqueueDeliveries(directory, event, endpoints)) resumed.add(id);
  return [...resumed];
}

/** @returns false when it was there already */
export async function enqueue(
  directory: Directory,
  { accountId, webhookEndpointId }: WebhookEndpoint,
  { eventId, type: eventType, at: eventAt }: EventReference,
): Promise<boolean> {
  const at = new Date(directory.now()).toISOString();
  const expiresAt = Math.floor(directory.now() / 1000) + RETENTION_SECONDS;
  const common = { accountId, webhookEndpointId, eventId, eventAt, expiresAt, createdAt: at, updatedAt: at };
  const delivery = {
    ...common,
    eventType,
    status: 'pending' as const,
    attemptCount: 0,
    triesSinceAsked: 0,
    attempts: [],
    nextAttemptAt: at,
  };
  try {
    await transactThroughConflicts(directory, [
      webhookDeliveryEntity.create(delivery),
      webhookPendingEntity.put({ ...common, dueAt: at }),
    ]);
    return true;
  } catch (error) {
    const exists =
      isSingleTableError(error, 'TransactionCanceled') &&
      error.details.reasons.some(({ code }) => code === 'ConditionalCheckFailed');
    if (!exists) throw error;
    return false;
  }
}

/** The pending delivery, as logged; undefined if it is no longer pending. */
export async function findPendingDelivery(
  { table }: Directory,
  { webhookEndpointId, eventAt, eventId }: PendingDelivery,
): Promise<WebhookDelivery | undefined> {
  const key = { webhookEndpointId, eventAt, eventId };
  const delivery = await table.get(webhookDeliveryEntity, key, { consistent: true });
  return delivery?.status === 'pending' ? delivery : undefined;
}

export async function dropPending({ table }: Directory, pending: PendingDelivery): Promise<void> {
  await table.delete(webhookPendingEntity, pending);
}

/** The consequence of an attempt: delivered, retried at a time, or given up. */
export type AttemptResult = { status: 'delivered' | 'failed' } | { status: 'pending'; nextAttemptAt: string };

/** Logs an attempt and advances the delivery atomically, unless somebody else has. */
export async function recordAttempt(
  directory: Directory,
  delivery: WebhookDelivery,
  pending: PendingDelivery,
  attempt: DeliveryAttempt,
  result: AttemptResult,
): Promise<void> {
  const { attemptCount, triesSinceAsked } = delivery;
  const nextAttemptAt = result.status === 'pending' ? result.nextAttemptAt : undefined;
  const updatedAt = new Date(directory.now()).toISOString();
  const operations = [
    webhookDeliveryEntity.update(delivery, {
      set: {
        status: result.status,
        attemptCount: attemptCount + 1,
        triesSinceAsked: triesSinceAsked + 1,
        attempts: [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS_KEPT),
        updatedAt,
        ...(nextAttemptAt !== undefined && { nextAttemptAt }),
      },
      ...(nextAttemptAt === undefined && { remove: ['nextAttemptAt'] as const }),
      condition: (c) => c.and(c.eq('attemptCount', attemptCount), c.eq('status', 'pending')),
    }),
    webhookPendingEntity.delete(pending),
    ...(nextAttemptAt === undefined
      ? []
      : [webhookPendingEntity.put({ ...pending, dueAt: nextAttemptAt, updatedAt })]),
  ];
  try {
    await transactThroughConflicts(directory, operations);
    if (attemptCount === 0) directory.usage.add(delivery.accountId, { deliveries: 1 });
  } catch (error) {
    if (!isConflicted(error)) throw error;
  }
}

/** The delivery log of an endpoint, the newest event first. */
export async function listDeliveries(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  { limit, cursor: from, status }: PageRequest & { status?: WebhookDelivery['status'] | undefined },
): Promise<Page<WebhookDelivery>> {
  await getWebhookEndpoint(tenant, webhookEndpointId);
  const { items, cursor } = await tenant.directory.table.query(
    webhookDeliveryEntity,
    { webhookEndpointId },
    {
      limit,
      cursor: from,
      order: 'descending',
      consistent: true,
      ...(status !== undefined && { filter: (c) => c.eq('status', status) }),
    },
  );
  return { items, cursor };
}

/** A delivery with the event that it carries. @throws DomainError `webhook_endpoint_not_found`, `delivery_not_found` */
export async function getDelivery(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  eventId: string,
): Promise<WebhookDelivery & { event: DomainEvent }> {
  await getWebhookEndpoint(tenant, webhookEndpointId);
  const event = (await getEvent(tenant, eventId)) ?? missing();
  const delivery = (await findDelivery(tenant.directory, webhookEndpointId, event)) ?? missing();
  return { ...delivery, event };
}

function missing(): never {
  throw new DomainError(
    'delivery_not_found',
    'The log has no delivery of this event to this endpoint: there was none, or it has expired.',
  );
}

function findDelivery({ table }: Directory, webhookEndpointId: WebhookEndpointId, event: EventReference) {
  const key = { webhookEndpointId, eventAt: event.at, eventId: event.eventId };
  return table.get(webhookDeliveryEntity, key, { consistent: true });
}

/**
 * Sends an event to an endpoint again, or for the first time: any event of the account, even one the endpoint does not want.
 * The schedule of attempts starts again.
 * @returns the pending delivery; none for a dry run
 * @throws DomainError `webhook_endpoint_not_found`, `webhook_endpoint_disabled`, `event_not_found`
 */
export async function redeliver(
  tenant: Tenant,
  webhookEndpointId: WebhookEndpointId,
  eventId: string,
  context: CommandContext,
): Promise<Outcome<WebhookDelivery>> {
  const { directory } = tenant;
  const endpoint = await getWebhookEndpoint(tenant, webhookEndpointId);
  const event = await getEvent(tenant, eventId);
  if (!event) throw new DomainError('event_not_found', 'There is no such event in this account.');
  return queueOnce(directory, endpoint, context, async () => {
    const found = await findDelivery(directory, webhookEndpointId, event);
    if (found) await askAgain(directory, found);
    else await enqueue(directory, endpoint, event);
    await wakeQueue(directory, webhookEndpointId);
    return (await findDelivery(directory, webhookEndpointId, event)) ?? missing();
  });
}

/**
 * It does not change the directory, so there is no event, and it can be repeated if it was interrupted, like a batch.
 * @throws DomainError `webhook_endpoint_disabled`
 */
export async function queueOnce<State>(
  directory: Directory,
  { accountId, status }: WebhookEndpoint,
  context: CommandContext,
  queue: () => Promise<State>,
): Promise<Outcome<State>> {
  const nothing = { state: undefined as never, events: [] };
  if (status === 'disabled') {
    const before = await batchAnsweredBefore(directory, accountId, context);
    if (before) return { ...nothing, ...before };
    throw new DomainError('webhook_endpoint_disabled', 'The webhook endpoint is disabled: enable it first.');
  }
  return context.dryRun ? nothing : executeOnce(directory, accountId, context, queue);
}

/** Makes a delivery due now, whatever became of it. When its attempt is just being recorded, that stands. */
export async function askAgain(directory: Directory, found: WebhookDelivery): Promise<void> {
  const at = new Date(directory.now()).toISOString();
  const { accountId, webhookEndpointId, eventId, eventAt, nextAttemptAt, attemptCount, createdAt } = found;
  const expiresAt = Math.floor(directory.now() / 1000) + RETENTION_SECONDS;
  const common = { accountId, webhookEndpointId, eventId, eventAt, expiresAt, createdAt, updatedAt: at };
  const before =
    nextAttemptAt === undefined || nextAttemptAt === at
      ? []
      : [webhookPendingEntity.delete({ webhookEndpointId, dueAt: nextAttemptAt, eventId })];
  const update = webhookDeliveryEntity.update(found, {
    set: { status: 'pending', triesSinceAsked: 0, nextAttemptAt: at, updatedAt: at, expiresAt },
    condition: (c) => c.and(c.eq('attemptCount', attemptCount), c.eq('status', found.status)),
  });
  try {
    const pending = webhookPendingEntity.put({ ...common, dueAt: at });
    await transactThroughConflicts(directory, [update, ...before, pending]);
  } catch (error) {
    if (!isConflicted(error)) throw error;
  }
}
