import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endSession, getUser } from '#libs/directory';
import type { User, UserId } from '#libs/domain';
import { Allow } from '../caller/allow.decorator.js';
import { CurrentCaller, CurrentTenant, type Caller, type RequestTenant } from '../caller/caller.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { ListQueryDto } from '../../http/query/list.dto.js';
import { pageOf } from '../../http/query/page.js';
import { requireRankOver } from '../caller/owner-rules.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { SessionListDto, toSessionDto } from './sessions.dto.js';

@ApiTags('UserSessions')
@Controller('v1/accounts/:accountId/users/:userId/sessions')
export class UserSessionsController {
  constructor(private readonly sessions: SessionVerifier) {}

  /**
   * Lists the browser sessions of a user in this account, newest first; those of owners only to owners and operators. A new session
   * may take a moment to appear. Sessions that can no longer be used are left out, so a page may be shorter than `limit`.
   */
  @Allow('self', 'users:read')
  @ApiProblems('account_not_found', 'user_not_found', 'owner_needed')
  @Get()
  async listUserSessions(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: UserId,
    @Query() { limit, cursor }: ListQueryDto,
  ): Promise<SessionListDto> {
    const { directory } = tenant;
    const user = await requireTheirs(tenant, caller, userId);
    const page = await this.sessions.listInForce(directory, userId, { limit, cursor }, user);
    return pageOf(page, (session) => toSessionDto(session, undefined));
  }

  /**
   * Ends a session of a user at once; of an owner only for owners and operators. They can sign in again: to prevent that, suspend the
   * user.
   */
  @Allow('self', 'users:write')
  @ApiProblems('account_not_found', 'user_not_found', 'session_not_found', 'owner_needed')
  @HttpCode(204)
  @Delete(':sessionId')
  async endUserSession(
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @Param() { userId, sessionId }: { userId: UserId; sessionId: string },
  ): Promise<void> {
    const { directory } = tenant;
    await requireTheirs(tenant, caller, userId);
    if (!(await endSession(directory, sessionId, userId)))
      throw new Problem('session_not_found', 'There is no such session.');
  }
}

/** One's own, or those of somebody whom the caller may manage. @throws Problem `owner_needed`, `not_permitted` */
async function requireTheirs(tenant: RequestTenant, caller: Caller, userId: UserId): Promise<User> {
  const user = await getUser(tenant, userId);
  if (caller.id !== userId) requireRankOver(caller, user.role);
  return user;
}
