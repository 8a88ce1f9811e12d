import {
  backoffMs,
  follow,
  lagOf,
  NotUnderstoodError,
  RollbookError,
  type FeedHandler,
  type FeedPage,
  type Follower,
  type FollowOptions,
  type Moment,
} from '@rollbook/client';
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
const FIRST_PAUSE_MS = 200;
/** How often a check may make a copy that is too old read on. */
const TRY_EVERY_MS = 1_000;
const SHORTEST_PAUSE_MS = 50;
/** What was in a file is compared with the API within that time, unless it cannot be reached. */
const CHECK_FILE_MS = 60_000;
const FIRST_SNAPSHOT_PAUSE_MS = 2_000;
const MAX_SNAPSHOT_PAUSE_MS = 60_000;

interface Waiting {
  settle: () => boolean | undefined;
  end: (value: boolean) => void;
}

/** Keeps a copy as the feed has it, for as long as it is not closed. */
export class CopyFollower implements FeedHandler {
  readonly feed: Follower;
  private reader: Reader;
  /** Made from a new snapshot: it takes over when it has read as far as the present one. */
  private successor: Reader | undefined;
  private readonly waiting = new Set<Waiting>();
  private tried: Moment | undefined;
  private isTrying = false;
  /** How often the end of the feed was reached. */
  private ends = 0;
  private saved: Moment;
  /** Since when the copy is one from a snapshot, and for how long it stays one. */
  private begun: Moment;
  private snapshotAfterMs: number;
  private isRenewing = false;
  private hasEnded = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly bounds: Bounds,
    private readonly options: FollowOptions & { file?: string | undefined },
  ) {
    // What the copy takes into account, whoever opens it.
    this.feed = follow({ ...options, understands: ['teams'] }, this, {
      firstPauseMs: FIRST_PAUSE_MS,
      maxPauseMs: MAX_PAUSE_MS,
      // More is waited for only where it helps.
      maxRetryAfterMs: ({ code }) =>
        code === 'rate_limited' ? Math.max(MAX_PAUSE_MS, bounds.maxAgeMs / 3) : MAX_PAUSE_MS,
    });
    this.reader = this.newReader();
    this.saved = this.begun = this.feed.clocks.moment();
    this.snapshotAfterMs = this.jittered(bounds.snapshotEveryMs);
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
    const { file, accountId } = this.options;
    const kept = file === undefined ? undefined : await readCopy(file, this.nameOfFeed);
    if (kept) {
      this.reader = new Reader(this.feed, accountId, kept);
      this.snapshotAfterMs = Math.min(this.snapshotAfterMs, this.jittered(CHECK_FILE_MS));
    }
    await this.feed.start();
  }

  close(): Promise<void> {
    this.closing ??= this.feed.close().then(() => this.save());
    return this.closing;
  }

  /** Reads on at once instead of waiting, unless that was just tried. */
  wake(): void {
    if (this.tried === undefined || this.feed.clocks.since(this.tried) > TRY_EVERY_MS) this.feed.wake();
  }

  /** The account's last event was read: nothing will change. */
  get isClosed(): boolean {
    const { accountId } = this.options;
    return accountId !== undefined && this.copy.isGone(accountId);
  }

  /** Reads on now if the copy is too old. @returns whether it is young enough then */
  async fresh(withinMs: number): Promise<boolean> {
    if (this.isFresh || this.hasEnded) return this.isFresh;
    this.wake();
    if (!this.isTrying && !this.feed.isWoken) return false;
    const before = this.ends;
    const settle = () => this.isFresh || (this.ends > before || this.feed.failures > 1 ? false : undefined);
    return this.until(settle, withinMs);
  }

  /** Looks after each answer of the API whether it is settled. @returns false when the time is over */
  until(settle: Waiting['settle'], withinMs: number): Promise<boolean> {
    if (this.hasEnded) return Promise.resolve(settle() ?? false);
    const ended = new AbortController();
    return new Promise((resolve) => {
      const end = (value: boolean) => {
        ended.abort();
        this.waiting.delete(waiting);
        resolve(value);
      };
      const waiting = { settle, end };
      this.waiting.add(waiting);
      const tooLate = () => end(settle() ?? false);
      this.feed.clocks.sleep(withinMs, ended.signal).then(tooLate, () => {});
    });
  }

  private settleWaiting(): void {
    for (const { settle, end } of this.waiting) {
      const settled = settle();
      if (settled !== undefined) end(settled);
    }
  }

  async readOn(signal: AbortSignal): Promise<{ isLevel: boolean; pauseMs: number }> {
    const page = await this.readPage(signal);
    const isLevel = page.upToDate && this.report(page);
    this.settleWaiting();
    await this.keep();
    return { isLevel, pauseMs: page.upToDate && page.data.length === 0 ? this.pauseMs() : 0 };
  }

  private async readPage(signal: AbortSignal): Promise<FeedPage> {
    this.tried = this.feed.clocks.moment();
    this.isTrying = true;
    try {
      const reader = this.successor ?? this.reader;
      const page = await reader.readOn(reader === this.reader ? this.waitSeconds() : 0, signal);
      // Requested after what the present copy has: so it has all of that.
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
    if (!this.isFresh) return this.jittered(Math.min(TRY_EVERY_MS, this.bounds.maxAgeMs));
    return this.waitSeconds() > 0 ? 0 : Math.max(SHORTEST_PAUSE_MS, (this.bounds.maxAgeMs - this.ageMs) / 4);
  }

  /** @returns whether the guard can be used */
  private report(page: FeedPage): boolean {
    if (this.isFresh) {
      this.feed.works();
      return true;
    }
    const { completeTo } = page;
    const then = `Until it is, ${this.bounds.asksApi ? 'the API answers' : 'everybody is refused'}.`;
    if (completeTo === undefined)
      this.feed.standsStill(
        'The API is from before 0.3: it does not say up to when its feed is complete',
        then,
      );
    else {
      const since = completeTo === null ? 'it is not known how far' : `up to ${completeTo}`;
      this.feed.standsStill(`The feed is not complete: ${since}, ${lagOf(page)} ms behind`, then);
    }
    return this.bounds.asksApi || completeTo === undefined;
  }

  /** Another secret or table: this is no copy of it. Everybody is refused until there is one. */
  beginAgain(): void {
    this.begin(this.newReader());
  }

  failed(error: unknown): boolean {
    // Another API at this address.
    if (error instanceof RollbookError && error.code === 'account_not_found') this.beginAgain();
    // What it has may be wrong by now.
    if (error instanceof NotUnderstoodError) this.reader.distrust();
    this.settleWaiting();
    return true;
  }

  private newReader(): Reader {
    return new Reader(this.feed, this.options.accountId);
  }

  private begin(reader: Reader): void {
    this.reader = reader;
    this.successor = undefined;
    this.begun = this.feed.clocks.moment();
    this.snapshotAfterMs = this.jittered(this.bounds.snapshotEveryMs);
  }

  private async keep(): Promise<void> {
    const { clocks } = this.feed;
    if (clocks.since(this.saved) > this.bounds.saveEveryMs) await this.save();
    if (this.isRenewing || !this.isFresh || clocks.since(this.begun) <= this.snapshotAfterMs) return;
    this.isRenewing = true;
    void this.renew().finally(() => (this.isRenewing = false));
  }

  /** Makes another copy from the beginning, while the present one is followed. */
  private async renew(): Promise<void> {
    const { signal, clocks } = this.feed;
    const next = this.newReader();
    for (let failures = 0; !signal.aborted;)
      try {
        const { upToDate } = await next.readOn(0, signal);
        failures = 0;
        if (!upToDate) continue;
        this.successor = next;
        return this.feed.wake();
      } catch (error) {
        if (signal.aborted) return;
        failures += 1;
        if (this.feed.failures === 0)
          this.feed.notice(`The copy could not be made again from a snapshot yet: ${String(error)}`);
        const pauseMs = backoffMs(failures, FIRST_SNAPSHOT_PAUSE_MS, MAX_SNAPSHOT_PAUSE_MS, clocks.random);
        await clocks.sleep(pauseMs, signal).catch(() => undefined);
      }
  }

  isOver(): boolean {
    return this.isClosed;
  }

  ended(): void {
    this.hasEnded = true;
    if (this.isClosed) this.feed.notice('The account is closed: nobody may enter any more.');
    for (const { settle, end } of this.waiting) end(settle() ?? false);
  }

  private get nameOfFeed(): string {
    return `${this.options.baseUrl} ${this.options.accountId ?? 'all'}`;
  }

  private async save(): Promise<void> {
    const { file } = this.options;
    const { copy, cursor, age } = this.reader;
    this.saved = this.feed.clocks.moment();
    if (file === undefined || cursor === undefined || age.ms === Infinity) return;
    try {
      await writeCopy(file, this.nameOfFeed, { copy, cursor });
    } catch (error) {
      this.feed.notice(`The copy could not be written to ${file}: ${String(error)}`);
    }
  }

  private jittered(milliseconds: number): number {
    return backoffMs(1, milliseconds, milliseconds, this.feed.clocks.random);
  }
}
