import { refused, type EngineAnswer } from '../engine-call.js';
import type { Item, ItemRef } from '../items.js';
import { within } from '../settings.js';
import {
  isThrottled,
  leftUnprocessed,
  noteChanged,
  spend,
  throttled,
  type Weakness,
  type Write,
} from '../weakness.js';

interface Part extends Write {
  isCheck: boolean;
}

/** Tokens of the transactions in progress: sending one again in the meantime is an error of its own. */
const inProgress = new WeakMap<Weakness, Set<string>>();

export async function transactWrite(weakness: Weakness, input: Item): Promise<EngineAnswer> {
  const { held, settings, random, call, clock } = weakness;
  const parts = await partsOf(weakness, input['TransactItems'] as Record<string, Item>[]);
  if (!parts) return call('TransactWriteItems', input);
  const token = input['ClientRequestToken'] as string | undefined;
  const tokens = inProgress.get(weakness) ?? new Set();
  inProgress.set(weakness, tokens);
  if (token !== undefined && tokens.has(token))
    return refused('TransactionInProgressException', 'The transaction with the given token is in progress.');
  const slow = await Promise.all(parts.map(async (part) => isThrottled(weakness, part)));
  if (slow.includes(true)) return cancelled(slow, 'ThrottlingError', 'Throughput exceeds the current limit.');
  const conflicts = parts.map(({ ref }) => held.isHeld(ref.id));
  if (conflicts.includes(true)) return conflicted(conflicts);
  const ids = parts.map(({ ref }) => ref.id);
  if (token !== undefined) tokens.add(token);
  try {
    return await held.whileHeld(ids, async () => {
      const [answer] = await Promise.all([
        call('TransactWriteItems', input),
        clock.sleep(within(settings.heldMs, random)),
      ]);
      if (answer.status !== 200) return answer;
      for (const part of parts) await spend(weakness, part, true);
      const changed = parts.filter(({ isCheck }) => !isCheck).map(({ ref }) => ref);
      await noteChanged(weakness, changed);
      return answer;
    });
  } finally {
    if (token !== undefined) tokens.delete(token);
  }
}

async function partsOf(
  { catalog }: Weakness,
  items: readonly Record<string, Item>[] = [],
): Promise<Part[] | undefined> {
  const parts = await Promise.all(
    items.map(async ({ Put, Update, Delete, ConditionCheck }): Promise<Part | undefined> => {
      const given = Put ?? Update ?? Delete ?? ConditionCheck;
      const item = Put?.['Item'] as Item | undefined;
      const ref =
        given && (await catalog.refer(given['TableName'] as string, item ?? (given['Key'] as Item)));
      return ref && { ref, item, isCheck: ConditionCheck !== undefined };
    }),
  );
  // The engine reports what is wrong with it.
  return parts.includes(undefined) ? undefined : (parts as Part[]);
}

export async function transactGet(weakness: Weakness, input: Item): Promise<EngineAnswer> {
  const { catalog, held, call } = weakness;
  const items = (input['TransactItems'] ?? []) as { Get: Item }[];
  const refs = await Promise.all(
    items.map(async ({ Get }) => catalog.refer(Get['TableName'] as string, Get['Key'] as Item)),
  );
  const conflicts = refs.map((ref) => ref !== undefined && held.isBusy(ref.id));
  return conflicts.includes(true) ? conflicted(conflicts) : call('TransactGetItems', input);
}

function conflicted(conflicts: readonly boolean[]): EngineAnswer {
  return cancelled(conflicts, 'TransactionConflict', 'Transaction is ongoing for the item');
}

function cancelled(which: readonly boolean[], code: string, message: string): EngineAnswer {
  const reasons = which.map((is) => (is ? { Code: code, Message: message } : { Code: 'None' }));
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return refused(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { CancellationReasons: reasons },
  );
}

/** PutItem, UpdateItem and DeleteItem. */
export async function writeOne(weakness: Weakness, operation: string, input: Item): Promise<EngineAnswer> {
  const { catalog, held, call } = weakness;
  const table = input['TableName'] as string;
  const item = input['Item'] as Item | undefined;
  const ref = await catalog.refer(table, item ?? (input['Key'] as Item) ?? {});
  if (!ref) return call(operation, input);
  if (await isThrottled(weakness, { ref, item })) return throttled(weakness, table);
  if (held.isHeld(ref.id))
    return refused('TransactionConflictException', 'Transaction is ongoing for the item');
  return held.oneAfterTheOther([ref.id], async () => {
    const answer = await call(operation, input);
    if (answer.status !== 200) return answer;
    await spend(weakness, { ref, item }, false);
    await noteChanged(weakness, [ref]);
    return answer;
  });
}

interface BatchedWrite {
  table: string;
  request: Item;
  ref: ItemRef | undefined;
  item: Item | undefined;
}

export async function batchWrite(weakness: Weakness, input: Item): Promise<EngineAnswer> {
  const { held, call } = weakness;
  const all = await entriesOf(weakness, input['RequestItems'] as Record<string, Item[]>);
  const isLeft = leftUnprocessed(weakness, all.length);
  const slow = await Promise.all(
    all.map(async ({ ref, item }) => ref && isThrottled(weakness, { ref, item })),
  );
  if (all[0] && slow.every(Boolean)) return throttled(weakness, all[0].table);
  const isNow = ({ ref }: BatchedWrite, entry: number) =>
    !isLeft(entry) && !slow[entry] && !(ref && held.isHeld(ref.id));
  const now = all.filter(isNow);
  const later = all.filter((each) => !now.includes(each));
  if (now.length === 0 && later.length > 0)
    return { status: 200, body: { UnprocessedItems: byTable(later) } };
  const refs = now.flatMap(({ ref }) => (ref ? [ref] : []));
  return held.oneAfterTheOther(
    refs.map(({ id }) => id),
    async () => {
      const answer = await call('BatchWriteItem', { ...input, RequestItems: byTable(now) });
      if (answer.status !== 200) return answer;
      for (const { ref, item } of now) if (ref) await spend(weakness, { ref, item }, false);
      await noteChanged(weakness, refs);
      return { status: 200, body: { ...answer.body, UnprocessedItems: byTable(later) } };
    },
  );
}

async function entriesOf({ catalog }: Weakness, requests: Record<string, Item[]>): Promise<BatchedWrite[]> {
  const entries = Object.entries(requests).flatMap(([table, some]) =>
    some.map(async (request): Promise<BatchedWrite> => {
      const { Item: item } = (request['PutRequest'] ?? {}) as { Item?: Item };
      const { Key } = (request['DeleteRequest'] ?? {}) as { Key?: Item };
      return { table, request, item, ref: await catalog.refer(table, item ?? Key ?? {}) };
    }),
  );
  return Promise.all(entries);
}

function byTable(entries: readonly BatchedWrite[]): Record<string, Item[]> {
  const grouped: Record<string, Item[]> = {};
  for (const { table, request } of entries) (grouped[table] ??= []).push(request);
  return grouped;
}
