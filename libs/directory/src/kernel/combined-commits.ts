import { randomUUID } from 'node:crypto';
import {
  isSingleTableError,
  MAX_TRANSACTION,
  SingleTableError,
  type CancellationReason,
  type Table,
} from '#libs/single-table';
import type { Step } from './transact-item.js';

interface Waiting {
  items: readonly Step[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits of one process that check the same item, which DynamoDB would let through only one at a time. While one is
 * under way, those that come meanwhile wait, and go into one transaction: it checks the item once for all of them.
 *
 * What one of them meets is told to it alone; the others, whose transaction it cancelled, are told that they are overtaken.
 */
export class CombinedCommits {
  readonly #waiting = new Map<string, Waiting[]>();

  /** @throws what `transactWrite` throws, with the reasons numbered as if the items had been written alone */
  async write(table: Table, items: readonly Step[]): Promise<void> {
    const shared = items.find(({ sharedCheck }) => sharedCheck !== undefined)?.sharedCheck;
    if (shared === undefined) return writeAlone(table, items);
    const waiting = this.#waiting.get(shared);
    const done = new Promise<void>((resolve, reject) => {
      const entry = { items, resolve, reject };
      if (waiting) waiting.push(entry);
      else this.#waiting.set(shared, [entry]);
    });
    if (!waiting) void this.#writeAll(table, shared);
    return done;
  }

  async #writeAll(table: Table, shared: string): Promise<void> {
    for (let next = this.#waiting.get(shared) ?? []; next.length > 0;) {
      const together = firstThatFit(next);
      next.splice(0, together.length);
      await writeTogether(table, together);
      next = this.#waiting.get(shared) ?? [];
    }
    this.#waiting.delete(shared);
  }
}

function firstThatFit(waiting: readonly Waiting[]): Waiting[] {
  let room = MAX_TRANSACTION - 1;
  const count = waiting.findIndex(({ items }) => (room -= items.length - 1) < 0);
  return waiting.slice(0, count === -1 ? waiting.length : Math.max(1, count));
}

async function writeTogether(table: Table, together: readonly Waiting[]): Promise<void> {
  const [first, ...others] = together;
  const check = first?.items.find(({ sharedCheck }) => sharedCheck !== undefined);
  if (!first || !check) return;
  if (others.length === 0) return writeAlone(table, first.items).then(first.resolve, first.reject);
  const own = together.map(({ items }) => items.filter(({ sharedCheck }) => sharedCheck === undefined));
  try {
    await writeAlone(table, [check, ...own.flat()]);
    for (const { resolve } of together) resolve();
  } catch (error) {
    if (isSingleTableError(error, 'TransactionCanceled') && !error.details.reasons.some(isAboutContent))
      for (const [index, { items, reject }] of together.entries()) {
        const start = 1 + own.slice(0, index).flat().length;
        reject(cancelledFor(items, error.details.reasons, { start, cause: error }));
      }
    // Too large together, for example: what is wrong with one is nothing to the others.
    else if (error instanceof SingleTableError || (error as Error).name === 'ValidationException')
      for (const { items, resolve, reject } of together) await writeAlone(table, items).then(resolve, reject);
    else for (const { reject } of together) reject(error);
  }
}

function isAboutContent({ code }: CancellationReason): boolean {
  return code === 'ValidationError' || code === 'ItemCollectionSizeLimitExceeded';
}

/** The reasons that concern one of several, with its own numbers. */
function cancelledFor(
  items: readonly Step[],
  reasons: readonly CancellationReason[],
  { start, cause }: { start: number; cause: Error },
): SingleTableError<'TransactionCanceled'> {
  const check = items.findIndex(({ sharedCheck }) => sharedCheck !== undefined);
  const own = reasons.flatMap((reason): CancellationReason[] => {
    if (reason.operation === 0) return [{ ...reason, operation: check }];
    const place = reason.operation - start;
    if (place < 0 || place >= items.length - 1) return [];
    return [{ ...reason, operation: place < check ? place : place + 1 }];
  });
  return new SingleTableError('TransactionCanceled', cause.message, { reasons: own }, { cause });
}

async function writeAlone(table: Table, items: readonly Step[]): Promise<void> {
  await table.transactWrite(
    items.map(({ operation }) => operation),
    { clientRequestToken: randomUUID() },
  );
}
