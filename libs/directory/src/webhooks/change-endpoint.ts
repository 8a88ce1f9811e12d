import {
  evolveWebhookEndpoint,
  type DomainEvent,
  type WebhookEndpoint,
  type WebhookEndpointFact,
  type WebhookEndpointState,
} from '#libs/domain';
import type { Item } from '#libs/single-table';
import { eventSteps, evolve, headStep, type Change, type Provenance } from '../kernel/changes.js';
import type { TransactItem } from '../kernel/transact-item.js';
import { webhookEndpointEntity, webhookQueueEntity, webhookSecretEntity } from './items.js';

type WebhookEndpointItem = Item<typeof webhookEndpointEntity>;

export function webhookEndpointState(item: WebhookEndpointItem | undefined): WebhookEndpointState {
  if (!item) return { status: 'none' };
  const { lastEvents: _, expiresAt: __, ...state } = item;
  return state;
}

export function webhookEndpointItem(
  { eventTypes, ...endpoint }: WebhookEndpoint,
  lastEvents: DomainEvent[],
): WebhookEndpointItem {
  return { ...endpoint, eventTypes: [...eventTypes], lastEvents };
}

/** The items to write for a decision about a webhook endpoint. Its queue and its secret are created and removed with it. */
export function changeWebhookEndpoint(
  webhookEndpointId: string,
  before: WebhookEndpointState,
  facts: WebhookEndpointFact[],
  provenance: Provenance,
  expiresAt: number,
): Change & { state: WebhookEndpointState } {
  const { events, state } = evolve(webhookEndpointId, before, facts, provenance, evolveWebhookEndpoint);
  if (state.status === 'none' || events.length === 0) return { events, state, transactItems: [] };
  const removed = state.status === 'removed';
  const item = { ...webhookEndpointItem(state, events), ...(removed && { expiresAt }) };
  const head = headStep(
    before,
    () => webhookEndpointEntity.create(item),
    (version) => webhookEndpointEntity.put(item, { condition: (c) => c.eq('version', version) }),
  );
  return { events, state, transactItems: [head, ...eventSteps(events), ...queueSteps(before, state)] };
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
