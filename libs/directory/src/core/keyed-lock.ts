export class KeyedLock {
  readonly #queues = new Map<string, { free: number; waiting: (() => void)[] }>();

  async take(key: string, places = 1): Promise<() => void> {
    const queue = this.#queues.get(key) ?? { free: places, waiting: [] };
    this.#queues.set(key, queue);
    if (queue.free > 0) queue.free -= 1;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    return () => {
      const next = queue.waiting.shift();
      if (next) return next();
      queue.free += 1;
      if (queue.free === places) this.#queues.delete(key);
    };
  }

  async during<T>(key: string | undefined, act: () => Promise<T>): Promise<T> {
    if (key === undefined) return act();
    const end = await this.take(key);
    try {
      return await act();
    } finally {
      end();
    }
  }
}
