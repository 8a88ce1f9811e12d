import type { DomainEvent } from '#libs/domain';
import type { Runtime } from '#libs/pacing';
import type { OnCall, Table } from '@rollbook/single-table';
import type { SearchIndexes } from '../search-index/search-indexes.js';
import type { IdSource } from '../table/ids.js';
import type { Job } from '../table/items/jobs.js';
import type { CountingPlaces } from './counting-places.js';
import type { FeedClock } from './feed-clock.js';
import type { FeedEnds } from './feed-ends.js';
import type { IndexLag } from './index-lag.js';
import type { KeyRing } from './key-ring.js';
import type { KeyedLock } from './keyed-lock.js';
import type { UsageMeter } from './usage-meter.js';

/** An open connection to the directory's table, and the external dependencies of its commands: time and chance among them. */
export interface Directory extends Runtime {
  readonly table: Table;
  readonly cursorSecret: string;
  readonly keyRing: KeyRing;
  /** The time by which memberships end: like `now`, but it never goes back while the process runs. */
  readonly steadyNow: () => number;
  readonly newId: IdSource;
  readonly tombstoneRetentionMs: number;
  readonly turns: KeyedLock;
  readonly transactionsAtOnce: number;
  readonly countingPlaces: CountingPlaces;
  /** Those that this process holds. */
  readonly search: SearchIndexes;
  readonly feedEnds: FeedEnds;
  readonly feedClock: FeedClock;
  readonly indexLag: IndexLag;
  readonly usage: UsageMeter;
  /** Whether others than an account ask for something just now: only then do its jobs take less. Unknown where the table serves all at once. */
  readonly othersAsk?: ((accountId: string) => boolean) | undefined;
  /** Called with what commands have committed. */
  readonly onCommitted?: (events: readonly DomainEvent[]) => void;
  /** Called with what each search in memory has examined. */
  readonly onSearched?: (looked: number) => void;
}

/** `waiting`: nothing to do yet. `conflicted`: something has changed in the meantime. Neither has changed anything. */
export type ChunkResult = 'more' | 'done' | 'waiting' | 'conflicted' | 'not running';

/** Runs the next chunk of a job. @throws what the table throws; the chunk must then be run again */
export type JobHandler = (directory: Directory, job: Job) => Promise<ChunkResult>;

/** The same directory, with its table calls also reported to `onCall`. Loading the shared wrapping keys is not reported. */
export function observedDirectory(directory: Directory, onCall: OnCall): Directory {
  return { ...directory, table: directory.table.observed(onCall) };
}

/** When a tombstone whose children are gone now will be deleted. Seconds since the epoch, for TTL. */
export function tombstoneExpiry({ now, tombstoneRetentionMs }: Directory): number {
  return Math.ceil((now() + tombstoneRetentionMs) / 1000);
}
