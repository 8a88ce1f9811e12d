import { Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { getTeam, removeTeam } from '#libs/directory';
import type { TeamId } from '#libs/domain';
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
  'teams_not_enabled',
  'too_many_teams',
  'team_name_taken',
  'external_id_taken',
  'invalid_name',
] as const;

@ScimController('/Groups', 'teams')
export class ScimTeamsGroupsController {
  /** Creates a team with its members. They are eventually consistent, also in the answer. */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @Takes('ScimGroup')
  @AnswersCreated('ScimGroup')
  @TakesProjection()
  @Post()
  async createScimTeamsGroup(
    @CurrentScimChange() scim: ScimChange,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendNewGroup(scim, answered(scim, await createScimGroup(scim, body)));
  }

  /** Lists teams, by filter or page by page. Members are eventually consistent; exclude them if you can. */
  @Allow('scim')
  @ApiProblems('invalid_filter', 'invalid_count', 'invalid_value', 'too_many_results')
  @Answers('ScimList')
  @TakesListQuery()
  @Get()
  listScimTeamsGroups(@CurrentScim() scim: ScimRequest): Promise<ScimObject> {
    return listScimGroups(scim);
  }

  /** Gets a team. With more than 5,000 members it is returned without them. Members are eventually consistent. */
  @Allow('scim')
  @Answers('ScimGroup')
  @TakesProjection()
  @Get(':teamId')
  async getScimTeamsGroup(
    @CurrentScim() scim: ScimRequest,
    @Param('teamId') teamId: TeamId,
  ): Promise<ScimObject | undefined> {
    return sendGroup(scim, await getTeam(scim.tenant, teamId));
  }

  /**
   * Replaces a team and its members. If the resource does not name `members`, they stay as they are. Members are eventually
   * consistent: somebody added in the moment before may stay.
   */
  @Allow('scim')
  @ApiProblems(...VALUE_PROBLEMS)
  @ApiProblems('version_mismatch')
  @Takes('ScimGroup')
  @Answers('ScimGroup')
  @TakesProjection()
  @Put(':teamId')
  async replaceScimTeamsGroup(
    @CurrentScimChange() scim: ScimChange,
    @Param('teamId') teamId: TeamId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendGroup(scim, answered(scim, await replaceScimGroup(scim, teamId, body)));
  }

  /**
   * Changes a team with operations. Returns 204, or the group if `attributes` are requested. Members are eventually
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
  @Patch(':teamId')
  async patchScimTeamsGroup(
    @CurrentScimChange() scim: ScimChange,
    @Param('teamId') teamId: TeamId,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject | undefined> {
    return sendPatchedGroup(scim, answered(scim, await patchScimGroup(scim, teamId, body)));
  }

  /** Removes a team: its users keep their own memberships. */
  @Allow('scim')
  @ApiProblems('account_suspended', 'version_mismatch')
  @AnswersNothing()
  @HttpCode(204)
  @Delete(':teamId')
  async removeScimTeamsGroup(
    @CurrentScimChange() { tenant, command }: ScimChange,
    @Param('teamId') teamId: TeamId,
  ): Promise<void> {
    await removeTeam(tenant, teamId, command);
  }
}
