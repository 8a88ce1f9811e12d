import type { WriteOperation } from '#libs/single-table';

/** One thing that is not as the events say. Plain data, to be printed or counted. */
export interface Finding {
  /**
   * `wrong`: the table contradicts its events. `stale`: a name copied to a membership is older than the one it copies,
   * or a count is; the projector refreshes it. `pending`: a removal's job has not come to it yet.
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
  /** The kind of item, by its `entity`. */
  entity: string;
  accountId: string;
  /** The account, user or service group that it is about. */
  aggregateId: string;
  /** Of the item at fault. */
  key?: Readonly<Record<string, string>>;
  /** One sentence for people. */
  message: string;
  differences?: Difference[];
  /** True when it follows from events what is right, so that a repair can write it. */
  repairable: boolean;
}

export interface Difference {
  attribute: string;
  expected: unknown;
  found: unknown;
}

/** A finding, and the writes that put it right; none when that does not follow from the events. */
export interface Diagnosis {
  finding: Finding;
  repair: WriteOperation[];
}

/** Two findings are the same when they say the same about the same item. */
export function findingKey({ level, problem, entity, aggregateId, key, message }: Finding): string {
  return JSON.stringify([level, problem, entity, aggregateId, key, message]);
}
