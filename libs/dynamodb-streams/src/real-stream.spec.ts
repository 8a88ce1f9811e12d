/** @engines both */
import { setTimeout as delay } from 'node:timers/promises';
import { PutItemCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { engineClient, engineEndpoint } from '../../../test/support/engines/engine.js';
import { eventually } from '../../../test/support/eventually.js';
import { createStreamTable, dropTable } from '../../../test/support/streams/stream-table.js';
import { LeaseStore, StreamReader, type StreamReaderOptions } from './index.js';

// Generous for a busy machine: processes are started and leases expire.

// The real reader against the stream of the test run's engine: the embedded one, and DynamoDB Local.

let dynamodb: DynamoDBClient;
let streams: DynamoDBStreamsClient;
let table: string;

beforeEach(async () => {
  dynamodb = engineClient();
  streams = new DynamoDBStreamsClient({
    endpoint: engineEndpoint(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  table = await createStreamTable(dynamodb);
});
afterEach(async () => {
  await dropTable(dynamodb, table);
  dynamodb.destroy();
  streams.destroy();
});

const ITEMS = 20;
const LEASE_MS = 900;

async function write(from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n += 1)
    await dynamodb.send(
      new PutItemCommand({
        TableName: table,
        Item: { PK: { S: `item-${n % ITEMS}` }, SK: { S: 's' }, n: { N: String(n) } },
      }),
    );
}

function read(seen: [string, number][], options: Partial<StreamReaderOptions> = {}): StreamReader {
  return new StreamReader({
    streams,
    dynamodb,
    table,
    consumer: 'spec',
    leaseDurationMs: LEASE_MS,
    handle: ({ records }) => {
      for (const { dynamodb: change } of records)
        seen.push([change?.Keys?.['PK']?.S ?? '', Number(change?.NewImage?.['n']?.N)]);
      return Promise.resolve();
    },
    ...options,
  });
}

test('reads every change once, each item in order, and continues from its checkpoint', async () => {
  await write(1, 100);
  const seen: [string, number][] = [];
  const first = read(seen);
  await first.start();
  await write(101, 150);
  await eventually('the first 150 are seen', () => seen.length >= 150);
  await first.stop();
  await write(151, 200);
  const second = read(seen, { lanes: 4 });
  await second.start();
  await eventually('all 200 are seen', () => seen.length >= 200);
  await second.stop();
  expect(seen.length).toBe(200);
  for (let item = 0; item < ITEMS; item += 1) {
    const values = seen.filter(([key]) => key === `item-${item}`).map(([, value]) => value);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values).toHaveLength(10);
  }
});

test('at rest, its own lease items in the stream it reads do not keep it busy', async () => {
  await write(1, 5);
  const seen: [string, number][] = [];
  const reader = read(seen, { checkpointIntervalMs: 0 });
  await reader.start();
  await eventually('all are seen', () => seen.length === 5);
  await delay(300);
  const [before, since] = [reader.metrics(), performance.now()];
  await delay(1_800);
  const after = reader.metrics();
  // A lease is renewed three times in its duration, and nothing written for having read the renewals.
  const renewals = 1 + Math.ceil((performance.now() - since) / (LEASE_MS / 3));
  expect(after.checkpoints - before.checkpoints).toBeLessThanOrEqual(
    renewals * Math.max(1, after.shards.length),
  );
  expect(after.records).toBe(5);
  const leases = await new LeaseStore({ dynamodb, table, consumer: 'spec' }).list();
  expect(leases.every((lease) => lease.owner === reader.workerId || lease.checkpoint === 'SHARD_END')).toBe(
    true,
  );
  await reader.stop();
});
