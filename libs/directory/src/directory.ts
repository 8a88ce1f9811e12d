import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { runtimeWith, type Runtime } from '#libs/pacing';
import { connectTable, type ConnectOptions, type OnCall } from '@rollbook/single-table';
import { joinReads } from '@rollbook/single-table/join-reads';
import { DAY_MS } from '#libs/domain';
import { CountingPlaces } from './core/counting-places.js';
import type { Directory } from './core/directory.js';
import { FeedClock } from './core/feed-clock.js';
import { FeedEnds } from './core/feed-ends.js';
import { IndexLag } from './core/index-lag.js';
import { openKeyRing } from './core/key-ring.js';
import type { MasterKey } from './core/master-key.js';
import { KeyedLock } from './core/keyed-lock.js';
import { UsageMeter } from './core/usage-meter.js';
import { SearchIndexes } from './search-index/search-indexes.js';
import { ulidSource, type IdSource } from './table/ids.js';
import { writesPacked } from './table/shape/stored-shape.js';
import { rollbookTable } from './table/table.js';

export interface DirectoryOptions extends Partial<Runtime> {
  client: DynamoDBClient;
  tableName: string;
  /** Authenticates cursors; the same in every process that serves the same lists. */
  cursorSecret: string;
  /** Wraps the keys that encrypt personal data; the same for every process on the same table. */
  masterKey: MasterKey;
  /** Sees each table call: for metrics and traces. */
  onCall?: OnCall | undefined;
  /** Wrappers around each call. */
  through?: ConnectOptions['through'];
  /** Joins reads of single items requested within one turn of the event loop into one call. Off by default. */
  joinReads?: boolean | undefined;
  /**
   * Of a batch of one account: 4. A local engine runs one after the other, is slowed down if several wait, and lets
   * others wait behind them.
   */
  transactionsAtOnce?: number | undefined;
  newId?: IdSource;
  /** How long the head of something removed is kept as a tombstone, once nothing is left below it. */
  tombstoneRetentionMs?: number;
  /** What the search indexes in memory may take together. */
  searchMemoryBytes?: number | undefined;
}

const TRANSACTIONS_AT_ONCE = 4;
const TOMBSTONE_RETENTION_MS = 90 * DAY_MS;

export function openDirectory({
  client,
  tableName,
  cursorSecret,
  masterKey,
  onCall,
  through = (send) => send,
  joinReads: joins,
  transactionsAtOnce = TRANSACTIONS_AT_ONCE,
  newId,
  tombstoneRetentionMs = TOMBSTONE_RETENTION_MS,
  searchMemoryBytes,
  ...given
}: DirectoryOptions): Directory {
  const runtime = runtimeWith(given);
  const { now } = runtime;
  const table = connectTable(rollbookTable, {
    client,
    tableName,
    cursorSecret,
    ...runtime,
    packs: writesPacked({ client, tableName, through, ...runtime }),
    through: joins ? (send) => joinReads(through(send)) : through,
    ...(onCall ? { onCall } : {}),
  });
  return {
    table,
    cursorSecret,
    keyRing: openKeyRing(table, masterKey, runtime),
    ...runtime,
    steadyNow: steady(now),
    newId: newId ?? ulidSource(runtime),
    tombstoneRetentionMs,
    turns: new KeyedLock(),
    transactionsAtOnce,
    countingPlaces: new CountingPlaces(runtime),
    search: new SearchIndexes(searchMemoryBytes),
    feedEnds: new FeedEnds(),
    feedClock: new FeedClock(table, now),
    indexLag: new IndexLag(),
    usage: new UsageMeter(now),
  };
}

/** What has ended by a clock stays ended when the clock is set back. */
function steady(now: () => number): () => number {
  let latest = -Infinity;
  return () => (latest = Math.max(latest, now()));
}
