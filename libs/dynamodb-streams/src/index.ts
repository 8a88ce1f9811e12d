export type { BatchHandler, RecordBatch } from './shards/lanes.js';
export {
  LeaseStore,
  type Checkpoint,
  type Gap,
  type Lease,
  type LeaseStoreOptions,
} from './leases/lease-store.js';
export type { ReaderCounts, ReaderMetrics, ShardMetrics } from './metrics.js';
export { createdAtOf, itemBytes, itemKeyOf, sequenceNumberOf, type StreamRecord } from './records.js';
export type { Step } from './shards/shard-consumer.js';
export { StreamFeed, type ShardName, type StreamFeedOptions } from './shards/stream-feed.js';
export { StreamReader, type StreamReaderOptions } from './stream-reader.js';
