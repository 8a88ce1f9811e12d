import { Inject, Injectable } from '@nestjs/common';
import {
  commandAccount,
  createAccount,
  getAccount,
  listAccounts,
  type CommandContext,
  type Directory,
  type Page,
  type PageRequest,
  type Tenant,
} from '#libs/directory';
import type { Account } from '#libs/domain';
import { DIRECTORY } from '../directory/directory.module.js';
import type { ChangeAccountDto, CreateAccountDto } from './accounts.dto.js';

@Injectable()
export class AccountsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  async create(input: CreateAccountDto, command: CommandContext): Promise<Account> {
    return (await createAccount(this.directory, input, command)).state;
  }

  list(page: PageRequest): Promise<Page<Account>> {
    return listAccounts(this.directory, page);
  }

  get(tenant: Tenant): Promise<Account> {
    return getAccount(this.directory, tenant);
  }

  async change(tenant: Tenant, { name }: ChangeAccountDto, command: CommandContext): Promise<Account> {
    if (name === undefined) return this.get(tenant);
    const rename = { type: 'rename_account', name } as const;
    return (await commandAccount(this.directory, tenant, rename, command)).state;
  }

  async suspend(tenant: Tenant, command: CommandContext): Promise<Account> {
    return (await commandAccount(this.directory, tenant, { type: 'suspend_account' }, command)).state;
  }

  async reactivate(tenant: Tenant, command: CommandContext): Promise<Account> {
    return (await commandAccount(this.directory, tenant, { type: 'reactivate_account' }, command)).state;
  }
}
