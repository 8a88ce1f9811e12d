import { readCursor, writeCursor } from '@rollbook/single-table';
import type { Directory } from '../../core/directory.js';
import type { Page } from '../../core/pages.js';
import type { Row, SearchKind } from '../../search-index/entries.js';
import {
  countMatches,
  matchingRows,
  type Facets,
  type SearchFilter,
} from '../../search-index/query-index.js';
import type { SearchIndex } from '../../search-index/search-index.js';
import { placeIn, type Place, type SortField } from '../../search-index/shelf.js';
import { counted as countedIn } from '../../search-index/work.js';

export type Sort = SortField | `-${SortField}`;

export interface SearchRequest {
  sort?: Sort | undefined;
  limit: number;
  cursor?: string | undefined;
  count?: boolean | undefined;
  facets?: boolean | undefined;
}

export interface SearchPage<T> extends Page<T> {
  total?: { value: number; exact: boolean };
  facets?: Facets;
  /** The last change of the search entries that it knows of. */
  position?: number;
}

/**
 * A page of what an index finds. Each page costs the same, the first as the thousandth: it begins at the place where the one
 * before ended, which its cursor says.
 *
 * @param binding what the cursor is good for only: the list with its filters
 */
export function searchPage(
  { cursorSecret, onSearched }: Directory,
  index: SearchIndex,
  { kind, filter, binding }: { kind: SearchKind; filter: SearchFilter; binding: readonly unknown[] },
  { sort = 'createdAt', limit, cursor, count, facets }: SearchRequest,
): SearchPage<Row> {
  const descending = sort.startsWith('-');
  const field = (descending ? sort.slice(1) : sort) as SortField;
  const bound = JSON.stringify(['search', kind, sort, ...binding.map((each) => each ?? null)]);
  const after =
    cursor === undefined ? undefined : placeOf(readCursor(cursorSecret, bound, cursor, 1)[0], field);
  const order = { field, descending };
  const [rows, counted] = countedIn(index.work, onSearched, () => [
    matchingRows(index, kind, filter, { order, after, most: limit + 1 }),
    count || facets ? countMatches(index, kind, filter) : undefined,
  ]);
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    position: index.position,
    cursor: last && writeCursor(cursorSecret, bound, [placeIn(field, last).map(String)]),
    ...(count && counted && { total: { value: counted.total, exact: true } }),
    ...(facets && counted && { facets: counted.facets }),
  };
}

function placeOf(position: unknown, field: SortField): Place | undefined {
  if (!Array.isArray(position)) return undefined;
  const [key, id] = position as [string, string];
  return [field === 'createdAt' ? Number(key) : key, id];
}
