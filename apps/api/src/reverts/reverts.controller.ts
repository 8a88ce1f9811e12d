// reverts: takes back what one request did.
// Imports jobs, commands, auth and what is below them.

import { Controller, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiExtraModels, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  revertChange,
  scopesToRevert,
  startRevertJob,
  tryRevertJob,
  type NamedChange,
  type RevertRights,
  type WhatIsReverted,
} from '#libs/directory';
import { DomainError, type Scope } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { hasPermission, mayManageAdmins, mayManageOwners, type Caller } from '../auth/caller/caller.js';
import { OWNER_PROBLEMS, requireOwnerFor } from '../auth/caller/owner-rules.js';
import { requireRecentSignIn } from '../auth/caller/recent-sign-in.js';
import { AlsoTakes, CurrentChange, type Change } from '../commands/command.js';
import { answerTo } from '../commands/command-answer.js';
import { timeOf } from '../http/query/time.js';
import { JobDto, toJobDto } from '../jobs/jobs.dto.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import { RevertedChangeDto, toRevertedChangeDto, toTriedRevertDto, TriedRevertDto } from './reverts.dto.js';

@ApiTags('AuditLog')
@ApiExtraModels(RevertedChangeDto, TriedRevertDto)
@Controller('v1/accounts/:accountId/changes')
export class RevertsController {
  /**
   * Undoes everything that one request did to users, memberships and service groups, even weeks later: each is again what it was before.
   * What other actors have done with the same correlation id is left alone. An undo that would change nothing is refused. Up to 32 users,
   * service groups and teams are one change: if any part cannot be undone, because it was changed again since, or erased, or was a removal,
   * nothing changes, and `detail` has each reason. What is larger, such as an import or a bulk job, is undone by a job, one user or service
   * group at a time; those that cannot be undone are listed in its `refused.csv`. With dryRun=true the answer is then a preview. Needs the
   * rights that the changes themselves need. A `correlationId` that a client made up needs `at`. The log is eventually consistent:
   * `Rollbook-At-Least` waits for what was just changed.
   */
  @Allow('events:read')
  @ApiProblems('change_not_found', 'change_superseded', 'change_not_revertible', 'change_too_large')
  @ApiProblems(
    'account_suspended',
    'user_erased',
    'user_suspended',
    'user_invited',
    'email_taken',
    'last_owner',
  )
  @ApiProblems('service_group_name_taken', 'service_group_not_found', 'external_id_taken', 'limit_reached')
  @ApiProblems(
    'team_name_taken',
    'team_not_found',
    'teams_not_allowed',
    'too_many_teams',
    'too_many_service_groups',
  )
  @ApiProblems(
    'membership_too_long',
    'reason_required',
    'too_many_managers',
    'invalid_format',
    ...OWNER_PROBLEMS,
  )
  @AlsoTakes({
    at: 'The time of one of its events, ISO 8601: needed only if the id contains no time.',
    actor: 'The `actor` of its events: needed only if several actors have sent the same correlation id.',
  })
  @AtLeast('index')
  @ApiOkResponse({
    description: 'It is undone; of a large change with dryRun=true: what the job would do.',
    schema: {
      oneOf: [RevertedChangeDto, TriedRevertDto].map(({ name }) => ({
        $ref: `#/components/schemas/${name}`,
      })),
    },
  })
  @ApiAcceptedResponse({
    type: JobDto,
    description: 'A job undoes it.',
    headers: {
      Location: { description: 'Where to follow the job.', schema: { type: 'string' } },
      'Retry-After': { description: 'After how many seconds to look there.', schema: { type: 'integer' } },
    },
  })
  @HttpCode(200)
  @Post(':correlationId/revert')
  async revertChange(
    @CurrentChange() change: Change,
    @Param('correlationId') correlationId: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<RevertedChangeDto | TriedRevertDto | JobDto> {
    const { tenant, caller, command } = change;
    const { at, actor } = request.query as Partial<Record<string, string>>;
    const named = { correlationId, at: timeIn(at), actor };
    try {
      const authorize = (what: WhatIsReverted) => requireRights(caller, what);
      const outcome = await revertChange(tenant, named, authorize, command);
      return answerTo(command, outcome, toRevertedChangeDto);
    } catch (error) {
      if (error instanceof DomainError && error.code === 'change_too_large')
        return revertByJob(change, named, reply);
      throw error;
    }
  }
}

async function revertByJob(
  { tenant, caller, command }: Change,
  named: NamedChange,
  reply: FastifyReply,
): Promise<TriedRevertDto | JobDto> {
  const rights: RevertRights = {
    mayManageOwners: mayManageOwners(caller),
    mayManageAdmins: mayManageAdmins(caller),
    require(scopes) {
      requireScopes(caller, scopes);
      // Any user may turn out to be an owner.
      if (!command.dryRun && scopes.includes('users:write') && mayManageOwners(caller))
        requireRecentSignIn(caller);
    },
  };
  if (command.dryRun) return toTriedRevertDto(await tryRevertJob(tenant, named, rights, command));
  const { job, isRepeated } = await startRevertJob(tenant, named, rights, command);
  if (isRepeated) reply.header('idempotency-replayed', 'true');
  reply.status(202).header('location', `/v1/accounts/${tenant.accountId}/jobs/${job.jobId}`);
  return toJobDto(caller)(job);
}

/** @throws Problem `invalid_format` */
function timeIn(at: string | undefined): string | undefined {
  if (at === undefined) return undefined;
  const time = timeOf(at);
  if (time !== undefined) return time;
  const detail = 'at must be a time in ISO 8601 with a time zone.';
  throw fieldProblem([{ code: 'invalid_format', detail, parameter: 'at' }]);
}

/** @throws Problem `not_permitted`, `owner_needed`, `recent_sign_in_needed` */
function requireRights(caller: Caller, what: WhatIsReverted) {
  requireScopes(caller, scopesToRevert(what));
  for (const role of what.roles) requireOwnerFor(caller, role);
}

/** @throws Problem `not_permitted` */
function requireScopes(caller: Caller, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !hasPermission(caller, scope));
  if (missing) throw new Problem('not_permitted', `Undoing this needs the permission ${missing}.`);
}
