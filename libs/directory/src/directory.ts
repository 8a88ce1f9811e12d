import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { connectTable, joinReads, type OnCall, type Table } from '#libs/single-table';
import { CountingPlaces } from './kernel/usage/counting-places.js';
import { Turns } from './kernel/turns.js';
import { ulidSource, type IdSource } from './ids.js';
import { openKeyRing, type KeyRing } from './personal-data/key-ring.js';
import type { MasterKey } from './personal-data/master-key.js';
import { SearchIndexes } from './search/memory/search-indexes.js';
import { rollbookTable } from './table.js';
import { UsageMeter } from './usage/usage-meter.js';

export interface DirectoryOptions {
  client: DynamoDBClient;
  tableName: string;
  /** Authenticates cursors; the same in every process that serves the same lists. */
  cursorSecret: string;
  /** Wraps the keys that encrypt personal data; the same for every process on the same table. */
  masterKey: MasterKey;
  /** Sees each table call: for metrics and traces. */
  onCall?: OnCall | undefined;
  /** Joins reads of single items requested within one turn of the event loop into one call. Off by default. */
  joinReads?: boolean | undefined;
  /**
   * Of a batch of one account: 4. A local engine carries out one after the other, is slowed down if several wait, and lets
   * others wait behind them.
   */
  transactionsAtOnce?: number | undefined;
  now?: () => number;
  newId?: IdSource;
  /** How long the head of something removed is kept as a tombstone, once nothing is left below it. */
  tombstoneRetentionMs?: number;
  /** What the search indexes in memory may take together. */
  searchMemoryBytes?: number | undefined;
}

/** An open connection to the directory's table, and the external dependencies of its commands. */
export interface Directory {
  readonly table: Table;
  readonly cursorSecret: string;
  readonly keyRing: KeyRing;
  readonly now: () => number;
  readonly newId: IdSource;
  readonly tombstoneRetentionMs: number;
  readonly turns: Turns;
  readonly transactionsAtOnce: number;
  readonly countingPlaces: CountingPlaces;
  /** Those that this process holds. */
  readonly search: SearchIndexes;
  readonly usage: UsageMeter;
}

const TRANSACTIONS_AT_ONCE = 4;
const TOMBSTONE_RETENTION_MS = 90 * 24 * 60 * 60 * 1000;

export function openDirectory({
  client,
  tableName,
  cursorSecret,
  masterKey,
  onCall,
  joinReads: joins,
  transactionsAtOnce = TRANSACTIONS_AT_ONCE,
  now = Date.now,
  newId,
  tombstoneRetentionMs = TOMBSTONE_RETENTION_MS,
  searchMemoryBytes,
}: DirectoryOptions): Directory {
  const table = connectTable(rollbookTable, {
    client,
    tableName,
    cursorSecret,
    ...(joins ? { through: joinReads } : {}),
    ...(onCall ? { onCall } : {}),
  });
  return {
    table,
    cursorSecret,
    keyRing: openKeyRing(table, masterKey, now),
    now,
    newId: newId ?? ulidSource(),
    tombstoneRetentionMs,
    turns: new Turns(),
    transactionsAtOnce,
    countingPlaces: new CountingPlaces(),
    search: new SearchIndexes(searchMemoryBytes),
    usage: new UsageMeter(now),
  };
}

/** The same directory, with its table calls also reported to `onCall`. Loading the shared wrapping keys is not reported. */
export function observedDirectory(directory: Directory, onCall: OnCall): Directory {
  return { ...directory, table: directory.table.observed(onCall) };
}

/** When a tombstone whose children are gone now will be deleted. Seconds since the epoch, for TTL. */
export function tombstoneExpiry({ now, tombstoneRetentionMs }: Directory): number {
  return Math.ceil((now() + tombstoneRetentionMs) / 1000);
}
