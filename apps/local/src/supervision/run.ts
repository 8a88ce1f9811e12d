import type { Serializable } from 'node:child_process';
import type { Heartbeat } from './heartbeat.js';

/** One run of a program: in a process of its own, or in one that it shares. */
export interface Run {
  send(message: Serializable): void;
  onMessage(listener: (message: unknown) => void): void;
  /** In order, as far as the program sees to it. */
  stop(): void;
  /** At once, whatever it is doing. */
  kill(): void;
  /** How it ended. */
  readonly ended: Promise<string>;
  /** Looks after a process, whose event loop may be stuck. */
  watch?(heartbeat: Heartbeat): void;
}
