export interface TimeLimits {
  connectionTimeout: number;
  requestTimeout: number;
  socketTimeout: number;
  throwOnRequestTimeout: true;
}

const CONNECT_MS = 1_000;
/** If no person waits for the answer. */
const ANSWER_MS = 10_000;

/**
 * The time limits of a client of AWS, as its `requestHandler`: to connect, until an answer begins, and, which the second
 * does not cover, until more of it arrives. The SDK has none of its own: it would wait forever on a connection that was
 * silently cut. A call that takes longer fails with a `TimeoutError`, and is retried as often as the client allows.
 * @param answerMs milliseconds until an answer begins, and until more of it arrives
 */
export function timeLimits(answerMs = ANSWER_MS): TimeLimits {
  return {
    connectionTimeout: CONNECT_MS,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    // Without it, exceeding the limit before it only causes a warning.
    throwOnRequestTimeout: true,
  };
}
