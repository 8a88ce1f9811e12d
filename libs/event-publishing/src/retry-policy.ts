/** How often, and how fast, the events of one aggregate are sent again: the client of the bus does not repeat calls itself. */
export interface RetryPolicy {
  /** Attempts at one event until the aggregate is left. */
  maxAttempts: number;
  /** The pause before the second attempt; it doubles with each failure, up to the limit. */
  firstRetryMs: number;
  retryLimitMs: number;
}

/** Of the stream, which then delivers the records again. */
export const STREAM_RETRIES: RetryPolicy = { maxAttempts: 6, firstRetryMs: 25, retryLimitMs: 2_000 };

/** Of a period that an operator publishes again: nothing delivers it a second time. */
export const REPUBLISH_RETRIES: RetryPolicy = { ...STREAM_RETRIES, maxAttempts: 10 };
