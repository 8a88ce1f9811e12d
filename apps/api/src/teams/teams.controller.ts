import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { createTeam, removeTeam, updateTeam } from '#libs/directory';
import { DomainError, teamFields, type TeamId } from '#libs/domain';
import { EVENT_FIELDS, EventListDto, HistoryQueryDto } from '../audit-log/audit-log.dto.js';
import { readHistory } from '../audit-log/audit-log.service.js';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { answerTo, removedFrom } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { SETTINGS_PROBLEMS } from '../http/input/settings.dto.js';
import { AsOfQueryDto } from '../http/query/as-of.dto.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
  ChangeTeamDto,
  CreatedTeamDto,
  CreateTeamDto,
  TeamDto,
  TeamListDto,
  TeamQueryDto,
  toCreatedTeamDto,
  toTeamDto,
} from './teams.dto.js';
import { readTeam, readTeams } from './teams.service.js';

@ApiTags('Teams')
@Controller('v1/accounts/:accountId/teams')
export class TeamsController {
  /**
   * Creates a team: nobody is in it yet, and it opens nothing. The answer to the first of an account names the API keys whose readers do not know
   * teams.
   */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'teams_not_enabled', 'team_name_taken', 'invalid_name')
  @ApiProblems(...SETTINGS_PROBLEMS)
  @Post()
  async createTeam(
    @CurrentChange() { tenant, command }: Change,
    @Body() input: CreateTeamDto,
  ): Promise<CreatedTeamDto> {
    return answerTo(command, await createTeam(tenant, input, command), toCreatedTeamDto);
  }

  /**
   * Lists the teams of the account, oldest first. With `asOf` those that existed at that time, as they were: a page may then be shorter than
   * `limit` before the last one.
   */
  @Allow('teams:read')
  @Selectable(teamFields)
  @Get()
  async listTeams(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: TeamQueryDto,
  ): Promise<TeamListDto> {
    return pageOf(await readTeams(tenant, query), toTeamDto);
  }

  /** Gets a team. */
  @Allow('teams:read')
  @Selectable(teamFields)
  @Get(':teamId')
  async getTeam(
    @CurrentTenant() tenant: RequestTenant,
    @Param('teamId') teamId: TeamId,
    @Query() query: AsOfQueryDto,
  ): Promise<TeamDto> {
    return toTeamDto(await readTeam(tenant, teamId, query));
  }

  /** Changes the name, external id or metadata of a team (merge patch, RFC 7396). */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'version_mismatch', 'team_name_taken', 'invalid_name')
  @ApiProblems(...SETTINGS_PROBLEMS)
  @Patch(':teamId')
  async changeTeam(
    @CurrentChange() { tenant, command }: Change,
    @Param('teamId') teamId: TeamId,
    @Body() changes: ChangeTeamDto,
  ): Promise<TeamDto> {
    return answerTo(command, await updateTeam(tenant, teamId, changes, command), toTeamDto);
  }

  /** Removes a team: from now on it gives nobody access, and its name becomes free. */
  @Allow('teams:write')
  @ApiProblems('account_suspended', 'version_mismatch')
  @HttpCode(204)
  @Delete(':teamId')
  async removeTeam(
    @CurrentChange() { tenant, command }: Change,
    @Param('teamId') teamId: TeamId,
  ): Promise<void> {
    return answerTo(command, await removeTeam(tenant, teamId, command), removedFrom(tenant));
  }

  /** Lists all events of a team, even after it was removed. Who joined it is with the users, and what it may enter with the service groups. */
  @Allow('events:read')
  @Selectable(EVENT_FIELDS)
  @Get(':teamId/events')
  async listTeamEvents(
    @CurrentTenant() tenant: RequestTenant,
    @Param('teamId') teamId: TeamId,
    @Query() query: HistoryQueryDto,
  ): Promise<EventListDto> {
    const missing = new DomainError('team_not_found', 'There is no such team in this account.');
    return readHistory(tenant, teamId, query, missing);
  }
}
