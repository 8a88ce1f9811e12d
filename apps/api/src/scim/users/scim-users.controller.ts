import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Req,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/directory';
import type { User } from '#libs/domain';
import { Allow } from '../../access-control/allow.decorator.js';
import {
  CurrentCaller,
  CurrentTenant,
  type Caller,
  type RequestTenant,
} from '../../access-control/caller.js';
import { ApiProblems } from '../../openapi/api-problems.decorator.js';
import { IgnoresUnknownParameters } from '../../requests/query/known-input.guard.js';
import {
  Answers,
  AnswersCreated,
  AnswersNothing,
  ScimTag,
  Takes,
  TakesListQuery,
  TakesProjection,
} from '../protocol/documented.js';
import { readProjection, shows, type QueryString } from '../protocol/query.js';
import { ScimAnswers } from '../protocol/scim-answers.interceptor.js';
import { ScimBody, ScimCommand, ScimQuery, sendResource } from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { USER_TYPE } from '../schema/schemas.js';
import { ScimUsersService } from './scim-users.service.js';
import { etagOf, userLocation } from './user-resource.js';

@ScimTag()
@IgnoresUnknownParameters()
@UseInterceptors(ScimAnswers)
@Controller('scim/v2/:accountId/Users')
export class ScimUsersController {
  constructor(private readonly users: ScimUsersService) {}

  /** Creates a user: a member by default, suspended with `active: false`. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('account_suspended', 'email_taken', 'external_id_taken', 'invalid_email', 'invalid_name')
  @ApiProblems(
    'invalid_external_id',
    'invalid_metadata',
    'invalid_value',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @Takes('ScimUser')
  @AnswersCreated('ScimUser')
  @TakesProjection()
  @Post()
  async createScimUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const user = await this.users.create(tenant, caller, body, command);
    reply.header('location', userLocation(user.accountId, user.userId));
    return this.send(tenant, user, query, request, reply);
  }

  /** Lists users, by filter or page by page. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('invalid_filter', 'invalid_count', 'invalid_value', 'too_many_results')
  @Answers('ScimList')
  @TakesListQuery()
  @Get()
  listScimUsers(
    @CurrentTenant() tenant: RequestTenant,
    @ScimQuery() query: QueryString,
  ): Promise<ScimObject> {
    return this.users.list(tenant, query);
  }

  /** Gets a user, with their groups if `attributes` requests them. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('user_not_found', 'too_many_results')
  @Answers('ScimUser')
  @TakesProjection()
  @Get(':userId')
  async getScimUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: string,
    @ScimQuery() query: QueryString,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    return this.send(tenant, await this.users.get(tenant, userId), query, request, reply);
  }

  /** Replaces a user. If the resource does not name `roles` or `active`, they stay as they are. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('user_not_found', 'account_suspended', 'email_taken', 'external_id_taken', 'invalid_email')
  @ApiProblems(
    'invalid_name',
    'invalid_external_id',
    'invalid_metadata',
    'invalid_value',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('last_owner', 'version_mismatch')
  @Takes('ScimUser')
  @Answers('ScimUser')
  @TakesProjection()
  @Put(':userId')
  async replaceScimUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const user = await this.users.replace(tenant, caller, userId, body, command);
    return this.send(tenant, user, query, request, reply);
  }

  /** Changes a user with operations: all of them in one commit, or none. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('user_not_found', 'account_suspended', 'email_taken', 'external_id_taken', 'invalid_email')
  @ApiProblems(
    'invalid_name',
    'invalid_external_id',
    'invalid_metadata',
    'invalid_value',
    'owner_needed',
    'recent_sign_in_needed',
  )
  @ApiProblems('last_owner', 'version_mismatch', 'invalid_syntax', 'invalid_path', 'invalid_filter')
  @ApiProblems('no_target', 'read_only')
  @Takes('ScimPatch')
  @Answers('ScimUser')
  @TakesProjection()
  @Patch(':userId')
  async patchScimUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const user = await this.users.patch(tenant, caller, userId, body, command);
    return this.send(tenant, user, query, request, reply);
  }

  /** Removes a user and their memberships. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems(
    'user_not_found',
    'account_suspended',
    'last_owner',
    'owner_needed',
    'recent_sign_in_needed',
    'version_mismatch',
  )
  @AnswersNothing()
  @HttpCode(204)
  @Delete(':userId')
  removeScimUser(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @ScimCommand() command: CommandContext,
  ): Promise<void> {
    return this.users.remove(tenant, caller, userId, command);
  }

  /** The groups of a user change without changing the user’s version: an answer that contains them has no ETag. */
  private async send(
    tenant: RequestTenant,
    user: User,
    query: QueryString,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const projection = readProjection(query, USER_TYPE);
    const resource = await this.users.show(tenant, user, projection);
    if (shows(projection, 'groups', false)) return resource;
    return sendResource(request, reply, resource, etagOf(user.version));
  }
}
