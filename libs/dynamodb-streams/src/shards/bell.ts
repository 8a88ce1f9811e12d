export class Bell {
  /** When it last rang, by `performance.now()`. */
  rungAt = -Infinity;
  private readonly waiting = new Set<() => void>();

  ring(): void {
    this.rungAt = performance.now();
    this.stir();
  }

  /** Makes everybody who is waiting look again, for another reason. */
  stir(): void {
    for (const end of this.waiting) end();
  }

  /** Waits until it rings, the time is over, or the signal fires. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      this.waiting.add(end);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
    });
  }
}
