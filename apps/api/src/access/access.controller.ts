import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentDirectory, type Caller } from '../auth/caller/caller.js';
import { WhileSeeingAs } from '../auth/sessions/seeing-as.js';
import type { RequestDirectory } from '../directory/request-directory.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import {
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
  constructor(private readonly access: AccessService) {}

  /** Checks whether a user may enter a service group now. Members may only ask about themselves. */
  @Allow('access:check')
  @HttpCode(200)
  @WhileSeeingAs()
  @AtLeast('table')
  @Post('evaluation')
  async evaluate(
    @CurrentDirectory() directory: RequestDirectory,
    @CurrentCaller() caller: Caller,
    @Body() request: EvaluationRequestDto,
  ): Promise<DecisionDto> {
    return { decision: await this.access.evaluate(directory, caller, request) };
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

  /** Lists the users who may enter a service group. Eventually consistent. */
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
    return this.access.searchSubjects(directory, caller, request);
  }

  /** Lists the service groups that a user may enter. */
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
    return this.access.searchResources(directory, caller, request);
  }
}
