import { Controller, HttpCode, Post, UseInterceptors } from '@nestjs/common';
import { Allow } from '../../access-control/allow.decorator.js';
import { ApiProblems } from '../../openapi/api-problems.decorator.js';
import { contextOf } from '../../requests/observability/request-context.js';
import { IgnoresUnknownParameters } from '../../requests/query/known-input.guard.js';
import { Answers, ScimTag, Takes } from '../protocol/documented.js';
import { ScimAnswers } from '../protocol/scim-answers.interceptor.js';
import { CurrentScimChange, ScimBody, type ScimChange } from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { BULK_RESPONSE_SCHEMA } from './bulk-request.js';
import { runBulk } from './scim-bulk.service.js';

@ScimTag()
@IgnoresUnknownParameters()
@UseInterceptors(ScimAnswers)
@Controller('scim/v2/:accountId/Bulk')
export class ScimBulkController {
  /** Executes up to 100 operations in one request, each with its own answer. */
  @Allow('operator', 'owner', 'admin', 'scim')
  @ApiProblems('invalid_syntax')
  @Takes('ScimBulkRequest')
  @Answers('ScimBulkResponse')
  @HttpCode(200)
  @Post()
  async runScimBulk(
    @CurrentScimChange() scim: ScimChange,
    @ScimBody() body: ScimObject,
  ): Promise<ScimObject> {
    const { requestId } = contextOf(scim.request);
    return { schemas: [BULK_RESPONSE_SCHEMA], Operations: await runBulk({ ...scim, requestId }, body) };
  }
}
