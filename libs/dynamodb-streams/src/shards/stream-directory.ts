import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import type { Runtime } from '#libs/pacing';
import type { Gap, Lease, LeaseStore } from '../leases/lease-store.js';
import { coverOf, readBefore, shardsToOpen } from './shards.js';
import { failureOf, latestStreamArn, listShards, type Shard } from '../stream-api.js';

export interface StreamDirectoryOptions {
  streams: DynamoDBStreamsClient;
  dynamodb: DynamoDBClient;
  table: string;
  store: LeaseStore;
  discoveryIntervalMs: number;
  /** Whose places this consumer begins at while it has no leases of its own. */
  beginAfter: LeaseStore | undefined;
  onNotice: (line: string) => void;
  runtime: Runtime;
}

/**
 * Knows which stream and which shards must be read now.
 *
 * A table's stream can be replaced: disabled and enabled again, or recreated with the table. The old one can be read
 * for another 24 hours and contains the earlier changes, so it is read to its end before the new one is started;
 * changes made while there was no stream are a gap, to be repaired before the new stream's first record.
 */
export class StreamDirectory {
  private lookedAt = 0;
  private current: string | undefined;
  /** Leases of shards that together take every change: see `coverOf`. Undefined while an older stream is read. */
  cover: readonly Lease[] | undefined;
  private readonly shardsOf = new Map<string, Shard[] | 'gone'>();

  constructor(private readonly options: StreamDirectoryOptions) {}

  get discoveryIntervalMs(): number {
    return this.options.discoveryIntervalMs;
  }

  /** Makes the next call list the stream's shards again, even if it is not yet time to. */
  lookAgain(): void {
    this.lookedAt = 0;
  }

  /** The unfinished leases of the shards that may be read now; creates the leases of shards that have none yet. */
  async openLeases(): Promise<Lease[]> {
    const { store, beginAfter } = this.options;
    const current = await this.currentStream();
    let all = await store.list();
    if (all.length === 0 && beginAfter) {
      // Should this end in between, the shards that are missing are read from their beginning.
      for (const lease of await beginAfter.list()) await store.create(lease);
      all = await store.list();
    }
    const active = await this.activeStream(current, all);
    const found = await this.shards(active);
    this.cover = undefined;
    if (found === 'gone') return [];
    const isActive = (lease: Lease) => lease.streamArn === active;
    const known = all.filter(isActive);
    const unopened = shardsToOpen(found, known);
    for (const shard of unopened) {
      const completeTo = known.find(({ shardId }) => shardId === shard.parentShardId)?.completeTo;
      await store.create({ streamArn: active, ...shard, completeTo, readUntil: readBefore(shard, known) });
    }
    const leases = (unopened.length > 0 ? await store.list() : all).filter(isActive);
    const open = leases.filter(({ checkpoint }) => checkpoint !== 'SHARD_END');
    const cover = coverOf(found, leases);
    // Another worker has read a shard to its end: its children are not in this list yet.
    if (cover.length > open.length) this.lookAgain();
    if (active === current) this.cover = cover;
    return open;
  }

  private async currentStream(): Promise<string> {
    const { dynamodb, table, discoveryIntervalMs, runtime } = this.options;
    if (this.current === undefined || runtime.now() - this.lookedAt >= discoveryIntervalMs) {
      this.current = await latestStreamArn(dynamodb, table);
      this.shardsOf.clear();
      this.lookedAt = runtime.now();
    }
    if (this.current === undefined) throw new Error(`The table ${table} has no stream.`);
    return this.current;
  }

  private async shards(streamArn: string): Promise<Shard[] | 'gone'> {
    const known = this.shardsOf.get(streamArn);
    if (known) return known;
    const found = await listShards(this.options.streams, streamArn).catch((error: unknown) => {
      if (failureOf(error) === 'gone') return 'gone' as const;
      throw error;
    });
    this.shardsOf.set(streamArn, found);
    return found;
  }

  /** The stream to read: an older one with unread shards before the current one. */
  private async activeStream(current: string, leases: readonly Lease[]): Promise<string> {
    if (leases.length === 0 || leases.some((lease) => lease.streamArn === current)) return current;
    for (const arn of [...new Set(leases.map((lease) => lease.streamArn))].sort()) {
      const own = leases.filter((lease) => lease.streamArn === arn);
      const unread = own.filter((lease) => lease.checkpoint !== 'SHARD_END');
      const found = await this.shards(arn);
      if (found === 'gone' && unread.length > 0) {
        this.options.onNotice(
          `STREAM GONE: ${arn} no longer exists; ${unread.length} shards of it were not read to the end.`,
        );
        await this.begin(current, 'stream_gone', Math.min(...unread.map((lease) => lease.readUntil ?? 0)));
        for (const lease of unread) await this.options.store.forget(lease);
        return current;
      }
      if (found !== 'gone' && (unread.length > 0 || shardsToOpen(found, own).length > 0)) return arn;
    }
    this.options.onNotice(`The table's stream was replaced: continuing with ${current}.`);
    await this.begin(current, 'stream_replaced', Math.max(...leases.map((lease) => lease.readUntil ?? 0)));
    return current;
  }

  /** The first lease of a stream that follows another carries the gap between the two. */
  private async begin(streamArn: string, reason: Gap['reason'], since: number): Promise<void> {
    const found = await this.shards(streamArn);
    const [first] = found === 'gone' ? [] : shardsToOpen(found, []);
    if (first) await this.options.store.create({ streamArn, ...first, gap: reason, readUntil: since });
  }
}
