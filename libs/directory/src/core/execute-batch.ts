import { DomainError, orRefusal, type AccountState, type DomainEvent } from '#libs/domain';
import { inParallel } from '#libs/pacing';
import { isSingleTableError } from '@rollbook/single-table';
import { batchAnsweredBefore, executeOnce } from './batch-receipts.js';
import type { Change, Provenance } from './changes.js';
import type { Directory } from './directory.js';
import { type CommandContext, isOwnWork, isRetryable, isTooLarge, takenClaims, tooLarge } from './execute.js';
import { mostItems, politely } from './politeness.js';
import { packed, type Committable } from './packed-rows.js';
import { Retries, type ContentionError } from './retries.js';
import { guardsOf, type SharedGuard } from './shared-guards.js';
import { turnOf } from './usage-shares.js';
import { loadUsages, sumOf, type Usage } from './usage.js';

/** The result of one row of a batch: each fails or succeeds on its own. */
export type RowResult<State> =
  | { done: true; state: State; changed: boolean; events: DomainEvent[] }
  | { done: false; error: DomainError | ContentionError };

/** The results of a batch, or, if repeated under the same idempotency key, its first answer. */
export type BatchOutcome<State> = { rows: RowResult<State>[] } | { answeredBefore: { answer: unknown } };

/** Its change; that this batch has already made it; that an earlier row must be committed first; or why it is refused. */
export type RowDecision<State> =
  | {
      state: State;
      change: Change;
      /** Other rows may have the same. */
      guards?: readonly SharedGuard[];
      /** Something of it is left for another transaction. */ isUnfinished?: boolean;
    }
  | { state: State; doneBefore: true }
  | { later: true }
  | DomainError;

export interface Batch<Row, State> {
  rows: readonly Row[];
  /** @param again true if this batch may already have done some of these rows */
  decide: (
    rows: readonly Row[],
    provenance: Provenance,
    again: boolean,
  ) => Promise<{ decisions: RowDecision<State>[]; account: AccountState }>;
}

/**
 * Executes the rows in as few transactions as the limits allow. A row whose condition fails is refused or decided again; the
 * rows that shared its transaction are decided again too.
 *
 * With an idempotency key, a batch that is sent several times is executed once: its rows carry its id, so a worker that
 * resumes it, after a crash or at the same time, recognises finished rows, and the first to end writes the answer for all.
 * @throws DomainError if the whole batch is refused, for example because there is no such service group
 */
export async function executeBatch<Row, State>(
  directory: Directory,
  accountId: string,
  context: CommandContext,
  batch: Batch<Row, State>,
): Promise<BatchOutcome<State>> {
  const refused = await refusalOfAll(directory, accountId, context, batch);
  if (refused) return refused;
  const { state, answeredBefore } = await executeOnce(directory, accountId, context, (begun) =>
    executeRows(directory, accountId, context, batch, begun),
  );
  return answeredBefore ? { answeredBefore } : { rows: state };
}

/** A batch that is refused as a whole must not be recorded, so it is first decided without rows. @returns the first answer */
async function refusalOfAll<Row, State>(
  directory: Directory,
  accountId: string,
  context: CommandContext,
  batch: Batch<Row, State>,
): Promise<{ answeredBefore: { answer: unknown } } | undefined> {
  const { actor, correlationId, receipt, dryRun } = context;
  if (!receipt || dryRun) return undefined;
  const provenance = { accountId, now: directory.now(), actor, correlationId, causationId: '' };
  try {
    await batch.decide([], provenance, false);
    return undefined;
  } catch (error) {
    const before = error instanceof DomainError && (await batchAnsweredBefore(directory, accountId, context));
    if (before) return before;
    throw error;
  }
}

async function executeRows<Row, State>(
  directory: Directory,
  accountId: string,
  { actor, correlationId, traceparent, dryRun }: CommandContext,
  batch: Batch<Row, State>,
  { causationId, again: takenUp }: { causationId: string; again: boolean },
): Promise<RowResult<State>[]> {
  const results = new Array<RowResult<State>>(batch.rows.length);
  let pending = [...batch.rows.keys()];
  const rowsAt = (rows: readonly number[]) => rows.map((row) => batch.rows[row]!);
  let retries = new Retries(directory);
  for (let isFirst = true; pending.length > 0; isFirst = false) {
    const provenance = { accountId, now: directory.now(), actor, correlationId, causationId, traceparent };
    const seenBefore = takenUp || !isFirst;
    const { decisions, account } = await batch.decide(rowsAt(pending), provenance, seenBefore);
    const usages = await loadUsages(directory, account, decisions.map(usageOf));
    const toCommit = sortOut(pending, decisions, usages, results);
    await lookAgainBeyondLimits(pending, results, (rows) => batch.decide(rowsAt(rows), provenance, true));
    if (dryRun) {
      await refuseTaken(directory, toCommit, results);
      break;
    }
    const again = await commitPacks(directory, toCommit, { usages, accountId, causationId }, results);
    const later = pending.filter((row, position) => isLeft(decisions[position]!) && !again.includes(row));
    const left = [...again, ...later].sort((a, b) => a - b);
    if (left.length === 0) break;
    // Only a batch without progress has waited in vain.
    if (left.length < pending.length) retries = new Retries(directory);
    pending = left;
    if (again.length === 0) continue;
    try {
      await retries.backOff();
    } catch (error) {
      for (const row of pending) results[row] = { done: false, error: error as ContentionError };
      break;
    }
  }
  if (!dryRun) directory.onCommitted?.(results.flatMap((row) => (row.done && row.changed ? row.events : [])));
  return results;
}

function isLeft<State>(decision: RowDecision<State>): boolean {
  return 'later' in decision || ('isUnfinished' in decision && decision.isUnfinished === true);
}

function usageOf<State>(decision: RowDecision<State>) {
  return 'change' in decision ? (decision.change.usage ?? {}) : {};
}

/** Records the results of rows with nothing to commit, and returns the others. Limits are used up in the order of the rows. */
function sortOut<State>(
  rows: readonly number[],
  decisions: readonly RowDecision<State>[],
  usages: readonly Usage[],
  results: RowResult<State>[],
): Committable<State>[] {
  const toCommit: Committable<State>[] = [];
  const more = new Map<Usage, number>(usages.map((usage) => [usage, 0]));
  for (const [position, decision] of decisions.entries()) {
    const row = rows[position] as number;
    const refused = decision instanceof DomainError ? decision : beyondLimits(decision, more);
    if (refused) results[row] = { done: false, error: refused };
    else if ('doneBefore' in decision)
      results[row] = { done: true, state: decision.state, changed: true, events: [] };
    else if ('change' in decision && decision.change.transactItems.length > 0)
      toCommit.push({ row, ...decision, guards: decision.guards ?? [] });
    else if ('change' in decision)
      results[row] = { done: true, state: decision.state, changed: false, events: [] };
  }
  for (const { row, state, change } of toCommit)
    results[row] = { done: true, state, changed: true, events: change.events };
  return toCommit;
}

function beyondLimits<State>(
  decision: Exclude<RowDecision<State>, DomainError>,
  more: Map<Usage, number>,
): DomainError | undefined {
  const change = usageOf(decision);
  // Places that rows free are available only once they are committed.
  const sums = [...more].map(
    ([usage, taken]) => [usage, taken + Math.max(0, change[usage.counted] ?? 0)] as const,
  );
  return orRefusal(() => {
    for (const [usage, taken] of sums) usage.require(taken);
    for (const [usage, taken] of sums) more.set(usage, taken);
    return undefined;
  });
}

/** The usage may already include these rows, done by somebody else: a row with nothing left to change has that result. */
async function lookAgainBeyondLimits<State>(
  rows: readonly number[],
  results: RowResult<State>[],
  decide: (rows: number[]) => ReturnType<Batch<unknown, State>['decide']>,
): Promise<void> {
  const refused = rows.filter((row) => isLimitReached(results[row]));
  if (refused.length === 0) return;
  const { decisions } = await decide(refused);
  const done = refused
    .map((row, position) => ({ row, decision: decisions[position]! }))
    .filter(({ decision }) => !('change' in decision) || decision.change.transactItems.length === 0)
    .filter(({ decision }) => !(decision instanceof DomainError));
  sortOut(
    done.map(({ row }) => row),
    done.map(({ decision }) => decision),
    [],
    results,
  );
}

function isLimitReached(result: RowResult<unknown> | undefined): boolean {
  return (
    result?.done === false && result.error instanceof DomainError && result.error.code === 'limit_reached'
  );
}

/** For a dry run: finds out by reading what a transaction would refuse. */
async function refuseTaken<State>(
  directory: Directory,
  rows: readonly Committable<State>[],
  results: RowResult<State>[],
): Promise<void> {
  const taken = await takenClaims(
    directory,
    rows.flatMap(({ change }) => change.transactItems),
  );
  for (const { row, change } of rows) {
    const refusal = change.transactItems.find((step) => taken.has(step))?.refusal;
    if (refusal) results[row] = { done: false, error: refusal() };
  }
}

async function commitPacks<State>(
  directory: Directory,
  toCommit: readonly Committable<State>[],
  shared: Shared & { accountId: string; causationId: string },
  results: RowResult<State>[],
): Promise<number[]> {
  const { accountId, causationId, usages } = shared;
  const again: number[] = [];
  // Transactions that count on one item would only conflict.
  const [turn, atOnce] =
    usages.length > 0 ? [turnOf({ accountId }), 1] : [`batches ${accountId}`, directory.transactionsAtOnce];
  const most = () => mostItems(directory, accountId) - usages.length;
  await inParallel(packed(toCommit, most), atOnce, async (pack) => {
    // The batches of an account share its turns, each pack in the order of arrival.
    const end = await directory.turns.take(turn, atOnce);
    const done = await politely(directory, accountId, () =>
      commitPack(directory, pack, shared, causationId).finally(end),
    );
    for (const [row, result] of done) {
      if (result === 'again') again.push(row);
      else if (result) results[row] = result;
    }
  });
  return again.sort((a, b) => a - b);
}

/** Counted with every pack. */
interface Shared {
  usages: readonly Usage[];
}

async function commitPack<State>(
  directory: Directory,
  pack: readonly Committable<State>[],
  shared: Shared,
  causationId: string,
): Promise<[row: number, result: RowResult<State> | 'again' | undefined][]> {
  const transactItems = pack.flatMap(({ row, change }) =>
    change.transactItems.map((step) => ({ ...step, row })),
  );
  const change = sumOf(pack.map((row) => row.change.usage ?? {}));
  const counted = shared.usages
    .map((usage) => ({ usage, by: change[usage.counted] ?? 0 }))
    .filter(({ by }) => by !== 0)
    .map(({ usage, by }) => usage.step(by));
  // The results of the first are found by their place.
  const operations = [...transactItems, ...counted, ...guardsOf(pack)].map(({ operation }) => operation);
  try {
    await directory.table.transactWrite(operations, { clientRequestToken: directory.id() });
    return [];
  } catch (error) {
    if (isTooLarge(error)) return commitHalves(directory, pack, shared, causationId);
    if (!isSingleTableError(error, 'TransactionCanceled')) throw error;
    const { reasons } = error.details;
    if (!reasons.every(isRetryable)) throw error;
    const results = new Map<number, RowResult<State> | 'again' | undefined>(
      pack.map(({ row }) => [row, 'again']),
    );
    for (const reason of reasons) {
      const step = transactItems[reason.operation];
      if (!step) continue;
      const { row, refusal } = step;
      if (isOwnWork(reason, causationId)) results.set(row, undefined);
      else if (refusal && reason.code === 'ConditionalCheckFailed' && results.get(row) === 'again')
        results.set(row, { done: false, error: refusal() });
    }
    return [...results];
  }
}

/** A pack that is too large for one transaction may fit in two; a row that is too large by itself fails alone. */
async function commitHalves<State>(
  directory: Directory,
  pack: readonly Committable<State>[],
  shared: Shared,
  causationId: string,
): Promise<[row: number, result: RowResult<State> | 'again' | undefined][]> {
  const [first, ...others] = pack;
  if (!first) return [];
  if (others.length === 0) return [[first.row, { done: false, error: tooLarge() }]];
  const middle = Math.ceil(pack.length / 2);
  return [
    ...(await commitPack(directory, pack.slice(0, middle), shared, causationId)),
    ...(await commitPack(directory, pack.slice(middle), shared, causationId)),
  ];
}
