import { Injectable } from '@nestjs/common';
import {
  closeAccount,
  commandAccount,
  createAccount,
  findAccountByExternalId,
  getAccount,
  getAccountAsOf,
  listAccounts,
  type AccountView,
  type CommandContext,
  type Directory,
  type Outcome,
  searchAccounts,
  type SearchPage,
  type Removal,
} from '#libs/directory';
import type { Caller, RequestTenant } from '../access-control/caller.js';
import { requireRecentSignIn } from '../access-control/recent-sign-in.js';
import { Problem } from '../problems/problem.js';
import type { AsOfQueryDto } from '../requests/query/as-of.dto.js';
import { pageOfOne, requireAlone } from '../requests/query/filters.js';
import { DIRECTORY_ORDER } from '../requests/query/list.dto.js';
import { isSearch, listSearchOf } from '../requests/query/search.dto.js';
import type { AccountListQueryDto, ChangeAccountDto, CreateAccountDto } from './accounts.dto.js';

const OPERATORS_FIELDS = ['externalId', 'plan', 'limits', 'signInRules'] as const;

@Injectable()
export class AccountsService {
  create(
    directory: Directory,
    input: CreateAccountDto,
    command: CommandContext,
  ): Promise<Outcome<AccountView>> {
    return createAccount(directory, input, command);
  }

  list(directory: Directory, query: AccountListQueryDto): Promise<SearchPage<AccountView>> {
    const { externalId, order, status, ...page } = query;
    if (isSearch(query)) {
      requireAlone('A search', { externalId });
      return searchAccounts(directory, { ...listSearchOf(query), status });
    }
    if (externalId !== undefined)
      return pageOfOne('externalId', { status }, () => findAccountByExternalId(directory, externalId));
    return listAccounts(directory, { ...page, status, order: DIRECTORY_ORDER[order] });
  }

  get(tenant: RequestTenant, { asOf }: AsOfQueryDto = {}): Promise<AccountView> {
    if (asOf !== undefined) return getAccountAsOf(tenant.directory, tenant, asOf);
    return getAccount(tenant.directory, tenant);
  }

  /** An owner can change name and metadata; the rest is agreed between operator and owner. */
  async change(
    tenant: RequestTenant,
    caller: Caller,
    changes: ChangeAccountDto,
    command: CommandContext,
  ): Promise<Outcome<AccountView>> {
    if (caller.kind !== 'operator') requireNone(changes, OPERATORS_FIELDS);
    if (changes.signInRules !== undefined) requireRecentSignIn(caller);
    return commandAccount(tenant.directory, tenant, { ...changes, type: 'change_account' }, command);
  }

  suspend(tenant: RequestTenant, command: CommandContext): Promise<Outcome<AccountView>> {
    return commandAccount(tenant.directory, tenant, { type: 'suspend_account' }, command);
  }

  reactivate(tenant: RequestTenant, command: CommandContext): Promise<Outcome<AccountView>> {
    return commandAccount(tenant.directory, tenant, { type: 'reactivate_account' }, command);
  }

  close(tenant: RequestTenant, command: CommandContext): Promise<Outcome<Removal>> {
    return closeAccount(tenant.directory, tenant, command);
  }
}

function requireNone(changes: ChangeAccountDto, fields: readonly (keyof ChangeAccountDto)[]): void {
  const detail = 'Only an operator may change this.';
  const errors = fields
    .filter((field) => changes[field] !== undefined)
    .map((field) => ({ code: 'operator_needed' as const, detail, pointer: `/${field}` }));
  if (errors.length > 0) throw new Problem('operator_needed', detail, { errors });
}
