import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Directory } from '#libs/directory';
import { DomainError, fold } from '#libs/domain';
import { AccountRates } from '../access-control/rate-limits/account-rates.js';
import { CONFIGURATION, type Configuration } from '../configuration.js';
import { DIRECTORY } from '../directory/directory.module.js';

/** What an account may send: a batch invites up to 1,000 people, and each mail has a text that the sender chose, in the name. */
const OF_ACCOUNT = { perSecond: 0.5, burst: 2_000 };
/** To one address, from one account: whoever is removed and invited again has another invitation. */
const OF_ADDRESS = { perSecond: 1 / 3_600, burst: 10 };

/** How many mails an account may cause, over all processes. How often one invitation is sent is for the directory. */
@Injectable()
export class MailLimits {
  private readonly rates: AccountRates;

  constructor(
    @Inject(DIRECTORY) directory: Directory,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.rates = new AccountRates(directory);
  }

  /** Each account for itself: none can use up what others may send to an address. @throws DomainError `rate_limited` */
  async take(accountId: string, email: string): Promise<void> {
    await this.takeFrom(`${accountId}/mails/${this.digestOf(email)}`, OF_ADDRESS, 'to this address');
    await this.takeFrom(`${accountId}/mails`, OF_ACCOUNT, 'from this account');
  }

  private async takeFrom(bucket: string, limit: typeof OF_ACCOUNT, whose: string): Promise<void> {
    const unlimited = { allowed: true, remaining: limit.burst, resetSeconds: 0 };
    const { allowed } = await this.rates.take(bucket, limit, unlimited);
    if (!allowed) throw new DomainError('rate_limited', `Too many invitations have been sent ${whose}.`);
  }

  /** Nobody who reads the table learns an address, or can try one. */
  private digestOf(email: string): string {
    const { invitationSecret } = this.configuration;
    return createHmac('sha256', invitationSecret)
      .update(`mail:${fold(email.trim())}`)
      .digest('base64url');
  }
}
