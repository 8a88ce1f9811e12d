import type { DomainError, DomainEvent } from '#libs/domain';
import type { ContentionError } from '../kernel/retries.js';

/** What became of one row of a batch: each fails or succeeds alone. */
export type RowResult<State> =
  | { done: true; state: State; changed: boolean; events: DomainEvent[] }
  | { done: false; error: DomainError | ContentionError };

/** What a batch did, or, repeated under the same idempotency key, what it was answered then. */
export type BatchOutcome<State> = { rows: RowResult<State>[] } | { answeredBefore: { answer: unknown } };
