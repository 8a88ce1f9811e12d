import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { getJob, steerJob, type CommandContext } from '#libs/directory';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../access-control/caller.js';
import { MayFail } from '../openapi/may-fail.decorator.js';
import { JOB_FIELDS, JobDto, representJob } from './jobs.dto.js';
import { answerTo } from '../requests/commands/command-answer.js';
import { CurrentCommand } from '../requests/commands/command.js';
import { Selectable } from '../requests/query/fields.js';

/** Work that a removal leaves behind when it does not fit one transaction. Readers see it done from the start. */
@ApiTags('Jobs')
@Controller('v1/accounts/:accountId/jobs/:jobId')
export class JobsController {
  /** How far a job is. */
  @Allow('operator', 'owner', 'admin', 'jobs:read')
  @MayFail('job_not_found')
  @Selectable(JOB_FIELDS)
  @Get()
  async getJob(@CurrentTenant() tenant: RequestTenant, @Param('jobId') jobId: string): Promise<JobDto> {
    return representJob(await getJob(tenant.directory, tenant, jobId));
  }

  /** Pauses a running job after its current chunk. */
  @Allow('operator', 'platform:write')
  @MayFail('job_not_found', 'version_mismatch')
  @HttpCode(200)
  @Post('pause')
  async pauseJob(
    @CurrentTenant() tenant: RequestTenant,
    @Param('jobId') jobId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<JobDto> {
    return answerTo(
      command,
      await steerJob(tenant.directory, tenant, jobId, 'paused', command),
      representJob,
    );
  }

  /** Resumes a paused job. */
  @Allow('operator', 'platform:write')
  @MayFail('job_not_found', 'version_mismatch')
  @HttpCode(200)
  @Post('resume')
  async resumeJob(
    @CurrentTenant() tenant: RequestTenant,
    @Param('jobId') jobId: string,
    @CurrentCommand() command: CommandContext,
  ): Promise<JobDto> {
    return answerTo(
      command,
      await steerJob(tenant.directory, tenant, jobId, 'running', command),
      representJob,
    );
  }
}
