import { hostname } from 'node:os';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { backoff, realRuntime, type Runtime } from '#libs/pacing';
import { HeldLease } from './leases/held-lease.js';
import type { BatchHandler } from './shards/lanes.js';
import { LeaseStore, type Gap, type Lease, type LeaseStoreOptions } from './leases/lease-store.js';
import { noCounts, type ReaderMetrics } from './metrics.js';
import type { StreamRecord } from './records.js';
import { consumeShard, type ConsumerContext, type Step } from './shards/shard-consumer.js';
import { balance } from './shards/shards.js';
import { StreamDirectory } from './shards/stream-directory.js';
import { StreamFeed, type ShardName } from './shards/stream-feed.js';

export interface StreamReaderOptions {
  streams: DynamoDBStreamsClient;
  /** Reads the table's description and stores the leases. */
  dynamodb: DynamoDBClient;
  table: string;
  /** Workers with the same consumer name share the shards. DynamoDB allows two consumers on one stream. */
  consumer: string;
  handle: BatchHandler;
  /** Records to skip without calling the handler. */
  ignore?: (record: StreamRecord) => boolean;
  /** Where the leases are stored: by default in the table itself, under `lease:<consumer>`. */
  leases?: Partial<Pick<LeaseStoreOptions, 'table' | 'partitionKey' | 'sortKey'>>;
  workerId?: string;
  /** Batches processed concurrently, divided by item. 1: each page is one batch. */
  lanes?: number;
  /** Reads the shards. Pass the same one to all readers of a process, and each record is read only once. */
  feed?: StreamFeed;
  /** If it has its own feed: the limit of GetRecords, at most 1,000. */
  pageSize?: number;
  /** A dead worker's shards are taken over after this time. */
  leaseDurationMs?: number;
  /** Finished work is saved after this time at the latest; 0: after each page. */
  checkpointIntervalMs?: number;
  /**
   * The least time from one batch to the next while there are always more, so that what is written once per batch is written less
   * often; or how it follows from the records handled per second. After a rest the first batch is handled at once, and a backlog
   * without a pause.
   */
  gatherMs?: number | ((recordsPerSecond: number) => number);
  /** While there are no leases: begin where this consumer has got to. For one that takes over a part of another's work. */
  beginAfter?: string;
  /** Read on when `completeTo` becomes old, also when nothing happens. */
  staysFresh?: boolean;
  /** If it has its own feed: the longest pause between two polls of an idle shard. */
  maxPollIntervalMs?: number;
  /** How often to look for new shards and a replaced stream; the end of a shard always triggers it. */
  discoveryIntervalMs?: number;
  /** Repairs a gap. Reading continues once it has resolved; if it rejects, it is called again. */
  onGap?: (gap: Gap) => Promise<void>;
  /** Called and awaited at each step of the work. For tracing, and for tests that kill a worker at a given point. */
  onStep?: (step: Step, shard: ShardName) => void | Promise<void>;
  /** Receives a line about anything a person should know. */
  onNotice?: (line: string) => void;
  runtime?: Runtime;
}

interface Running {
  shard: ShardName;
  held: HeldLease;
  stop: AbortController;
  abort: AbortController;
  done: Promise<void>;
}

const DEFAULT_LEASE_MS = 10_000;
const DEFAULT_DISCOVERY_MS = 60_000;
const DEFAULT_DRAIN_MS = 20_000;
const ABORT_GRACE_MS = 1_000;

/** Reads one table's stream. Several readers, in several processes, share the shards; each record is processed at least once. */
export class StreamReader {
  readonly workerId: string;
  private readonly leaseDurationMs: number;
  private readonly store: LeaseStore;
  private readonly directory: StreamDirectory;
  private readonly context: ConsumerContext;
  private readonly counts = noCounts();
  private readonly running = new Map<string, Running>();
  private readonly stopping = new AbortController();
  private wake = new AbortController();
  /** When it last looked, no other worker had a shard. */
  private holdsAll = false;
  private stopRenewing = () => {};
  private readonly runtime: Runtime;
  private loop: Promise<void> = Promise.resolve();

  constructor(options: StreamReaderOptions) {
    const { consumer, dynamodb, streams, table, onNotice = () => {}, runtime = realRuntime } = options;
    this.runtime = runtime;
    this.workerId = options.workerId ?? `${hostname()}:${process.pid}:${runtime.id().slice(0, 8)}`;
    this.leaseDurationMs = options.leaseDurationMs ?? DEFAULT_LEASE_MS;
    this.store = new LeaseStore({ dynamodb, table, consumer, runtime, ...options.leases });
    this.directory = new StreamDirectory({
      streams,
      dynamodb,
      table,
      store: this.store,
      discoveryIntervalMs: options.discoveryIntervalMs ?? DEFAULT_DISCOVERY_MS,
      beginAfter:
        options.beginAfter === undefined
          ? undefined
          : new LeaseStore({ dynamodb, table, runtime, ...options.leases, consumer: options.beginAfter }),
      onNotice,
      runtime,
    });
    this.context = {
      feed: options.feed ?? new StreamFeed(options),
      counts: this.counts,
      handle: options.handle,
      ignore: (record) => this.store.isLeaseRecord(record) || (options.ignore?.(record) ?? false),
      lanes: options.lanes ?? 1,
      checkpointIntervalMs: options.checkpointIntervalMs ?? 1_000,
      gatherMs: gatheringOf(options.gatherMs),
      staysFresh: options.staysFresh ?? false,
      onGap: options.onGap ?? (() => Promise.resolve()),
      onStep: options.onStep ?? (() => {}),
      onNotice,
      runtime,
    };
  }

  /** Resolves after the first look at the stream, once the table can be reached. */
  async start(): Promise<void> {
    this.stopRenewing = this.runtime.every(this.leaseDurationMs / 6, () => this.renewLeases());
    await new Promise<void>((resolve, reject) => {
      this.loop = this.cycles(resolve);
      this.loop.then(resolve, reject);
    });
  }

  /** Finishes the present batches, saves the checkpoints and releases the leases; gives up at the deadline. */
  async stop({ deadlineMs = DEFAULT_DRAIN_MS } = {}): Promise<void> {
    this.stopping.abort();
    await this.loop;
    const consumers = [...this.running.values()];
    for (const { stop } of consumers) stop.abort();
    const drained = Promise.all(consumers.map(({ done }) => done));
    await this.within(deadlineMs, drained);
    for (const { abort } of consumers) abort.abort();
    await this.within(ABORT_GRACE_MS, drained);
    this.stopRenewing();
  }

  private async within(milliseconds: number, work: Promise<unknown>): Promise<void> {
    const done = new AbortController();
    await Promise.race([work.finally(() => done.abort()), this.runtime.sleep(milliseconds, done.signal)]);
  }

  /**
   * Everything changed before this time has been handled, by this worker or by others. Milliseconds since the epoch; undefined if that is
   * not known of some shard. It stays true: whatever this worker has lost since, what was handled is handled.
   */
  completeTo(): number | undefined {
    const { cover = [] } = this.directory;
    const each = cover.map(
      (lease) => this.running.get(keyOf(lease))?.held.completeTo ?? lease.completeTo ?? -Infinity,
    );
    const least = Math.min(...each);
    return Number.isFinite(least) ? least : undefined;
  }

  metrics(): ReaderMetrics {
    const shards = [...this.running.values()].map(({ held, shard }) => ({
      ...shard,
      iteratorAgeMs: held.iteratorAgeMs,
    }));
    const iteratorAgeMs = Math.max(0, ...shards.map((shard) => shard.iteratorAgeMs));
    return { ...this.counts, iteratorAgeMs, shards };
  }

  private renewLeases(): void {
    // Each idle lease is a write: after half of its time, or a third while other workers read in it up to when the shard is complete.
    const isReadByOthers = this.context.staysFresh && !this.holdsAll;
    const untouchedFor = this.leaseDurationMs * (isReadByOthers ? 0.3 : 0.45);
    for (const { held, shard } of this.running.values())
      held.renew(untouchedFor).then(
        // Another worker has requested a shard: look at the leases now.
        () => held.isRequested && this.wake.abort(),
        (error: unknown) =>
          this.context.onNotice(`The lease of shard ${shard.shardId} could not be renewed: ${String(error)}`),
      );
  }

  private async cycles(afterFirst: () => void): Promise<void> {
    const retry = backoff(200, 5_000, this.runtime);
    let said = false;
    while (!this.stopping.signal.aborted) {
      this.wake = new AbortController();
      try {
        this.holdsAll = await this.cycle();
        afterFirst();
        retry.reset();
        if (said) this.context.onNotice('The table answers again.');
        said = false;
        // Its own leases cannot expire unnoticed, and a request for one is noticed when it is renewed.
        const restMs = this.holdsAll ? this.directory.discoveryIntervalMs : this.leaseDurationMs / 3;
        await this.runtime.sleep(restMs, AbortSignal.any([this.stopping.signal, this.wake.signal]));
      } catch (error) {
        if (!said)
          this.context.onNotice(`The table or its stream cannot be reached, retrying: ${String(error)}`);
        said = true;
        await retry.wait(this.stopping.signal);
      }
    }
  }

  /** @returns true if this worker has all of them */
  private async cycle(): Promise<boolean> {
    const leases = await this.directory.openLeases();
    const { take, request, handOver } = balance(leases, this.workerId, this.runtime.now());
    const handedOver = leases.filter(
      (lease) => lease.owner === this.workerId && !this.running.has(keyOf(lease)),
    );
    for (const lease of [...handedOver, ...take]) {
      if (this.stopping.signal.aborted || this.running.has(keyOf(lease))) continue;
      const taken = await this.store.take(lease, this.workerId, this.runtime.now() + this.leaseDurationMs);
      if (!taken) continue;
      const isTakeover = lease.owner !== undefined && lease.owner !== this.workerId;
      this.counts.leasesTaken += 1;
      if (isTakeover) this.counts.takeovers += 1;
      await this.context.onStep(isTakeover ? 'takeover' : 'lease-taken', shardOf(taken));
      this.run(taken);
    }
    for (const lease of handOver) {
      this.counts.handovers += 1;
      this.running.get(keyOf(lease))?.stop.abort(lease.requestedBy);
    }
    if (request) await this.store.request(request, this.workerId);
    const { cover = [] } = this.directory;
    return (
      leases.length === cover.length &&
      leases.length > 0 &&
      handOver.length === 0 &&
      leases.every((lease) => this.running.has(keyOf(lease)))
    );
  }

  private run(lease: Lease): void {
    const held = new HeldLease(this.store, lease, this.leaseDurationMs, this.counts, this.runtime);
    const shard = shardOf(lease);
    const [stop, abort] = [new AbortController(), new AbortController()];
    const done = this.read(held, shard, stop.signal, abort.signal)
      .catch((error: unknown) =>
        this.context.onNotice(`Shard ${shard.shardId} is released for now: ${String(error)}`),
      )
      .finally(() => {
        this.running.delete(keyOf(shard));
        this.wake.abort();
      });
    this.running.set(keyOf(shard), { shard, held, stop, abort, done });
  }

  private async read(
    held: HeldLease,
    shard: ShardName,
    stop: AbortSignal,
    abort: AbortSignal,
  ): Promise<void> {
    const end = await consumeShard(this.context, held, shard, stop, abort);
    if (end === 'shard-end' || end === 'gone') this.directory.lookAgain();
    if (end !== 'stopped') return;
    if (held.isDue(0)) await held.save();
    await held.release(typeof stop.reason === 'string' ? stop.reason : undefined);
  }
}

function gatheringOf(gatherMs: StreamReaderOptions['gatherMs'] = 0): ConsumerContext['gatherMs'] {
  return typeof gatherMs === 'number' ? () => gatherMs : gatherMs;
}

function shardOf({ streamArn, shardId }: ShardName): ShardName {
  return { streamArn, shardId };
}

function keyOf({ streamArn, shardId }: ShardName): string {
  return `${streamArn}|${shardId}`;
}
