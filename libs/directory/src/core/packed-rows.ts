import type { Change } from './changes.js';
import type { SharedGuard } from './shared-guards.js';

/** A row of a batch that has something to commit. */
export interface Committable<State> {
  row: number;
  state: State;
  change: Change;
  guards: readonly SharedGuard[];
}

/** Rows in order, as many per transaction as fit next to their counts. @param mostItems as it is when a transaction begins */
export function* packed<State>(
  rows: readonly Committable<State>[],
  mostItems: () => number,
): Generator<Committable<State>[]> {
  for (let from = 0; from < rows.length;) {
    let [to, left] = [from, mostItems()];
    const guarded = new Set<string>();
    while (to < rows.length && (left -= itemsOf(rows[to]!, guarded)) >= 0) to += 1;
    // One that is larger has a transaction of its own.
    to = Math.max(to, from + 1);
    yield rows.slice(from, to);
    from = to;
  }
}

/** @param guarded keys of the guards that the transaction has, to which those of the row are added */
function itemsOf<State>({ change, guards }: Committable<State>, guarded: Set<string>): number {
  const before = guarded.size;
  for (const { key } of guards) guarded.add(key);
  return change.transactItems.length + guarded.size - before;
}
