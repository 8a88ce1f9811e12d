// search-index: the search of one account in memory, and what its entries are made of. Pure.
// Imports nothing else of this library.

import { isRemoved, rowOf, type SearchChange, type SearchKind } from './entries.js';
import { Shelf } from './shelf.js';
import { kindOfEntry } from './heads-to-entries.js';
import type { Work } from './work.js';

const ROW_BYTES = 600;

/** Changes may come late, twice and in any order: of each id the highest version counts. */
export class SearchIndex {
  /** The last change that it holds. */
  position = 0;
  bytes = 0;
  readonly work: Work = { looked: 0 };
  private readonly shelves = new Map<SearchKind, Shelf>();
  /** Versions of what is gone, so that an older entry does not bring it back. */
  private readonly removed = new Map<string, number>();

  shelf(kind: SearchKind): Shelf {
    const shelf = this.shelves.get(kind) ?? new Shelf(this.work);
    this.shelves.set(kind, shelf);
    return shelf;
  }

  apply(changes: Iterable<SearchChange>): void {
    for (const change of changes) this.applyOne(change);
  }

  private applyOne(change: SearchChange): void {
    const { id, version } = change;
    const shelf = this.shelf(kindOfEntry(id));
    const before = shelf.get(id);
    if (version <= (before?.version ?? this.removed.get(id) ?? 0)) return;
    const after = isRemoved(change) ? undefined : rowOf(change);
    if (!after && !before) this.bytes += ROW_BYTES / 4;
    if (after) this.removed.delete(id);
    else this.removed.set(id, version);
    shelf.set(id, after);
    this.bytes += sizeOf(after) - sizeOf(before);
  }
}

function sizeOf(row: { text: string; name: string; detail: string } | undefined): number {
  return row ? ROW_BYTES + 2 * (row.text.length + row.name.length + row.detail.length) : 0;
}
