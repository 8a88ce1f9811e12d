import { Body, Controller, Delete, Get, HttpCode, Inject, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  closeAccount,
  commandAccount,
  createAccount,
  getUsage,
  type CommandContext,
  type Directory,
} from '#libs/directory';
import { accountFields } from '#libs/domain';
import { ACCESS_ROLES_PROBLEMS } from '../access-roles/access-roles.controller.js';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentDirectory, CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn } from '../auth/caller/recent-sign-in.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { answerTo, removedFrom } from '../commands/command-answer.js';
import { CurrentCommand, VersionedCommand, CurrentChange, type Change } from '../commands/command.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import {
  AccountDto,
  AccountListDto,
  AccountListQueryDto,
  ChangeAccountDto,
  CreateAccountDto,
  toAccountDto,
  toAccountFacets,
  toUsageDto,
  UsageDto,
} from './accounts.dto.js';
import { CONFIGURATION, type Configuration } from '../configuration/configuration.js';
import { withLimitsOfPlan, type Plans } from '../configuration/plans.js';
import { changeAccount, readAccount, readAccounts } from './accounts.service.js';
import { Selectable } from '../http/query/fields.js';
import { SETTINGS_PROBLEMS } from '../http/input/settings.dto.js';

@ApiTags('Accounts')
@Controller('v1/accounts')
export class AccountsController {
  private readonly plans: Plans;

  constructor(@Inject(CONFIGURATION) { plans = new Map() }: Configuration) {
    this.plans = plans;
  }

  /** Creates an account, with its first access roles. */
  @Allow('platform:write')
  @ApiProblems('invalid_name', ...SETTINGS_PROBLEMS, ...ACCESS_ROLES_PROBLEMS)
  @Post()
  async createAccount(
    @CurrentDirectory() directory: Directory,
    @Body() input: CreateAccountDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(
      command,
      await createAccount(directory, withLimitsOfPlan(this.plans, input), command),
      toAccountDto,
    );
  }

  /** Lists all accounts, oldest or newest first. Eventually consistent: a new account may take a moment to appear. */
  @Allow('platform:read')
  @Selectable(accountFields)
  @Get()
  async listAccounts(
    @CurrentDirectory() directory: Directory,
    @Query() query: AccountListQueryDto,
  ): Promise<AccountListDto> {
    return searchedPageOf(await readAccounts(directory, query), toAccountDto, toAccountFacets);
  }

  /** Gets an account. */
  @Allow('account:read')
  @Selectable(accountFields)
  @Get(':accountId')
  async getAccount(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: AsOfQueryDto,
  ): Promise<AccountDto> {
    return toAccountDto(await readAccount(tenant, query));
  }

  /** Gets an account's usage and its limits. */
  @Allow('account:read')
  @Get(':accountId/usage')
  async getUsage(@CurrentTenant() tenant: RequestTenant): Promise<UsageDto> {
    return toUsageDto(await getUsage(tenant));
  }

  /** Changes an account (merge patch, RFC 7396). Owners can change its name and metadata, operators everything. */
  @Allow('account:write')
  @ApiProblems('account_suspended', 'invalid_name', 'version_mismatch', 'operator_needed')
  @ApiProblems('invalid_sign_in_rules', 'recent_sign_in_needed', ...SETTINGS_PROBLEMS)
  @Patch(':accountId')
  async changeAccount(
    @CurrentChange() change: Change,
    @Body() changes: ChangeAccountDto,
  ): Promise<AccountDto> {
    return answerTo(
      change.command,
      await changeAccount(change, withLimitsOfPlan(this.plans, changes)),
      toAccountDto,
    );
  }

  /** Suspends an account: its users are refused, and nothing in it can change until it is reactivated. Requires If-Match. */
  @Allow('platform:write')
  @ApiProblems('precondition_required', 'version_mismatch')
  @HttpCode(200)
  @Post(':accountId/suspend')
  async suspendAccount(
    @CurrentTenant() tenant: RequestTenant,
    @VersionedCommand() command: CommandContext,
  ): Promise<AccountDto> {
    return answerTo(
      command,
      await commandAccount(tenant, { type: 'suspend_account' }, command),
      toAccountDto,
    );
  }

  /** Reactivates a suspended account. */
  @Allow('platform:write')
  @ApiProblems('version_mismatch')
  @HttpCode(200)
  @Post(':accountId/reactivate')
  async reactivateAccount(@CurrentChange() { tenant, command }: Change): Promise<AccountDto> {
    return answerTo(
      command,
      await commandAccount(tenant, { type: 'reactivate_account' }, command),
      toAccountDto,
    );
  }

  /** Closes an account: nobody can read it any more, and its users and service groups are removed. Requires If-Match. */
  @Allow('platform:write')
  @ApiProblems('precondition_required', 'version_mismatch')
  @HttpCode(204)
  @RecentSignIn()
  @Delete(':accountId')
  async closeAccount(
    @CurrentTenant() tenant: RequestTenant,
    @VersionedCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await closeAccount(tenant, command), removedFrom(tenant));
  }
}
