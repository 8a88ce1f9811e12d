import { setTimeout as delay } from 'node:timers/promises';
import { lagOf, RollbookError, type FeedPage, type FollowedFeed, type Moment } from '@rollbook/client';
import { readCopy, writeCopy } from './copy-file.js';
import { Reader } from './reader.js';

export interface Bounds {
  maxAgeMs: number;
  /** Whether the guard falls back to the API when the copy is too old. */
  asksApi: boolean;
  saveEveryMs: number;
  snapshotEveryMs: number;
}

/** The most that the API waits. */
const MAX_WAIT_SECONDS = 20;
/** A guard answers again within 2 s of the end of an outage. */
const MAX_PAUSE_MS = 1_500;
/** How often a check may make a copy that is too old read on. */
const TRY_EVERY_MS = 1_000;
const SHORTEST_PAUSE_MS = 50;
/** What was in a file is compared with the API within that time, unless it cannot be reached. */
const CHECK_FILE_MS = 60_000;
const MAX_SNAPSHOT_PAUSE_MS = 60_000;

interface Waiting {
  settle: () => boolean | undefined;
  end: (value: boolean) => void;
}

/** Keeps a copy as the feed has it, for as long as it is not closed. */
export class Follower {
  private reader: Reader;
  /** Made from a new snapshot: it takes over when it has read as far as the present one. */
  private successor: Reader | undefined;
  private readonly stopping = new AbortController();
  /** Ends the present wait, for the feed or for the next try. */
  private polling = new AbortController();
  private readonly waiting = new Set<Waiting>();
  private tried: Moment | undefined;
  private isTrying = false;
  private failures = 0;
  /** How often the end of the feed was reached. */
  private ends = 0;
  private saved: Moment;
  /** Since when the copy is one from a snapshot, and for how long it stays one. */
  private begun: Moment;
  private snapshotAfterMs: number;
  private isRenewing = false;
  private isOver = false;
  private following: Promise<void> | undefined;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly followed: FollowedFeed,
    private readonly bounds: Bounds,
    private readonly feedOf: { baseUrl: string; accountId?: string | undefined; file?: string | undefined },
  ) {
    this.reader = this.newReader();
    this.saved = this.begun = followed.clocks.moment();
    this.snapshotAfterMs = jittered(bounds.snapshotEveryMs);
  }

  get copy() {
    return this.reader.copy;
  }

  get ageMs(): number {
    return this.reader.age.ms;
  }

  get isFresh(): boolean {
    return this.reader.age.ms <= this.bounds.maxAgeMs;
  }

  async start(): Promise<void> {
    const { file } = this.feedOf;
    const kept = file === undefined ? undefined : await readCopy(file, this.nameOfFeed);
    if (kept) {
      this.reader = new Reader(this.followed, this.feedOf.accountId, kept);
      this.snapshotAfterMs = Math.min(this.snapshotAfterMs, jittered(CHECK_FILE_MS));
    }
    const level = new Promise<void>((resolve, reject) => {
      this.following = this.follow(resolve)
        .then(resolve, (error: unknown) => reject(this.followed.explained(error)))
        .finally(() => this.end());
    });
    try {
      await this.followed.startWithin(level);
    } catch (error) {
      this.stopping.abort();
      throw error;
    }
  }

  close(): Promise<void> {
    this.stopping.abort();
    this.closing ??= Promise.resolve(this.following).then(() => this.save());
    return this.closing;
  }

  /** Reads on at once instead of waiting, unless that was just tried. */
  wake(): void {
    if (this.tried === undefined || this.followed.clocks.since(this.tried) > TRY_EVERY_MS)
      this.polling.abort();
  }

  /** The account's last event was read: nothing will change. */
  get isClosed(): boolean {
    const { accountId } = this.feedOf;
    return accountId !== undefined && this.copy.isGone(accountId);
  }

  /** Reads on now if the copy is too old. @returns whether it is young enough then */
  async fresh(withinMs: number): Promise<boolean> {
    if (this.isFresh || this.isOver) return this.isFresh;
    this.wake();
    if (!this.isTrying && !this.polling.signal.aborted) return false;
    const before = this.ends;
    const settle = () => this.isFresh || (this.ends > before || this.failures > 1 ? false : undefined);
    return this.until(settle, withinMs);
  }

  /** Looks after each answer of the API whether it is settled. @returns false when the time is over */
  until(settle: Waiting['settle'], withinMs: number): Promise<boolean> {
    if (this.isOver) return Promise.resolve(settle() ?? false);
    return new Promise((resolve) => {
      const end = (value: boolean) => {
        clearTimeout(timer);
        this.waiting.delete(waiting);
        resolve(value);
      };
      const waiting = { settle, end };
      const timer = setTimeout(() => end(settle() ?? false), withinMs);
      this.waiting.add(waiting);
    });
  }

  private settleWaiting(): void {
    for (const { settle, end } of this.waiting) {
      const settled = settle();
      if (settled !== undefined) end(settled);
    }
  }

  private async follow(onLevel: () => void): Promise<void> {
    const { signal } = this.stopping;
    let hasStarted = false;
    while (!signal.aborted && !this.isClosed)
      try {
        const page = await this.readOn();
        this.failures = 0;
        if (page.upToDate && this.report(page)) {
          hasStarted = true;
          onLevel();
        }
        this.settleWaiting();
        await this.keep();
        if (page.upToDate && page.data.length === 0) await this.pause(this.pauseMs());
      } catch (error) {
        if (signal.aborted) return;
        // Woken: it reads on at once.
        if (this.polling.signal.aborted) continue;
        if (!hasStarted && this.followed.isMistake(error)) throw error;
        await this.recover(error);
      }
  }

  private async readOn(): Promise<FeedPage> {
    this.polling = new AbortController();
    this.tried = this.followed.clocks.moment();
    this.isTrying = true;
    try {
      const { signal } = this.polling;
      const reader = this.successor ?? this.reader;
      const either = AbortSignal.any([this.stopping.signal, signal]);
      const page = await reader.readOn(reader === this.reader ? this.waitSeconds() : 0, either);
      // Asked for after what the present copy has: so it has all of that.
      if (reader === this.successor && page.upToDate) this.begin(reader);
      if (page.upToDate) this.ends += 1;
      return page;
    } finally {
      this.isTrying = false;
    }
  }

  /** Half of what is left of the copy's age: so an answer comes before it is too old, however little happens. */
  private waitSeconds(): number {
    const halfOfRest = (this.bounds.maxAgeMs - this.ageMs) / 2_000;
    return Math.max(0, Math.min(MAX_WAIT_SECONDS, Math.floor(halfOfRest)));
  }

  /** After an answer without a wait, the next request is not sent at once. */
  private pauseMs(): number {
    if (!this.isFresh) return jittered(Math.min(TRY_EVERY_MS, this.bounds.maxAgeMs));
    return this.waitSeconds() > 0 ? 0 : Math.max(SHORTEST_PAUSE_MS, (this.bounds.maxAgeMs - this.ageMs) / 4);
  }

  /** @returns whether the guard can be used */
  private report(page: FeedPage): boolean {
    if (this.isFresh) {
      this.followed.works();
      return true;
    }
    const { completeTo } = page;
    const then = `Until it is, ${this.bounds.asksApi ? 'the API is asked' : 'everybody is refused'}.`;
    if (completeTo === undefined)
      this.followed.standsStill(
        'The API is from before 0.3: it does not say up to when its feed is complete',
        then,
      );
    else {
      const since = completeTo === null ? 'it is not known how far' : `up to ${completeTo}`;
      this.followed.standsStill(`The feed is not complete: ${since}, ${lagOf(page)} ms behind`, then);
    }
    return this.bounds.asksApi || completeTo === undefined;
  }

  private async recover(error: unknown): Promise<void> {
    this.failures += 1;
    const code = error instanceof RollbookError ? error.code : undefined;
    // Another secret or table, or another API at this address: this is no copy of it. Everybody is refused until there is one.
    if (code === 'invalid_cursor' || code === 'account_not_found') this.begin(this.newReader());
    const backoff = jittered(Math.min(MAX_PAUSE_MS, 100 * 2 ** this.failures));
    const asked = (error instanceof RollbookError ? error.retryAfterMs : undefined) ?? 0;
    // More is waited for only where it helps.
    const bound = code === 'rate_limited' ? Math.max(MAX_PAUSE_MS, this.bounds.maxAgeMs / 3) : MAX_PAUSE_MS;
    const pauseMs = Math.max(backoff, Math.min(bound, asked));
    this.followed.fails(
      `The feed could not be read: ${String(error)}`,
      `Trying again in ${Math.round(pauseMs)} ms.`,
    );
    this.settleWaiting();
    await this.pause(pauseMs);
  }

  private async pause(milliseconds: number): Promise<void> {
    const signal = AbortSignal.any([this.stopping.signal, this.polling.signal]);
    await delay(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private newReader(): Reader {
    return new Reader(this.followed, this.feedOf.accountId);
  }

  private begin(reader: Reader): void {
    this.reader = reader;
    this.successor = undefined;
    this.begun = this.followed.clocks.moment();
    this.snapshotAfterMs = jittered(this.bounds.snapshotEveryMs);
  }

  private async keep(): Promise<void> {
    const { clocks } = this.followed;
    if (clocks.since(this.saved) > this.bounds.saveEveryMs) await this.save();
    if (this.isRenewing || !this.isFresh || clocks.since(this.begun) <= this.snapshotAfterMs) return;
    this.isRenewing = true;
    void this.renew().finally(() => (this.isRenewing = false));
  }

  /** Makes another copy from the beginning, while the present one is followed. */
  private async renew(): Promise<void> {
    const { signal } = this.stopping;
    const next = this.newReader();
    for (let failures = 0; !signal.aborted;)
      try {
        const { upToDate } = await next.readOn(0, signal);
        failures = 0;
        if (!upToDate) continue;
        this.successor = next;
        return this.polling.abort();
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (this.failures === 0)
          this.followed.notice(`The copy could not be made again from a snapshot yet: ${String(error)}`);
        const pauseMs = jittered(Math.min(MAX_SNAPSHOT_PAUSE_MS, 1_000 * 2 ** failures));
        await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      }
  }

  private end(): void {
    this.isOver = true;
    if (this.isClosed) this.followed.notice('The account is closed: nobody may enter any more.');
    for (const { settle, end } of this.waiting) end(settle() ?? false);
  }

  private get nameOfFeed(): string {
    return `${this.feedOf.baseUrl} ${this.feedOf.accountId ?? 'all'}`;
  }

  private async save(): Promise<void> {
    const { file } = this.feedOf;
    const { copy, cursor, age } = this.reader;
    this.saved = this.followed.clocks.moment();
    if (file === undefined || cursor === undefined || age.ms === Infinity) return;
    try {
      await writeCopy(file, this.nameOfFeed, { copy, cursor });
    } catch (error) {
      this.followed.notice(`The copy could not be written to ${file}: ${String(error)}`);
    }
  }
}

function jittered(milliseconds: number): number {
  return milliseconds * (0.5 + Math.random() / 2);
}
