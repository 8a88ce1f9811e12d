import type { RateLimit } from '#libs/directory';
import { RecentlyUsed } from './recently-used.js';

export interface Allowance {
  allowed: boolean;
  remaining: number;
  /** Seconds until one more request is allowed, or until the bucket is full again. */
  resetSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Takes one token from the bucket of each key if all of them have one, otherwise from none. */
export class InProcessBuckets {
  private readonly buckets = new RecentlyUsed<Bucket>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  take(keys: readonly string[], limit: RateLimit): Allowance {
    const buckets = keys.map((key) => this.refilled(key, limit));
    const allowed = buckets.every(({ tokens }) => tokens >= 1);
    if (allowed) for (const bucket of buckets) bucket.tokens -= 1;
    const least = Math.min(...buckets.map(({ tokens }) => tokens));
    const missing = allowed ? limit.burst - least : 1 - least;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(least)),
      resetSeconds: Math.ceil(missing / limit.perSecond),
    };
  }

  /** Takes tokens that may not be there. At most a full bucket is owed: nobody is kept out for longer than one takes to fill. */
  charge(keys: readonly string[], limit: RateLimit, tokens: number): void {
    for (const key of keys) {
      const bucket = this.refilled(key, limit);
      bucket.tokens = Math.min(limit.burst, Math.max(-limit.burst, bucket.tokens - tokens));
    }
  }

  /** For what was allowed and turned out not to count. */
  giveBack(keys: readonly string[], limit: RateLimit): void {
    this.charge(keys, limit, -1);
  }

  private refilled(key: string, { perSecond, burst }: RateLimit): Bucket {
    const at = this.now();
    const bucket = this.buckets.get(key, () => ({ tokens: burst, at }));
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond);
    bucket.at = at;
    return bucket;
  }
}
