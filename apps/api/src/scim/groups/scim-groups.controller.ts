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
import type { ServiceGroup } from '#libs/domain';
import { Allow } from '../../access-control/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../../access-control/caller.js';
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
import { GROUP_TYPE } from '../schema/schemas.js';
import { etagOf } from '../users/user-resource.js';
import { groupLocation } from './group-resource.js';
import { ScimGroupsService } from './scim-groups.service.js';

@ScimTag()
@IgnoresUnknownParameters()
@UseInterceptors(ScimAnswers)
@Controller('scim/v2/:accountId/Groups')
export class ScimGroupsController {
  constructor(private readonly groups: ScimGroupsService) {}

  /** Creates a service group with its members. They are eventually consistent, also in the answer. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('account_suspended', 'service_group_name_taken', 'external_id_taken', 'invalid_name')
  @ApiProblems('invalid_external_id', 'invalid_value', 'user_suspended', 'too_many_results')
  @Takes('ScimGroup')
  @AnswersCreated('ScimGroup')
  @TakesProjection()
  @Post()
  async createScimGroup(
    @CurrentTenant() tenant: RequestTenant,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const group = await this.groups.create(tenant, body, command);
    reply.header('location', groupLocation(group.accountId, group.serviceGroupId));
    return this.send(tenant, group, query, request, reply);
  }

  /** Lists service groups, by filter or page by page. Members are eventually consistent; exclude them if you can. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('invalid_filter', 'invalid_count', 'invalid_value', 'too_many_results')
  @Answers('ScimList')
  @TakesListQuery()
  @Get()
  listScimGroups(
    @CurrentTenant() tenant: RequestTenant,
    @ScimQuery() query: QueryString,
  ): Promise<ScimObject> {
    return this.groups.list(tenant, query);
  }

  /** Gets a service group. With more than 5,000 members it is returned without them. Members are eventually consistent. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('service_group_not_found')
  @Answers('ScimGroup')
  @TakesProjection()
  @Get(':serviceGroupId')
  async getScimGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @ScimQuery() query: QueryString,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    return this.send(tenant, await this.groups.get(tenant, serviceGroupId), query, request, reply);
  }

  /**
   * Replaces a service group and its members. If the resource does not name `members`, they stay as they are. Members are eventually
   * consistent: somebody added in the moment before may stay.
   */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems(
    'service_group_not_found',
    'account_suspended',
    'service_group_name_taken',
    'external_id_taken',
  )
  @ApiProblems('invalid_name', 'invalid_external_id', 'invalid_value', 'user_suspended', 'too_many_results')
  @ApiProblems('version_mismatch')
  @Takes('ScimGroup')
  @Answers('ScimGroup')
  @TakesProjection()
  @Put(':serviceGroupId')
  async replaceScimGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const group = await this.groups.replace(tenant, serviceGroupId, body, command);
    return this.send(tenant, group, query, request, reply);
  }

  /**
   * Changes a service group with operations. Returns 204, or the group if `attributes` are requested. Members are eventually
   * consistent: of an operation on all of them, somebody added in the moment before may be left out.
   */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems(
    'service_group_not_found',
    'account_suspended',
    'service_group_name_taken',
    'external_id_taken',
  )
  @ApiProblems('invalid_name', 'invalid_external_id', 'invalid_value', 'user_suspended', 'too_many_results')
  @ApiProblems(
    'version_mismatch',
    'invalid_syntax',
    'invalid_path',
    'invalid_filter',
    'no_target',
    'read_only',
  )
  @Takes('ScimPatch')
  @Answers('ScimGroup')
  @AnswersNothing()
  @TakesProjection()
  @Patch(':serviceGroupId')
  async patchScimGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @ScimBody() body: ScimObject,
    @ScimQuery() query: QueryString,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const group = await this.groups.patch(tenant, serviceGroupId, body, command);
    if (query['attributes'] !== undefined || query['excludedAttributes'] !== undefined)
      return this.send(tenant, group, query, request, reply);
    reply.status(204).header('etag', etagOf(group.version));
    return undefined;
  }

  /** Removes a service group and its memberships. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('service_group_not_found', 'account_suspended', 'version_mismatch')
  @AnswersNothing()
  @HttpCode(204)
  @Delete(':serviceGroupId')
  removeScimGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: string,
    @ScimCommand() command: CommandContext,
  ): Promise<void> {
    return this.groups.remove(tenant, serviceGroupId, command);
  }

  /** Members change without changing the version of their group: only an answer without them may be a 304. */
  private async send(
    tenant: RequestTenant,
    group: ServiceGroup,
    query: QueryString,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<ScimObject | undefined> {
    const projection = readProjection(query, GROUP_TYPE);
    const resource = await this.groups.show(tenant, group, projection);
    const version = etagOf(group.version);
    if (!shows(projection, 'members', true)) return sendResource(request, reply, resource, version);
    reply.header('etag', version);
    return resource;
  }
}
