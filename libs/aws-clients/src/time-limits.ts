/** What the SDK's HTTP handler on Node takes: see {@link timeLimits}. */
export interface TimeLimits {
  connectionTimeout: number;
  requestTimeout: number;
  socketTimeout: number;
  throwOnRequestTimeout: true;
}

const CONNECT_MS = 1_000;
/** Where no person waits for the answer. */
const ANSWER_MS = 10_000;

/**
 * The time limits of a client of AWS, as its `requestHandler`: to connect, until an answer begins, and, of which the
 * second knows nothing, until more of it comes. The SDK has none of its own: a connection that was cut without a word
 * would be waited on for ever. What takes longer is a `TimeoutError`, and asked again as often as the client may.
 *
 * @param answerMs milliseconds until an answer begins, and until it goes on
 */
export function timeLimits(answerMs = ANSWER_MS): TimeLimits {
  return {
    connectionTimeout: CONNECT_MS,
    requestTimeout: answerMs,
    socketTimeout: answerMs,
    // Without it, the limit before it is only warned of.
    throwOnRequestTimeout: true,
  };
}
