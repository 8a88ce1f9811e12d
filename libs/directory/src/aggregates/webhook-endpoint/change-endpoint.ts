import type {
  WebhookEndpoint,
  NewWebhookEndpointEvent,
  WebhookEndpointId,
  WebhookEndpointState,
} from '#libs/domain';
import { tombstoneExpiry, type Directory } from '../../core/directory.js';
import { changePlain, type Change, type Provenance } from '../../core/changes.js';
import type { TransactItem } from '../../core/transact-item.js';
import { webhookQueueEntity, webhookSecretEntity, type ReceiverId } from '../../table/items/webhooks.js';

/** The items to write for a decision about a webhook endpoint. Its queue and its secret are created and removed with it. */
export function changeWebhookEndpoint(
  directory: Directory,
  webhookEndpointId: WebhookEndpointId,
  before: WebhookEndpointState,
  newEvents: NewWebhookEndpointEvent[],
  provenance: Provenance,
): Change & { state: WebhookEndpointState } {
  const expiresAt = tombstoneExpiry(directory);
  const change = changePlain(
    ['webhook-endpoint', webhookEndpointId],
    before,
    newEvents,
    provenance,
    expiresAt,
  );
  const { events, state, transactItems } = change;
  if (state.status === 'none' || events.length === 0) return change;
  return { ...change, transactItems: [...transactItems, ...queueItems(before, state)] };
}

type Owner = Pick<WebhookEndpoint, 'accountId' | 'status' | 'createdAt'> & { webhookEndpointId: ReceiverId };

/** The queue of an endpoint or a log stream comes and goes with it, and its secret goes. */
export function queueItems(before: { status: string }, after: Owner): TransactItem[] {
  const { webhookEndpointId } = after;
  if (before.status === 'none') return [{ operation: webhookQueueEntity.create(newQueue(after)) }];
  if (after.status !== 'removed') return [];
  return [
    { operation: webhookQueueEntity.delete({ webhookEndpointId }) },
    { operation: webhookSecretEntity.delete({ webhookEndpointId }) },
  ];
}

export function newQueue({ accountId, webhookEndpointId, createdAt }: Owner) {
  return { accountId, webhookEndpointId, wakeups: 0, createdAt, updatedAt: createdAt };
}
