import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { changeMemberships, type ChangedCell, type RowResult } from '#libs/directory';
import { Allow } from '../auth/caller/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../auth/caller/caller.js';
import { toEventDto } from '../audit-log/audit-log.dto.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { eventsOf } from '../commands/batch.dto.js';
import { answerToBatch, keepingAnswer } from '../commands/command-answer.js';
import { CurrentChange, type Change } from '../commands/command.js';
import { toChangesDto, warningsOf } from './changed-memberships.js';
import {
  ChangedMembershipsDto,
  ChangeMembershipsDto,
  MatrixDto,
  MatrixQueryDto,
  toMatrixDto,
} from './matrix.dto.js';
import { readMatrix, requireDistinct } from './matrix.service.js';

@ApiTags('Memberships')
@Controller('v1/accounts/:accountId/memberships')
export class MatrixController {
  /**
   * Gets who may enter what: users as rows, service groups as columns. Strongly consistent, and at most three table calls:
   * with `userIds`, up to 240 cells (users times service groups); without, up to 144, and a page has fewer users than
   * `limit` if more would not fit. What teams open is in `teamCells`, which takes a call more if there is anything. With `q` the users are searched for, and (users + 1) × (service groups + 1) is up to 199.
   *
   * With `asOf` it is who might enter what at that time, with the names of that time: the same cells on a page, a call for each user and
   * service group that has changed since, and without `userIds` by when the users came, eventually consistent.
   */
  @Allow('memberships:read')
  @ApiProblems('required')
  @AtLeast('search')
  @Get('matrix')
  async getMembershipMatrix(
    @CurrentTenant() tenant: RequestTenant,
    @Query() query: MatrixQueryDto,
  ): Promise<MatrixDto> {
    return toMatrixDto(await readMatrix(tenant, query), query.asOf !== undefined);
  }

  /**
   * Adds and removes up to 1,000 memberships of any users in any service groups. Each change succeeds or fails on its own.
   * The changes of one user are committed together, up to 32 at once, and their events are in the order of the changes. With
   * dryRun=true it returns the expected result of each change, the events that would be published, and warnings.
   */
  @Allow('memberships:write')
  @ApiProblems('account_suspended', 'invalid_name')
  @HttpCode(200)
  @Post('batch')
  async changeMemberships(
    @CurrentChange() { tenant, caller, command }: Change,
    @Body() { changes }: ChangeMembershipsDto,
  ): Promise<ChangedMembershipsDto> {
    const represent = (rows: readonly RowResult<ChangedCell>[]) => toChangesDto(changes, rows);
    requireDistinct(changes);
    const context = keepingAnswer(command, represent);
    const outcome = await changeMemberships(tenant, changes, context);
    if (!command.dryRun || 'answeredBefore' in outcome) return answerToBatch(command, outcome, represent);
    const result = represent(outcome.rows);
    const warnings = warningsOf(result.results, outcome.groups, caller.id);
    return { ...result, warnings, dryRun: true, events: eventsOf(outcome).map((event) => toEventDto(event)) };
  }
}
