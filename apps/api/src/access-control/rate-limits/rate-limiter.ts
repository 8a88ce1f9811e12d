import { Inject, Injectable } from '@nestjs/common';
import type { Directory, RateLimit } from '#libs/directory';
import { DIRECTORY } from '../../directory/directory.module.js';
import { AccountRates } from './account-rates.js';
import { InProcessBuckets, type Allowance } from './in-process-buckets.js';

/** Who sends a request, and for which account if it counts towards the account's limit. */
export interface Limited {
  credential: string;
  accountId?: string;
}

/** The limit of each credential in this process, and of each account over all processes. */
@Injectable()
export class RateLimiter {
  private readonly buckets = new InProcessBuckets();
  private readonly accounts: AccountRates;

  constructor(@Inject(DIRECTORY) directory: Directory) {
    this.accounts = new AccountRates(directory);
  }

  take({ credential, accountId }: Limited, limit: RateLimit): Allowance | Promise<Allowance> {
    if (accountId === undefined) return this.buckets.take([credential], limit);
    const own = this.buckets.take([credential, `account:${accountId}`], limit);
    return own.allowed ? this.accounts.take(accountId, limit, own) : own;
  }
}
