import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  actAs,
  endSession,
  listAccountsOfIdentity,
  type AccountOfIdentity,
  type Session,
} from '#libs/directory';
import { Allow } from '../caller/allow.decorator.js';
import { CurrentDirectory, CurrentSession } from '../caller/caller.js';
import { managedGroupsOf } from '../caller/managed-groups.js';
import { UserUses } from '../caller/user-uses.js';
import { rememberAccount } from '../sessions/last-account.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import type { RequestDirectory } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { ListQueryDto } from '../../http/query/list.dto.js';
import { pageOf } from '../../http/query/page.js';
import { seeingAsOf } from './see-as.controller.js';
import {
  ChooseAccountDto,
  CurrentSessionDto,
  SessionListDto,
  toCurrentSessionDto,
  toSessionDto,
} from './sessions.dto.js';

@ApiTags('Session')
@Allow('session')
@Controller('v1')
export class SessionController {
  constructor(
    private readonly sessions: SessionVerifier,
    private readonly userUses: UserUses,
  ) {}

  /** Gets the session of this browser: who is signed in, the accounts they may use, and when it ends. */
  @ApiProblems('session_missing', 'session_ended')
  @Get('session')
  async getSession(
    @CurrentSession() session: Session,
    @CurrentDirectory() directory: RequestDirectory,
  ): Promise<CurrentSessionDto> {
    const accounts = await this.accountsOf(directory, session);
    return this.represent(directory, session, accounts);
  }

  /** Switches this browser's session to another of the person's accounts. */
  @ApiProblems('session_missing', 'session_ended', 'cross_site_request', 'account_not_found')
  @HttpCode(200)
  @Post('session/account')
  async chooseAccount(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentSession() session: Session,
    @CurrentDirectory() directory: RequestDirectory,
    @Body() { accountId }: ChooseAccountDto,
  ): Promise<CurrentSessionDto> {
    const accounts = await this.accountsOf(directory, session);
    const chosen = accounts.find((account) => account.accountId === accountId);
    if (!chosen) throw new Problem('account_not_found', 'There is no such account.');
    const acting = await actAs(directory, session, chosen);
    if (!acting) throw this.sessions.ended();
    this.userUses.note(chosen);
    const remembered = rememberAccount(chosen.accountId, this.sessions.secure);
    reply.header('set-cookie', [this.sessions.cookieFor(request, chosen), remembered]);
    return this.represent(directory, acting, accounts);
  }

  /** Lists the browser sessions of the calling user, newest first. A new session may take a moment to appear. */
  @ApiProblems('session_missing', 'session_ended')
  @Get('sessions')
  async listOwnSessions(
    @CurrentSession() { principal, sessionId }: Session,
    @CurrentDirectory() directory: RequestDirectory,
    @Query() { limit, cursor }: ListQueryDto,
  ): Promise<SessionListDto> {
    if (principal === undefined) return { data: [], nextCursor: null };
    const page = await this.sessions.listInForce(directory, principal, { limit, cursor }, undefined);
    return pageOf(page, (session) => toSessionDto(session, sessionId));
  }

  /** Ends one of the calling user's own sessions, this one or another. */
  @ApiProblems('session_missing', 'session_ended', 'cross_site_request', 'session_not_found')
  @HttpCode(204)
  @Delete('sessions/:sessionId')
  async endOwnSession(
    @Res({ passthrough: true }) reply: FastifyReply,
    @CurrentSession() { principal = '', sessionId: own }: Session,
    @CurrentDirectory() directory: RequestDirectory,
    @Param('sessionId') sessionId: string,
  ): Promise<void> {
    if (!(await endSession(directory, sessionId, sessionId === own ? undefined : principal)))
      throw new Problem('session_not_found', 'There is no such session.');
    if (sessionId === own) reply.header('set-cookie', this.sessions.cookie(undefined));
  }

  /** @throws Problem `session_ended` if the person has no account left */
  private async accountsOf(directory: RequestDirectory, session: Session): Promise<AccountOfIdentity[]> {
    if (session.kind === 'operator') return [];
    const accounts = await listAccountsOfIdentity(directory, session);
    if (accounts.length === 0) throw this.sessions.ended();
    return accounts;
  }

  private async represent(
    directory: RequestDirectory,
    session: Session,
    accounts: readonly AccountOfIdentity[],
  ): Promise<CurrentSessionDto> {
    const own = accounts.find(({ accountId }) => accountId === session.accountId);
    const [seeingAs, managedServiceGroups] = await Promise.all([
      seeingAsOf(directory, session),
      own ? managedGroupsOf(directory, own) : [],
    ]);
    const idleExpiry = this.sessions.idleExpiry(session);
    return toCurrentSessionDto(session, accounts, { idleExpiry, seeingAs, managedServiceGroups });
  }
}
