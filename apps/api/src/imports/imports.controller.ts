import { Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getImport, listImportErrors, listJobs, startImport, type RowKind } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import {
  CurrentTenant,
  mayManageAdmins,
  mayManageOwners,
  type RequestTenant,
} from '../auth/caller/caller.js';
import { requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { WhileSeeingAs } from '../auth/sessions/seeing-as.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { AlsoTakes, CurrentChange, type Change } from '../commands/command.js';
import { ListQueryDto } from '../http/query/list.dto.js';
import { pageOf } from '../http/query/page.js';
import { CSV } from '../http/edge/csv.js';
import { NDJSON } from '../http/edge/ndjson.js';
import { inspectRows } from './inspect-rows.js';
import { fileNameIn, readRows } from './read-rows.js';
import {
  ImportDto,
  ImportErrorListDto,
  ImportErrorQueryDto,
  ImportInspectionDto,
  ImportListDto,
  toErrorDto,
  toImportDto,
} from './imports.dto.js';

@ApiTags('Imports')
@Controller('v1/accounts/:accountId')
export class ImportsController {
  /**
   * Imports users, service groups, memberships, teams or who is in them, as CSV with a header or as one JSON object per line, in a job that processes
   * each row on its own. Existing ones, found by external id or else by email or name, are changed if the row differs, so an
   * import can be sent again. With dryRun=true the job changes nothing.
   */
  @Allow('{kind}:write')
  @ApiProblems('account_suspended', 'empty_import', 'invalid_encoding', 'invalid_row', 'malformed_csv')
  @ApiProblems('teams_not_enabled')
  @ApiProblems('idempotency_key_reused', 'invalid_format', 'not_allowed_value', 'recent_sign_in_needed')
  @AlsoTakes({
    columns:
      'For CSV: what its columns are, in their order, instead of their headings. Of those without a name here nothing is imported.',
    fileName: 'The name of the file, up to 200 characters, shown with jobs and imports.',
    omit: 'The rows to leave out, by their first lines, such as those refused before: up to 500, separated by commas.',
  })
  @ApiConsumes(CSV, NDJSON)
  @ApiBody({ schema: { type: 'string' } })
  @ApiAcceptedResponse({
    type: ImportDto,
    headers: {
      Location: { description: 'Where to follow the import.', schema: { type: 'string' } },
      'Retry-After': { description: 'After how many seconds to look there.', schema: { type: 'integer' } },
    },
  })
  @HttpCode(202)
  @Post('import/:kind')
  async importRows(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('kind') kind: RowKind,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportDto> {
    // Any row may turn out to be about an owner.
    if (kind === 'users' && !command.dryRun && mayManageOwners(caller)) requireRecentSignIn(caller);
    const rows = readRows(request, kind);
    const importRequest = {
      kind,
      fileName: fileNameIn(request),
      mayManageOwners: mayManageOwners(caller),
      mayManageAdmins: mayManageAdmins(caller),
      rows,
    };
    const job = await startImport(tenant, importRequest, command);
    reply.header('location', `/v1/accounts/${tenant.accountId}/imports/${job.jobId}`);
    return toImportDto(job);
  }

  /**
   * Previews an import from the first rows of its file: which field each column is taken for, and what is wrong with the
   * values. The beginning of the file is enough. Nothing is stored.
   */
  @Allow('{kind}:write')
  @ApiProblems('empty_import', 'invalid_encoding', 'invalid_row', 'malformed_csv')
  @ApiConsumes(CSV, NDJSON)
  @ApiBody({ schema: { type: 'string' } })
  @HttpCode(200)
  @WhileSeeingAs()
  @Post('import/:kind/inspect')
  async inspectImport(
    @CurrentTenant() _tenant: RequestTenant,
    @Param('kind') kind: RowKind,
    @Req() request: FastifyRequest,
  ): Promise<ImportInspectionDto> {
    return inspectRows(request, kind);
  }

  /** Lists the imports of the last 90 days, newest first. */
  @Allow('jobs:read')
  @Get('imports')
  async listImports(
    @CurrentTenant() tenant: RequestTenant,
    @Query() page: ListQueryDto,
  ): Promise<ImportListDto> {
    return pageOf(await listJobs(tenant, { ...page, type: 'import' }), toImportDto);
  }

  /** Gets an import and its progress. */
  @Allow('jobs:read')
  @Get('imports/:jobId')
  async getImport(@CurrentTenant() tenant: RequestTenant, @Param('jobId') jobId: string): Promise<ImportDto> {
    return toImportDto(await getImport(tenant, jobId));
  }

  /** Lists the rows of an import that have been refused so far, in the order of the file, and for a week their values. */
  @Allow('jobs:read')
  @Get('imports/:jobId/errors')
  async listImportErrors(
    @CurrentTenant() tenant: RequestTenant,
    @Param('jobId') jobId: string,
    @Query() query: ImportErrorQueryDto,
  ): Promise<ImportErrorListDto> {
    return pageOf(await listImportErrors(tenant, jobId, query), toErrorDto);
  }
}
