import { Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { getUser } from '#libs/directory';
import type { User, UserId } from '#libs/domain';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import {
  Answers,
  AnswersCreated,
  AnswersNothing,
  ScimController,
  Takes,
  TakesListQuery,
  TakesProjection,
} from '../protocol/documented.js';
import { readProjection, shows } from '../protocol/query.js';
import {
  answered,
  CurrentScim,
  CurrentScimChange,
  ScimBody,
  sendResource,
  type ScimChange,
  type ScimRequest,
} from '../protocol/scim-request.js';
import { removeUserExceptOwners } from '../../users/users.service.js';
import type { ScimObject } from '../schema/conform.js';
import { USER_TYPE } from '../schema/schemas.js';
import {
  createScimUser,
  listScimUsers,
  patchScimUser,
  replaceScimUser,
  showScimUser,
} from './scim-users.service.js';
import { etagOf, userLocation } from '../resources/user-resource.js';
import { OWNER_PROBLEMS } from '../../auth/caller/owner-rules.js';
import { SETTINGS_PROBLEMS } from '../../http/input/settings.dto.js';

const VALUE_PROBLEMS = [
  'account_suspended',
  'email_taken',
  'invalid_email',
  'invalid_name',
  'invalid_value',
] as const;

/** At both addresses: they have the same users. */
export class ScimUsersRoutes {
  /** Creates a user: a member by default, suspended with `active: false`. */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems(...OWNER_PROBLEMS, ...SETTINGS_PROBLEMS)
  @Takes('ScimUser')
  @AnswersCreated('ScimUser')
  @TakesProjection()
  @Post()
  async createScimUser(
    @CurrentScimChange() scim: ScimChange,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    const user = answered(scim, await createScimUser(scim, body));
    scim.reply.header('location', userLocation({ base: scim.base, accountId: user.accountId }, user.userId));
    return send(scim, user);
  }

  /** Lists users, by filter or page by page. */
  @Allow('scim')
  @ApiProblems('invalid_filter', 'invalid_count', 'invalid_value', 'too_many_results')
  @Answers('ScimList')
  @TakesListQuery()
  @Get()
  listScimUsers(@CurrentScim() scim: ScimRequest): Promise<ScimObject> {
    return listScimUsers(scim);
  }

  /** Gets a user, with their groups if `attributes` requests them. */
  @Allow('scim')
  @ApiProblems('too_many_results')
  @Answers('ScimUser')
  @TakesProjection()
  @Get(':userId')
  async getScimUser(
    @CurrentScim() scim: ScimRequest,
    @Param('userId') userId: UserId,
  ): Promise<ScimObject | undefined> {
    return send(scim, await getUser(scim.tenant, userId));
  }

  /** Replaces a user. If the resource does not name `roles` or `active`, they stay as they are. */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems('last_owner', 'version_mismatch', ...OWNER_PROBLEMS, ...SETTINGS_PROBLEMS)
  @Takes('ScimUser')
  @Answers('ScimUser')
  @TakesProjection()
  @Put(':userId')
  async replaceScimUser(
    @CurrentScimChange() scim: ScimChange,
    @Param('userId') userId: UserId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return send(scim, answered(scim, await replaceScimUser(scim, userId, body)));
  }

  /** Changes a user with operations: all of them in one commit, or none. Only `active: false` is applied even if another is refused. */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems('last_owner', 'version_mismatch', 'invalid_syntax', 'invalid_path', 'invalid_filter')
  @ApiProblems('no_target', 'read_only', ...OWNER_PROBLEMS, ...SETTINGS_PROBLEMS)
  @Takes('ScimPatch')
  @Answers('ScimUser')
  @TakesProjection()
  @Patch(':userId')
  async patchScimUser(
    @CurrentScimChange() scim: ScimChange,
    @Param('userId') userId: UserId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return send(scim, answered(scim, await patchScimUser(scim, userId, body)));
  }

  /** Removes a user and their memberships. */
  @Allow('scim')
  @ApiProblems('account_suspended', 'last_owner', 'version_mismatch', ...OWNER_PROBLEMS)
  @AnswersNothing()
  @HttpCode(204)
  @Delete(':userId')
  async removeScimUser(
    @CurrentScimChange() scim: ScimChange,
    @Param('userId') userId: UserId,
  ): Promise<void> {
    await removeUserExceptOwners({ ...scim, userId });
  }
}

@ScimController('/Users')
export class ScimUsersController extends ScimUsersRoutes {}

@ScimController('/Users', 'teams')
export class ScimTeamsUsersController extends ScimUsersRoutes {}

/** The groups of a user change without changing the user’s version: an answer that contains them has no ETag. */
async function send(scim: ScimRequest, user: User): Promise<ScimObject | undefined> {
  const projection = readProjection(scim.query, USER_TYPE);
  const resource = await showScimUser(scim, user, projection);
  if (shows(projection, 'groups', false)) return resource;
  return sendResource(scim, resource, etagOf(user.version));
}
