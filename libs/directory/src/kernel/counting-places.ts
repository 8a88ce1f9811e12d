/** In how many shares what one limit leaves may be split: so many commands may count at the same time. */
export const SHARES = 32;

/**
 * Where the commands that this process has under way count: the first on the limit's own item, so that an account with
 * one writer has no shares; each of the others on a share of its own.
 */
export class CountingPlaces {
  readonly #taken = new Map<string, Set<number>>();
  /** Another one in each process, so that two rarely use the same shares. */
  readonly #first = Math.floor(Math.random() * SHARES);

  /**
   * @param met whether the command has met another process's on the limit's own item
   * @returns the share; undefined: the limit's own item
   */
  take(accountId: string, met: boolean): { share: string | undefined; release: () => void } {
    const taken = this.#taken.get(accountId) ?? new Set();
    this.#taken.set(accountId, taken);
    const shares = Array.from({ length: SHARES }, (_, index) => 1 + ((this.#first + index) % SHARES));
    const place = (met ? shares : [0, ...shares]).find((each) => !taken.has(each)) ?? 0;
    taken.add(place);
    return {
      share: place === 0 ? undefined : String(place),
      release: () => {
        taken.delete(place);
        if (taken.size === 0) this.#taken.delete(accountId);
      },
    };
  }
}
