const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** After the first attempt: some 28 hours in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

/** An endpoint that has accepted nothing for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/** The maximum `Retry-After` an endpoint may request, so that it cannot stop its own deliveries forever. */
export const MAX_RETRY_AFTER_MS = HOUR;
const JITTER = 0.2;

/**
 * How long to wait before the next attempt; undefined if there is none.
 * @param tries the number of attempts so far
 * @param retryAfterMs the least the endpoint asks for
 */
export function delayBeforeNext(
  delays: readonly number[],
  tries: number,
  retryAfterMs: number,
  random: () => number,
): number | undefined {
  const planned = delays[tries - 1];
  if (planned === undefined) return undefined;
  // Up to a fifth shorter or longer: deliveries that failed together do not come back together.
  const jittered = planned * (1 - JITTER + 2 * JITTER * random());
  return Math.ceil(Math.max(jittered, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}
