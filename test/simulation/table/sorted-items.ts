import { compare, type Item, type Value } from './values.js';

/** The items of one partition, of a table or of an index, in the order of their sort keys, and then of the table's. */
export class SortedItems {
  readonly #items: Item[] = [];

  /** @param names of the attributes that order the items */
  constructor(private readonly names: readonly string[]) {}

  get length(): number {
    return this.#items.length;
  }

  at(position: number): Item | undefined {
    return this.#items[position];
  }

  /** Adds an item, or puts it in the place of the one with its key. */
  put(item: Item): void {
    const position = this.from(item);
    const exists = this.#items[position] && this.#order(this.#items[position], item) === 0;
    this.#items.splice(position, exists ? 1 : 0, item);
  }

  remove(item: Item): void {
    const position = this.from(item);
    if (this.#items[position] && this.#order(this.#items[position], item) === 0)
      this.#items.splice(position, 1);
  }

  /** The position of the first item that is not before a key, of which the later attributes may be missing. */
  from(key: Item): number {
    return this.#search((item) => this.#order(item, key) >= 0);
  }

  /** The position after the last item that is not after a key. */
  after(key: Item): number {
    return this.#search((item) => this.#order(item, key) > 0);
  }

  #search(isAtOrAfter: (item: Item) => boolean): number {
    let [low, high] = [0, this.#items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isAtOrAfter(this.#items[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #order(a: Item, b: Item): number {
    for (const name of this.names) {
      if (b[name] === undefined) return 0;
      const order = compare(a[name] as Value, b[name]) ?? 0;
      if (order !== 0) return order;
    }
    return 0;
  }
}
