import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { engineBehind } from '../engines/engine.js';

/** A stream record in the JSON of Lambda's event source mapping: times are in seconds. */
export interface LambdaRecord {
  eventID: string;
  eventName: string;
  eventVersion: string;
  eventSource: string;
  awsRegion: string;
  eventSourceARN: string;
  dynamodb: Record<string, unknown> & { SequenceNumber: string };
}

/** A shard of a stream, with its records so far. */
export interface ReadShard {
  streamArn: string;
  shardId: string;
  records: StreamRecord[];
}

/**
 * Every shard of a table's stream, as the engine has it.
 * @param after for each shard, the last record that was read: only what follows is
 */
export async function streamShards(
  client: DynamoDBClient,
  table: string,
  after: ReadonlyMap<string, string> = new Map(),
): Promise<ReadShard[]> {
  const streams = new DynamoDBStreamsClient({
    endpoint: engineBehind(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const StreamArn = Table?.LatestStreamArn ?? '';
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const shards: ReadShard[] = [];
  for (const { ShardId = '' } of StreamDescription?.Shards ?? []) {
    const records: StreamRecord[] = [];
    const SequenceNumber = after.get(ShardId);
    const ShardIteratorType = SequenceNumber === undefined ? 'TRIM_HORIZON' : 'AFTER_SEQUENCE_NUMBER';
    const from = { StreamArn, ShardId, ShardIteratorType, SequenceNumber } as const;
    let { ShardIterator } = await streams.send(new GetShardIteratorCommand(from));
    while (ShardIterator) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
      records.push(...(page.Records ?? []));
      ShardIterator = page.Records?.length ? page.NextShardIterator : undefined;
    }
    shards.push({ streamArn: StreamArn, shardId: ShardId, records });
  }
  streams.destroy();
  return shards;
}

/** Every record of a table's stream so far, as an event source mapping would read it. */
export async function lambdaRecords(client: DynamoDBClient, table: string): Promise<LambdaRecord[]> {
  return (await streamShards(client, table)).flatMap(lambdaRecordsOf);
}

/** A shard's records as an event source mapping passes them on. */
export function lambdaRecordsOf({ streamArn, records: read }: ReadShard): LambdaRecord[] {
  const records = read.map(({ eventID, eventName, dynamodb }) => ({
    eventID: eventID ?? '',
    eventName: eventName ?? '',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: streamArn.split(':')[3] ?? '',
    eventSourceARN: streamArn,
    dynamodb: {
      ...dynamodb,
      SequenceNumber: dynamodb?.SequenceNumber ?? '',
      ApproximateCreationDateTime: Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000),
    },
  }));
  return JSON.parse(JSON.stringify(records)) as LambdaRecord[];
}
