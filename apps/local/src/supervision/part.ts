import type { Serializable } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from './run.js';

export interface PartOptions {
  title: string;
  /** Begins another run of its program. */
  run: () => Run;
  /** Called when it is ready, and when it has ended. */
  onChange: () => void;
  onMessage?: (message: unknown) => void;
}

/** A program of Rollbook that is brought back when it fails, by itself. */
export interface Part {
  readonly title: string;
  readonly isUp: boolean;
  readonly firstStart: Promise<boolean>;
  send(message: Serializable): void;
  /** Ends it and restarts it at once, because its program has changed. */
  restart(): void;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 10_000;
/** How long a program may take to end before it is restarted. */
const RESTART_DEADLINE_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A program that answers nothing for half a minute, and computes all the while, is ended and restarted. */
const HEARTBEAT = { intervalMs: 10_000, patience: 2 };
const STEADY_MS = 60_000;

export function pauseBefore(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
}

/** Restarts it, with growing pauses, whenever it ends unexpectedly. */
export function startPart({ title, run, onChange, onMessage }: PartOptions): Part {
  const stopping = new AbortController();
  let change = new AbortController();
  let settle: (isUp: boolean) => void = () => {};
  const firstStart = new Promise<boolean>((resolve) => (settle = resolve));
  let current: Run | undefined;
  let isUp = false;
  const setUp = (next: boolean) => {
    if (isUp === next) return;
    isUp = next;
    onChange();
  };

  const keepRunning = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const startedAt = Date.now();
      const startedAfter = change.signal.aborted;
      if (startedAfter) change = new AbortController();
      const begun = run();
      current = begun;
      const unready = setTimeout(() => begun.kill(), START_DEADLINE_MS);
      begun.onMessage((message) => {
        onMessage?.(message);
        if (!(message as { ready?: boolean }).ready) return;
        clearTimeout(unready);
        setUp(true);
        settle(true);
        begun.watch?.({
          ...HEARTBEAT,
          onChange: setUp,
          onStuck: () => console.error(`The ${title} was busy and did not respond: it is killed.`),
        });
        if (startedAfter) console.log(`The ${title} has restarted with the change.`);
      });
      const ending = await begun.ended;
      clearTimeout(unready);
      setUp(false);
      settle(false);
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > STEADY_MS) failures = 0;
      if (!change.signal.aborted) {
        const pause = pauseBefore(failures);
        console.error(`The ${title} ended (${ending}) and will be restarted in ${pause / 1000} s.`);
        const signal = AbortSignal.any([stopping.signal, change.signal]);
        await delay(pause, undefined, { signal }).catch(() => {});
      }
      if (change.signal.aborted) failures = -1;
    }
  };
  const running = keepRunning();
  return {
    title,
    get isUp() {
      return isUp;
    },
    firstStart,
    send(message) {
      // A program that has just ended gets the message when it is ready again.
      if (isUp) current?.send(message);
    },
    restart() {
      change.abort();
      const old = current;
      old?.stop();
      setTimeout(() => old?.kill(), RESTART_DEADLINE_MS).unref();
    },
    async stop() {
      stopping.abort();
      current?.stop();
      const forced = setTimeout(() => current?.kill(), STOP_DEADLINE_MS);
      await running;
      clearTimeout(forced);
    },
  };
}
