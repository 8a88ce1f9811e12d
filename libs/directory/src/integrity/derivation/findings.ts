import type { WriteOperation } from '@rollbook/single-table';

/** One contradiction to the events. Plain data, to be printed or counted. */
export interface Finding {
  /**
   * `wrong`: the table contradicts its events. `stale`: a name copied to a membership, a count, or a search entry is out
   * of date; the projector refreshes it; or an item has what only an earlier version wrote. `pending`: a removal's job has not reached it yet.
   */
  level: 'wrong' | 'stale' | 'pending';
  problem:
    | 'missing'
    | 'differs'
    | 'unexpected'
    | 'hole'
    | 'misplaced'
    | 'out of order'
    | 'unreadable'
    | 'not in the index'
    | 'not in the log'
    | 'claimed twice'
    | 'stuck';
  entity: string;
  accountId: string;
  aggregateId: string;
  key?: Readonly<Record<string, string>>;
  message: string;
  differences?: Difference[];
  /** True if the right value follows from events, so that a repair can write it. */
  repairable: boolean;
}

export interface Difference {
  attribute: string;
  expected: unknown;
  found: unknown;
}

/** A finding, and the writes that fix it; none if the right value does not follow from the events. */
export interface Diagnosis {
  finding: Finding;
  repair: WriteOperation[];
}

/** Two findings are the same if they say the same about the same item. */
export function findingKey({ level, problem, entity, aggregateId, key, message }: Finding): string {
  return JSON.stringify([level, problem, entity, aggregateId, key, message]);
}
