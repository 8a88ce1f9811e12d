import { HttpCode, Post } from '@nestjs/common';
import { Allow } from '../../auth/caller/allow.decorator.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { contextOf } from '../../observability/request-context.js';
import { Answers, ScimController, Takes } from '../protocol/documented.js';
import { CurrentScimChange, ScimBody, type ScimChange } from '../protocol/scim-request.js';
import type { ScimObject } from '../schema/conform.js';
import { BULK_RESPONSE_SCHEMA } from './bulk-request.js';
import { runBulk } from './scim-bulk.service.js';

@ScimController('/Bulk')
export class ScimBulkController {
  /** Executes up to 100 operations in one request, each with its own answer. */
  @Allow('scim')
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
