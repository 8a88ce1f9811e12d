import { Inject, Injectable } from '@nestjs/common';
import { mailBuckets, tooManyMails, type Directory, type MailKind } from '#libs/directory';
import { AccountRates } from '../auth/rate-limits/account-rates.js';
import { DIRECTORY } from '../directory/directory.module.js';

/** How many mails an account may cause, over all processes and jobs. How often one invitation is sent is for the directory. */
@Injectable()
export class MailLimits {
  private readonly rates: AccountRates;

  constructor(@Inject(DIRECTORY) directory: Directory) {
    this.rates = new AccountRates(directory);
  }

  /** @throws DomainError `rate_limited` */
  async take(accountId: string, email: string, kind: MailKind = 'invited'): Promise<void> {
    for (const bucket of mailBuckets(accountId, email, kind)) {
      const { allowed } = await this.rates.take(bucket.name, bucket.limit);
      if (!allowed) throw tooManyMails(bucket);
    }
  }
}
