import { createHash } from 'node:crypto';

/** Lines joined before they are hashed: one call for each would cost more than the lines. */
const HASHED_AT_ONCE = 512;

/** What happened, one line for each step, in order. Two runs are the same if their hashes are. */
export class Trace {
  readonly lines: string[] = [];
  readonly #hash = createHash('sha256');
  #hashed = 0;

  add(atMs: number, process: string, what: string): void {
    this.lines.push(`${atMs} ${process} ${what}`);
    if (this.lines.length - this.#hashed >= HASHED_AT_ONCE) this.#take();
  }

  /** Of all lines so far. */
  hash(): string {
    this.#take();
    return this.#hash.copy().digest('hex').slice(0, 32);
  }

  #take(): void {
    this.#hash.update(this.lines.slice(this.#hashed).join('\n'));
    this.#hashed = this.lines.length;
  }
}
