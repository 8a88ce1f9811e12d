import type { DomainError, DomainEvent } from '#libs/domain';
import type { ContentionError } from '../../../core/retries.js';

/** The result of one row of a batch: each fails or succeeds on its own. */
export type RowResult<State> =
  | { done: true; state: State; changed: boolean; events: DomainEvent[] }
  | { done: false; error: DomainError | ContentionError };

/** The results of a batch, or, if repeated under the same idempotency key, its first answer. */
export type BatchOutcome<State> = { rows: RowResult<State>[] } | { answeredBefore: { answer: unknown } };
