import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import type { Identity } from '#libs/domain';
import { Public } from '../auth/caller/allow.decorator.js';
import { mayUseCookie } from '../auth/sessions/same-origin.js';
import { SessionVerifier } from '../auth/sessions/session-verifier.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { ApiProblems } from '../problems/api-problems.decorator.js';
import { contextOf } from '../observability/request-context.js';
import { InvitationAttempts } from './attempts.js';
import {
  AcceptedInvitationDto,
  AcceptInvitationDto,
  InspectedInvitationDto,
  toInspectedDto,
} from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

@ApiTags('AcceptInvitation')
@Controller()
export class AcceptInvitationController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly attempts: InvitationAttempts,
    private readonly sessions: SessionVerifier,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /**
   * Accepts an invitation with the token from its mail, which activates the user. No other credential is needed. The identity of
   * a person who is signed in with a browser is linked to the user.
   */
  @Public()
  @ApiProblems('invitation_not_found', 'invitation_accepted', 'account_suspended', 'rate_limited')
  @ApiProblems('session_ended', 'identity_taken')
  @HttpCode(200)
  @Post('invitations/v1/accept')
  async acceptInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<AcceptedInvitationDto> {
    await this.attempts.requireAllowed(request, token);
    const { correlationId } = contextOf(request);
    const directory = directoryFor(request, this.directory);
    const identity = await this.identityOf(request, directory);
    const accepted = await this.invitations.accept(directory, token, { correlationId, identity });
    const { accountId, userId } = accepted;
    return { accountId, userId };
  }

  /** Shows what accepting an invitation would mean, to anyone who has the token of its mail. Changes nothing. */
  @Public()
  @ApiProblems('invitation_not_found', 'invitation_accepted', 'rate_limited')
  @HttpCode(200)
  @Post('v1/invitations/inspect')
  async inspectInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<InspectedInvitationDto> {
    await this.attempts.requireAllowed(request, token);
    const directory = directoryFor(request, this.directory);
    const invitation = await this.invitations.inspect(directory, token);
    this.attempts.wasRight(request);
    return toInspectedDto(invitation);
  }

  /** Operators sign in as such, and are not users. */
  private async identityOf(request: FastifyRequest, directory: Directory): Promise<Identity | undefined> {
    const presented = mayUseCookie(request) ? this.sessions.presented(request) : undefined;
    if (!presented) return undefined;
    const { session } = await this.sessions.verify(() => directory, presented);
    return session.kind === 'user' ? session : undefined;
  }
}
