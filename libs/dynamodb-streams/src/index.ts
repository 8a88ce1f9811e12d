export type { BatchHandler, RecordBatch } from './lanes.js';
export { LeaseStore, type Checkpoint, type Gap, type Lease, type LeaseStoreOptions } from './lease-store.js';
export type { ReaderCounts, ReaderMetrics, ShardMetrics } from './metrics.js';
export { itemKeyOf, sequenceNumberOf, type StreamRecord } from './records.js';
export type { ShardName, Step } from './shard-consumer.js';
export { StreamReader, type StreamReaderOptions } from './stream-reader.js';
