import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  Patch,
  Put,
  Query,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { addToTeam, changeTeamPlace, removeFromTeam } from '#libs/directory';
import type { TeamId, UserId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo, remainingTo, stateOf } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { isSaid, removing, SaysWhatRemains, WantsAnswer } from '../commands/remaining.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  AddedTeamMemberDto,
  LeftTeamDto,
  TEAM_MEMBER_FIELDS,
  TeamMemberChangeDto,
  TeamMemberDto,
  TeamMemberListDto,
  TeamMemberListQueryDto,
  TeamMemberTermsDto,
  TeamsOfUserDto,
  toAddedTeamMemberDto,
  toLeftTeamDto,
  toTeamMemberDto,
} from './team-members.dto.js';
import { readTeamMembers, readTeamsOfUser } from './teams.service.js';

@ApiTags('Teams')
@Controller('v1/accounts/:accountId')
export class TeamMembersController {
  /**
   * Lists the users of a team, oldest user first, or with `asOf` those of that time, as they were: a page may then be shorter than `limit`
   * before the last one. Eventually consistent: a change may take a moment to appear, with `q` or `sort` up to 5 seconds, and pages may be short.
   */
  @Allow('teams:read')
  @Selectable(TEAM_MEMBER_FIELDS)
  @AtLeast('index')
  @Get('teams/:teamId/members')
  async listTeamMembers(
    @CurrentTenant() tenant: RequestTenant,
    @Param('teamId') teamId: TeamId,
    @Query() query: TeamMemberListQueryDto,
  ): Promise<TeamMemberListDto> {
    return pageOf(await readTeamMembers(tenant, teamId, query), toTeamMemberDto);
  }

  /**
   * Adds a user to a team, for good or until `expiresAt`: 201, or 200 if they are in it already, whose end does not change. The answer says
   * which service groups this opens to them.
   */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'user_suspended', 'too_many_teams', 'version_mismatch')
  @ApiProblems('invalid_expires_at', 'invalid_name')
  @ApiBody({ type: TeamMemberTermsDto, required: false })
  @ApiCreatedResponse({ type: AddedTeamMemberDto })
  @ApiOkResponse({ type: AddedTeamMemberDto })
  @Put('teams/:teamId/members/:userId')
  async addTeamMember(
    @CurrentChange() { tenant, command }: Change,
    @Param('teamId') teamId: TeamId,
    @Param('userId') userId: UserId,
    @Body() terms: TeamMemberTermsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AddedTeamMemberDto> {
    const outcome = await addToTeam(tenant, teamId, userId, terms, command);
    reply.status(stateOf(outcome).isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return answerTo(command, outcome, toAddedTeamMemberDto);
  }

  /** Sets, moves or takes away the end of a user's place in a team, or changes the reason for it. */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'team_place_not_found', 'version_mismatch')
  @ApiProblems('invalid_expires_at', 'invalid_name')
  @Patch('teams/:teamId/members/:userId')
  async changeTeamMember(
    @CurrentChange() { tenant, command }: Change,
    @Param('teamId') teamId: TeamId,
    @Param('userId') userId: UserId,
    @Body() terms: TeamMemberChangeDto,
  ): Promise<TeamMemberDto> {
    return answerTo(command, await changeTeamPlace(tenant, teamId, userId, terms, command), toTeamMemberDto);
  }

  /**
   * Removes a user from a team: what only it opened to them is closed to them. With `Prefer: return=representation`, and in a dry run, the answer
   * says which service groups this closes, and which stay open by another way.
   */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'team_place_not_found', 'version_mismatch')
  @SaysWhatRemains(LeftTeamDto)
  @HttpCode(204)
  @Delete('teams/:teamId/members/:userId')
  async removeTeamMember(
    @CurrentChange() { tenant, command }: Change,
    @Param('teamId') teamId: TeamId,
    @Param('userId') userId: UserId,
    @WantsAnswer() wantsAnswer: boolean,
  ): Promise<void> {
    const removal = removing(command, wantsAnswer);
    const outcome = await removeFromTeam(tenant, teamId, userId, removal, isSaid(removal));
    return remainingTo(removal, outcome, toLeftTeamDto);
  }

  /** Lists all teams that a user is in, or with `asOf` was in then. */
  @Allow('self', 'teams:read')
  @Selectable(TEAM_MEMBER_FIELDS)
  @Get('users/:userId/teams')
  async listTeamsOfUser(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() query: AsOfQueryDto,
  ): Promise<TeamsOfUserDto> {
    return pageOf(await readTeamsOfUser(tenant, userId, query), toTeamMemberDto);
  }
}
