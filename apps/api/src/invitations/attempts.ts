import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Directory } from '#libs/directory';
import { hashOf, readInvitationToken } from '#libs/secrets';
import { AccountRates } from '../auth/rate-limits/account-rates.js';
import type { Allowance } from '../auth/rate-limits/in-process-buckets.js';
import { clientNetwork } from '../configuration/trusted-proxies.js';
import { DIRECTORY } from '../directory/directory.module.js';
import { Problem } from '../problems/problem.js';

/** Of one address: a person accepts once, and who guesses is to be slow. */
const OF_ADDRESS = { perSecond: 1, burst: 20 };
/** For one invitation from one address: anyone who has its token needs few attempts, and is not kept out by others'. */
const OF_INVITATION = { perSecond: 0.2, burst: 5 };

/** Over all processes. */
@Injectable()
export class InvitationAttempts {
  private readonly rates: AccountRates;

  constructor(@Inject(DIRECTORY) directory: Directory) {
    this.rates = new AccountRates(directory);
  }

  async requireAllowed(request: FastifyRequest, token: string): Promise<void> {
    const ofAddress = await this.rates.take(bucketOf(request), OF_ADDRESS);
    requireRoom(ofAddress, 'Too many attempts from this address.');
    // By whom it is for: a token that is wrong, guessed or old, is tried for the same invitation.
    const invited = readInvitationToken(token)?.userId;
    if (invited)
      requireRoom(
        await this.rates.take(bucketOf(request, invited), OF_INVITATION),
        'Too many attempts for this invitation.',
      );
  }

  /** Requests with the right token do not count as guesses: the mailer, which looks at each invitation, has one address. */
  wasRight(request: FastifyRequest): void {
    this.rates.giveBack(bucketOf(request), OF_ADDRESS);
  }
}

/** The name contains no address. */
function bucketOf(request: FastifyRequest, invited = ''): string {
  return `attempts/${hashOf(`${clientNetwork(request)} ${invited}`)}`;
}

function requireRoom({ allowed, resetSeconds }: Allowance, detail: string): void {
  if (allowed) return;
  throw new Problem('rate_limited', detail, { headers: { 'retry-after': String(resetSeconds) } });
}
