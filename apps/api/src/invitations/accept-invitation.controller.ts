import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../access-control/allow.decorator.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { ApiProblems } from '../openapi/api-problems.decorator.js';
import { contextOf } from '../requests/observability/request-context.js';
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
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** Accepts an invitation with the token from its mail, which activates the user. No other credential is needed. */
  @Public()
  @ApiProblems('invitation_not_found', 'invitation_accepted', 'account_suspended', 'rate_limited')
  @HttpCode(200)
  @Post('invitations/v1/accept')
  async acceptInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<AcceptedInvitationDto> {
    this.attempts.requireAllowed(request, token);
    const { correlationId } = contextOf(request);
    const directory = directoryFor(request, this.directory);
    const { accountId, userId } = await this.invitations.accept(directory, token, correlationId);
    return { accountId, userId };
  }

  /** What accepting an invitation would mean: told to whoever has the token of its mail. Changes nothing. */
  @Public()
  @ApiProblems('invitation_not_found', 'invitation_accepted', 'rate_limited')
  @HttpCode(200)
  @Post('v1/invitations/inspect')
  async inspectInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<InspectedInvitationDto> {
    this.attempts.requireAllowed(request, token);
    const directory = directoryFor(request, this.directory);
    return toInspectedDto(await this.invitations.inspect(directory, token));
  }
}
