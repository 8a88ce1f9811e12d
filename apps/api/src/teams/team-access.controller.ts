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
import { addTeam, changeTeamAccess, removeTeamAccess } from '#libs/directory';
import type { ServiceGroupId, TeamId } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo, remainingTo, stateOf } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { isSaid, removing, SaysWhatRemains, WantsAnswer } from '../commands/remaining.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import {
  MembershipChangeTermsDto,
  MembershipTermsDto,
  RemainingPathsDto,
  toRemainingPathsDto,
} from '../memberships/memberships.dto.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  GroupsOfTeamQueryDto,
  TEAM_ACCESS_FIELDS,
  TeamAccessDto,
  TeamAccessListDto,
  TeamsOfServiceGroupDto,
  toTeamAccessDto,
} from './team-access.dto.js';
import { readGroupsOfTeam, readTeamsOfGroup } from './teams.service.js';

/** Of routes that take the end of a team's access, its access role, and the reason for it. */
const TERMS_PROBLEMS = [
  'invalid_name',
  'invalid_expires_at',
  'membership_too_long',
  'reason_required',
  'access_role_not_found',
] as const;

@ApiTags('Teams')
@Controller('v1/accounts/:accountId')
export class TeamAccessController {
  /**
   * Lists the service groups that a team opens to its users, oldest group first, or with `asOf` those of that time, as they were: a page may
   * then, as with `q`, be shorter than `limit` before the last one.
   */
  @Allow('teams:read')
  @Selectable(TEAM_ACCESS_FIELDS)
  @Get('teams/:teamId/service-groups')
  async listServiceGroupsOfTeam(
    @CurrentTenant() tenant: RequestTenant,
    @Param('teamId') teamId: TeamId,
    @Query() query: GroupsOfTeamQueryDto,
  ): Promise<TeamAccessListDto> {
    return pageOf(await readGroupsOfTeam(tenant, teamId, query), toTeamAccessDto);
  }

  /** Lists all teams whose users may enter a service group, or with `asOf` might then. Its managers see them too. */
  @Allow('teams:read')
  @Selectable(TEAM_ACCESS_FIELDS)
  @Get('service-groups/:serviceGroupId/teams')
  async listTeamsOfServiceGroup(
    @CurrentTenant() tenant: RequestTenant,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Query() query: AsOfQueryDto,
  ): Promise<TeamsOfServiceGroupDto> {
    return pageOf(await readTeamsOfGroup(tenant, serviceGroupId, query), toTeamAccessDto);
  }

  /**
   * Gives a team access to a service group, for good or until `expiresAt`: 201, or 200 if it has it already, whose end and access role do not
   * change. Its users may enter from now on, and who joins it later.
   */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'teams_not_allowed', 'too_many_teams', 'too_many_service_groups')
  @ApiProblems('version_mismatch', ...TERMS_PROBLEMS)
  @ApiBody({ type: MembershipTermsDto, required: false })
  @ApiCreatedResponse({ type: TeamAccessDto })
  @ApiOkResponse({ type: TeamAccessDto })
  @Put('service-groups/:serviceGroupId/teams/:teamId')
  async addTeamToServiceGroup(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('teamId') teamId: TeamId,
    @Body() terms: MembershipTermsDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TeamAccessDto> {
    const outcome = await addTeam(tenant, serviceGroupId, teamId, terms, command);
    reply.status(stateOf(outcome).isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return answerTo(command, outcome, toTeamAccessDto);
  }

  /** Sets, moves or takes away the end of a team's access, or changes its access role or the reason for it. */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'team_access_not_found', 'version_mismatch', ...TERMS_PROBLEMS)
  @Patch('service-groups/:serviceGroupId/teams/:teamId')
  async changeTeamAccess(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('teamId') teamId: TeamId,
    @Body() terms: MembershipChangeTermsDto,
  ): Promise<TeamAccessDto> {
    const outcome = await changeTeamAccess(tenant, serviceGroupId, teamId, terms, command);
    return answerTo(command, outcome, toTeamAccessDto);
  }

  /**
   * Takes the access of a team away: who was let in only by it may no longer enter. With `Prefer: return=representation`, and in a dry run, the
   * answer says which other teams still may. It says nothing of each person: members go on, and who is in one of those teams.
   */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'team_access_not_found', 'version_mismatch')
  @SaysWhatRemains(RemainingPathsDto)
  @HttpCode(204)
  @Delete('service-groups/:serviceGroupId/teams/:teamId')
  async removeTeamFromServiceGroup(
    @CurrentChange() { tenant, command }: Change,
    @Param('serviceGroupId') serviceGroupId: ServiceGroupId,
    @Param('teamId') teamId: TeamId,
    @WantsAnswer() wantsAnswer: boolean,
  ): Promise<void> {
    const removal = removing(command, wantsAnswer);
    const outcome = await removeTeamAccess(tenant, serviceGroupId, teamId, removal, isSaid(removal));
    return remainingTo(removal, outcome, toRemainingPathsDto);
  }
}
