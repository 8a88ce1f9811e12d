export interface ReaderCounts {
  /** Records passed to the handler and finished. */
  records: number;
  /** Records skipped by `ignore`, and the reader's own lease items. */
  ignored: number;
  batches: number;
  /** Calls of the handler that left records unfinished, which were passed to it again. */
  retries: number;
  emptyPages: number;
  /** Throttled or failed calls of the Streams service. */
  streamErrors: number;
  throttles: number;
  expiredIterators: number;
  /** How often records were, or may have been, trimmed before they were read. */
  gaps: number;
  leasesTaken: number;
  /** Leases taken from another worker whose lease had expired. */
  takeovers: number;
  leasesLost: number;
  handovers: number;
  checkpoints: number;
  shardsEnded: number;
}

export interface ShardMetrics {
  streamArn: string;
  shardId: string;
  /** Age of the newest finished record while there are newer ones to read; 0 at the tip of the shard. */
  iteratorAgeMs: number;
}

export interface ReaderMetrics extends ReaderCounts {
  /** The largest iterator age of the shards this worker reads. */
  iteratorAgeMs: number;
  shards: ShardMetrics[];
}

export function noCounts(): ReaderCounts {
  return {
    records: 0,
    ignored: 0,
    batches: 0,
    retries: 0,
    emptyPages: 0,
    streamErrors: 0,
    throttles: 0,
    expiredIterators: 0,
    gaps: 0,
    leasesTaken: 0,
    takeovers: 0,
    leasesLost: 0,
    handovers: 0,
    checkpoints: 0,
    shardsEnded: 0,
  };
}
