// reverts: takes back what one request did.
// Imports commands, auth and what is below them.

import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { revertChange, type WhatIsReverted } from '#libs/directory';
import type { Permission } from '#libs/domain';
import { Allow } from '../auth/caller/allow.decorator.js';
import { hasPermission, type Caller } from '../auth/caller/caller.js';
import { OWNER_PROBLEMS, requireOwnerFor } from '../auth/caller/owner-rules.js';
import { AlsoTakes, CurrentChange, type Change } from '../commands/command.js';
import { answerTo } from '../commands/command-answer.js';
import { timeOf } from '../http/query/time.js';
import { AtLeast } from '../positions/at-least.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { fieldProblem, Problem } from '../problems/problem.js';
import { RevertedChangeDto, toRevertedChangeDto } from './reverts.dto.js';

@ApiTags('AuditLog')
@Controller('v1/accounts/:accountId/changes')
export class RevertsController {
  /**
   * Undoes everything that one request did to users, memberships and service groups, weeks later too, as one change of its own: what
   * each was before, it is again. If any part cannot be undone, because it was changed again since, or erased, or was a removal,
   * nothing changes, and `detail` has each reason. Needs the rights that the changes themselves need. Up to 32 users and service
   * groups; a `correlationId` that a client made up needs `at`. The log is eventually consistent: `Rollbook-At-Least` waits for what was
   * just changed.
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
    'membership_too_long',
    'reason_required',
    'too_many_managers',
    'invalid_format',
    ...OWNER_PROBLEMS,
  )
  @AlsoTakes('at', 'The time of one of its events, ISO 8601: needed only if the id contains no time.')
  @AtLeast('index')
  @HttpCode(200)
  @Post(':correlationId/revert')
  async revertChange(
    @CurrentChange() { tenant, caller, command }: Change,
    @Param('correlationId') correlationId: string,
    @Req() request: FastifyRequest,
  ): Promise<RevertedChangeDto> {
    const at = timeIn((request.query as Record<string, string>)['at']);
    const authorize = (what: WhatIsReverted) => requireRights(caller, what);
    const outcome = await revertChange(tenant, { correlationId, at }, authorize, command);
    return answerTo(command, outcome, toRevertedChangeDto);
  }
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
function requireRights(
  caller: Caller,
  { users, roles, memberships, serviceGroups, managers }: WhatIsReverted,
) {
  const needed: [boolean, Permission][] = [
    [users, 'users:write'],
    [memberships, 'memberships:write'],
    [serviceGroups, 'service-groups:write'],
    [managers, 'managers:write'],
  ];
  const missing = needed.find(([isNeeded, permission]) => isNeeded && !hasPermission(caller, permission));
  if (missing) throw new Problem('not_permitted', `Undoing this needs the permission ${missing[1]}.`);
  for (const role of roles) requireOwnerFor(caller, role);
}
