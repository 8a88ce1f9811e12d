import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../access-control/allow.decorator.js';
import { InProcessBuckets } from '../access-control/rate-limiter.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { MayFail } from '../openapi/may-fail.decorator.js';
import { Problem } from '../problems/problem.js';
import { contextOf } from '../requests/request-context.js';
import { AcceptedInvitationDto, AcceptInvitationDto } from './invitations.dto.js';
import { InvitationsService } from './invitations.service.js';

/** Of one address: a person accepts once, and who guesses is to be slow. */
const ATTEMPTS = { perSecond: 1, burst: 20 };

@Controller('invitations/v1')
export class AcceptInvitationController {
  private readonly limits = new InProcessBuckets();

  constructor(
    private readonly invitations: InvitationsService,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** Accepts an invitation with the token of its mail: the user is active from now on. Needs no other credential. */
  @Public()
  @MayFail('invitation_not_found', 'account_suspended', 'rate_limited')
  @HttpCode(200)
  @Post('accept')
  async acceptInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<AcceptedInvitationDto> {
    const { allowed, resetSeconds } = this.limits.take([request.ip], ATTEMPTS);
    if (!allowed)
      throw new Problem('rate_limited', 'Too many invitations were tried from this address.', {
        headers: { 'retry-after': String(resetSeconds) },
      });
    const { correlationId } = contextOf(request);
    const directory = directoryFor(request, this.directory);
    const { accountId, userId } = await this.invitations.accept(directory, token, correlationId);
    return { accountId, userId };
  }
}
