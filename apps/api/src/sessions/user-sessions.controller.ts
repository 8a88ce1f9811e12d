import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endSession, getUser, listSessions } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { Allow } from '../access-control/allow.decorator.js';
import { CurrentTenant, type RequestTenant } from '../access-control/caller.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { Problem } from '../problems/problem.js';
import { ListQueryDto } from '../requests/query/list.dto.js';
import { pageOf } from '../requests/query/page.js';
import { SessionListDto, toSessionDto } from './sessions.dto.js';

@ApiTags('UserSessions')
@Controller('v1/accounts/:accountId/users/:userId/sessions')
export class UserSessionsController {
  /** Lists the browser sessions of a user in this account, newest first. A new session may take a moment to appear. */
  @Allow('operator', 'owner', 'admin', 'self', 'users:read')
  @ApiProblems('account_not_found', 'user_not_found')
  @Get()
  async listUserSessions(
    @CurrentTenant() tenant: RequestTenant,
    @Param('userId') userId: UserId,
    @Query() { limit, cursor }: ListQueryDto,
  ): Promise<SessionListDto> {
    const { directory } = tenant;
    await getUser(tenant, userId);
    const page = await listSessions(directory, userId, { limit, cursor });
    return pageOf(page, (session) => toSessionDto(session, undefined));
  }

  /** Ends a session of a user at once. They can sign in again: to prevent that, suspend the user. */
  @Allow('operator', 'owner', 'admin', 'self', 'users:write')
  @ApiProblems('account_not_found', 'user_not_found', 'session_not_found')
  @HttpCode(204)
  @Delete(':sessionId')
  async endUserSession(
    @CurrentTenant() tenant: RequestTenant,
    @Param() { userId, sessionId }: { userId: UserId; sessionId: string },
  ): Promise<void> {
    const { directory } = tenant;
    await getUser(tenant, userId);
    if (!(await endSession(directory, sessionId, userId)))
      throw new Problem('session_not_found', 'There is no such session.');
  }
}
