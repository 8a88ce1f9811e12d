import { MAX_TRANSACTION } from '@rollbook/single-table';
import type { Directory } from './directory.js';

/** A local engine runs one call after the other: 100 items delay everybody by 50 to 100 ms, 24 by a quarter of that. */
const MAX_ITEMS_BESIDE_OTHERS = 24;

type Where = Pick<Directory, 'othersAsk' | 'elapsed' | 'sleep'>;

/** The items of one transaction of a job. */
export function mostItems({ othersAsk }: Pick<Directory, 'othersAsk'>, accountId: string): number {
  return othersAsk?.(accountId) ? MAX_ITEMS_BESIDE_OTHERS : MAX_TRANSACTION;
}

/** Rests after a transaction of a job for as long as it took, while others ask for something. */
export async function politely<T>(
  { othersAsk, elapsed, sleep }: Where,
  accountId: string,
  act: () => Promise<T>,
): Promise<T> {
  const startedAt = elapsed();
  try {
    return await act();
  } finally {
    if (othersAsk?.(accountId)) await sleep(elapsed() - startedAt);
  }
}
