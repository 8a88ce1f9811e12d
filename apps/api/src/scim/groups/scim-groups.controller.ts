import { Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { getServiceGroup, removeServiceGroup } from '#libs/directory';
import type { ServiceGroupId } from '#libs/domain';
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
import {
  answered,
  CurrentScim,
  CurrentScimChange,
  ScimBody,
  type ScimChange,
  type ScimRequest,
} from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { sendGroup, sendNewGroup, sendPatchedGroup } from './group-answers.js';
import { createScimGroup, listScimGroups, patchScimGroup, replaceScimGroup } from './scim-groups.service.js';

const VALUE_PROBLEMS = [
  'invalid_external_id',
  'invalid_value',
  'user_suspended',
  'too_many_results',
  'account_suspended',
  'service_group_name_taken',
  'external_id_taken',
  'invalid_name',
] as const;

@ScimController('/Groups')
export class ScimGroupsController {
  /** Creates a service group with its members. They are eventually consistent, also in the answer. */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @Takes('ScimGroup')
  @AnswersCreated('ScimGroup')
  @TakesProjection()
  @Post()
  async createScimGroup(
    @CurrentScimChange() scim: ScimChange,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendNewGroup(scim, answered(scim, await createScimGroup(scim, body)));
  }

  /** Lists service groups, by filter or page by page. Members are eventually consistent; exclude them if you can. */
  @Allow('scim')
  @ApiProblems('invalid_filter', 'invalid_count', 'invalid_value', 'too_many_results')
  @Answers('ScimList')
  @TakesListQuery()
  @Get()
  listScimGroups(@CurrentScim() scim: ScimRequest): Promise<ScimObject> {
    return listScimGroups(scim);
  }

  /** Gets a service group. With more than 5,000 members it is returned without them. Members are eventually consistent. */
  @Allow('scim')
  @Answers('ScimGroup')
  @TakesProjection()
  @Get(':serviceGroupId')
  async getScimGroup(
    @CurrentScim() scim: ScimRequest,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
  ): Promise<ScimObject | undefined> {
    return sendGroup(scim, await getServiceGroup(scim.tenant, serviceGroupId));
  }

  /**
   * Replaces a service group and its members. If the resource does not name `members`, they stay as they are. Members are eventually
   * consistent: somebody added in the moment before may stay.
   */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems('version_mismatch')
  @Takes('ScimGroup')
  @Answers('ScimGroup')
  @TakesProjection()
  @Put(':serviceGroupId')
  async replaceScimGroup(
    @CurrentScimChange() scim: ScimChange,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendGroup(scim, answered(scim, await replaceScimGroup(scim, serviceGroupId, body)));
  }

  /**
   * Changes a service group with operations. Returns 204, or the group if `attributes` are requested. Members are eventually
   * consistent: of an operation on all of them, somebody added in the moment before may be left out.
   */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems('version_mismatch', 'invalid_syntax', 'invalid_path', 'invalid_filter', 'no_target')
  @ApiProblems('read_only')
  @Takes('ScimPatch')
  @Answers('ScimGroup')
  @AnswersNothing()
  @TakesProjection()
  @Patch(':serviceGroupId')
  async patchScimGroup(
    @CurrentScimChange() scim: ScimChange,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendPatchedGroup(scim, answered(scim, await patchScimGroup(scim, serviceGroupId, body)));
  }

  /** Removes a service group and its memberships. */
  @Allow('scim')
  @ApiProblems('account_suspended', 'version_mismatch')
  @AnswersNothing()
  @HttpCode(204)
  @Delete(':serviceGroupId')
  async removeScimGroup(
    @CurrentScimChange() { tenant, command }: ScimChange,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
  ): Promise<void> {
    await removeServiceGroup(tenant, serviceGroupId, command);
  }
}
