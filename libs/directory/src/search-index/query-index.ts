import type { Row, SearchKind } from './entries.js';
import type { SearchIndex } from './search-index.js';
import { compare, indexOf, type Place, placeIn, type Shelf, type SortField } from './shelf.js';
import { exactTerms, type Term } from './terms.js';

export interface SearchFilter {
  q?: string | undefined;
  role?: string | undefined;
  status?: string | undefined;
  isExact?: boolean | undefined;
  only?: ReadonlySet<string> | undefined;
  except?: ReadonlySet<string> | undefined;
}

export interface SearchOrder {
  field: SortField;
  descending: boolean;
}

export type Facets = Record<'role' | 'status', Record<string, number>>;

type Test = (row: Row) => boolean;

interface Search {
  found: readonly Row[] | undefined;
  words: Test;
  role: Test;
  status: Test;
  sets: Test;
}

function searchIn(shelf: Shelf, { q, role, status, only, except, isExact }: SearchFilter): Search {
  const queryTerms = q === undefined ? [] : exactTerms(q);
  // A query without letters or digits is the beginning of no word.
  const never = q !== undefined && q.trim() !== '' && queryTerms.length === 0;
  const { rows, terms } =
    queryTerms.length > 0 ? shelf.withWords(queryTerms, isExact ?? false) : { rows: [], terms: queryTerms };
  return {
    found: never || queryTerms.length > 0 ? rows : undefined,
    words: (row) => hasAll(row, terms),
    role: (row) => role === undefined || row.role === role,
    status: (row) => status === undefined || row.status === status,
    sets: (row) => (only === undefined || only.has(row.id)) && !except?.has(row.id),
  };
}

function hasAll({ text }: Row, terms: readonly Term[]): boolean {
  return terms.every(({ test }) => test(text));
}

export function testOf(index: SearchIndex, kind: SearchKind, filter: SearchFilter): Test {
  const { words, role, status, sets } = searchIn(index.shelf(kind), filter);
  return (row) => role(row) && status(row) && sets(row) && words(row);
}

/** Up to this many are sorted; of more, a walk through all rows soon finds enough. */
const MAX_SORTED = 2_000;

/** Up to `most` rows that match, from a place on: after it, in the requested order. */
export function matchingRows(
  index: SearchIndex,
  kind: SearchKind,
  filter: SearchFilter,
  {
    order: { field, descending },
    after,
    most,
  }: { order: SearchOrder; after?: Place | undefined; most: number },
): Row[] {
  const shelf = index.shelf(kind);
  const { found, words, role, status, sets } = searchIn(shelf, filter);
  const isSmall = found !== undefined && found.length <= MAX_SORTED;
  const rows = isSmall
    ? found.toSorted((a, b) => compare(placeIn(field, a), placeIn(field, b)))
    : shelf.inOrder(field);
  const matching: Row[] = [];
  const step = descending ? -1 : 1;
  let at = startOf(rows, field, descending, after);
  for (; at >= 0 && at < rows.length && matching.length < most; at += step) {
    index.work.looked += 1;
    const row = rows[at]!;
    if (role(row) && status(row) && sets(row) && (isSmall || words(row))) matching.push(row);
  }
  return matching;
}

function startOf(
  rows: readonly Row[],
  field: SortField,
  descending: boolean,
  after: Place | undefined,
): number {
  if (!after) return descending ? rows.length - 1 : 0;
  const at = indexOf(rows, field, after);
  if (descending) return at - 1;
  const row = rows[at];
  return row && row.id === after[1] && placeIn(field, row)[0] === after[0] ? at + 1 : at;
}

/** How many match, and how many would by each role and each status: as if the filter did not name that one. */
export function countMatches(
  index: SearchIndex,
  kind: SearchKind,
  filter: SearchFilter,
): { total: number; facets: Facets } {
  const shelf = index.shelf(kind);
  const { found, role, status, sets } = searchIn(shelf, filter);
  const facets: Facets = { role: {}, status: {} };
  let total = 0;
  index.work.looked += found?.length ?? shelf.size;
  for (const row of found ?? shelf.all()) {
    const [hasRole, hasStatus] = [role(row), status(row)];
    if ((!hasRole && !hasStatus) || !sets(row)) continue;
    if (hasStatus && row.role !== '') facets.role[row.role] = (facets.role[row.role] ?? 0) + 1;
    if (hasRole) facets.status[row.status] = (facets.status[row.status] ?? 0) + 1;
    if (hasRole && hasStatus) total += 1;
  }
  return { total, facets };
}
