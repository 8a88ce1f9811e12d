import type { Table } from '@rollbook/single-table';
import { feedFollowedEntity, feedStatementEntity } from '../table/items/feed.js';

/** A statement stays true, so one that is a second old is only a second less fresh. */
const KEEP_MS = 1_000;
/** By how much the clock of a processor may be ahead. What is farther ahead comes from a clock that is wrong. */
const MAX_AHEAD_MS = 3_000;
const NOTE_EVERY_MS = 60_000;

/** Up to which time the feeds are complete, as the stream processor states it. Read once a second at most, for all feeds. */
export class FeedClock {
  private stated: Promise<number | undefined> = Promise.resolve(undefined);
  private readAt = -Infinity;
  private notedAt = -Infinity;
  /** A statement from the future is not believed later either. */
  private refused: number | undefined;
  /** The age of the feeds when it was last read. Milliseconds; NaN if it was never read, or nothing states it. */
  ageMs = NaN;

  constructor(
    private readonly table: Table,
    private readonly now: () => number,
  ) {}

  /**
   * Everything that was committed before this moment was in its feeds when this was called. Milliseconds since the epoch; undefined if
   * there is no statement to rely on.
   */
  async completeTo(): Promise<number | undefined> {
    if (Math.abs(this.now() - this.readAt) >= KEEP_MS) {
      this.readAt = this.now();
      this.stated = this.read();
      // Those who wait for it get the error; the next one asks again.
      this.stated.catch(() => (this.readAt = -Infinity));
    }
    const stated = await this.stated;
    if (stated !== undefined && stated > this.now() + MAX_AHEAD_MS) this.refused = stated;
    const trusted = stated === this.refused ? undefined : stated;
    this.ageMs = this.now() - (trusted ?? NaN);
    return trusted;
  }

  /** Notes once a minute that somebody reads a feed: where nothing else reads the stream, that is what makes the projector do so. */
  async noteFollower(): Promise<void> {
    if (Math.abs(this.now() - this.notedAt) < NOTE_EVERY_MS) return;
    this.notedAt = this.now();
    const followedAt = new Date(this.notedAt).toISOString();
    // If it fails, it is noted in a minute: no page depends on it.
    await this.table.put(feedFollowedEntity, { followedAt }).catch(() => undefined);
  }

  private async read(): Promise<number | undefined> {
    const statement = await this.table.get(feedStatementEntity, {});
    return statement && Date.parse(statement.completeTo);
  }
}
