import { backoffMs, type Runtime } from '#libs/pacing';
import { isSingleTableError, type Table, type WriteOperation } from '@rollbook/single-table';

/** Nothing is wrong with the command: it can simply be sent again. */
export class ContentionError extends Error {
  override readonly name = 'ContentionError';

  constructor(
    message = 'Other changes to the same items were faster; send the command again.',
    readonly retryAfterSeconds = 1,
  ) {
    super(message);
  }
}

const LONGEST_WAIT_MS = 5_000;
const FIRST_BACKOFF_MS = 20;
const LONGEST_BACKOFF_MS = 500;

export class Retries {
  readonly #until: number;
  #tries = 0;
  #refused = false;

  constructor(private readonly runtime: Runtime) {
    this.#until = runtime.elapsed() + LONGEST_WAIT_MS;
  }

  /** @throws ContentionError if the command has waited too long */
  requireTime(): void {
    if (this.runtime.elapsed() > this.#until) throw new ContentionError();
  }

  /** Longer after each try, by a random part. @throws ContentionError if the command would have waited too long */
  async backOff(): Promise<void> {
    this.#tries += 1;
    const wait = backoffMs(this.runtime, this.#tries, FIRST_BACKOFF_MS, LONGEST_BACKOFF_MS);
    if (this.runtime.elapsed() + wait > this.#until) throw new ContentionError();
    await this.runtime.sleep(wait);
  }

  isRefusedAgain(): boolean {
    const again = this.#refused;
    this.#refused = true;
    return again;
  }

  get met(): boolean {
    return this.#tries > 0;
  }
}

/** Reasons that say nothing about the items themselves. */
const PASSING: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

const OF_OTHERS: ReadonlySet<string> = new Set(['ConditionalCheckFailed', 'TransactionConflict']);

/** Another writer was faster: nothing is wrong, and nothing was written. */
export function isConflicted(error: unknown): boolean {
  if (!isSingleTableError(error, 'TransactionCanceled')) return false;
  return error.details.reasons.every(({ code }) => OF_OTHERS.has(code));
}

/** If it was cancelled only because of others. @throws SingleTableError if a condition failed; ContentionError */
export async function transactThroughConflicts(
  directory: Runtime & { readonly table: Table },
  operations: readonly WriteOperation[],
): Promise<void> {
  for (const retries = new Retries(directory); ; await retries.backOff())
    try {
      return await directory.table.transactWrite(operations);
    } catch (error) {
      const passes =
        isSingleTableError(error, 'TransactionCanceled') &&
        error.details.reasons.every(({ code }) => PASSING.has(code));
      if (!passes) throw error;
    }
}

/** @returns undefined if the item is gone, or is not as the write requires */
export async function ifConditionHolds<Written>(write: Promise<Written>): Promise<Written | undefined> {
  try {
    return await write;
  } catch (error) {
    if (isSingleTableError(error, 'ConditionFailed')) return undefined;
    throw error;
  }
}
