import { Inject, Injectable } from '@nestjs/common';
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
  type Page,
  type Removal,
  type Tenant,
} from '#libs/directory';
import type { Caller } from '../access-control/caller.js';
import { Problem } from '../problems/problem.js';
import type { AsOfQueryDto } from '../requests/as-of.dto.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { pageOfOne } from '../requests/filters.js';
import { DIRECTORY_ORDER } from '../requests/list.dto.js';
import type { AccountListQueryDto, ChangeAccountDto, CreateAccountDto } from './accounts.dto.js';

const OPERATORS_FIELDS = ['externalId', 'plan', 'limits'] as const;

@Injectable()
export class AccountsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  create(input: CreateAccountDto, command: CommandContext): Promise<Outcome<AccountView>> {
    return createAccount(this.directory, input, command);
  }

  list({ externalId, order, status, ...page }: AccountListQueryDto): Promise<Page<AccountView>> {
    if (externalId !== undefined)
      return pageOfOne('externalId', { status }, () => findAccountByExternalId(this.directory, externalId));
    return listAccounts(this.directory, { ...page, status, order: DIRECTORY_ORDER[order] });
  }

  get(tenant: Tenant, { asOf }: AsOfQueryDto = {}): Promise<AccountView> {
    if (asOf !== undefined) return getAccountAsOf(this.directory, tenant, asOf);
    return getAccount(this.directory, tenant);
  }

  /** An owner changes name and metadata; the rest is what the operator agreed with the owner. */
  async change(
    tenant: Tenant,
    caller: Caller,
    changes: ChangeAccountDto,
    command: CommandContext,
  ): Promise<Outcome<AccountView>> {
    if (caller.kind !== 'operator') requireNone(changes, OPERATORS_FIELDS);
    return commandAccount(this.directory, tenant, { ...changes, type: 'change_account' }, command);
  }

  suspend(tenant: Tenant, command: CommandContext): Promise<Outcome<AccountView>> {
    return commandAccount(this.directory, tenant, { type: 'suspend_account' }, command);
  }

  reactivate(tenant: Tenant, command: CommandContext): Promise<Outcome<AccountView>> {
    return commandAccount(this.directory, tenant, { type: 'reactivate_account' }, command);
  }

  close(tenant: Tenant, command: CommandContext): Promise<Outcome<Removal>> {
    return closeAccount(this.directory, tenant, command);
  }
}

/** @throws Problem `operator_needed`, which names the fields */
function requireNone(changes: ChangeAccountDto, fields: readonly (keyof ChangeAccountDto)[]): void {
  const detail = 'Only an operator may change this.';
  const errors = fields
    .filter((field) => changes[field] !== undefined)
    .map((field) => ({ code: 'operator_needed' as const, detail, pointer: `/${field}` }));
  if (errors.length > 0) throw new Problem('operator_needed', detail, { errors });
}
