import { pause, type Clocks } from './retries.js';
import type { FeedPage } from './types.js';

/** A moment on both clocks. */
export interface Moment {
  wall: number;
  monotonic: number;
}

/**
 * Time that never runs slower than it is: while a process is frozen its monotonic clock may stand still, and a wall clock may be set back.
 */
export class TwoClocks {
  readonly wall: () => number;
  readonly monotonic: () => number;
  readonly sleep: NonNullable<Clocks['sleep']>;
  readonly random: () => number;

  constructor({
    now = Date.now,
    elapsed = () => performance.now(),
    sleep = pause,
    random = Math.random,
  }: Clocks = {}) {
    [this.wall, this.monotonic, this.sleep, this.random] = [now, elapsed, sleep, random];
  }

  moment(): Moment {
    return { wall: this.wall(), monotonic: this.monotonic() };
  }

  /** Milliseconds, by the clock that has gone further. */
  since({ wall, monotonic }: Moment): number {
    return Math.max(this.wall() - wall, this.monotonic() - monotonic);
  }
}

const NEVER: Moment = { wall: -Infinity, monotonic: -Infinity };

/**
 * How old what was read of a feed is: for how long things may have happened that are not in it. It follows from what the API says of its feed
 * (`completeTo`), never from the absence of a further page, and counts from when the request was sent.
 */
export class FeedAge {
  /** When the feed was complete. */
  private complete = NEVER;

  constructor(private readonly clocks: TwoClocks) {}

  /** Milliseconds; Infinity before there was a statement. */
  get ms(): number {
    return this.clocks.since(this.complete);
  }

  /** A page has been handled. What is no statement, or an older one, changes nothing. */
  take(page: FeedPage, sentAt: Moment): void {
    if (!page.upToDate) return;
    const lag = lagOf(page);
    const complete = { wall: sentAt.wall - lag, monotonic: sentAt.monotonic - lag };
    if (lag < Infinity && this.clocks.since(complete) < this.ms) this.complete = complete;
  }
}

/** How far the feed was behind what is committed when a page was read. Milliseconds; Infinity if nothing is said of it. */
export function lagOf({ completeTo, readAt }: FeedPage): number {
  if (completeTo == null || readAt === undefined) return Infinity;
  const lag = Date.parse(readAt) - Date.parse(completeTo);
  return Number.isNaN(lag) ? Infinity : Math.max(0, lag);
}
