import { setTimeout as delay } from 'node:timers/promises';

/** Time and chance, as the process has them. A simulation gives its own, one by one or all. */
export interface Runtime {
  /** Milliseconds since 1970: for timestamps, ids and what has expired. */
  now: () => number;
  /** Milliseconds since any moment, which never go back: for durations. */
  elapsed: () => number;
  /** The wait before something is tried again, in milliseconds. */
  sleep: (milliseconds: number) => Promise<void>;
  /** From 0 to below 1: for the lengths of waits. */
  random: () => number;
  /** A UUID: the token of a transaction. */
  id: () => string;
}

export const realRuntime: Runtime = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (milliseconds) => delay(milliseconds),
  random: () => Math.random(),
  id: () => crypto.randomUUID(),
};
