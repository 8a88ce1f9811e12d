import { Body, Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { Public } from '../access-control/allow.decorator.js';
import { InProcessBuckets, type Allowance } from '../access-control/rate-limiter.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { directoryFor } from '../directory/request-directory.js';
import { MayFail } from '../openapi/may-fail.decorator.js';
import { Problem } from '../problems/problem.js';
import { contextOf } from '../requests/observability/request-context.js';
import { AcceptedInvitationDto, AcceptInvitationDto } from './invitations.dto.js';
import { readInvitationToken } from '#libs/invitation-tokens';
import { InvitationsService } from './invitations.service.js';

/** Of one address: a person accepts once, and who guesses is to be slow. */
const OF_ADDRESS = { perSecond: 1, burst: 20 };
/** Of one invitation, from wherever: whoever has a token needs one attempt. */
const OF_INVITATION = { perSecond: 0.2, burst: 5 };

@ApiTags('AcceptInvitation')
@Controller('invitations/v1')
export class AcceptInvitationController {
  private readonly addresses = new InProcessBuckets();
  private readonly invited = new InProcessBuckets();

  constructor(
    private readonly invitations: InvitationsService,
    @Inject(DIRECTORY) private readonly directory: Directory,
  ) {}

  /** Accepts an invitation with the token of its mail: the user is active from now on. Needs no other credential. */
  @Public()
  @MayFail('invitation_not_found', 'invitation_accepted', 'account_suspended', 'rate_limited')
  @HttpCode(200)
  @Post('accept')
  async acceptInvitation(
    @Req() request: FastifyRequest,
    @Body() { token }: AcceptInvitationDto,
  ): Promise<AcceptedInvitationDto> {
    requireAllowed(
      this.addresses.take([request.ip], OF_ADDRESS),
      'Too many invitations were tried from this address.',
    );
    // By whom it is for: a token that is wrong, guessed or old, is tried for the same invitation.
    const invited = readInvitationToken(token)?.userId;
    if (invited)
      requireAllowed(this.invited.take([invited], OF_INVITATION), 'This invitation was tried too often.');
    const { correlationId } = contextOf(request);
    const directory = directoryFor(request, this.directory);
    const { accountId, userId } = await this.invitations.accept(directory, token, correlationId);
    return { accountId, userId };
  }
}

/** @throws Problem `rate_limited` */
function requireAllowed({ allowed, resetSeconds }: Allowance, detail: string): void {
  if (allowed) return;
  throw new Problem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } });
}
