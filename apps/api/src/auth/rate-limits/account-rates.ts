import { takeTokens, type Directory, type RateLimit } from '#libs/directory';
import type { Allowance } from './in-process-buckets.js';
import { RecentlyUsed } from './recently-used.js';

/** Of a limit: what a process lets through without asking the table. Nothing if that is less than one token. */
const QUIET_SHARE = 0.02;
/** A process takes tokens for about this long at once, and asks an empty bucket no more often. */
const INTERVAL_MS = 250;
/** Once it has not had to ask for so long, an account counts as quiet again. */
const QUIET_AFTER_MS = 10_000;

interface Share {
  /** Tokens that need no request, and when they were last refilled. */
  quiet: number;
  refilledAt: number;
  granted: number;
  /** Used, but not yet requested. */
  owed: number;
  /** Since the last question. */
  requests: number;
  /** Requests that stand at the next question, however long ago they came. */
  waiting: number;
  requestedAt: number | undefined;
  askAgainAt: number;
  asking: Promise<void> | undefined;
  fullAt: number;
}

/**
 * The limit of an account, or of whatever else has a name, over all processes. A process that has only a small share of it counts alone. Above that it takes tokens
 * from a bucket in the table before it uses them, a quarter of a second's at once, so that processes which ask never exceed the limit
 * together; each of those that do not ask can exceed it by its quiet share.
 */
export class AccountRates {
  private readonly shares = new RecentlyUsed<Share>();

  constructor(
    private readonly directory: Directory,
    private readonly now: () => number = directory.now,
    private readonly takeShared: typeof takeTokens = takeTokens,
  ) {}

  /** @param own what the process's own buckets have left, if it has any */
  async take(accountId: string, limit: RateLimit, own = unlimited(limit)): Promise<Allowance> {
    const share = this.shareOf(accountId, limit);
    share.requests += 1;
    if (share.requestedAt === undefined && share.quiet >= 1) {
      share.quiet -= 1;
      share.owed += 1;
      return own;
    }
    share.waiting += 1;
    // Each question grants at least one token, or sets the time of the next: the loop ends.
    while (share.granted < 1 && this.now() >= share.askAgainAt)
      await (share.asking ??= this.ask(accountId, limit, share).finally(() => (share.asking = undefined)));
    share.waiting -= 1;
    if (share.granted < 1) {
      const resetSeconds = Math.max(1, Math.ceil((share.askAgainAt - this.now()) / 1_000));
      return { allowed: false, remaining: 0, resetSeconds };
    }
    share.granted -= 1;
    const left = share.granted + Math.max(0, Math.floor(this.room(share, limit)));
    return { ...own, remaining: Math.min(own.remaining, left) };
  }

  /** Takes tokens that this process has not requested yet. */
  charge(accountId: string, limit: RateLimit, tokens: number): void {
    const share = this.shareOf(accountId, limit);
    if (share.requestedAt === undefined) share.quiet = Math.max(-limit.burst, share.quiet - tokens);
    share.owed = Math.min(limit.burst, share.owed + tokens);
  }

  /** For what was allowed and turned out not to count: the next in this process has it. */
  giveBack(accountId: string, limit: RateLimit): void {
    this.shareOf(accountId, limit).granted += 1;
  }

  private shareOf(accountId: string, limit: RateLimit): Share {
    const now = this.now();
    const share = this.shares.get(accountId, () => ({ ...ANEW, quiet: quietBurst(limit), refilledAt: now }));
    const isQuietAgain = share.requestedAt !== undefined && now - share.requestedAt > QUIET_AFTER_MS;
    // What it let through without asking is not forgotten: it would let as much through each time.
    const { quiet, owed } = share;
    if (isQuietAgain && share.waiting === 0) Object.assign(share, { ...ANEW, quiet, owed });
    const refill = ((now - share.refilledAt) / 1_000) * limit.perSecond;
    share.quiet = Math.min(quietBurst(limit), quiet + refill * QUIET_SHARE);
    if (share.requestedAt === undefined) share.owed = Math.max(0, owed - refill);
    share.refilledAt = now;
    return share;
  }

  /** While the table is unavailable, the process's own limit applies. */
  private async ask(accountId: string, limit: RateLimit, share: Share): Promise<void> {
    const [now, { requestedAt, requests, waiting }] = [this.now(), share];
    const elapsed = requestedAt === undefined ? INTERVAL_MS : Math.max(now - requestedAt, INTERVAL_MS / 2);
    const wanted = Math.min(
      Math.max(Math.ceil((requests * INTERVAL_MS) / elapsed), waiting),
      Math.ceil((limit.perSecond * INTERVAL_MS) / 1_000),
    );
    const used = Math.floor(share.owed);
    Object.assign(share, { requestedAt: now, requests: 0, owed: 0 });
    const taking = this.takeShared(this.directory, accountId, limit, { wanted, used, fullAt: share.fullAt });
    const { granted, fullAt } = await taking.catch(() => ({ granted: wanted, fullAt: 0 }));
    share.granted += granted;
    share.fullAt = fullAt;
    if (granted === wanted) return;
    const oneMoreAt = this.now() + ((1 - this.room(share, limit)) / limit.perSecond) * 1_000;
    share.askAgainAt = Math.max(oneMoreAt, this.now() + INTERVAL_MS);
  }

  /** What the bucket in the table still has, if nobody else takes any. */
  private room({ fullAt }: Share, { perSecond, burst }: RateLimit): number {
    return burst - (Math.max(0, fullAt / 1_000 - this.now()) / 1_000) * perSecond;
  }
}

const ANEW = {
  granted: 0,
  owed: 0,
  requests: 0,
  waiting: 0,
  requestedAt: undefined,
  askAgainAt: 0,
  asking: undefined,
  fullAt: 0,
};

function unlimited({ burst }: RateLimit): Allowance {
  return { allowed: true, remaining: burst, resetSeconds: 0 };
}

function quietBurst({ burst }: RateLimit): number {
  return burst * QUIET_SHARE < 1 ? 0 : burst * QUIET_SHARE;
}
