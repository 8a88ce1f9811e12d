import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Time, timers and chance, as a process has them. Code that the simulation runs takes them from here alone, and gets the real ones
 * by default; everything else from outside comes by a port (`through` and `send` of clients, the bus, `fetch`).
 */
export interface Runtime {
  /** The wall clock, in milliseconds since 1970. It may jump, also back. */
  readonly now: () => number;
  /** Milliseconds since a moment of the process's own. Never goes back. */
  readonly elapsed: () => number;
  /** Waits, at most 2,147,483,647 ms, or returns early when the signal fires. Never throws. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Calls again and again, first after the time, until the returned function is called. Keeps no process running. */
  readonly every: (milliseconds: number, act: () => void) => () => void;
  /** From 0 to below 1. Not for secrets. */
  readonly random: () => number;
  /** A UUID, of version 4. */
  readonly id: () => string;
  /** Random bytes, good enough for keys. */
  readonly bytes: (size: number) => Buffer;
}

export const realRuntime: Runtime = {
  /** As it is when it is taken: what is opened while a test holds the clock has that clock. */
  get now() {
    return Date.now;
  },
  elapsed: () => performance.now(),
  /** Of Node's promises: tests of others move that clock, and who sleeps wakes (`@rollbook/testing`). */
  sleep: (milliseconds, signal) =>
    delay(milliseconds, undefined, signal && { signal }).catch(() => undefined),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds).unref();
    return () => clearInterval(timer);
  },
  random: () => Math.random(),
  id: () => randomUUID(),
  bytes: pooledBytes(),
};

/** The real one but for what is given. Of an object that has more, only this is taken. */
export function runtimeWith(given: Partial<Runtime>): Runtime {
  const { now, elapsed, sleep, every, random, id, bytes }: Runtime = { ...realRuntime, ...given };
  return { now, elapsed, sleep, every, random, id, bytes };
}

/** Drawn by the thousand, which costs as much as drawing one; keys are drawn on their own. Every byte is used once. */
function pooledBytes(): Runtime['bytes'] {
  let [pool, next] = [Buffer.alloc(0), 0];
  return (size) => {
    if (size >= 32) return randomBytes(size);
    if (next + size > pool.length) [pool, next] = [randomBytes(4_096), 0];
    return pool.subarray(next, (next += size));
  };
}
