import type { Row, SearchKind } from '../entries.js';
import type { SearchIndex } from './search-index.js';
import { termsOf } from './search-text.js';
import { indexOf, type Place, placeIn, type SortField } from './shelf.js';

export interface SearchFilter {
  /** Words that begin the words of what is looked for, in any order. */
  q?: string | undefined;
  role?: string | undefined;
  status?: string | undefined;
  /** Only these. */
  only?: ReadonlySet<string> | undefined;
  /** None of these. */
  except?: ReadonlySet<string> | undefined;
}

export interface SearchOrder {
  field: SortField;
  descending: boolean;
}

export type Facets = Record<'role' | 'status', Record<string, number>>;

type Test = (row: Row) => boolean;

function testsOf({
  q,
  role,
  status,
  only,
  except,
}: SearchFilter): Record<'role' | 'status' | 'others', Test> {
  const terms = q === undefined ? [] : termsOf(q);
  // What is nothing but signs that are no letters is the beginning of no word.
  const never = q !== undefined && q.trim() !== '' && terms.length === 0;
  return {
    role: (row) => role === undefined || row.role === role,
    status: (row) => status === undefined || row.status === status,
    others: (row) =>
      !never &&
      (only === undefined || only.has(row.id)) &&
      !except?.has(row.id) &&
      terms.every((term) => row.text.includes(term)),
  };
}

export function testOf(filter: SearchFilter): Test {
  const { role, status, others } = testsOf(filter);
  return (row) => role(row) && status(row) && others(row);
}

/** Up to `most` rows that match, from a place on: after it, in the order that is asked for. */
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
  const { role, status, others } = testsOf(filter);
  const rows = index.shelf(kind).inOrder(field);
  const found: Row[] = [];
  const step = descending ? -1 : 1;
  let at = startOf(rows, field, descending, after);
  for (; at >= 0 && at < rows.length && found.length < most; at += step) {
    const row = rows[at]!;
    if (role(row) && status(row) && others(row)) found.push(row);
  }
  return found;
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

/** How many match, and how many would by each role and each status: as if that one were not asked for. */
export function countMatches(
  index: SearchIndex,
  kind: SearchKind,
  filter: SearchFilter,
): { total: number; facets: Facets } {
  const { role, status, others } = testsOf(filter);
  const facets: Facets = { role: {}, status: {} };
  let total = 0;
  for (const row of index.shelf(kind).all()) {
    const [hasRole, hasStatus] = [role(row), status(row)];
    if ((!hasRole && !hasStatus) || !others(row)) continue;
    if (hasStatus && row.role !== '') facets.role[row.role] = (facets.role[row.role] ?? 0) + 1;
    if (hasRole) facets.status[row.status] = (facets.status[row.status] ?? 0) + 1;
    if (hasRole && hasStatus) total += 1;
  }
  return { total, facets };
}
