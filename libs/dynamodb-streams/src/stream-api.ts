import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  type DynamoDBStreamsClient,
} from '@aws-sdk/client-dynamodb-streams';
import { progress } from '#libs/pacing';
import type { StreamRecord } from './records.js';

export interface Shard {
  shardId: string;
  parentShardId?: string;
}

export interface RecordPage {
  records: StreamRecord[];
  /** Absent at the end of a closed shard. */
  nextIterator?: string;
}

export type StreamFailure = 'expired-iterator' | 'trimmed' | 'gone' | 'throttled' | 'other';

/** The ARN of the table's newest stream; undefined if the table has none. */
export async function latestStreamArn(dynamodb: DynamoDBClient, table: string): Promise<string | undefined> {
  const { Table } = await dynamodb.send(new DescribeTableCommand({ TableName: table }));
  return Table?.LatestStreamArn;
}

/** All shards of a stream, read page by page: a page holds at most 100. */
export async function listShards(streams: DynamoDBStreamsClient, streamArn: string): Promise<Shard[]> {
  const shards: Shard[] = [];
  const advance = progress('The list of shards');
  let after: string | undefined;
  do {
    const { StreamDescription } = await streams.send(
      new DescribeStreamCommand({
        StreamArn: streamArn,
        ...(after ? { ExclusiveStartShardId: after } : {}),
      }),
    );
    for (const { ShardId, ParentShardId } of StreamDescription?.Shards ?? [])
      if (ShardId)
        shards.push({ shardId: ShardId, ...(ParentShardId ? { parentShardId: ParentShardId } : {}) });
    after = StreamDescription?.LastEvaluatedShardId;
    advance(after);
  } while (after);
  return shards;
}

/** An iterator after the record with this sequence number, or at the oldest record if there is none. */
export async function openIterator(
  streams: DynamoDBStreamsClient,
  streamArn: string,
  shardId: string,
  afterSequenceNumber: string | undefined,
): Promise<string> {
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({
      StreamArn: streamArn,
      ShardId: shardId,
      ...(afterSequenceNumber === undefined
        ? { ShardIteratorType: 'TRIM_HORIZON' }
        : { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: afterSequenceNumber }),
    }),
  );
  if (!ShardIterator) throw new Error(`No iterator for shard ${shardId}.`);
  return ShardIterator;
}

export async function readPage(
  streams: DynamoDBStreamsClient,
  iterator: string,
  limit: number,
): Promise<RecordPage> {
  const { Records, NextShardIterator } = await streams.send(
    new GetRecordsCommand({ ShardIterator: iterator, Limit: limit }),
  );
  return { records: Records ?? [], ...(NextShardIterator ? { nextIterator: NextShardIterator } : {}) };
}

/** Classifies an error of the Streams service. Unknown ones are retried, like an unreachable endpoint. */
export function failureOf(error: unknown): StreamFailure {
  switch (error instanceof Error ? error.name : '') {
    case 'ExpiredIteratorException':
      return 'expired-iterator';
    case 'TrimmedDataAccessException':
      return 'trimmed';
    case 'ResourceNotFoundException':
      return 'gone';
    case 'LimitExceededException':
    case 'ThrottlingException':
    case 'ProvisionedThroughputExceededException':
    case 'RequestLimitExceeded':
      return 'throttled';
    default:
      return 'other';
  }
}
