import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { getJob, listJobs, listRefusals, listRefusedRows, type RefusedRows } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../auth/caller/caller.js';
import { CSV, csvStream } from '../http/edge/csv.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { answerTo } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { Selectable } from '../http/query/fields.js';
import { pageOf } from '../http/query/page.js';
import { OWNER_PROBLEMS } from '../auth/caller/owner-rules.js';
import { SpreadsheetQueryDto } from '../http/query/spreadsheet.dto.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import {
  JOB_FIELDS,
  JobDto,
  JobListDto,
  JobListQueryDto,
  RefusedRowListDto,
  toJobDto,
  toRefusedRowDto,
} from './jobs.dto.js';
import { steer } from './steering.js';

const REFUSED_COLUMNS = ['line', 'userId', 'code', 'detail'];

/** Work that takes more than one transaction. Readers see a removal as done from the start. */
@ApiTags('Jobs')
@Controller('v1/accounts/:accountId/jobs')
export class JobsController {
  /** Lists the jobs of the last 90 days, newest first. */
  @Allow('jobs:read')
  @Selectable(JOB_FIELDS)
  @Get()
  async listJobs(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Query() query: JobListQueryDto,
  ): Promise<JobListDto> {
    return pageOf(await listJobs(tenant, query), toJobDto(caller));
  }

  /** Gets a job and its progress. */
  @Allow('jobs:read')
  @Selectable(JOB_FIELDS)
  @Get(':jobId')
  async getJob(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('jobId') jobId: string,
  ): Promise<JobDto> {
    return toJobDto(caller)(await getJob(tenant, jobId));
  }

  /** Lists the rows of an import, a bulk job or an undo that have been refused so far, in order. */
  @Allow('jobs:read')
  @Get(':jobId/refused')
  async listRefused(
    @CurrentTenant() tenant: RequestTenant,
    @Param('jobId') jobId: string,
    @Query() page: ListQueryDto,
  ): Promise<RefusedRowListDto> {
    return pageOf(await listRefusals(tenant, jobId, page), toRefusedRowDto);
  }

  /**
   * Downloads the rows of an import, a bulk job or an undo that have been refused so far, in order, as a stream. Each row has the reason of
   * its refusal and, for a week, its values as they stood in the file.
   */
  @Allow('jobs:read')
  @ApiProblems('wrong_type', 'answer_too_large')
  @ApiOkResponse({ content: { [CSV]: { schema: { type: 'string' } } } })
  @Get(':jobId/refused.csv')
  async downloadRefusedRows(
    @CurrentTenant() tenant: RequestTenant,
    @Param('jobId') jobId: string,
    @Query() { bom }: SpreadsheetQueryDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { heading, rows } = await listRefusedRows(tenant, jobId);
    reply.header('content-type', `${CSV}; charset=utf-8`);
    reply.header('content-disposition', `attachment; filename="refused-${jobId}.csv"`);
    await reply.send(csvStream([...REFUSED_COLUMNS, ...heading], refusedValues(rows), { bom }));
  }

  /**
   * Pauses a running job after its current chunk. An import, a bulk job or an undo can be paused by anyone who could have started it,
   * the job of a removal only by operators.
   */
  @Allow('jobs:write', 'platform:write')
  @ApiProblems('version_mismatch', 'owner_needed')
  @HttpCode(200)
  @Post(':jobId/pause')
  async pauseJob(@CurrentChange() change: Change, @Param('jobId') jobId: string): Promise<JobDto> {
    return answerTo(change.command, await steer({ ...change, jobId }, 'paused'), toJobDto(change.caller));
  }

  /**
   * Resumes a paused job. An import, a bulk job or an undo can be resumed by anyone who could start it now: it then runs as
   * them (`runsAs`), and its events name them.
   */
  @Allow('jobs:write', 'platform:write')
  @ApiProblems('version_mismatch', ...OWNER_PROBLEMS)
  @HttpCode(200)
  @Post(':jobId/resume')
  async resumeJob(@CurrentChange() change: Change, @Param('jobId') jobId: string): Promise<JobDto> {
    return answerTo(change.command, await steer({ ...change, jobId }, 'running'), toJobDto(change.caller));
  }

  /**
   * Cancels an import, a bulk job or an undo after its current chunk: processed rows stay changed. Needs the same rights as starting it.
   */
  @Allow('jobs:write', 'platform:write')
  @ApiProblems('job_not_cancellable', 'version_mismatch', 'owner_needed')
  @HttpCode(200)
  @Post(':jobId/cancel')
  async cancelJob(@CurrentChange() change: Change, @Param('jobId') jobId: string): Promise<JobDto> {
    return answerTo(change.command, await steer({ ...change, jobId }, 'cancelled'), toJobDto(change.caller));
  }
}

async function* refusedValues(rows: RefusedRows['rows']): AsyncGenerator<unknown[]> {
  for await (const { line, userId, code, detail, values } of rows)
    yield [line, userId, code, detail, ...values];
}
