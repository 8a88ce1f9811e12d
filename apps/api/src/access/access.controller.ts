import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentCaller, type Caller } from '../access-control/caller.js';
import { MayFail } from '../openapi/may-fail.decorator.js';
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

/** Questions, not commands: nothing is written, and POST carries the question. */
@Controller('access/v1')
export class AccessController {
  constructor(private readonly access: AccessService) {}

  /** May this user enter this service group now? A member may ask about itself. */
  @Allow('operator', 'member', 'access:check')
  @HttpCode(200)
  @Post('evaluation')
  async evaluate(
    @CurrentCaller() caller: Caller,
    @Body() request: EvaluationRequestDto,
  ): Promise<DecisionDto> {
    return { decision: await this.access.evaluate(caller, request) };
  }

  /** The same for up to 50 questions at once. */
  @Allow('operator', 'member', 'access:check')
  @HttpCode(200)
  @Post('evaluations')
  async evaluateMany(
    @CurrentCaller() caller: Caller,
    @Body() request: EvaluationsRequestDto,
  ): Promise<DecisionsDto> {
    const decisions = await this.access.evaluateMany(caller, request);
    return { evaluations: decisions.map((decision) => ({ decision })) };
  }

  /** Which users may enter this service group? Eventually consistent. */
  @Allow('operator', 'member', 'access:check')
  @MayFail('invalid_cursor')
  @HttpCode(200)
  @Post('search/subject')
  searchSubjects(
    @CurrentCaller() caller: Caller,
    @Body() request: SubjectSearchDto,
  ): Promise<SearchResultDto> {
    return this.access.searchSubjects(caller, request);
  }

  /** Which service groups may this user enter? */
  @Allow('operator', 'member', 'access:check')
  @MayFail('invalid_cursor')
  @HttpCode(200)
  @Post('search/resource')
  searchResources(
    @CurrentCaller() caller: Caller,
    @Body() request: ResourceSearchDto,
  ): Promise<SearchResultDto> {
    return this.access.searchResources(caller, request);
  }
}
