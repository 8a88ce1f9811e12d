import type { Row, SearchKind } from './entries.js';
import { matchingRows, testOf, type SearchFilter } from './query-index.js';
import type { SearchIndex } from './search-index.js';
import { searchForm } from './search-text.js';
import { indexOf } from './shelf.js';

const BY_NAME = { field: 'name', descending: false } as const;

/** Some that a query finds: those first whose name begins with it, then the others, each by name. */
export function bestRows(
  index: SearchIndex,
  kind: SearchKind,
  filter: SearchFilter & { q: string },
  most: number,
): Row[] {
  const beginning = searchForm(filter.q.trim());
  const matches = testOf(index, kind, filter);
  const inOrder = index.shelf(kind).inOrder(BY_NAME.field);
  const first: Row[] = [];
  for (let at = indexOf(inOrder, BY_NAME.field, [beginning, '']); first.length < most; at += 1) {
    const row = inOrder[at];
    if (beginning === '' || !row?.nameKey.startsWith(beginning)) break;
    if (matches(row)) first.push(row);
  }
  if (first.length === most) return first;
  const known = new Set(first);
  const others = matchingRows(index, kind, filter, { order: BY_NAME, most: most + first.length });
  return [...first, ...others.filter((row) => !known.has(row))].slice(0, most);
}
