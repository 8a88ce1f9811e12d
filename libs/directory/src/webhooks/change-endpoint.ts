import type {
  WebhookEndpoint,
  WebhookEndpointFact,
  WebhookEndpointId,
  WebhookEndpointState,
} from '#libs/domain';
import { tombstoneExpiry, type Directory } from '../directory.js';
import { changePlain, type Change, type Provenance } from '../kernel/changes.js';
import type { TransactItem } from '../kernel/transact-item.js';
import { webhookQueueEntity, webhookSecretEntity } from './items.js';

/** The items to write for a decision about a webhook endpoint. Its queue and its secret are created and removed with it. */
export function changeWebhookEndpoint(
  directory: Directory,
  webhookEndpointId: WebhookEndpointId,
  before: WebhookEndpointState,
  facts: WebhookEndpointFact[],
  provenance: Provenance,
): Change & { state: WebhookEndpointState } {
  const expiresAt = tombstoneExpiry(directory);
  const change = changePlain(['webhook-endpoint', webhookEndpointId], before, facts, provenance, expiresAt);
  const { events, state, transactItems } = change;
  if (state.status === 'none' || events.length === 0) return change;
  return { ...change, transactItems: [...transactItems, ...queueSteps(before, state)] };
}

function queueSteps(before: WebhookEndpointState, after: WebhookEndpoint): TransactItem[] {
  const { webhookEndpointId } = after;
  if (before.status === 'none') return [{ operation: webhookQueueEntity.create(newQueue(after)) }];
  if (after.status !== 'removed') return [];
  return [
    { operation: webhookQueueEntity.delete({ webhookEndpointId }) },
    { operation: webhookSecretEntity.delete({ webhookEndpointId }) },
  ];
}

export function newQueue({ accountId, webhookEndpointId, createdAt }: WebhookEndpoint) {
  return { accountId, webhookEndpointId, wakeups: 0, createdAt, updatedAt: createdAt };
}
