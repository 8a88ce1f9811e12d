import { AsyncLocalStorage } from 'node:async_hooks';
import type { Runtime } from '#libs/pacing';
import type { Random, RandomStreams } from './random.js';

/** The world begins at a fixed time, so that every run of a seed has the same dates. */
export const BEGINS_AT = Date.UTC(2031, 0, 1);

const current = new AsyncLocalStorage<SimulatedProcess>();

/** The process that runs now; undefined for the harness. */
export function currentProcess(): SimulatedProcess | undefined {
  return current.getStore();
}

export function within<T>(process: SimulatedProcess, run: () => T): T {
  return current.run(process, run);
}

/** What runs a process: the scheduler. */
interface World {
  readonly now: number;
  readonly random: RandomStreams;
  readonly processes: Set<SimulatedProcess>;
  note(process: string, what: string): void;
  after(ms: number, process: SimulatedProcess | undefined, run: () => void): () => void;
}

/** A drift is kept within this by what sets clocks. */
export const DRIFTS_BY_MS = 2_000;

/** How fast a process's own clock runs, and how far it is off. */
interface Clock {
  rate: number;
  /** What had elapsed when it began to run at that rate, by itself and by the world. */
  base: number;
  since: number;
  offsetMs: number;
}

/**
 * A process of the simulation, and its runtime. When it is killed, none of its promises settles any more: no `finally` runs, as in a process
 * that has lost its power.
 */
export class SimulatedProcess implements Runtime {
  isAlive = true;
  frozenUntil = 0;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #ids: Random;

  constructor(
    readonly scheduler: World,
    readonly name: string,
  ) {
    this.#clock = { rate: 1, base: scheduler.now, since: scheduler.now, offsetMs: 0 };
    this.#random = scheduler.random.of(`random of ${name}`);
    this.#ids = scheduler.random.of(`ids of ${name}`);
  }

  kill(): void {
    this.isAlive = false;
    this.scheduler.processes.delete(this);
    this.scheduler.note(this.name, 'is killed');
  }

  /** It does nothing for a time, as in a long pause of its virtual machine. */
  freeze(ms: number): void {
    this.frozenUntil = this.scheduler.now + ms;
    this.scheduler.note(this.name, `freezes for ${ms} ms`);
  }

  /** Its clock is set, forward or back. What it measures is not. */
  jump(ms: number): void {
    this.#clock.offsetMs += ms;
    this.scheduler.note(this.name, `has its clock set by ${ms} ms`);
  }

  /** Its clock is as the world's again, and runs as that does. */
  setRight(): void {
    this.#runAt(1);
    this.#clock.offsetMs = -this.#driftedMs();
  }

  /** Its clock runs at another rate from now on. */
  drift(rate: number): void {
    this.#runAt(rate);
    this.scheduler.note(this.name, `has a clock of rate ${rate}`);
  }

  /** Milliseconds since the epoch, by its own clock. */
  now = (): number => Math.floor(BEGINS_AT + this.scheduler.now + this.#driftedMs() + this.#clock.offsetMs);

  /** Milliseconds that are never set back. */
  elapsed = (): number => {
    const { rate, base, since } = this.#clock;
    return base + (this.scheduler.now - since) * rate;
  };

  #runAt(rate: number): void {
    Object.assign(this.#clock, { rate, base: this.elapsed(), since: this.scheduler.now });
  }

  #driftedMs(): number {
    return Math.max(-DRIFTS_BY_MS, Math.min(DRIFTS_BY_MS, this.elapsed() - this.scheduler.now));
  }

  /** By its own clock; returns early when the signal fires. */
  sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        cancel();
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const cancel = this.later(ms, end);
      if (signal?.aborted) end();
      else signal?.addEventListener('abort', end, { once: true });
    });

  /** Again and again, until it is cancelled. */
  every = (ms: number, act: () => void): (() => void) => {
    let cancel = () => {};
    const next = () => {
      cancel = this.later(ms, () => {
        next();
        act();
      });
    };
    next();
    return () => cancel();
  };

  later = (ms: number, act: () => void): (() => void) =>
    this.scheduler.after(Math.max(1, ms) / this.#clock.rate, this, act);

  random = (): number => this.#random.fraction();

  bytes = (count: number): Buffer => this.#ids.bytes(count);

  /** A UUID of version 4. Source: RFC 9562, section 5.4 */
  id = (): string => {
    const bytes = this.bytes(16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  };
}
