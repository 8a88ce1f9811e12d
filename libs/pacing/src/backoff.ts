import { setTimeout as delay } from 'node:timers/promises';

/** @param failures how many, the first is 1. Source: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/ */
export function backoffMs(failures: number, firstMs: number, limitMs: number): number {
  return Math.random() * Math.min(limitMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

export interface Backoff {
  /** Waits before the next attempt, longer each time up to the limit; returns early when the signal fires. */
  wait(signal?: AbortSignal): Promise<void>;
  reset(): void;
}

export function backoff(firstMs: number, limitMs: number): Backoff {
  let failures = 0;
  return {
    async wait(signal) {
      failures += 1;
      await pause(backoffMs(failures, firstMs, limitMs), signal);
    },
    reset() {
      failures = 0;
    },
  };
}

/** Waits, or returns early when the signal fires. Never throws. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, signal ? { signal } : {});
  } catch {
    // Aborted: the caller checks the signal next.
  }
}
