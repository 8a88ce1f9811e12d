import {
  follow,
  NotUnderstoodError,
  requireMilliseconds,
  wrongOption,
  type FeedAge,
  type FeedHandler,
  type Follower,
  type FollowOptions,
} from '@rollbook/client';
import type { DeliveredEvent, AnyEvent } from './events.js';
import { Applier, type Functions } from './following/applier.js';
import { metricsOf, type Counts } from './following/counts.js';
import { ConflictError, type Place, type Store } from './stores/store.js';

export interface SubscriberOptions<Tx> extends FollowOptions, Functions<Tx> {
  /** Where how far it is is kept, together with what the functions write. */
  store: Store<Tx>;
  /**
   * With what to begin: with what there is now (`snapshot`, the default for an account), with the whole history (`beginning`, the default for
   * all accounts), or with what comes from now on.
   */
  from?: 'snapshot' | 'beginning' | 'now' | undefined;
  /** Whether it follows the feed until it is closed, as by default. A function on Lambda catches up, and takes deliveries. */
  follow?: boolean | undefined;
  /** When another process that was taking over a snapshot is regarded as gone. Milliseconds without progress; 10,000 by default. */
  takeOverAfterMs?: number | undefined;
}

export interface SubscriberStatus extends Counts {
  /** Since it was opened it has handled everything up to a moment that the API has named. */
  isLevel: boolean;
  /**
   * For how long things may have happened that are not handled: from the moment up to which the API says that its feed is complete.
   * Milliseconds; Infinity before it has said so.
   */
  lagMs: number;
}

/** The event is not in the feed yet: deliver it again later. */
export class NotYetError extends Error {
  override readonly name = 'NotYetError';
}

const WAIT_SECONDS = 20;
const FROM: ReadonlySet<unknown> = new Set(['snapshot', 'beginning', 'now']);
const PACING = {
  firstPauseMs: 50,
  maxPauseMs: 10_000,
  /** A proxy may ask for hours. */
  maxRetryAfterMs: () => 60_000,
};
const TAKE_OVER_AFTER_MS = 10_000;
const LINES_AT_ONCE = 1_000;
const MAX_CONFLICTS = 20;
const PAUSE_AFTER_CONFLICT_MS = 50;
/** The cursor is behind the deliveries: now and then it catches up, so that closing a gap never reads far back. */
const DELIVERIES_BEFORE_READING = 500;
/** What is older and not in the feed after the cursor was before it. */
const SURELY_FED_MS = 60 * 60_000;

/**
 * Gives every event to the functions of its user, each once, those of a subject in their order, inside the user's transactions. The feed is
 * what counts; what is delivered by a bus, a queue or a webhook only makes it faster.
 */
export class Subscriber<Tx> {
  private readonly feed: Follower;
  private readonly applier: Applier<Tx>;
  private age: FeedAge;
  private delivered = 0;
  private hasCaughtUp = false;
  private rebuilding: PromiseWithResolvers<void> | undefined;

  /** @throws TypeError that names the option and its rule */
  constructor(private readonly options: SubscriberOptions<Tx>) {
    requireOptions(options);
    this.feed = follow(options, this.handler(), PACING);
    this.age = this.feed.newAge();
    this.applier = new Applier(options.store, options);
  }

  /**
   * Resolves when everything that the feed had is handled: `lag` says up to when that is complete.
   * @throws RollbookError if the API refuses it: 401, 403, 404
   * @throws Error if nothing new has come for `startWithinMs`
   */
  async start(): Promise<this> {
    this.warnOfNames();
    await this.options.store.prepare();
    await this.feed.start();
    return this;
  }

  /**
   * Takes an event that a bus, a queue or a webhook has delivered. It may come twice, too early, or without its data.
   * @throws NotYetError if it must be delivered again
   */
  async receive(event: DeliveredEvent): Promise<void> {
    const { accountId } = this.options;
    // A bus has the events of all accounts.
    if (accountId !== undefined && event.accountid !== accountId) return;
    if ((await this.applier.takeDelivered(event)) !== 'gap') return this.readNowAndThen();
    this.applier.counts.gaps += 1;
    // Who follows the feed reads it there.
    if (this.isFollowing) return;
    await this.pump(this.feed.signal);
    const isKnown = (await this.applier.takeDelivered(event)) !== 'gap';
    if (isKnown || this.feed.clocks.wall() - Date.parse(event.time) > SURELY_FED_MS) return;
    throw new NotYetError(`Event ${event.id} is not in the feed yet.`);
  }

  /** Removes what the functions have written, and begins again with what there is. */
  async rebuild(): Promise<void> {
    this.rebuilding ??= Promise.withResolvers<void>();
    const { promise } = this.rebuilding;
    // The one that follows the feed does it, between two pages.
    this.feed.wake();
    if (!this.isFollowing) await this.feed.untilDone((signal) => this.beginAgainOnDemand(signal));
    await promise;
  }

  /** For how long things may have happened that are not handled. Milliseconds; Infinity before the API has said up to when its feed is complete. */
  lag(): number {
    return this.age.ms;
  }

  status(): SubscriberStatus {
    return { ...this.applier.counts, isLevel: this.lag() < Infinity, lagMs: this.lag() };
  }

  /** For Prometheus. */
  metrics(): string {
    return metricsOf(this.applier.counts, this.lag());
  }

  async close(): Promise<void> {
    await this.feed.close();
  }

  private get isFollowing(): boolean {
    return this.hasCaughtUp && this.options.follow !== false;
  }

  private handler(): FeedHandler {
    return {
      readOn: async (signal) => {
        if (this.rebuilding) await this.beginAgainOnDemand(signal);
        else if (this.hasCaughtUp) await this.readPage(WAIT_SECONDS, signal);
        else await this.catchUp(signal);
        this.hasCaughtUp = true;
        return { isLevel: true };
      },
      beginAgain: () => {
        this.feed.notice('The feed does not know the cursor any more: the subscription begins again.');
        return this.begin(this.feed.signal);
      },
      failed: (error) => {
        if (error instanceof ConflictError) return false;
        // What was derived may be wrong by now.
        if (error instanceof NotUnderstoodError) this.age = this.feed.newAge();
        this.applier.counts.failures += 1;
        return true;
      },
      isOver: () => this.hasCaughtUp && this.options.follow === false,
      ended: () => {
        if (this.feed.signal.aborted) this.rebuilding?.reject(this.feed.signal.reason);
      },
    };
  }

  /** Where it left off, or where it is to begin. */
  private async catchUp(signal: AbortSignal): Promise<void> {
    const place = await this.applier.place();
    if (place.phase === 'new' || (await this.isAbandoned(place, signal))) await this.begin(signal);
    await this.pump(signal);
  }

  private async begin(signal: AbortSignal): Promise<void> {
    const { accountId, from = accountId === undefined ? 'beginning' : 'snapshot' } = this.options;
    if (from === 'snapshot') return this.takeSnapshot(signal);
    if (from === 'beginning') {
      await this.applier.begin('following', 'nothing');
      return;
    }
    const { page } = await this.feed.page('now', 0, signal);
    await this.applier.finish(await this.applier.begin('loading', 'unknown'), page.nextCursor);
  }

  private async takeSnapshot(signal: AbortSignal): Promise<void> {
    const snapshot = this.feed.snapshot('events', signal);
    // What the API refuses changes nothing.
    const first = await snapshot.next();
    let place = await this.applier.begin('loading', 'unknown');
    let lines: AnyEvent[] = [];
    for (let next = first; !next.done; next = await snapshot.next()) {
      const line = next.value;
      const isLast = 'cursor' in line;
      if (!isLast) lines.push(line as AnyEvent);
      if (isLast || lines.length === LINES_AT_ONCE) {
        place = await this.applier.takeLines(place, lines);
        lines = [];
      }
      if (!isLast) continue;
      await this.applier.finish(place, line.cursor);
      return;
    }
    throw new Error('The snapshot was not complete.');
  }

  /** Whether nobody goes on with the snapshot. Waits until it is finished, or that is so. */
  private async isAbandoned(seen: Place, signal: AbortSignal): Promise<boolean> {
    for (let place = seen; place.phase === 'loading';) {
      await this.feed.clocks.sleep(this.options.takeOverAfterMs ?? TAKE_OVER_AFTER_MS, signal);
      signal.throwIfAborted();
      const now = await this.applier.place();
      if (now.phase === 'loading' && now.revision === place.revision) return true;
      this.feed.progress();
      place = now;
    }
    return false;
  }

  /** Reads on until there is nothing more; another process of the subscription may do so too. */
  private async pump(signal: AbortSignal): Promise<void> {
    const { sleep, random } = this.feed.clocks;
    for (let isUpToDate = false, conflicts = 0; !isUpToDate;) {
      signal.throwIfAborted();
      try {
        isUpToDate = await this.readPage(0, signal);
      } catch (error) {
        if (!(error instanceof ConflictError) || (conflicts += 1) > MAX_CONFLICTS) throw error;
        await sleep(random() * PAUSE_AFTER_CONFLICT_MS, signal);
      }
    }
  }

  /** @returns whether there is nothing more */
  private async readPage(waitSeconds: number, signal: AbortSignal): Promise<boolean> {
    const place = await this.applier.place();
    if (place.phase !== 'following') return this.catchUp(signal).then(() => true);
    const { page, sentAt } = await this.feed.page(place.cursor ?? undefined, waitSeconds, signal);
    await this.applier.takePage(place, page);
    this.age.take(page, sentAt);
    this.feed.works();
    return page.upToDate;
  }

  private async readNowAndThen(): Promise<void> {
    this.delivered += 1;
    if (!this.isFollowing && this.delivered % DELIVERIES_BEFORE_READING === 0)
      await this.pump(this.feed.signal);
  }

  private async beginAgainOnDemand(signal: AbortSignal): Promise<void> {
    this.age = this.feed.newAge();
    await this.begin(signal);
    await this.pump(signal);
    this.rebuilding?.resolve();
    this.rebuilding = undefined;
  }

  private warnOfNames(): void {
    const { on, otherwise } = this.options;
    const keepsPeople = Object.keys(on).some((type) => type.startsWith('user.'));
    if (keepsPeople && !otherwise && !Object.hasOwn(on, 'user.erased'))
      this.feed.notice('No function handles user.erased: what is kept of a person must be removed then.');
  }
}

function requireOptions<Tx>(options: SubscriberOptions<Tx>): void {
  requireMilliseconds(options, { takeOverAfterMs: { min: 0 } });
  const { from, on, reset, store } = options;
  if (from !== undefined && !FROM.has(from)) throw wrongOption('from', [...FROM].join(' or '), from);
  if (from === 'snapshot' && options.accountId === undefined)
    throw wrongOption('accountId', 'given to begin from a snapshot', undefined);
  if (typeof (store as Store<Tx> | undefined)?.transact !== 'function')
    throw wrongOption('store', 'a store, such as sqliteStore(database)', store);
  if (typeof (on as unknown) !== 'object') throw wrongOption('on', 'functions by type of event', on);
  if (typeof (reset as unknown) !== 'function') throw wrongOption('reset', 'a function', reset);
}

/**
 * Opens a subscription, and resolves when everything that the feed had is handled.
 * @throws TypeError for options that make no sense, RollbookError if the API refuses it (401, 403, 404), and Error if nothing new has come for
 *   `startWithinMs`
 */
export async function openSubscriber<Tx>(options: SubscriberOptions<Tx>): Promise<Subscriber<Tx>> {
  return new Subscriber(options).start();
}
