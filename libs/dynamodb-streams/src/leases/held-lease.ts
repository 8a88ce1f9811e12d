import type { Runtime } from '#libs/pacing';
import type { Checkpoint, Gap, Lease, LeaseStore } from './lease-store.js';
import type { ReaderCounts } from '../metrics.js';
import { createdAtOf, sequenceNumberOf, type StreamRecord } from '../records.js';

/** A change is in the stream, and a page that looks empty has shown it, long before this. */
const LATEST_ARRIVAL_MS = 5 * 60_000;
/** A change is in the stream, and a page at its end shows it, before this; clocks differ by less. */
const ARRIVAL_MS = 2_000;
/** An iterator that was opened far behind may give empty pages before it comes to records. */
const EMPTY_PAGES_AT_TIP = 3;
const NEAR_TIP_MS = 60_000;
const STALE_MS = 5_000;

interface ReadPage {
  records: readonly StreamRecord[];
  isLast: boolean;
  requestedAt: number;
}

/** Finished work is saved when the lease is renewed or, as a checkpoint, earlier; both only while it is still ours. */
export class HeldLease {
  private at: Checkpoint;
  private until: number | undefined;
  private openGap: Gap['reason'] | undefined;
  private savedAt: number;
  // Finished work that has not been saved. Skipped records do not count: skipping them again costs nothing, and on
  // the lease table's own stream a checkpoint for each would produce the next record to skip.
  private dirty = false;
  private atTip = false;
  private emptyPages = 0;
  private lastCreatedAt = 0;
  private complete: number | undefined;
  private released = false;
  private requested = false;
  private writing: Promise<void> = Promise.resolve();
  private readonly loss = new AbortController();

  constructor(
    private readonly store: LeaseStore,
    private lease: Lease,
    private readonly leaseDurationMs: number,
    private readonly counts: ReaderCounts,
    private readonly runtime: Runtime,
  ) {
    this.savedAt = runtime.now();
    this.at = lease.checkpoint;
    this.until = lease.readUntil;
    this.openGap = lease.gap;
    this.complete = lease.completeTo;
  }

  /** Everything up to here is finished. */
  get position(): Checkpoint {
    return this.at;
  }

  /** Everything changed before this time has been read; milliseconds since the epoch. */
  get readUntil(): number | undefined {
    return this.until;
  }

  /** When the shard was found, milliseconds since the epoch. */
  get createdAt(): number | undefined {
    return this.lease.createdAt;
  }

  /** A gap before the next record that has not been repaired. */
  get gap(): Gap['reason'] | undefined {
    return this.openGap;
  }

  /** Fires when another worker has the lease, or may have it. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  get expired(): boolean {
    return this.runtime.now() >= this.lease.expiry;
  }

  /** Age of the newest finished record while there is more to read, in milliseconds. */
  get iteratorAgeMs(): number {
    return this.atTip || this.until === undefined ? 0 : Math.max(0, this.runtime.now() - this.until);
  }

  /**
   * Reports whether the last poll found anything. A shard without changes is read as well: its `readUntil` follows the clock, so that
   * only a shard that nobody read counts as trimmed. It is saved when the lease is renewed.
   */
  polled(foundRecords: boolean, startedAt: number): void {
    this.atTip = !foundRecords;
    if (this.atTip) this.until = Math.max(this.until ?? 0, startedAt - LATEST_ARRIVAL_MS);
  }

  /**
   * All records of a page are finished. Up to a record, the shard is complete up to its time; an empty page of an open shard says that
   * there was nothing more when it was requested. The last page of a closed shard does not: its children may have had changes by then.
   */
  handled({ records, isLast, requestedAt }: ReadPage): void {
    const last = records.at(-1);
    this.emptyPages = last ? 0 : this.emptyPages + 1;
    if (last) this.lastCreatedAt = createdAtOf(last) ?? 0;
    const isAtTip = this.emptyPages >= EMPTY_PAGES_AT_TIP || requestedAt - this.lastCreatedAt < NEAR_TIP_MS;
    const until = last ? this.lastCreatedAt : requestedAt;
    if (isLast || !(last || isAtTip)) return;
    // Unless it is from the future: then the clock was wrong.
    const known = (this.complete ?? 0) <= this.runtime.now() ? (this.complete ?? 0) : 0;
    this.complete = Math.max(known, until - ARRIVAL_MS);
  }

  /** The next iterator is opened where the last record was. */
  reopened(): void {
    [this.emptyPages, this.lastCreatedAt] = [0, 0];
  }

  /** Everything changed before this time is finished, and nothing of the shard's children is from before it. Milliseconds since the epoch. */
  get completeTo(): number | undefined {
    return this.complete;
  }

  get isStale(): boolean {
    return this.runtime.now() - (this.complete ?? 0) > STALE_MS;
  }

  /** True if finished work has waited longer than this for its checkpoint. */
  isDue(checkpointIntervalMs: number): boolean {
    return this.dirty && this.runtime.now() - this.savedAt >= checkpointIntervalMs;
  }

  /** Everything up to this record is finished. */
  advance(record: StreamRecord, workWasDone: boolean): void {
    this.at = sequenceNumberOf(record);
    this.until = createdAtOf(record) ?? this.until;
    this.dirty ||= workWasDone;
  }

  /** The shard is finished. Durable only once saved. */
  end(): void {
    this.at = 'SHARD_END';
    this.dirty = true;
  }

  /** A gap has been repaired: everything changed before this time has been handled in another way. */
  repaired(until: number, resumeAt: Checkpoint): void {
    this.openGap = undefined;
    this.until = until;
    this.at = resumeAt;
    this.dirty = true;
  }

  get isRequested(): boolean {
    return this.requested;
  }

  async renew(untouchedForMs: number): Promise<void> {
    if (this.runtime.now() - this.savedAt >= untouchedForMs) await this.save();
  }

  /** Renews the lease and writes the checkpoint, one write after the other, so that none overtakes an earlier one. */
  save(): Promise<void> {
    const saved = this.writing.then(() => this.write());
    this.writing = saved.catch(() => {});
    return saved;
  }

  /** Releases the lease if it is still ours: to nobody, or to the worker that requested it. */
  async release(to?: string): Promise<void> {
    await this.writing;
    this.released = true;
    if (this.lost.aborted) return;
    if (to === undefined) await this.store.release(this.lease);
    else await this.store.handOver(this.lease, to, this.runtime.now() + this.leaseDurationMs);
  }

  private async write(): Promise<void> {
    if (this.lost.aborted || this.released) return;
    const { gap: _, ...rest } = this.lease;
    const next: Lease = {
      ...rest,
      checkpoint: this.at,
      expiry: this.runtime.now() + this.leaseDurationMs,
      ...(this.until === undefined ? {} : { readUntil: this.until }),
      ...(this.complete === undefined ? {} : { completeTo: this.complete }),
      ...(this.openGap === undefined ? {} : { gap: this.openGap }),
    };
    const wasDirty = this.dirty;
    this.dirty = false;
    try {
      const saved = await this.store.save(next);
      if (!saved) return this.lose();
      this.requested = saved.requestedBy !== undefined;
    } catch (error) {
      this.dirty ||= wasDirty;
      // The table cannot be reached. After the expiry another worker may hold the shard: stop working on it.
      if (this.expired) this.lose();
      throw error;
    }
    this.lease = next;
    this.savedAt = this.runtime.now();
    this.counts.checkpoints += 1;
  }

  private lose(): void {
    if (this.lost.aborted) return;
    this.counts.leasesLost += 1;
    this.loss.abort();
  }
}
