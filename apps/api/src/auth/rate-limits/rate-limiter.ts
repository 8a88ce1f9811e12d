import { Inject, Injectable } from '@nestjs/common';
import type { Directory, RateLimit } from '#libs/directory';
import { CONFIGURATION, type Configuration } from '../../configuration/configuration.js';
import { DIRECTORY } from '../../directory/directory.module.js';
import { AccountRates } from './account-rates.js';
import { InProcessBuckets, type Allowance } from './in-process-buckets.js';
import { RecentlyUsed } from './recently-used.js';

export interface Limited {
  credential?: string;
  accountId?: string;
}

@Injectable()
export class RateLimiter {
  private readonly buckets = new InProcessBuckets();
  private readonly accounts: AccountRates;

  /** The plans of accounts, as last read with their callers: a request is limited before it reads anything. */
  private readonly plans = new RecentlyUsed<{ name?: string | undefined }>();

  constructor(
    @Inject(DIRECTORY) directory: Directory,
    @Inject(CONFIGURATION) private readonly configuration: Configuration,
  ) {
    this.accounts = new AccountRates(directory);
  }

  limitOf({ accountId }: Limited): RateLimit {
    const { plans, rateLimit } = this.configuration;
    const { name } = (plans && accountId !== undefined && this.plans.get(accountId, () => ({}))) || {};
    return (name !== undefined && plans?.get(name)?.rateLimit) || rateLimit;
  }

  notePlan(accountId: string, name: string | undefined): void {
    if (this.configuration.plans) this.plans.get(accountId, () => ({})).name = name;
  }

  /** For a request that has cost more than others. */
  charge(limited: Limited, tokens: number): void {
    if (tokens <= 0) return;
    const [limit, { accountId }] = [this.limitOf(limited), limited];
    this.buckets.charge(keysOf(limited), limit, tokens);
    if (accountId !== undefined) this.accounts.charge(accountId, limit, tokens);
  }

  take(limited: Limited, limit: RateLimit): Allowance | Promise<Allowance> {
    const own = this.buckets.take(keysOf(limited), limit);
    const { accountId } = limited;
    return own.allowed && accountId !== undefined ? this.accounts.take(accountId, limit, own) : own;
  }
}

function keysOf({ credential, accountId }: Limited): string[] {
  return [...(credential === undefined ? [] : [credential]), ...(accountId ? [`account:${accountId}`] : [])];
}
