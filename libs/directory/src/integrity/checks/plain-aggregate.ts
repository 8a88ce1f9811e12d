import type { ApiKeyState, WebhookEndpointState } from '#libs/domain';
import { headOf } from '../../heads.js';
import { newQueue, webhookEndpointItem } from '../../webhooks/change-endpoint.js';
import { webhookQueueEntity } from '../../webhooks/items.js';
import type { Directory } from '../../directory.js';
import { headDifferences } from '../derivation/compare-attributes.js';
import { compareItems } from '../derivation/compare.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-items.js';
import { foldAggregate, type FoldedHistory } from '../derivation/folded-history.js';
import { carriedEvents, readEvents } from '../derivation/stored-account.js';
import { expiryOf, withoutExpired } from './account-head.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './aggregate.js';

interface PlainAggregate<State> {
  itemsOf: (history: FoldedHistory<State>, expiresAt: number | undefined) => DerivedItem[];
  companionsOf?: (directory: Directory, id: string) => Promise<DerivedItem[]>;
  /** True if closing the account removes it. */
  endsWithAccount: boolean;
}

const apiKeys: PlainAggregate<ApiKeyState> = {
  itemsOf: ({ state, lastCommit }) =>
    state.status === 'none' ? [] : [derivedItem('api-key', { ...state, lastEvents: lastCommit })],
  endsWithAccount: false,
};

/** An endpoint's secret, its pending deliveries and its delivery log are not derived from its events, and are not checked. */
const webhookEndpoints: PlainAggregate<WebhookEndpointState> = {
  itemsOf({ state, lastCommit }, expiresAt) {
    if (state.status === 'none') return [];
    const head = webhookEndpointItem(state, lastCommit);
    const queue = state.status === 'removed' ? [] : [derivedItem('webhook-queue', newQueue(state))];
    return [
      derivedItem('webhook-endpoint', { ...head, ...(expiresAt !== undefined && { expiresAt }) }),
      ...queue,
    ];
  },
  async companionsOf({ table }, webhookEndpointId) {
    const queue = await table.get(webhookQueueEntity, { webhookEndpointId }, { consistent: true });
    return queue ? [derivedItem('webhook-queue', queue)] : [];
  },
  endsWithAccount: true,
};

/** The aggregates that affect no others. */
const PLAIN = { 'api-key': apiKeys, 'webhook-endpoint': webhookEndpoints };

export type PlainKind = keyof typeof PLAIN;
export const PLAIN_KINDS = Object.keys(PLAIN) as PlainKind[];

export function isPlain(kind: string | undefined): kind is PlainKind {
  return kind !== undefined && kind in PLAIN;
}

/** True for an aggregate that closing the account should have removed, but that still exists. */
export function outlivesAccount(kind: PlainKind, { state }: FoldedHistory<{ status: string }>): boolean {
  return PLAIN[kind].endsWithAccount && state.status !== 'none' && state.status !== 'removed';
}

/** Compares an aggregate's events with its head and its companion items. */
export async function checkPlainAggregate(
  { check, kind }: { check: AccountCheck; kind: PlainKind },
  id: string,
): Promise<AggregateCheck<FoldedHistory<{ status: string }>>> {
  const { directory, accountId } = check;
  const { itemsOf, companionsOf } = PLAIN[kind] as PlainAggregate<{ status: string }>;
  const { entity, key } = headOf(accountId, id);
  const head = await directory.table.get(entity, key, { consistent: true });
  const stored = readEvents(directory, id, carriedEvents(head), check.loggedUpTo);
  const history = await foldAggregate(kind, { accountId, id }, stored.events);
  const expected = withoutExpired(itemsOf(history, expiryOf(history, directory)), head, directory);
  const companions = (await companionsOf?.(directory, id)) ?? [];
  const found = [...(head ? [derivedItem(kind, head as never)] : []), ...companions];
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: id,
      historyIsWhole: isWhole(history),
      // A companion only has to exist: its contents do not follow from events.
      differencesOf: (item, there) => (item.entity === kind ? headDifferences(item, there) : []),
    }),
  ];
  return { history, diagnoses, head: { reference: entity.at(key), version: head?.version } };
}
