import {
  commandAccount,
  findAccountByExternalId,
  getAccount,
  getAccountAsOf,
  listAccounts,
  type AccountView,
  type Directory,
  type Outcome,
  searchAccounts,
  type SearchPage,
} from '#libs/directory';
import type { RequestTenant } from '../auth/caller/caller.js';
import { requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { Problem } from '../problems/problem.js';
import type { AsOfQueryDto } from '../http/query/as-of.dto.js';
import type { Change } from '../commands/command.js';
import { pageOfOne, requireAlone } from '../http/query/filters.js';
import { DIRECTORY_ORDER } from '../http/query/list.dto.js';
import { momentOf } from '../http/query/past.js';
import { isSearch, listSearchOf } from '../http/query/search.dto.js';
import type { AccountListQueryDto, ChangeAccountDto } from './accounts.dto.js';

const OPERATORS_FIELDS = ['externalId', 'plan', 'limits', 'signInRules'] as const;

export function readAccounts(
  directory: Directory,
  query: AccountListQueryDto,
): Promise<SearchPage<AccountView>> {
  const { externalId, order, status, ...page } = query;
  if (isSearch(query)) {
    requireAlone('A search', { externalId });
    return searchAccounts(directory, { ...listSearchOf(query), status });
  }
  if (externalId !== undefined)
    return pageOfOne('externalId', { status }, () => findAccountByExternalId(directory, externalId));
  return listAccounts(directory, { ...page, status, order: DIRECTORY_ORDER[order] });
}

export async function readAccount(tenant: RequestTenant, query: AsOfQueryDto): Promise<AccountView> {
  const asOf = momentOf(tenant, query);
  if (asOf !== undefined) return getAccountAsOf(tenant, asOf);
  return getAccount(tenant);
}

/** An owner can change name and metadata; the rest is agreed between operator and owner. */
export async function changeAccount(
  { tenant, caller, command }: Change,
  changes: ChangeAccountDto,
): Promise<Outcome<AccountView>> {
  if (caller.kind !== 'operator') requireNone(changes, OPERATORS_FIELDS);
  if (changes.signInRules !== undefined) requireRecentSignIn(caller);
  return commandAccount(tenant, { ...changes, type: 'change_account' }, command);
}

function requireNone(changes: ChangeAccountDto, fields: readonly (keyof ChangeAccountDto)[]): void {
  const detail = 'Only an operator may change this.';
  const errors = fields
    .filter((field) => changes[field] !== undefined)
    .map((field) => ({ code: 'operator_needed' as const, detail, pointer: `/${field}` }));
  if (errors.length > 0) throw new Problem('operator_needed', detail, { errors });
}
