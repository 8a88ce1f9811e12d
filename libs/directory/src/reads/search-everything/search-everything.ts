import type { AggregateKind } from '#libs/domain';
import type { Directory } from '../../core/directory.js';
import type { Row } from '../../search-index/entries.js';
import { ACCOUNTS_SCOPE, SEARCHED_KINDS } from '../../search-index/heads-to-entries.js';
import { bestRows } from '../../search-index/best-rows.js';
import type { SearchFilter } from '../../search-index/query-index.js';
import type { SearchIndex } from '../../search-index/search-index.js';
import { upToDateIndex } from '../search/stored/up-to-date-index.js';
import { counted } from '../../search-index/work.js';
import type { FoundThing, SearchScope } from './found-thing.js';
import { findById, idIn } from './find-by-id.js';

export const MAX_FOUND = 20;
const KINDS = SEARCHED_KINDS.filter((kind) => kind !== 'account');

/** Of what stays in the index: a revoked key is in no list. */
const LISTED: Partial<Record<AggregateKind, SearchFilter>> = { 'api-key': { status: 'active' } };

/** At most 20, of each kind those first whose name begins with the words. */
export async function searchEverything(
  directory: Directory,
  q: string,
  scope: SearchScope,
): Promise<FoundThing[]> {
  const { tenant, everywhere, except } = scope;
  const id = idIn(q);
  if (id !== undefined)
    return (await findById(directory, id, scope))
      .filter(({ kind }) => !except?.has(kind))
      .slice(0, MAX_FOUND);
  const [accounts, own] = await Promise.all([
    everywhere ? upToDateIndex(directory, ACCOUNTS_SCOPE) : undefined,
    tenant && upToDateIndex(directory, tenant.accountId),
  ]);
  const rows = (index: SearchIndex, kind: AggregateKind) =>
    counted(index.work, directory.onSearched, () =>
      bestRows(index, kind, { q, ...LISTED[kind] }, MAX_FOUND),
    ).map((row) => foundRow(kind, row, tenant?.accountId ?? row.id));
  return sharedOut([
    ...(accounts && !except?.has('account') ? [rows(accounts, 'account')] : []),
    ...(own ? KINDS.filter((kind) => !except?.has(kind)).map((kind) => rows(own, kind)) : []),
  ]);
}

function foundRow(kind: AggregateKind, { id, name, detail, status }: Row, accountId: string): FoundThing {
  const subtitle = name === '' || detail === '' ? null : detail;
  return {
    kind,
    id,
    accountId: kind === 'account' ? id : accountId,
    title: name || detail,
    subtitle,
    status: status || null,
  };
}

/** An equal share for each list; what one does not need goes to the others. */
function sharedOut(lists: readonly FoundThing[][]): FoundThing[] {
  const shares = new Map<FoundThing[], number>();
  let left = MAX_FOUND;
  for (const [at, list] of lists.toSorted((a, b) => a.length - b.length).entries()) {
    const share = Math.min(list.length, Math.floor(left / (lists.length - at)));
    shares.set(list, share);
    left -= share;
  }
  return lists.flatMap((list) => list.slice(0, shares.get(list)));
}
