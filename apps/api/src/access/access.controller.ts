import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentDirectory, type Caller } from '../auth/caller/caller.js';
import { WhileSeeingAs } from '../auth/sessions/seeing-as.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AccessSearchesService } from './access-searches.service.js';
import {
  ActionSearchDto,
  ActionSearchResultDto,
  DecisionDto,
  DecisionsDto,
  EvaluationRequestDto,
  EvaluationsRequestDto,
  ResourceSearchDto,
  SearchResultDto,
  SubjectSearchDto,
} from './access.dto.js';
import { AccessService } from './access.service.js';

/** Queries, not commands: nothing is written; POST only carries the query. */
@ApiTags('Access')
@Controller('access/v1')
export class AccessController {
  constructor(
    private readonly access: AccessService,
    private readonly searches: AccessSearchesService,
  ) {}

  /**
   * Checks whether a user may enter a service group now, as its member or by a team, or may do something there that a permission of an access
   * role allows that they have by one of these. Members may only ask about themselves.
   */
  @Allow('access:check')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('table')
  @Post('evaluation')
  evaluate(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: EvaluationRequestDto,
  ): Promise<DecisionDto> {
    return this.access.evaluate(directory, caller, request);
  }

  /** Evaluates up to 50 access questions at once. One that is not valid is denied by itself, with the reason. */
  @Allow('access:check')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('table')
  @Post('evaluations')
  async evaluateMany(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: EvaluationsRequestDto,
  ): Promise<DecisionsDto> {
    return { evaluations: await this.access.evaluateMany(directory, caller, request) };
  }

  /** Lists the users who may enter a service group, or do something there, as its members or by a team. Eventually consistent. */
  @Allow('access:check')
  @ApiProblems('invalid_cursor')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('index')
  @Post('search/subject')
  searchSubjects(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: SubjectSearchDto,
  ): Promise<SearchResultDto> {
    return this.searches.searchSubjects(directory, caller, request);
  }

  /** Lists the service groups that a user may enter, or where they may do something, as a member or by a team. */
  @Allow('access:check')
  @ApiProblems('invalid_cursor')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('table')
  @Post('search/resource')
  searchResources(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: ResourceSearchDto,
  ): Promise<SearchResultDto> {
    return this.searches.searchResources(directory, caller, request);
  }

  /** Lists everything that a user may do in a service group: `enter`, and the permissions of their access roles there. */
  @Allow('access:check')
  @ApiProblems('invalid_cursor')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('table')
  @Post('search/action')
  searchActions(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: ActionSearchDto,
  ): Promise<ActionSearchResultDto> {
    return this.searches.searchActions(directory, caller, request);
  }
}
