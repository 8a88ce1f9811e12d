import type { TransactItem } from './transact-item.js';

/**
 * What must be so when a row is committed, and may be the same for several rows: a transaction checks it once, because it can do no more
 * than one thing to an item. If it is not so, the rows are decided again.
 */
export interface SharedGuard extends TransactItem {
  /** Guards on one item have the same. */
  key: string;
}

/** Those of all rows, each once, in the order of the rows. */
export function guardsOf(rows: readonly { guards: readonly SharedGuard[] }[]): SharedGuard[] {
  const guards = new Map<string, SharedGuard>();
  for (const guard of rows.flatMap((row) => row.guards))
    if (!guards.has(guard.key)) guards.set(guard.key, guard);
  return [...guards.values()];
}
