interface Waiting<T> {
  request: T;
  resolve: (isFilled: boolean) => void;
  reject: (error: unknown) => void;
}

/** Of those that fit one transaction with the limit's own item. */
const MAX_AT_ONCE = 64;

export class Fillings<T> {
  readonly #waiting = new Map<string, Waiting<T>[]>();

  /** @param key what is filled together @param fill for all of them, or for none */
  ask(key: string, request: T, fill: (all: readonly T[]) => Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      const entry = { request, resolve, reject };
      if (waiting) return void waiting.push(entry);
      const all = [entry];
      this.#waiting.set(key, all);
      void this.#fillAll(key, all, fill);
    });
  }

  async #fillAll(
    key: string,
    waiting: Waiting<T>[],
    fill: (all: readonly T[]) => Promise<boolean>,
  ): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, MAX_AT_ONCE);
      try {
        const isFilled = await fill(some.map(({ request }) => request));
        for (const { resolve } of some) resolve(isFilled);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
