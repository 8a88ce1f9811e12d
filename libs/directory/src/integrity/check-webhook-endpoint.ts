import type { WebhookEndpointState } from '#libs/domain';
import { newQueue, webhookEndpointItem } from '../webhooks/change-endpoint.js';
import { webhookEndpointEntity, webhookQueueEntity } from '../webhooks/entities.js';
import { expiryOf, headOf, withoutExpired } from './check-account-head.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './check-aggregate.js';
import { headDifferences } from './compare-attributes.js';
import { compareItems } from './compare.js';
import { derivedItem, type DerivedItem } from './derived-items.js';
import { foldWebhookEndpoint, type FoldedHistory } from './folded-history.js';
import { carriedEvents, readEvents } from './stored-account.js';

type EndpointHistory = FoldedHistory<WebhookEndpointState>;

/**
 * Compares a webhook endpoint's events with its head and its queue. Its secret, what waits in its queue and its delivery
 * log are no part of its events: they are neither checked nor derived again.
 */
export async function checkWebhookEndpoint(
  check: AccountCheck,
  webhookEndpointId: string,
): Promise<AggregateCheck<EndpointHistory>> {
  const { directory, accountId } = check;
  const key = { accountId, webhookEndpointId };
  const reference = webhookEndpointEntity.at(key);
  const [head, queue] = await directory.table.batchGet(
    [reference, webhookQueueEntity.at({ webhookEndpointId })],
    { consistent: true },
  );
  const stored = readEvents(directory, webhookEndpointId, carriedEvents(head), check.loggedUpTo);
  const history = await foldWebhookEndpoint(accountId, webhookEndpointId, stored.events);
  const expected = withoutExpired(
    itemsOfWebhookEndpoint(history, expiryOf(history, directory)),
    head,
    directory,
  );
  const found = [
    ...(head ? [derivedItem('webhook-endpoint', head)] : []),
    ...(queue ? [derivedItem('webhook-queue', queue)] : []),
  ];
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: webhookEndpointId,
      historyIsWhole: isWhole(history),
      // Of a queue only that it is there: how far it is, is no fact.
      differencesOf: (item, there) =>
        item.entity === 'webhook-endpoint' ? headDifferences(item, there) : [],
    }),
  ];
  return { history, diagnoses, head: headOf(reference, head) };
}

function itemsOfWebhookEndpoint(
  { state, lastCommit }: EndpointHistory,
  expiresAt: number | undefined,
): DerivedItem[] {
  if (state.status === 'none') return [];
  const head = {
    ...webhookEndpointItem(state, lastCommit),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const queue = state.status === 'removed' ? [] : [derivedItem('webhook-queue', newQueue(state))];
  return [derivedItem('webhook-endpoint', head), ...queue];
}
