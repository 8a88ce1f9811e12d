/**
 * Which items are being written. A transaction holds its items, including those it only checks; other access to one of them
 * is refused in the meantime. Single writes of one item wait for each other, and a transaction for them. Source:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling
 */
export class HeldItems {
  readonly #held = new Set<string>();
  readonly #writing = new Map<string, Promise<unknown>>();

  isHeld(id: string): boolean {
    return this.#held.has(id);
  }

  isBusy(id: string): boolean {
    return this.#held.has(id) || this.#writing.has(id);
  }

  /** The caller has made sure that nobody else holds the items. */
  async whileHeld<T>(ids: readonly string[], act: () => Promise<T>): Promise<T> {
    for (const id of ids) this.#held.add(id);
    try {
      await this.#written(ids);
      return await act();
    } finally {
      for (const id of ids) this.#held.delete(id);
    }
  }

  async oneAfterTheOther<T>(ids: readonly string[], act: () => Promise<T>): Promise<T> {
    const result = this.#written(ids).then(act);
    const settled = result.catch(() => undefined);
    for (const id of ids) this.#writing.set(id, settled);
    try {
      return await result;
    } finally {
      for (const id of ids) if (this.#writing.get(id) === settled) this.#writing.delete(id);
    }
  }

  async #written(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.flatMap((id) => this.#writing.get(id) ?? []));
  }
}
