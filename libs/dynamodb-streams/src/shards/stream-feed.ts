import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { progress, realRuntime, type Runtime } from '#libs/pacing';
import type { Checkpoint } from '../leases/lease-store.js';
import { Bell } from './bell.js';
import { sequenceNumberOf, type StreamRecord } from '../records.js';
import { failureOf, openIterator, readPage } from '../stream-api.js';

export interface ShardName {
  streamArn: string;
  shardId: string;
}

export interface StreamFeedOptions {
  streams: DynamoDBStreamsClient;
  /** The limit of GetRecords, at most 1,000. */
  pageSize?: number | undefined;
  /** The first pause between two polls of an idle shard; it doubles. */
  minPollIntervalMs?: number | undefined;
  maxPollIntervalMs?: number | undefined;
  runtime?: Runtime | undefined;
}

export interface FeedPage {
  records: StreamRecord[];
  /** At the end of a closed shard. */
  isLast: boolean;
  /** There is more to read at once. */
  hasMore: boolean;
  /** If it is empty: when it was requested. Milliseconds since the epoch. */
  requestedAt: number;
}

/** The minimum time between reads of a busy shard, so that pages are fewer and larger. */
const BETWEEN_READS_MS = 10;
/** A page with this many records is treated as part of a backlog. */
const PAGE_OF_A_BACKLOG = 100;
/** Records kept for consumers that are slightly behind others. */
const MAX_RECORDS_KEPT = 1_000;
const MAX_ITERATORS_KEPT = 8;

/**
 * Reads the shards of a stream once for all consumers of a process. Consumers at the same position get the same page;
 * those slightly behind get what is still in memory; those far behind read for themselves, and hold nobody up.
 *
 * An idle shard is polled when `wake` is called, and otherwise less and less often.
 */
export class StreamFeed {
  private readonly shards = new Map<string, ShardFeed>();
  private readonly bell: Bell;
  private readonly runtime: Runtime;

  constructor(private readonly options: StreamFeedOptions) {
    this.runtime = options.runtime ?? realRuntime;
    this.bell = new Bell(this.runtime);
  }

  /** Something was written to the table: poll now. May be called as often as you like. */
  wake(): void {
    this.bell.ring();
  }

  shard(name: ShardName): ShardFeed {
    const key = `${name.streamArn}|${name.shardId}`;
    const known = this.shards.get(key);
    if (known) return known;
    const forget = () => void this.shards.delete(key);
    const feed = new ShardFeed(this.options, this.runtime, name, this.bell, forget);
    this.shards.set(key, feed);
    return feed;
  }
}

interface KeptPage {
  after: Checkpoint;
  records: StreamRecord[];
}

export class ShardFeed {
  /** By all consumers of the process. */
  recordsRead = 0;
  private kept: KeptPage[] = [];
  private readonly iterators = new Map<Checkpoint, string>();
  /** Positions after which the last page ended, too. */
  private readonly standing = new Set<Checkpoint>();
  private readonly underWay = new Map<Checkpoint, Promise<FeedPage>>();
  /** How often a poll has been requested, and the position at which the last one found nothing. */
  private looks = 0;
  private emptyAt: Checkpoint | undefined;
  private requestedAt = 0;
  private readStartedAt = 0;
  private readAt = 0;
  private workedAt: number;

  constructor(
    private readonly options: StreamFeedOptions,
    private readonly runtime: Runtime,
    private readonly shard: ShardName,
    private readonly bell: Bell,
    private readonly forget: () => void,
  ) {
    this.workedAt = runtime.elapsed();
  }

  /** Somebody had work: more may follow soon. */
  worked(): void {
    this.workedAt = this.runtime.elapsed();
  }

  /**
   * The records after a position.
   * @param atOnce there is more, or it is not known: do not wait
   * @returns undefined if `stopped` fired first
   * @throws the errors of the Streams service
   */
  async after(position: Checkpoint, atOnce: boolean, stopped: AbortSignal): Promise<FeedPage | undefined> {
    const known = this.keptAfter(position) ?? (atOnce ? undefined : await this.whenDue(position, stopped));
    if (known) return known;
    if (stopped.aborted) return undefined;
    let page = this.underWay.get(position);
    if (!page) {
      page = this.read(position).finally(() => {
        this.underWay.delete(position);
        this.bell.stir();
      });
      this.underWay.set(position, page);
    }
    return page;
  }

  /** @returns what another consumer has found at this position in the meantime; undefined when it is time to poll */
  private async whenDue(position: Checkpoint, stopped: AbortSignal): Promise<FeedPage | undefined> {
    const { looks } = this;
    while (!stopped.aborted && !this.underWay.has(position)) {
      const kept = this.keptAfter(position);
      if (kept) return kept;
      if (this.looks !== looks && this.emptyAt === position)
        return { records: [], isLast: false, hasMore: false, requestedAt: this.requestedAt };
      const left = this.dueAt() - this.runtime.elapsed();
      if (left <= 0) break;
      await this.bell.wait(left, stopped);
    }
    return undefined;
  }

  private dueAt(): number {
    const { minPollIntervalMs = BETWEEN_READS_MS, maxPollIntervalMs = 250 } = this.options;
    if (this.bell.rungAt >= this.readStartedAt) return this.readAt + BETWEEN_READS_MS;
    const quietFor = this.readAt - Math.max(this.workedAt, this.bell.rungAt);
    return this.readAt + Math.min(maxPollIntervalMs, Math.max(minPollIntervalMs, quietFor));
  }

  /** All that is in memory after a position, as one page, however many pages it was read in. */
  private keptAfter(position: Checkpoint): FeedPage | undefined {
    const records: StreamRecord[] = [];
    const advance = progress(`Shard ${this.shard.shardId}`);
    let at = position;
    for (let more = this.nextKept(at); more.length > 0; more = this.nextKept(at)) {
      records.push(...more);
      at = sequenceNumberOf(more.at(-1)!);
      try {
        advance(at);
      } catch (error) {
        this.kept = [];
        throw error;
      }
    }
    return records.length > 0
      ? { records, isLast: false, hasMore: isBacklog(records), requestedAt: this.requestedAt }
      : undefined;
  }

  private nextKept(position: Checkpoint): StreamRecord[] {
    for (const { after, records } of this.kept) {
      if (after === position) return records;
      // Several records may have one number: all of them were passed together.
      const at = records.findLastIndex((record) => sequenceNumberOf(record) === position);
      if (at !== -1 && at < records.length - 1) return records.slice(at + 1);
    }
    return [];
  }

  private async read(position: Checkpoint): Promise<FeedPage> {
    const { streams, pageSize = 1_000 } = this.options;
    const { streamArn, shardId } = this.shard;
    this.readStartedAt = this.runtime.elapsed();
    const requestedAt = this.runtime.now();
    try {
      const after = position === 'TRIM_HORIZON' ? undefined : position;
      const iterator =
        this.iterators.get(position) ?? (await openIterator(streams, streamArn, shardId, after));
      const { records, nextIterator } = await readPage(streams, iterator, pageSize);
      this.iterators.delete(position);
      const last = records.at(-1);
      const isStanding = last !== undefined && sequenceNumberOf(last) === position;
      this.requireProgress(position, isStanding);
      if (nextIterator) this.keepIterator(last ? sequenceNumberOf(last) : position, nextIterator);
      else this.forget();
      if (last && nextIterator && !isStanding) this.keep({ after: position, records });
      this.looks += 1;
      this.recordsRead += records.length;
      this.emptyAt = last ? undefined : position;
      this.requestedAt = requestedAt;
      const hasMore = records.length >= pageSize || isBacklog(records);
      return { records, isLast: !nextIterator, hasMore, requestedAt };
    } catch (error) {
      if (failureOf(error) !== 'throttled') this.iterators.delete(position);
      throw error;
    } finally {
      this.readAt = this.runtime.elapsed();
    }
  }

  /** Records of one number may be on two pages. More than once, a page that ends where it began is the same page again. */
  private requireProgress(position: Checkpoint, isStanding: boolean): void {
    const stoodBefore = this.standing.delete(position);
    if (!isStanding) return;
    this.standing.add(position);
    if (stoodBefore) throw new Error(`Shard ${this.shard.shardId} gives record ${position} again and again.`);
  }

  private keep(page: KeptPage): void {
    this.kept.push(page);
    let count = this.kept.reduce((sum, { records }) => sum + records.length, 0);
    while (this.kept.length > 1 && count > MAX_RECORDS_KEPT) count -= this.kept.shift()?.records.length ?? 0;
  }

  private keepIterator(position: Checkpoint, iterator: string): void {
    this.iterators.set(position, iterator);
    const [oldest] = this.iterators.keys();
    if (this.iterators.size > MAX_ITERATORS_KEPT) this.iterators.delete(oldest as Checkpoint);
  }
}

function isBacklog({ length }: readonly StreamRecord[]): boolean {
  return length >= PAGE_OF_A_BACKLOG;
}
