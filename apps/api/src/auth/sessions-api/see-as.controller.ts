import { Body, Controller, Delete, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { endSeeingAs, seeAs, type Directory, type Seeing, type Session } from '#libs/directory';
import type { UserId } from '#libs/domain';
import { Allow } from '../caller/allow.decorator.js';
import {
  actorOf,
  CurrentCaller,
  CurrentDirectory,
  CurrentSession,
  CurrentTenant,
  type Caller,
  type RequestTenant,
} from '../caller/caller.js';
import { managedGroupsOf } from '../caller/managed-groups.js';
import { RecentSignIn } from '../caller/recent-sign-in.js';
import { shownUser, WhileSeeingAs } from '../sessions/seeing-as.js';
import type { RequestDirectory } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { contextOf } from '../../observability/request-context.js';
import { SeeAsDto, toSeeingAsDto, type SeeingAsDto } from './sessions.dto.js';

const SEEN_FOR_MS = 15 * 60_000;

@ApiTags('Session')
@Controller('v1')
export class SeeAsController {
  /**
   * Lets this browser read as a user of the account for 15 minutes, during which it cannot change anything. The user's history
   * records it, with the reason.
   */
  @Allow('users:see-as')
  @ApiProblems('session_missing', 'account_not_found', 'account_suspended', 'user_not_found', 'user_erased')
  @ApiProblems('user_suspended', 'user_invited', 'invalid_name')
  @RecentSignIn()
  @HttpCode(200)
  @Post('accounts/:accountId/users/:userId/see-as')
  async seeAs(
    @Req() request: FastifyRequest,
    @CurrentTenant() tenant: RequestTenant,
    @CurrentCaller() caller: Caller,
    @CurrentSession() { sessionId }: Session,
    @Param('userId') userId: UserId,
    @Body() { reason }: SeeAsDto,
  ): Promise<SeeingAsDto> {
    const { directory } = tenant;
    const { correlationId, traceparent } = contextOf(request);
    const until = new Date(Date.now() + SEEN_FOR_MS).toISOString();
    const impersonation = { sessionId, userId, until, reason };
    const seeing = await seeAs(tenant, impersonation, {
      actor: actorOf(caller),
      correlationId,
      traceparent,
    });
    return seeingAs(directory, seeing);
  }

  /** Ends seeing as a user. Also succeeds if it has already ended. */
  @Allow('session')
  @ApiProblems('session_missing', 'session_ended', 'cross_site_request')
  @WhileSeeingAs()
  @HttpCode(204)
  @Delete('session/see-as')
  async endSeeingAs(
    @CurrentSession() { sessionId }: Session,
    @CurrentDirectory() directory: RequestDirectory,
  ): Promise<void> {
    await endSeeingAs(directory, sessionId);
  }
}

/** Whom a session sees as, as far as that has not ended. */
export async function seeingAsOf(directory: Directory, { seeing }: Session): Promise<SeeingAsDto | null> {
  if (!seeing) return null;
  try {
    return await seeingAs(directory, seeing);
  } catch (error) {
    if (error instanceof Problem) return toSeeingAsDto(seeing, undefined, null);
    throw error;
  }
}

async function seeingAs(directory: Directory, seeing: Seeing): Promise<SeeingAsDto> {
  const user = await shownUser(directory, seeing);
  return toSeeingAsDto(seeing, user, await managedGroupsOf(directory, seeing));
}
