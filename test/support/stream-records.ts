import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineEndpoint } from './engine.js';

/** A stream record in the JSON that Lambda's event source mapping passes on: times are seconds. */
export interface LambdaRecord {
  eventID: string;
  eventName: string;
  eventSourceARN: string;
  dynamodb: Record<string, unknown> & { SequenceNumber: string };
}

/** Every record of a table's stream so far, as an event source mapping would read it. */
export async function lambdaRecords(client: DynamoDBClient, table: string): Promise<LambdaRecord[]> {
  const streams = new DynamoDBStreamsClient({
    endpoint: engineEndpoint(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const StreamArn = Table?.LatestStreamArn ?? '';
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const records: LambdaRecord[] = [];
  for (const { ShardId } of StreamDescription?.Shards ?? []) {
    let { ShardIterator } = await streams.send(
      new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
    );
    while (ShardIterator) {
      const page = await streams.send(new GetRecordsCommand({ ShardIterator }));
      for (const { eventID, eventName, dynamodb } of page.Records ?? []) {
        const seconds = Math.floor((dynamodb?.ApproximateCreationDateTime?.getTime() ?? 0) / 1000);
        records.push({
          eventID: eventID ?? '',
          eventName: eventName ?? '',
          eventSourceARN: StreamArn,
          dynamodb: {
            ...dynamodb,
            SequenceNumber: dynamodb?.SequenceNumber ?? '',
            ApproximateCreationDateTime: seconds,
          },
        });
      }
      ShardIterator = page.Records?.length ? page.NextShardIterator : undefined;
    }
  }
  streams.destroy();
  return JSON.parse(JSON.stringify(records)) as LambdaRecord[];
}
