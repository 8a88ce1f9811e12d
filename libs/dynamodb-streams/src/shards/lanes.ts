import { itemKeyOf, sequenceNumberOf, type StreamRecord } from '../records.js';

export interface RecordBatch {
  /** In the order of the shard. */
  records: StreamRecord[];
  streamArn: string;
  shardId: string;
  /** Fires when the work has become pointless: the lease is lost, or the time to drain is over. */
  signal: AbortSignal;
}

/** Each record is passed at least once. The unfinished ones it returns, or all if it throws, are retried after a pause. */
export type BatchHandler = (batch: RecordBatch) => Promise<{ unfinished: StreamRecord[] } | void>;

/** Records of one item are in one lane and in order. @returns the unfinished ones, in order, and the first error of a lane */
export async function handleInLanes(
  handler: BatchHandler,
  batch: RecordBatch,
  lanes: number,
): Promise<{ unfinished: StreamRecord[]; error?: unknown }> {
  const results = await Promise.all(
    divide(batch.records, lanes).map(async (records) => {
      try {
        return { unfinished: (await handler({ ...batch, records }))?.unfinished ?? [] };
      } catch (error) {
        return { unfinished: records, error };
      }
    }),
  );
  const unfinished = new Set(results.flatMap((result) => result.unfinished.map(sequenceNumberOf)));
  const failed = results.find((result) => 'error' in result);
  return {
    unfinished: batch.records.filter((record) => unfinished.has(sequenceNumberOf(record))),
    ...(failed ? { error: failed.error } : {}),
  };
}

function divide(records: StreamRecord[], lanes: number): StreamRecord[][] {
  if (lanes <= 1) return [records];
  const divided = new Map<number, StreamRecord[]>();
  for (const record of records) {
    const lane = hash(itemKeyOf(record)) % lanes;
    const sofar = divided.get(lane);
    if (sofar) sofar.push(record);
    else divided.set(lane, [record]);
  }
  return [...divided.values()];
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  return value;
}
