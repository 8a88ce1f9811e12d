import { Controller, Delete, Get, HttpCode, Inject, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endSession, findSession, operatorPrincipal } from '#libs/directory';
import { Allow } from '../caller/allow.decorator.js';
import { CurrentDirectory } from '../caller/caller.js';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import type { RequestDirectory } from '../../directory/request-directory.js';
import { ApiProblems } from '../../problems/api-problems.decorator.js';
import { Problem } from '../../problems/problem.js';
import { SessionVerifier } from '../sessions/session-verifier.js';
import { pageOf } from '../../http/query/page.js';
import { OperatorSessionListQueryDto, SessionListDto, toSessionDto } from './sessions.dto.js';

@ApiTags('OperatorSessions')
@Controller('v1/operators/:operatorId/sessions')
export class OperatorSessionsController {
  constructor(
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
    private readonly sessions: SessionVerifier,
  ) {}

  /** Lists the browser sessions of an operator, newest first. A new session may take a moment to appear. */
  @Allow('operators:write')
  @ApiProblems('sign_in_not_configured', 'unknown_provider')
  @Get()
  async listOperatorSessions(
    @CurrentDirectory() directory: RequestDirectory,
    @Param('operatorId') operatorId: string,
    @Query() { provider, limit, cursor }: OperatorSessionListQueryDto,
  ): Promise<SessionListDto> {
    const principal = operatorPrincipal(this.issuerOf(provider), operatorId);
    const page = await this.sessions.listInForce(directory, principal, { limit, cursor }, undefined);
    return pageOf(page, (session) => toSessionDto(session, undefined));
  }

  /** Ends a session of an operator at once. They can sign in again: to prevent that, change what their provider says of them. */
  @Allow('operators:write')
  @ApiProblems('session_not_found')
  @HttpCode(204)
  @Delete(':sessionId')
  async endOperatorSession(
    @CurrentDirectory() directory: RequestDirectory,
    @Param() { operatorId, sessionId }: { operatorId: string; sessionId: string },
  ): Promise<void> {
    const session = await findSession(directory, sessionId);
    const isTheirs = session?.kind === 'operator' && session.operatorId === operatorId;
    if (!isTheirs || !(await endSession(directory, sessionId)))
      throw new Problem('session_not_found', 'There is no such session.');
  }

  private issuerOf(name: string | undefined): string {
    const { signIn } = this.configuration;
    if (!signIn)
      throw new Problem('sign_in_not_configured', 'No identity provider is configured: see docs/sign-in.md.');
    const providers = signIn.providers.filter(({ operators }) => operators);
    const found = providers.filter((each) => name === undefined || each.name === name);
    if (found.length === 1) return found[0]!.issuer;
    const names = providers.map((each) => each.name).join(', ');
    throw new Problem('unknown_provider', `provider must be one of ${names}.`);
  }
}
