import type { Runtime } from '#libs/pacing';
import { Fillings } from './fillings.js';

/** The number of shares into which what a limit leaves is split: this many commands may count at the same time. */
export const SHARES = 64;

export interface ShareToFill {
  share: string;
  change: number;
}

/** One alone counts on the limit's own item; several on shares, each on the one that the fewest others count on. */
export class CountingPlaces {
  readonly fillings = new Fillings<ShareToFill>();
  /** How many commands count at each place of an account. */
  readonly #taken = new Map<string, Map<number, number>>();
  /** Another one in each process, so that two rarely use the same shares. */
  readonly #first: number;

  constructor({ random }: Pick<Runtime, 'random'>) {
    this.#first = Math.floor(random() * SHARES);
  }

  /** @param met another process's command on the limit's own item @returns the share; undefined: the limit's own item */
  take(accountId: string, met: boolean): { share: string | undefined; release: () => void } {
    const taken = this.#taken.get(accountId) ?? new Map<number, number>();
    const place = taken.size === 0 && !met ? 0 : this.#leastUsed(taken);
    this.#taken.set(accountId, taken);
    taken.set(place, (taken.get(place) ?? 0) + 1);
    return {
      share: place === 0 ? undefined : String(place),
      release: () => {
        const others = (taken.get(place) ?? 1) - 1;
        if (others > 0) taken.set(place, others);
        else taken.delete(place);
        if (taken.size === 0 && this.#taken.get(accountId) === taken) this.#taken.delete(accountId);
      },
    };
  }

  #leastUsed(taken: ReadonlyMap<number, number>): number {
    let [best, fewest] = [0, Infinity];
    for (let index = 0; index < SHARES && fewest > 0; index += 1) {
      const place = 1 + ((this.#first + index) % SHARES);
      const others = taken.get(place) ?? 0;
      if (others < fewest) [best, fewest] = [place, others];
    }
    return best;
  }
}
