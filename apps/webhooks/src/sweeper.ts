import type { DueQueue } from '#libs/directory';
import type { Runtime } from '#libs/pacing';
import { DAY_MS } from '#libs/domain';
import type { Deliverer } from './deliverer.js';

export interface SweeperOptions {
  runtime: Runtime;
  onNotice: (line: string) => void;
}

const AFTER_FAILURE_MS = 1_000;
/** How long a log stream waits for more events after one. */
const GATHER_MS = 300;
/** A timer may fire a moment before its time by the clock. */
const TIMER_SLACK_MS = 5;
/** Queues beyond that are found by the sweeps. */
const MAX_TIMERS = 10_000;
const LONGEST_TIMER_MS = DAY_MS;

export class Sweeper {
  private readonly timers = new Map<string, AbortController>();
  private readonly stopping = new AbortController();
  private resting = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly deliverer: Deliverer,
    private readonly options: SweeperOptions,
  ) {}

  /** @param everyMs how often to look for queues without a signal: above all those of a process that died */
  start(everyMs: number): void {
    this.running = this.run(everyMs);
  }

  wake(): void {
    this.resting.abort();
  }

  /** Once, however often it is called until then. */
  startSoon(queue: DueQueue): void {
    if (this.timers.has(queue.webhookEndpointId)) return;
    this.startAt(queue, this.options.runtime.now() + GATHER_MS);
  }

  startAt(queue: DueQueue, at: number): void {
    const { webhookEndpointId } = queue;
    const { now, sleep } = this.options.runtime;
    this.timers.get(webhookEndpointId)?.abort();
    this.timers.delete(webhookEndpointId);
    const wait = Math.max(0, at - now()) + TIMER_SLACK_MS;
    if (this.stopping.signal.aborted || this.timers.size >= MAX_TIMERS || wait > LONGEST_TIMER_MS) return;
    const timer = new AbortController();
    this.timers.set(webhookEndpointId, timer);
    void sleep(wait, timer.signal).then(() => {
      if (timer.signal.aborted) return;
      this.timers.delete(webhookEndpointId);
      this.deliverer.start(queue);
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    for (const timer of this.timers.values()) timer.abort();
    await this.running;
  }

  private async run(everyMs: number): Promise<void> {
    const { onNotice, runtime } = this.options;
    while (!this.stopping.signal.aborted) {
      this.resting = new AbortController();
      const pause = await this.deliverer.sweep().then(
        () => everyMs,
        (error: unknown) => {
          onNotice(`could not look for due queues: ${String(error)}`);
          return Math.min(everyMs, AFTER_FAILURE_MS);
        },
      );
      const signal = AbortSignal.any([this.resting.signal, this.stopping.signal]);
      await runtime.sleep(pause, signal);
    }
  }
}
