import { Inject, Injectable } from '@nestjs/common';
import {
  closeAccount,
  commandAccount,
  createAccount,
  getAccount,
  getAccountAsOf,
  listAccounts,
  type CommandContext,
  type Directory,
  type Outcome,
  type Page,
  type PageRequest,
  type Removal,
  type Tenant,
} from '#libs/directory';
import type { OpenAccount } from '#libs/domain';
import type { AsOfQueryDto } from '../requests/as-of.dto.js';
import { DIRECTORY } from '../directory/directory.module.js';
import type { ChangeAccountDto, CreateAccountDto } from './accounts.dto.js';

@Injectable()
export class AccountsService {
  constructor(@Inject(DIRECTORY) private readonly directory: Directory) {}

  create(input: CreateAccountDto, command: CommandContext): Promise<Outcome<OpenAccount>> {
    return createAccount(this.directory, input, command);
  }

  list(page: PageRequest): Promise<Page<OpenAccount>> {
    return listAccounts(this.directory, page);
  }

  get(tenant: Tenant, { asOf }: AsOfQueryDto = {}): Promise<OpenAccount> {
    if (asOf !== undefined) return getAccountAsOf(this.directory, tenant, asOf);
    return getAccount(this.directory, tenant);
  }

  async change(
    tenant: Tenant,
    { name }: ChangeAccountDto,
    command: CommandContext,
  ): Promise<Outcome<OpenAccount>> {
    if (name === undefined) return { state: await this.get(tenant), events: [] };
    const rename = { type: 'rename_account', name } as const;
    return commandAccount(this.directory, tenant, rename, command);
  }

  suspend(tenant: Tenant, command: CommandContext): Promise<Outcome<OpenAccount>> {
    return commandAccount(this.directory, tenant, { type: 'suspend_account' }, command);
  }

  reactivate(tenant: Tenant, command: CommandContext): Promise<Outcome<OpenAccount>> {
    return commandAccount(this.directory, tenant, { type: 'reactivate_account' }, command);
  }

  close(tenant: Tenant, command: CommandContext): Promise<Outcome<Removal>> {
    return closeAccount(this.directory, tenant, command);
  }
}
