import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readInvitationToken } from '#libs/secrets';
import { InProcessBuckets, type Allowance } from '../auth/rate-limits/in-process-buckets.js';
import { Problem } from '../problems/problem.js';
import { clientNetwork } from '../configuration/trusted-proxies.js';

/** Of one address: a person accepts once, and who guesses is to be slow. */
const OF_ADDRESS = { perSecond: 1, burst: 20 };
/** For one invitation from one address: anyone who has its token needs few attempts, and is not kept out by others'. */
const OF_INVITATION = { perSecond: 0.2, burst: 5 };

@Injectable()
export class InvitationAttempts {
  private readonly addresses = new InProcessBuckets();
  private readonly invited = new InProcessBuckets();

  requireAllowed(request: FastifyRequest, token: string): void {
    const network = clientNetwork(request);
    const ofAddress = this.addresses.take([network], OF_ADDRESS);
    requireRoom(ofAddress, 'Too many attempts from this address.');
    // By whom it is for: a token that is wrong, guessed or old, is tried for the same invitation.
    const invited = readInvitationToken(token)?.userId;
    if (invited)
      requireRoom(
        this.invited.take([`${network} ${invited}`], OF_INVITATION),
        'Too many attempts for this invitation.',
      );
  }

  /** Who has the right token does not guess: the mailer, which looks at each invitation, has one address. */
  wasRight(request: FastifyRequest): void {
    this.addresses.giveBack([clientNetwork(request)], OF_ADDRESS);
  }
}

function requireRoom({ allowed, resetSeconds }: Allowance, detail: string): void {
  if (allowed) return;
  throw new Problem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } });
}
