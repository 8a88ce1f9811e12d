export interface RetryOptions {
  /** Requests sent for one call, at most. */
  attempts: number;
  /** A server that asks for longer is not waited for. */
  longestWaitMs: number;
}

export const DEFAULT_RETRIES: RetryOptions = { attempts: 4, longestWaitMs: 30_000 };

/** With its own backoff: the package runs in browsers and imports nothing. */
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
): number | undefined {
  if (attempt >= attempts) return undefined;
  const asked = answer && retryAfterMs(answer.headers.get('retry-after'));
  const passes =
    answer === undefined || PASSING.has(answer.status) || (answer.status === 409 && asked !== undefined);
  if (!passes || (asked ?? 0) > longestWaitMs) return undefined;
  // At least the requested time, and a random part more: clients refused together must not return together.
  const step = Math.min(longestWaitMs, FIRST_WAIT_MS * 2 ** (attempt - 1));
  return (asked ?? 0) + Math.random() * step;
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
export function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header) * 1_000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
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
