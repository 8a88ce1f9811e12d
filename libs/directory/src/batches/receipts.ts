import { isSingleTableError, type Item } from '#libs/single-table';
import type { Directory } from '../directory.js';
import { receiptEntity } from '../kernel/items.js';
import type { CommandContext } from '../kernel/execute.js';
import { answerAgain, findReceipt, receiptItem } from '../kernel/receipts.js';

interface Begun {
  causationId: string;
  again: boolean;
  /** Forgets the batch: it was refused as a whole, and may be sent again. */
  giveUp(): Promise<void>;
}

type Receipt = Item<typeof receiptEntity>;

/** A recorded batch is resumed or answered. @throws DomainError `idempotency_key_reused` */
export async function beginBatch(
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
  try {
    await table.put(
      receiptEntity,
      { ...receiptItem(directory, accountId, accountId, receipt), causationId },
      { condition: (c) => c.or(c.notExists('requestHash'), c.lte('expiresAt', nowSeconds)) },
    );
    const giveUp = () => forget(directory, key, causationId);
    return { causationId, again: false, giveUp };
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
  }
  const found = await findReceipt(directory, accountId, idempotencyKey);
  if (!found) return beginBatch(directory, accountId, { receipt } as CommandContext);
  const answer = await answerAgain(directory, found, receipt);
  if (found.answer !== undefined) return { answeredBefore: { answer } };
  // Whoever recorded it gives it up, or resumes it.
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

async function forget(
  { table }: Directory,
  key: Pick<Receipt, 'scope' | 'idempotencyKey'>,
  causationId: string,
): Promise<void> {
  try {
    await table.delete(receiptEntity, key, {
      condition: (c) => c.and(c.eq('causationId', causationId), c.notExists('answer')),
    });
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
  }
}

/** Stores the answer of a batch. If another worker was first, its answer is everybody's. */
export async function endBatch<Rows>(
  directory: Directory,
  accountId: string,
  { receipt, dryRun }: CommandContext,
  rows: Rows,
): Promise<{ rows: Rows } | { answeredBefore: { answer: unknown } }> {
  if (!receipt || dryRun) return { rows };
  const { idempotencyKey } = receipt;
  const updatedAt = new Date(directory.now()).toISOString();
  try {
    await directory.table.update(
      receiptEntity,
      { scope: accountId, idempotencyKey },
      {
        set: { answer: receipt.answer(rows), updatedAt },
        condition: (c) => c.and(c.eq('requestHash', receipt.requestHash), c.notExists('answer')),
      },
    );
    return { rows };
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    const found = await findReceipt(directory, accountId, idempotencyKey);
    return found?.answer === undefined
      ? { rows }
      : { answeredBefore: { answer: await answerAgain(directory, found, receipt) } };
  }
}
