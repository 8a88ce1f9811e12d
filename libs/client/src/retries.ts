/** Time and chance, for tests and simulations. */
export interface Clocks {
  /** Milliseconds since the epoch; `Date.now` by default. */
  now?: (() => number) | undefined;
  /** Milliseconds that are never set back; those of `performance.now` by default. */
  elapsed?: (() => number) | undefined;
  /** Ends as soon as the signal fires, with or without an error. */
  sleep?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** From 0 to 1; `Math.random` by default. */
  random?: (() => number) | undefined;
}

export interface RetryOptions {
  /** Requests sent for one call, at most. */
  attempts: number;
  /** A server that asks for longer is not waited for. */
  longestWaitMs: number;
}

export const DEFAULT_RETRIES: RetryOptions = { attempts: 4, longestWaitMs: 30_000 };

const FIRST_WAIT_MS = 200;
/** Too many requests, or temporarily unavailable, according to the API or a proxy in front of it. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * How long to wait before the next attempt; undefined to give up. A conflict of too many writers has a `Retry-After` because
 * it is temporary; other conflicts are not.
 * @param answer the answer, or undefined if there was none
 */
export function waitBefore(
  attempt: number,
  answer: Pick<Response, 'status' | 'headers'> | undefined,
  { attempts, longestWaitMs }: RetryOptions,
  { now, random }: Clocks = {},
): number | undefined {
  if (attempt >= attempts) return undefined;
  const requested = answer && retryAfterMs(answer.headers.get('retry-after'), now?.());
  const passes =
    answer === undefined || PASSING.has(answer.status) || (answer.status === 409 && requested !== undefined);
  if (!passes || (requested ?? 0) > longestWaitMs) return undefined;
  // At least the requested time, and a random part more: clients refused together must not return together.
  return (requested ?? 0) + backoffMs(attempt, FIRST_WAIT_MS, longestWaitMs, random);
}

/**
 * The backoff of the packages, which import nothing of the programs: at least half of a step that doubles.
 * @param failures how many, the first is 1
 */
export function backoffMs(failures: number, firstMs: number, maxMs: number, random = Math.random): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (0.5 + random() / 2);
}

/**
 * Milliseconds until the moment of a `Retry-After`, seconds or a date (RFC 9110, section 10.2.3).
 * @returns 0 for a moment that has passed, undefined for none and for what is neither
 */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  // The date of `asctime` ends in the year, and is GMT without saying so.
  const date = /^[A-Z].+ (GMT|\d{4})$/.test(text) ? Date.parse(text.replace(/( GMT)?$/, ' GMT')) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** @throws the reason of the signal, at once, when it is aborted */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}
