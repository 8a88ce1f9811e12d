import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { erasePersonalData, type RowResult } from '#libs/directory';
import { userFields, type User, type UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { RecentSignIn } from '../auth/caller/recent-sign-in.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { BatchResultDto, toBatchDto } from '../commands/batch.dto.js';
import { answerTo, answerToBatch, keepingAnswer, removedFrom } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import {
  ChangeUserDto,
  CreateUserDto,
  CreateUsersDto,
  toUserDto,
  toUserFacets,
  UserDto,
  UserListDto,
  UserListQueryDto,
} from './users.dto.js';
import {
  changeUser,
  createUserFor,
  createUsersFor,
  moveUser,
  readUser,
  readUsers,
  removeUserExceptOwners,
} from './users.service.js';
import { Selectable, SelectedFields } from '../http/query/fields.js';
import { searchedPageOf } from '../http/query/search.dto.js';
import { OWNER_PROBLEMS } from '../auth/caller/owner-rules.js';
import { SETTINGS_PROBLEMS } from '../http/input/settings.dto.js';

@ApiTags('Users')
@Controller('v1/accounts/:accountId/users')
export class UsersController {
  /** Creates or invites a user: a member by default. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'email_taken', 'invalid_name', 'invalid_email', 'limit_reached')
  @ApiProblems('user_erased', ...OWNER_PROBLEMS, ...SETTINGS_PROBLEMS)
  @Post()
  async createUser(@CurrentChange() change: Change, @Body() input: CreateUserDto): Promise<UserDto> {
    return answerTo(change.command, await createUserFor(change, input), toUserDto);
  }

  /**
   * Creates up to 1,000 users. Each row succeeds or fails on its own. For admins a batch that contains an owner is refused.
   */
  @Allow('users:write')
  @ApiProblems('account_suspended', ...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post('batch')
  async createUsers(@CurrentChange() change: Change, @Body() input: CreateUsersDto): Promise<BatchResultDto> {
    const represent = (rows: readonly RowResult<User>[]) =>
      toBatchDto(rows, (row) => (row.done ? row.state.userId : null));
    const command = keepingAnswer(change.command, represent);
    return answerToBatch(command, await createUsersFor({ ...change, command }, input), represent);
  }

  /**
   * Lists the users of the account, oldest first, without removed users. With `q`, `sort`, `count`, `facets`, `groupId` or `notInGroupId`
   * it is a search, and every page costs the same. It is cheapest when `fields` names only `id`, `name`, `email`, `role`, `status`,
   * `externalId` and `createdAt`. `lastSeenAt` is in the answer if `fields` names it, and costs one table call more.
   *
   * With `asOf` the users of that time are listed, as they were, in the order of their creation. It can be combined with `limit`, `cursor`,
   * `order`, `fields`, `q`, `role` and `status` only; a page may be shorter than `limit`, and with one of the last three even empty, before
   * the last one. Words are those of the names of that time, without misspellings.
   */
  @Allow('users:read')
  @ApiProblems('service_group_not_found')
  @Selectable(userFields)
  @AtLeast('search')
  @Get()
  async listUsers(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: UserListQueryDto,
    @SelectedFields() fields: ReadonlySet<string> | undefined,
  ): Promise<UserListDto> {
    return searchedPageOf(await readUsers(tenant, query, fields), toUserDto, toUserFacets);
  }

  /** Gets a user. Users can always read themselves. `lastSeenAt` is in the answer if `fields` names it, and costs one table call more. */
  @Allow('self', 'users:read')
  @Selectable(userFields)
  @Get(':userId')
  async getUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: AsOfQueryDto,
    @SelectedFields() fields: ReadonlySet<string> | undefined,
  ): Promise<UserDto> {
    return toUserDto(await readUser(tenant, userId, query, fields));
  }

  /** Changes the name, email, role, external id or metadata (merge patch, RFC 7396). */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'last_owner', 'email_taken', 'invalid_name')
  @ApiProblems('invalid_email', 'user_erased', ...OWNER_PROBLEMS, ...SETTINGS_PROBLEMS)
  @Patch(':userId')
  async changeUser(
    @CurrentChange() change: Change,
    @Param('userId') userId: UserId,
    @Body() changes: ChangeUserDto,
  ): Promise<UserDto> {
    return answerTo(change.command, await changeUser({ ...change, userId }, changes), toUserDto);
  }

  /** Removes a user and their memberships. Their email becomes free. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'last_owner', ...OWNER_PROBLEMS)
  @HttpCode(204)
  @Delete(':userId')
  async removeUser(@CurrentChange() change: Change, @Param('userId') userId: UserId): Promise<void> {
    return answerTo(
      change.command,
      await removeUserExceptOwners({ ...change, userId }),
      removedFrom(change.tenant),
    );
  }

  /** Activates an invited user, who can then sign in. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'user_suspended', 'user_erased', ...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post(':userId/activate')
  async activateUser(@CurrentChange() change: Change, @Param('userId') userId: UserId): Promise<UserDto> {
    return answerTo(change.command, await moveUser({ ...change, userId }, 'activate_user'), toUserDto);
  }

  /**
   * Erases the personal data of a removed user for good: events and receipts stay, but nobody can read the names and emails in
   * them again. Also possible in a suspended or closed account.
   */
  @Allow('personal-data:erase')
  @ApiProblems('user_not_removed', 'user_not_erasable', 'version_mismatch')
  @HttpCode(204)
  @RecentSignIn()
  @Post(':userId/erase')
  async eraseUser(
    @CurrentChange() { tenant, command }: Change,
    @Param('userId') userId: UserId,
  ): Promise<void> {
    return answerTo(command, await erasePersonalData(tenant, userId, command), removedFrom(tenant));
  }

  /** Suspends a user: they are refused at once, and keep their memberships. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'last_owner', 'user_erased', 'user_invited')
  @ApiProblems(...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post(':userId/suspend')
  async suspendUser(@CurrentChange() change: Change, @Param('userId') userId: UserId): Promise<UserDto> {
    return answerTo(change.command, await moveUser({ ...change, userId }, 'suspend_user'), toUserDto);
  }

  /** Reactivates a suspended user. */
  @Allow('users:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'user_invited', 'user_erased', ...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post(':userId/reactivate')
  async reactivateUser(@CurrentChange() change: Change, @Param('userId') userId: UserId): Promise<UserDto> {
    return answerTo(change.command, await moveUser({ ...change, userId }, 'reactivate_user'), toUserDto);
  }
}
