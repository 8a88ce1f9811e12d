import type { Runtime } from '#libs/pacing';

export class Bell {
  /** When it last rang, by `elapsed` of the runtime. */
  rungAt = -Infinity;
  private readonly waiting = new Set<() => void>();

  constructor(private readonly runtime: Runtime) {}

  ring(): void {
    this.rungAt = this.runtime.elapsed();
    this.stir();
  }

  /** Makes everybody who is waiting look again, for another reason. */
  stir(): void {
    for (const end of this.waiting) end();
  }

  /** Waits until it rings, the time is over, or the signal fires. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const ended = new AbortController();
    const end = () => ended.abort();
    this.waiting.add(end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    await this.runtime.sleep(milliseconds, ended.signal);
    this.waiting.delete(end);
    signal.removeEventListener('abort', end);
  }
}
