import type { Row } from '../entries.js';

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

function compare(a: Place, b: Place): number {
  if (a[0] !== b[0]) return a[0] < b[0] ? -1 : 1;
  return a[1] === b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

/** From so many changes at once on, an order is made anew when it is asked for, instead of being kept. */
const MOST_MOVES = 500;

/** The rows of one kind, in every order that was asked for so far. */
export class Shelf {
  private readonly rows = new Map<string, Row>();
  private readonly orders = new Map<SortField, Row[]>();
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
    if (this.orders.size > 0) this.moves.push({ before, after: row });
    if (this.moves.length > MOST_MOVES) this.forgetOrders();
  }

  private forgetOrders(): void {
    this.moves = [];
    this.orders.clear();
  }

  /** All rows by a field, ascending. The array is the shelf's own. */
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
