import type { Actor, LogStreamState, WebhookEndpointState } from '#libs/domain';
import { headOf, PLAIN_KINDS, type PlainKind } from '../../table/items/heads.js';
import { newQueue } from '../../aggregates/webhook-endpoint/change-endpoint.js';
import { lastCommitOf } from '../../table/items/last-commit.js';
import { webhookQueueEntity, type ReceiverId } from '../../table/items/webhooks.js';
import type { Directory } from '../../core/directory.js';
import { headDifferences } from '../derivation/compare-attributes.js';
import { compareItems, type Comparison } from '../derivation/compare.js';
import { derivedItem, type DerivedItem } from '../derivation/derived-item.js';
import { foldAggregate, type FoldedHistory } from '../derivation/folded-history.js';
import { readEvents } from '../derivation/stored-account.js';
import { companionsOfRequest, isErasedWithUser } from './access-request.js';
import { expiryOf, withoutExpired } from './account-head.js';
import { checkEvents, isWhole, type AccountCheck, type AggregateCheck } from './aggregate.js';

/** The items that come and go with a head. */
interface Companions<State> {
  expected(state: State): DerivedItem[];
  found(directory: Directory, id: string, state: State): Promise<DerivedItem[]>;
  /** Without it they only have to exist: their contents do not follow from events. */
  differencesOf?: Comparison['differencesOf'];
}

/** How far a log stream is, an endpoint's secret, its pending deliveries and its delivery log are not derived from its events, and are not checked. */
const queue: Companions<WebhookEndpointState | LogStreamState> = {
  expected(state) {
    if (state.status === 'none' || state.status === 'removed') return [];
    const webhookEndpointId = 'logStreamId' in state ? state.logStreamId : state.webhookEndpointId;
    return [derivedItem('webhook-queue', newQueue({ ...state, webhookEndpointId }))];
  },
  async found({ table }, id) {
    const webhookEndpointId = id as ReceiverId;
    const item = await table.get(webhookQueueEntity, { webhookEndpointId }, { consistent: true });
    return item ? [derivedItem('webhook-queue', item)] : [];
  },
};

const COMPANIONS: Partial<Record<PlainKind, Companions<{ status: string }>>> = {
  'webhook-endpoint': queue,
  'log-stream': queue,
  'access-request': companionsOfRequest,
};

/** Those that closing the account removes; nobody can reach the others in a closed account. */
const ENDS_WITH_ACCOUNT: ReadonlySet<PlainKind> = new Set(['webhook-endpoint', 'log-stream']);

export function isPlain(kind: string | undefined): kind is PlainKind {
  return (PLAIN_KINDS as readonly unknown[]).includes(kind);
}

/** True for an aggregate that closing the account should have removed, but that still exists. */
export function outlivesAccount(kind: PlainKind, { state }: FoldedHistory<{ status: string }>): boolean {
  return ENDS_WITH_ACCOUNT.has(kind) && state.status !== 'none' && state.status !== 'removed';
}

export async function checkPlainAggregate(
  { check, kind }: { check: AccountCheck; kind: PlainKind },
  id: string,
): Promise<AggregateCheck<FoldedHistory<{ status: string }>>> {
  const { directory, accountId } = check;
  const companions = COMPANIONS[kind];
  const { entity, key } = headOf(accountId, id);
  const head = await directory.table.get(entity, key, { consistent: true });
  const stored = readEvents(directory, id, head?.lastEvents, check.loggedUpTo);
  const history = await foldAggregate(kind, { accountId, id }, stored.events, (event) =>
    isErasedWithUser(directory, event),
  );
  const expected = withoutExpired(
    [...headFrom(kind, history, directory), ...(companions?.expected(history.state) ?? [])],
    head,
    directory,
  );
  const found = [
    ...(head ? [derivedItem(kind, head as never)] : []),
    ...((await companions?.found(directory, id, history.state)) ?? []),
  ];
  const diagnoses = [
    ...checkEvents(check, history, stored),
    ...compareItems(expected, found, {
      accountId,
      aggregateId: id,
      historyIsWhole: isWhole(history),
      differencesOf: (item, there) =>
        item.entity === kind
          ? headDifferences(item, there)
          : (companions?.differencesOf?.(item, there) ?? []),
    }),
  ];
  return { history, diagnoses, head: { reference: entity.at(key), version: head?.version } };
}

function headFrom(kind: PlainKind, history: FoldedHistory<{ status: string }>, directory: Directory) {
  const { state, lastCommit } = history;
  if (state.status === 'none') return [];
  const expiresAt = expiryOf(history, directory);
  const tombstone = expiresAt === undefined ? {} : { expiresAt };
  // Who changed it last is in its last commit.
  const { updatedBy: _by, ...kept } = state as { status: string; updatedBy?: Actor };
  return [derivedItem(kind, { ...kept, lastEvents: lastCommitOf(lastCommit), ...tombstone } as never)];
}
