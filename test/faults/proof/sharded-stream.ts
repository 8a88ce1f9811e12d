import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ScriptedStreams, type WireRecord } from '../../support/streams/scripted-streams.js';
import { engineBehind } from '../../support/engines/engine.js';
import type { Random } from './random.js';

const HEADERS = {
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
  authorization:
    'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
};

/**
 * The real stream of a table, shown as DynamoDB would show it: divided into shards by item, which split now and then.
 * The local engines have one shard for ever; the records in here are theirs, in their order for each item.
 */
export async function shardTheStream(
  client: DynamoDBClient,
  engine: string,
  table: string,
  random: Random,
): Promise<{ service: ScriptedStreams; split: () => void; stop: () => Promise<void> }> {
  const service = await ScriptedStreams.start(engine, { table });
  // A shard takes the items whose hash is in its range, as DynamoDB's do.
  let open = [0, 1, 2].map((n) => ({ id: service.openShard(), from: n / 3, to: (n + 1) / 3 }));

  const call = async (operation: string, input: object) => {
    const headers = { ...HEADERS, 'x-amz-target': `DynamoDBStreams_20120810.${operation}` };
    const answer = await fetch(engineBehind(), { method: 'POST', headers, body: JSON.stringify(input) });
    if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  const StreamArn = Table?.LatestStreamArn;
  const { StreamDescription } = await call('DescribeStream', { StreamArn });
  const { ShardId } = (StreamDescription as { Shards: { ShardId: string }[] }).Shards[0]!;
  const { ShardIterator } = await call('GetShardIterator', {
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  });

  let stopped = false;
  const feed = async () => {
    let iterator = ShardIterator as string;
    while (!stopped) {
      const page = await call('GetRecords', { ShardIterator: iterator, Limit: 1000 });
      const records = page['Records'] as WireRecord[];
      for (const record of records) {
        const at = position(record);
        const shard = open.find(({ from, to }) => at >= from && at < to);
        service.appendRecord(shard!.id, record);
      }
      iterator = page['NextShardIterator'] as string;
      if (records.length === 0) await delay(5);
    }
  };
  const feeding = feed();
  return {
    service,
    /** Closes an open shard; two take over its halves, and all later records. */
    split() {
      const parent = random.pick(open);
      const middle = (parent.from + parent.to) / 2;
      const [left = '', right = ''] = service.split(parent.id);
      open = open.filter((shard) => shard !== parent);
      open.push({ id: left, from: parent.from, to: middle }, { id: right, from: middle, to: parent.to });
    },
    async stop() {
      stopped = true;
      await feeding;
      await service.stop();
    },
  };
}

function position({ dynamodb }: WireRecord): number {
  const key = `${dynamodb.Keys['PK']?.S} ${dynamodb.Keys['SK']?.S}`;
  return createHash('sha256').update(key).digest().readUInt32BE(0) / 4_294_967_296;
}
