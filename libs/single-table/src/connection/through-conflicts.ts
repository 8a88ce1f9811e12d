import type { Runtime } from '../transport/runtime.js';

const MAX_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 320;

/**
 * Makes a single write again that meets a transaction on its item: DynamoDB refuses it, and the SDK does not repeat it. What
 * was refused so has changed nothing.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 *
 * @throws the last refusal after ten, in two seconds at most
 */
export async function throughConflicts<T>(
  { random, sleep }: Pick<Runtime, 'random' | 'sleep'>,
  write: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await write();
    } catch (error) {
      if (!isConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt));
    }
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionConflictException';
}
