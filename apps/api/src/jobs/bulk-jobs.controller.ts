import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { startBulkJob, tryBulkJob } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { CreateBulkJobDto, TriedBulkJobDto, toTriedDto } from './bulk-jobs.dto.js';
import { bulkRequestOf, bulkWarnings, onRecentSignIn } from './bulk-request.js';
import { JobDto, toJobDto } from './jobs.dto.js';
import { OWNER_PROBLEMS } from '../auth/caller/owner-rules.js';

@ApiTags('BulkJobs')
@Controller('v1/accounts/:accountId/bulk-jobs')
export class BulkJobsController {
  /**
   * Starts one action on many users, selected by their ids or by a query that is evaluated once, now. A job processes each
   * user on their own and exactly once, even if it is interrupted; refused users are listed in its `refused.csv`. What would be
   * refused for everybody, such as an end that has passed, is refused before there is a job. With dryRun=true the answer is a preview: counts, samples and warnings. The members of a group that a query names are eventually
   * consistent.
   */
  @Allow('users:write', 'memberships:write', 'teams:write')
  @ApiProblems('account_suspended', 'service_group_not_found', 'empty_selection', 'change_too_large')
  @ApiProblems('invalid_name', 'invalid_expires_at', 'membership_too_long', 'reason_required')
  @ApiProblems('access_role_not_found', 'team_not_found', ...OWNER_PROBLEMS)
  @ApiAcceptedResponse({
    type: JobDto,
    headers: {
      Location: { description: 'Where to follow the job.', schema: { type: 'string' } },
      'Retry-After': { description: 'After how many seconds to look there.', schema: { type: 'integer' } },
    },
  })
  @ApiOkResponse({ type: TriedBulkJobDto, description: 'With dryRun=true: what the job would do.' })
  @HttpCode(202)
  @Post()
  async createBulkJob(
    @CurrentChange() { tenant, caller, command }: Change,
    @Body() input: CreateBulkJobDto,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<JobDto | TriedBulkJobDto> {
    const request = bulkRequestOf(caller, input);
    if (command.dryRun) {
      const tried = await tryBulkJob(tenant, request, command);
      reply.status(200);
      return { ...toTriedDto(tried), warnings: bulkWarnings(tried, request, caller.id) };
    }
    const allowed = await onRecentSignIn(tenant, caller, request);
    const { job, isRepeated } = await startBulkJob(tenant, allowed, command);
    if (isRepeated) reply.header('idempotency-replayed', 'true');
    reply.header('location', `/v1/accounts/${tenant.accountId}/jobs/${job.jobId}`);
    return toJobDto(caller)(job);
  }
}
