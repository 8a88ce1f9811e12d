import { Controller, HttpCode, Post, Req, UseInterceptors } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#libs/directory';
import { Allow } from '../../access-control/allow.decorator.js';
import {
  CurrentCaller,
  CurrentTenant,
  type Caller,
  type RequestTenant,
} from '../../access-control/caller.js';
import { ApiProblems } from '../../openapi/api-problems.decorator.js';
import { contextOf } from '../../requests/observability/request-context.js';
import { IgnoresUnknownParameters } from '../../requests/query/known-input.guard.js';
import { Answers, ScimTag, Takes } from '../protocol/documented.js';
import { ScimAnswers } from '../protocol/scim-answers.interceptor.js';
import { ScimBody, ScimCommand } from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { BULK_RESPONSE_SCHEMA } from './bulk-request.js';
import { ScimBulkService } from './scim-bulk.service.js';

@ScimTag()
@IgnoresUnknownParameters()
@UseInterceptors(ScimAnswers)
@Controller('scim/v2/:accountId/Bulk')
export class ScimBulkController {
  constructor(private readonly bulk: ScimBulkService) {}

  /** Executes up to 100 operations in one request, each with its own answer. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('invalid_syntax')
  @Takes('ScimBulkRequest')
  @Answers('ScimBulkResponse')
  @HttpCode(200)
  @Post()
  async runScimBulk(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @ScimBody() body: ScimObject,
    @ScimCommand() command: CommandContext,
    @Req() request: FastifyRequest,
  ): Promise<ScimObject> {
    const { requestId } = contextOf(request);
    const operations = await this.bulk.run({ tenant, caller, command, requestId }, body);
    return { schemas: [BULK_RESPONSE_SCHEMA], Operations: operations };
  }
}
