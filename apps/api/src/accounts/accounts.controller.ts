import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CommandContext, Directory } from '#libs/directory';
import { Allow } from '../access-control/allow.decorator.js';
import {
  CurrentCaller,
  CurrentDirectory,
  CurrentTenant,
  type Caller,
  type RequestTenant,
} from '../access-control/caller.js';
import { RecentSignIn } from '../access-control/recent-sign-in.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { AsOfQueryDto } from '../requests/query/as-of.dto.js';
import { answerTo, removedFrom } from '../requests/commands/command-answer.js';
import { CurrentCommand, VersionedCommand } from '../requests/commands/command.js';
import { searchedPageOf } from '../requests/query/search.dto.js';
import {
  ACCOUNT_FIELDS,
  AccountDto,
  AccountListDto,
  AccountListQueryDto,
  ChangeAccountDto,
  CreateAccountDto,
  toAccountDto,
} from './accounts.dto.js';
import { AccountsService } from './accounts.service.js';
import { Selectable } from '../requests/query/fields.js';

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  /** Creates an account. */
  @Allow('operator', 'platform:write')
  @ApiProblems('invalid_name', 'invalid_external_id', 'invalid_metadata', 'external_id_taken')
  @Post()
  async createAccount(
    @CurrentDirectory() directory: Directory,
    @Body() input: CreateAccountDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(command, await this.accounts.create(directory, input, command), toAccountDto);
  }

  /** Lists all accounts, oldest or newest first. Eventually consistent: a new account may take a moment to appear. */
  @Allow('operator', 'platform:read')
  @Selectable(ACCOUNT_FIELDS)
  @Get()
  async listAccounts(
    @CurrentDirectory() directory: Directory,
    @Query() query: AccountListQueryDto,
  ): Promise<AccountListDto> {
    return searchedPageOf(await this.accounts.list(directory, query), toAccountDto);
  }

  /** Gets an account. */
  @Allow('operator', 'owner', 'admin', 'account:read')
  @ApiProblems('account_not_found')
  @Selectable(ACCOUNT_FIELDS)
  @Get(':accountId')
  async getAccount(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AsOfQueryDto,
  ): Promise<AccountDto> {
    return toAccountDto(await this.accounts.get(tenant, query));
  }

  /** Changes an account (merge patch, RFC 7396). Owners can change its name and metadata, operators everything. */
  @Allow('operator', 'owner', 'account:write')
  @ApiProblems(
    'account_not_found',
    'account_suspended',
    'invalid_name',
    'version_mismatch',
    'operator_needed',
  )
  @ApiProblems('invalid_external_id', 'invalid_metadata', 'external_id_taken')
  @ApiProblems('invalid_sign_in_rules', 'recent_sign_in_needed')
  @Patch(':accountId')
  async changeAccount(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Body() changes: ChangeAccountDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(command, await this.accounts.change(tenant, caller, changes, command), toAccountDto);
  }

  /** Suspends an account: its users are refused, and nothing in it can change until it is reactivated. Requires If-Match. */
  @Allow('operator', 'platform:write')
  @ApiProblems('account_not_found', 'precondition_required', 'version_mismatch')
  @HttpCode(200)
  @Post(':accountId/suspend')
  async suspendAccount(
    @CurrentTenant() tenant: RequestTenant,
    @VersionedCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(command, await this.accounts.suspend(tenant, command), toAccountDto);
  }

  /** Reactivates a suspended account. */
  @Allow('operator', 'platform:write')
  @ApiProblems('account_not_found', 'version_mismatch')
  @HttpCode(200)
  @Post(':accountId/reactivate')
  async reactivateAccount(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(command, await this.accounts.reactivate(tenant, command), toAccountDto);
  }

  /** Closes an account: nobody can read it any more, and its users and service groups are removed. Requires If-Match. */
  @Allow('operator', 'platform:write')
  @ApiProblems('account_not_found', 'precondition_required', 'version_mismatch')
  @HttpCode(204)
  @RecentSignIn()
  @Delete(':accountId')
  async closeAccount(
    @CurrentTenant() tenant: RequestTenant,
    @VersionedCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await this.accounts.close(tenant, command), removedFrom(tenant));
  }
}
