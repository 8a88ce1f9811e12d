import type { Row } from './entries.js';
import { forgivingTerms, type Term } from './terms.js';
import { WordIndex } from './word-index.js';
import type { Work } from './work.js';

export type SortField = 'name' | 'email' | 'createdAt';

/** Where a row stands in an order: by its key, and among equal keys by its id. */
export type Place = readonly [key: string | number, id: string];

const KEYS: Readonly<Record<SortField, (row: Row) => string | number>> = {
  name: (row) => row.nameKey,
  email: (row) => row.detailKey,
  createdAt: (row) => row.createdAt,
};

export function placeIn(field: SortField, row: Row): Place {
  return [KEYS[field](row), row.id];
}

export function compare(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

/** After this many changes at once, an order is sorted again on its next read, instead of being maintained. */
const MAX_MOVES = 500;

const FEWEST_NEWS = 500;
const PART_OF_NEWS = 1 / 20;

/** What a query has found, and the terms that did. */
export interface Found {
  rows: readonly Row[];
  terms: readonly Term[];
}

export class Shelf {
  constructor(private readonly work: Work) {}

  private readonly rows = new Map<string, Row>();
  private readonly orders = new Map<SortField, Row[]>();
  private words: WordIndex | undefined;
  /** Rows that the words do not have yet, and those that they have and that are no longer there. */
  private readonly fresh = new Set<Row>();
  private readonly stale = new Set<Row>();
  private moves: { before: Row | undefined; after: Row | undefined }[] = [];

  get size(): number {
    return this.rows.size;
  }

  all(): IterableIterator<Row> {
    return this.rows.values();
  }

  get(id: string): Row | undefined {
    return this.rows.get(id);
  }

  set(id: string, row: Row | undefined): void {
    const before = this.rows.get(id);
    if (row) this.rows.set(id, row);
    else this.rows.delete(id);
    if (this.words) this.noteWords(before, row);
    if (this.orders.size > 0) this.moves.push({ before, after: row });
    if (this.moves.length > MAX_MOVES) this.forgetOrders();
  }

  private noteWords(before: Row | undefined, after: Row | undefined): void {
    if (before && !this.fresh.delete(before)) this.stale.add(before);
    if (after) this.fresh.add(after);
    const most = Math.max(FEWEST_NEWS, (this.words?.size ?? 0) * PART_OF_NEWS);
    if (this.fresh.size + this.stale.size <= most) return;
    this.words = undefined;
    this.fresh.clear();
    this.stale.clear();
  }

  /**
   * The rows that have all of some words, in any order. If there are none, those that have them but for one error in each word that
   * nothing begins with.
   *
   * @param isExact no error is forgiven
   */
  withWords(terms: readonly Term[], isExact: boolean): Found {
    this.words ??= new WordIndex(this.rows.values(), this.work);
    const rows = this.find(this.words, terms);
    if (rows.length > 0 || isExact) return { rows, terms };
    const { words } = this;
    const has = (term: Term) => this.find(words, [term]).length > 0;
    const forgiving = forgivingTerms(terms, has, (text) => words.similarTo(text));
    return forgiving ? { rows: this.find(words, forgiving), terms: forgiving } : { rows, terms };
  }

  private find(words: WordIndex, terms: readonly Term[]): Row[] {
    const known = words.find(terms.map(({ beginnings }) => beginnings));
    const rows = this.stale.size === 0 ? known : known.filter((row) => !this.stale.has(row));
    this.work.looked += this.fresh.size;
    for (const row of this.fresh) if (terms.every(({ test }) => test(row.text))) rows.push(row);
    return rows;
  }

  private forgetOrders(): void {
    this.moves = [];
    this.orders.clear();
  }

  inOrder(field: SortField): readonly Row[] {
    for (const [known, order] of this.orders)
      for (const { before, after } of this.moves) {
        if (before) order.splice(indexOf(order, known, placeIn(known, before)), 1);
        if (after) order.splice(indexOf(order, known, placeIn(known, after)), 0, after);
      }
    this.moves = [];
    const known = this.orders.get(field);
    if (known) return known;
    const order = [...this.rows.values()].sort((a, b) => compare(placeIn(field, a), placeIn(field, b)));
    this.orders.set(field, order);
    return order;
  }
}

/** The index of the first row at a place or after it. */
export function indexOf(order: readonly Row[], field: SortField, place: Place): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(placeIn(field, order[middle]!), place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
