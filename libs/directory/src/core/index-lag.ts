import type { Runtime } from '#libs/pacing';
import { BoundedMap } from '../search-index/bounded-map.js';
import { CLOCKS_DIFFER_MS } from './clocks.js';

/** How long the index may lack what was written before. */
const INDEX_SETTLED_AFTER_MS = 2_000;
const MAX_WAITS = 10_000;

/** Whether the index shows what was written before something was. By time that passes here: the clocks of processes differ, and are set. */
export class IndexLag {
  readonly #since = new BoundedMap<string, number>(MAX_WAITS);

  /** @param what is waited for, which was written `at` @returns in milliseconds, 0 if nothing */
  leftMs({ now, elapsed }: Pick<Runtime, 'now' | 'elapsed'>, what: string, at: string): number {
    // Long ago by any clock: the first process that waited for it may be gone.
    if (now() > Date.parse(at) + INDEX_SETTLED_AFTER_MS + CLOCKS_DIFFER_MS) return 0;
    const since = this.#since.get(what) ?? elapsed();
    if (!this.#since.has(what)) this.#since.set(what, since);
    return Math.max(0, since + INDEX_SETTLED_AFTER_MS - elapsed());
  }
}
