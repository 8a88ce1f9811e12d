import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { CommandContext, RowResult } from '#libs/directory';
import type { User } from '#libs/domain';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../access-control/caller.js';
import { RecentSignIn } from '../access-control/recent-sign-in.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { AsOfQueryDto } from '../requests/query/as-of.dto.js';
import { BatchResultDto, toBatchDto } from '../requests/commands/batch.dto.js';
import { answerTo, answerToBatch, keepingAnswer, removedFrom } from '../requests/commands/command-answer.js';
import { CurrentCommand } from '../requests/commands/command.js';
import {
  ChangeUserDto,
  CreateUserDto,
  CreateUsersDto,
  toUserDto,
  toUserFacets,
  USER_FIELDS,
  UserDto,
  UserListDto,
  UserListQueryDto,
} from './users.dto.js';
import { UsersService } from './users.service.js';
import { Selectable, SelectedFields } from '../requests/query/fields.js';
import { searchedPageOf } from '../requests/query/search.dto.js';

@ApiTags('Users')
@Controller('v1/accounts/:accountId/users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  /** Creates or invites a user: a member by default. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems('account_not_found', 'account_suspended', 'email_taken', 'invalid_name', 'invalid_email')
  @ApiProblems(
    'owner_needed',
    'recent_sign_in_needed',
    'invalid_external_id',
    'invalid_metadata',
    'external_id_taken',
    'limit_reached',
  )
  @ApiProblems('user_erased')
  @Post()
  async createUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Body() input: CreateUserDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<UserDto> {
    return answerTo(command, await this.users.create(tenant, caller, input, command), toUserDto);
  }

  /**
   * Creates up to 1,000 users. Each row succeeds or fails on its own. For admins a batch that contains an owner is refused.
   */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems('account_not_found', 'account_suspended', 'owner_needed', 'recent_sign_in_needed')
  @HttpCode(200)
  @Post('batch')
  async createUsers(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Body() input: CreateUsersDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<BatchResultDto> {
    const represent = (rows: readonly RowResult<User>[]) =>
      toBatchDto(rows, (row) => (row.done ? row.state.userId : null));
    const outcome = await this.users.createMany(tenant, caller, input, keepingAnswer(command, represent));
    return answerToBatch(command, outcome, represent);
  }

  /**
   * Lists the users of the account, oldest first, without removed users. With `q`, `sort`, `count`, `facets`, `groupId` or
   * `notInGroupId` it is a search, and every page costs the same. It is cheapest when `fields` names only `id`, `name`, `email`,
   * `role`, `status`, `externalId` and `createdAt`.
   */
  @Allow('operator', 'owner', 'admin', 'users:read')
  @ApiProblems('account_not_found', 'service_group_not_found')
  @Selectable(USER_FIELDS)
  @Get()
  async listUsers(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: UserListQueryDto,
    @SelectedFields() fields: ReadonlySet<string> | undefined,
  ): Promise<UserListDto> {
    const page = await this.users.list(tenant, query, fields);
    return {
      ...searchedPageOf(page, toUserDto),
      ...(page.facets && { facets: toUserFacets(page.facets) }),
    };
  }

  /** Gets a user. Users can always read themselves. */
  @Allow('operator', 'owner', 'admin', 'self', 'users:read')
  @ApiProblems('account_not_found', 'user_not_found')
  @Selectable(USER_FIELDS)
  @Get(':userId')
  async getUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: string,
    @Query() query: AsOfQueryDto,
  ): Promise<UserDto> {
    return toUserDto(await this.users.get(tenant, userId, query));
  }

  /** Changes the name, email, role, external id or metadata (merge patch, RFC 7396). */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems('account_not_found', 'account_suspended', 'user_not_found', 'version_mismatch', 'last_owner')
  @ApiProblems('email_taken', 'invalid_name', 'invalid_email', 'owner_needed', 'recent_sign_in_needed')
  @ApiProblems('invalid_external_id', 'invalid_metadata', 'external_id_taken', 'user_erased')
  @Patch(':userId')
  async changeUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @Body() changes: ChangeUserDto,
    @CurrentCommand() command: CommandContext,
  ): Promise<UserDto> {
    return answerTo(command, await this.users.change(tenant, caller, userId, changes, command), toUserDto);
  }

  /** Removes a user and their memberships. Their email becomes free. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems('account_not_found', 'account_suspended', 'user_not_found', 'version_mismatch', 'last_owner')
  @ApiProblems('owner_needed', 'recent_sign_in_needed')
  @HttpCode(204)
  @Delete(':userId')
  async removeUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await this.users.remove(tenant, caller, userId, command), removedFrom(tenant));
  }

  /** Activates an invited user, who can then sign in. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems(
    'account_not_found',
    'account_suspended',
    'user_not_found',
    'version_mismatch',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('user_suspended', 'user_erased')
  @HttpCode(200)
  @Post(':userId/activate')
  async activateUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<UserDto> {
    return answerTo(command, await this.users.activate(tenant, caller, userId, command), toUserDto);
  }

  /**
   * Erases the personal data of a removed user for good: events and receipts stay, but nobody can read the names and emails in
   * them again. Also possible in a suspended or closed account.
   */
  @Allow('operator', 'owner')
  @ApiProblems('user_not_found', 'user_not_removed', 'user_not_erasable', 'version_mismatch')
  @HttpCode(204)
  @RecentSignIn()
  @Post(':userId/erase')
  async eraseUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<void> {
    return answerTo(command, await this.users.erase(tenant, userId, command), removedFrom(tenant));
  }

  /** Suspends a user: they are refused at once, and keep their memberships. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems('account_not_found', 'account_suspended', 'user_not_found', 'version_mismatch', 'last_owner')
  @ApiProblems('owner_needed', 'recent_sign_in_needed', 'user_erased')
  @ApiProblems('user_invited')
  @HttpCode(200)
  @Post(':userId/suspend')
  async suspendUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<UserDto> {
    return answerTo(command, await this.users.suspend(tenant, caller, userId, command), toUserDto);
  }

  /** Reactivates a suspended user. */
  @Allow('operator', 'owner', 'admin', 'users:write')
  @ApiProblems(
    'account_not_found',
    'account_suspended',
    'user_not_found',
    'version_mismatch',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('user_invited', 'user_erased')
  @HttpCode(200)
  @Post(':userId/reactivate')
  async reactivateUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<UserDto> {
    return answerTo(command, await this.users.reactivate(tenant, caller, userId, command), toUserDto);
  }
}
