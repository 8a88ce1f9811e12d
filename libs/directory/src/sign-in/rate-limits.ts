import { isSingleTableError } from '@rollbook/single-table';
import type { Directory } from '../core/directory.js';
import { rateLimitEntity } from '../table/items/rate-limits.js';

export interface RateLimit {
  perSecond: number;
  /** At once, after a rest. */
  burst: number;
}

export interface TokenRequest {
  wanted: number;
  /** Already used, and taken even if there are none. */
  used: number;
  /** From the last answer, or 0. */
  fullAt: number;
}

export interface Tokens {
  granted: number;
  /** When the bucket is full again if nobody takes more. Microseconds since the epoch. */
  fullAt: number;
}

const MAX_ATTEMPTS = 3;
const KEPT_SECONDS = 60 * 60;

/**
 * Takes tokens from an account's shared bucket, which nobody else can then take. One write, two if the bucket is not as the caller
 * remembers it, and none if the caller knows that it is empty: `fullAt` never decreases.
 */
export async function takeTokens(
  directory: Directory,
  accountId: string,
  { perSecond, burst }: RateLimit,
  { wanted, used, fullAt: known }: TokenRequest,
): Promise<Tokens> {
  let fullAt = known;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const now = directory.now() * 1_000;
    const costOf = (tokens: number) => Math.round((tokens * 1_000_000) / perSecond);
    const missing = ((Math.max(fullAt, now) - now) / 1_000_000) * perSecond;
    const granted = Math.max(0, Math.min(wanted, Math.floor(burst - missing - used)));
    if (granted + used === 0) break;
    const cost = costOf(granted + used);
    const latest = granted > 0 ? now + costOf(burst) - cost : Number.MAX_SAFE_INTEGER;
    const stored = await spend(directory, accountId, { now, cost, latest, fullAt });
    if (stored.isSpent) return { granted, fullAt: stored.fullAt };
    fullAt = stored.fullAt;
  }
  return { granted: 0, fullAt };
}

interface Spending {
  now: number;
  cost: number;
  /** There is too little in a bucket that is full later. */
  latest: number;
  fullAt: number;
}

async function spend(
  { table }: Directory,
  accountId: string,
  { now, cost, latest, fullAt: known }: Spending,
) {
  const expiresAt = Math.ceil((Math.max(known, now) + cost) / 1_000_000) + KEPT_SECONDS;
  try {
    const { fullAt } = await (known < now
      ? table.put(
          rateLimitEntity,
          { accountId, fullAt: now + cost, expiresAt },
          { condition: (c) => c.or(c.notExists('fullAt'), c.lt('fullAt', now)) },
        )
      : table.update(
          rateLimitEntity,
          { accountId },
          {
            add: { fullAt: cost },
            set: { expiresAt },
            condition: (c) => c.and(c.gte('fullAt', now), c.lte('fullAt', latest)),
          },
        ));
    return { isSpent: true, fullAt };
  } catch (error) {
    if (!isSingleTableError(error, 'ConditionFailed')) throw error;
    return { isSpent: false, fullAt: (error.details.item as { fullAt?: number } | undefined)?.fullAt ?? 0 };
  }
}
