import type { _Record } from '@aws-sdk/client-dynamodb-streams';

/** A stream record as the service sends it: keys and images are attribute values. */
export type StreamRecord = _Record;

/** A record's position in its shard. Opaque when stored; only its order means something. */
export function sequenceNumberOf(record: StreamRecord): string {
  const sequenceNumber = record.dynamodb?.SequenceNumber;
  if (sequenceNumber === undefined) throw new TypeError('A stream record has no sequence number.');
  return sequenceNumber;
}

/** When the change was made, in milliseconds since the epoch; the service rounds it to seconds. */
export function createdAtOf(record: StreamRecord): number | undefined {
  return record.dynamodb?.ApproximateCreationDateTime?.getTime();
}

/** A text that is equal for records of the same item only: DynamoDB Streams keeps order per item. */
export function itemKeyOf(record: StreamRecord): string {
  const keys = record.dynamodb?.Keys ?? {};
  return JSON.stringify(
    Object.keys(keys)
      .sort()
      .map((name) => keys[name]),
  );
}
