import { realRuntime, type Runtime } from './runtime.js';

/** @param failures how many, the first is 1. Source: https://aws.amazon.com/builders-library/timeouts-retries-and-backoff-with-jitter/ */
export function backoffMs(
  { random }: Pick<Runtime, 'random'>,
  failures: number,
  firstMs: number,
  limitMs: number,
): number {
  return random() * Math.min(limitMs, firstMs * 2 ** Math.min(failures - 1, 30));
}

export interface Backoff {
  /** Waits before the next attempt, longer each time up to the limit; returns early when the signal fires. */
  wait(signal?: AbortSignal): Promise<void>;
  reset(): void;
}

export function backoff(firstMs: number, limitMs: number, runtime: Runtime = realRuntime): Backoff {
  let failures = 0;
  return {
    async wait(signal) {
      failures += 1;
      await runtime.sleep(backoffMs(runtime, failures, firstMs, limitMs), signal);
    },
    reset() {
      failures = 0;
    },
  };
}
