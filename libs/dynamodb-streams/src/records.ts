import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';

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

/**
 * What an item takes in the table: its names and values.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
 */
export function itemBytes(image: Record<string, AttributeValue> = {}): number {
  return Object.entries(image).reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value),
    0,
  );
}

function bytesOf({ S, N, B, L, M, SS }: AttributeValue): number {
  if (S !== undefined) return Buffer.byteLength(S);
  if (N !== undefined) return Math.ceil(N.length / 2) + 1;
  if (B !== undefined) return B.length;
  if (SS) return SS.reduce((sum, each) => sum + Buffer.byteLength(each), 0);
  if (L) return L.reduce((sum, each) => sum + 1 + bytesOf(each), 3);
  if (M) return itemBytes(M) + Object.keys(M).length + 3;
  return 1;
}
