import { AGGREGATES, type AggregateKind } from '#libs/domain';
import type { Directory } from '../../../core/directory.js';
import { accountEntity } from '../../../table/items/accounts.js';
import { headEntity } from '../../../table/items/heads.js';
import { invitationEntity } from '../../../table/items/invitations.js';
import type { SearchChange } from '../../../search-index/entries.js';
import {
  ACCOUNTS_SCOPE,
  entryOf,
  searchedAttributes,
  searchedItem,
  SEARCHED_KINDS,
} from '../../../search-index/heads-to-entries.js';

/** What every head has of what an entry is made of. */
const OF_ALL = ['accountId', 'status', 'version', 'createdAt', 'updatedAt'] as const;

/** An entry of each head of an account, as it is now, or of each account. Reads all of them: to make an index anew, or to check one. */
export async function* entriesOfHeads(directory: Directory, scope: string): AsyncGenerator<SearchChange> {
  if (scope === ACCOUNTS_SCOPE) yield* entriesOfAccounts(directory);
  else yield* entriesOfAccount(directory, scope, SEARCHED_KINDS);
}

/**
 * The same of the kinds that are older than the stored entries, and may have heads of which no change was ever appended. Every change of a
 * younger kind is among the changes: an account without any reads nothing more for it.
 */
export async function* entriesOfOldHeads(directory: Directory, scope: string): AsyncGenerator<SearchChange> {
  if (scope === ACCOUNTS_SCOPE) yield* entriesOfAccounts(directory);
  else yield* entriesOfAccount(directory, scope, OLD_KINDS);
}

const OLD_KINDS = SEARCHED_KINDS.filter((kind) => kind !== 'team');

async function* entriesOfAccount(
  { table }: Directory,
  accountId: string,
  kinds: readonly AggregateKind[],
): AsyncGenerator<SearchChange> {
  for (const kind of kinds) {
    if (kind === 'account') continue;
    const heads = table.each(headEntity(kind), { accountId }, { consistent: true, select: selected(kind) });
    for await (const item of heads) yield entryOf(searchedItem(kind, item));
  }
  for await (const item of table.each(invitationEntity, { accountId }, { consistent: true }))
    yield entryOf(searchedItem('invitation', item));
}

async function* entriesOfAccounts({ table }: Directory): AsyncGenerator<SearchChange> {
  const heads = table.each(accountEntity.by('GSI1'), {}, { select: selected('account') });
  for await (const item of heads) yield entryOf(searchedItem('account', item));
}

/** Typed as one attribute that every head has: which ones there are depends on the aggregate. */
function selected(kind: AggregateKind): 'status'[] {
  const attributes = new Set([...OF_ALL, AGGREGATES[kind].idName, ...searchedAttributes(kind)]);
  return [...attributes] as 'status'[];
}
