import { DomainError } from '#libs/domain';
import type { Directory } from './directory.js';
import { receiptEntity } from '../table/items/receipts.js';
import type { CommandContext, Outcome } from './execute.js';
import { answerAgain, findReceipt, receiptItem } from './receipts.js';
import { ifConditionHolds } from './retries.js';
import type { Tenant } from './tenant.js';

interface Begun {
  causationId: string;
  again: boolean;
  /** Forgets the batch: it was refused as a whole, and may be sent again. */
  giveUp(): Promise<unknown>;
}

/**
 * Executes what takes several transactions once, however often it is sent under one key: the receipt is written first, and
 * answered in the end. An interrupted execution is resumed.
 * @throws DomainError `idempotency_key_reused`
 */
export async function executeOnce<Result>(
  directory: Directory,
  accountId: string,
  context: CommandContext,
  execute: (begun: Begun) => Promise<Result>,
): Promise<Outcome<Result>> {
  const begun = await beginBatch(directory, accountId, context);
  if ('answeredBefore' in begun) return { ...begun, state: undefined as Result, events: [] };
  try {
    return await endBatch(directory, accountId, context, await execute(begun));
  } catch (error) {
    if (error instanceof DomainError) await begun.giveUp();
    throw error;
  }
}

/** A recorded batch is resumed or answered. */
async function beginBatch(
  directory: Directory,
  accountId: string,
  { receipt, dryRun }: CommandContext,
): Promise<Begun | { answeredBefore: { answer: unknown } }> {
  const causationId = directory.newId('command');
  if (!receipt || dryRun) return { causationId, again: false, giveUp: () => Promise.resolve() };
  const { table } = directory;
  const { idempotencyKey } = receipt;
  const key = { scope: accountId, idempotencyKey };
  const nowSeconds = Math.floor(directory.now() / 1000);
  const begun = await ifConditionHolds(
    table.put(
      receiptEntity,
      { ...receiptItem(directory, accountId, accountId, receipt), causationId },
      { condition: (c) => c.or(c.notExists('requestHash'), c.lte('expiresAt', nowSeconds)) },
    ),
  );
  if (begun)
    return {
      causationId,
      again: false,
      giveUp: () =>
        ifConditionHolds(
          table.delete(receiptEntity, key, {
            condition: (c) => c.and(c.eq('causationId', causationId), c.notExists('answer')),
          }),
        ),
    };
  const found = await findReceipt(directory, accountId, idempotencyKey);
  if (!found) return beginBatch(directory, accountId, { receipt } as CommandContext);
  const answer = await answerAgain(directory, found, receipt);
  if (found.answer !== undefined) return { answeredBefore: { answer } };
  // The process that recorded it gives it up, or resumes it.
  return { causationId: found.causationId ?? causationId, again: true, giveUp: () => Promise.resolve() };
}

/** The earlier answer of a batch that would be refused now. @throws DomainError `idempotency_key_reused` */
export async function batchAnsweredBefore(
  directory: Directory,
  accountId: string,
  { receipt, dryRun }: CommandContext,
): Promise<{ answeredBefore: { answer: unknown } } | undefined> {
  if (!receipt || dryRun) return undefined;
  const found = await findReceipt(directory, accountId, receipt.idempotencyKey);
  if (!found) return undefined;
  const answer = await answerAgain(directory, found, receipt);
  return found.answer === undefined ? undefined : { answeredBefore: { answer } };
}

/** Stores the answer of a batch. If another worker was first, its answer is everybody's. */
export async function endBatch<Result>(
  directory: Directory,
  accountId: string,
  { receipt, dryRun }: CommandContext,
  state: Result,
): Promise<Outcome<Result>> {
  const outcome = { state, events: [] };
  if (!receipt || dryRun) return outcome;
  const { idempotencyKey } = receipt;
  const updatedAt = new Date(directory.now()).toISOString();
  const ended = await ifConditionHolds(
    directory.table.update(
      receiptEntity,
      { scope: accountId, idempotencyKey },
      {
        set: { answer: receipt.answer(state), updatedAt },
        condition: (c) => c.and(c.eq('requestHash', receipt.requestHash), c.notExists('answer')),
      },
    ),
  );
  if (ended) return outcome;
  const found = await findReceipt(directory, accountId, idempotencyKey);
  if (found?.answer === undefined) return outcome;
  return { ...outcome, answeredBefore: { answer: await answerAgain(directory, found, receipt) } };
}

/**
 * Executes commands that share one receipt. What `prepare` refuses leaves none; what it returns may have been interrupted
 * before, and is then executed again, whatever the version is by now.
 */
export async function executeTogether<State>(
  { directory, accountId }: Tenant,
  context: CommandContext,
  prepare: () => Promise<(context: CommandContext) => Promise<State>>,
): Promise<Outcome<State>> {
  const before = await batchAnsweredBefore(directory, accountId, context);
  if (before) return { ...before, state: undefined as State, events: [] };
  const act = await prepare();
  return executeOnce(directory, accountId, context, ({ again }) =>
    act({ ...context, receipt: undefined, ...(again && { expectedVersion: undefined }) }),
  );
}
