import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  LeaseStore,
  StreamReader,
  type RecordBatch,
  type StreamReaderOptions,
  type StreamRecord,
} from '#libs/dynamodb-streams';
import { engineClient, engineEndpoint } from '../engines/engine.js';
import { eventually } from '../eventually.js';
import { ScriptedStreams } from './scripted-streams.js';
import { createStreamTable, dropTable } from './stream-table.js';

export let engine: DynamoDBClient;
export let leaseTable: string;
export let service: ScriptedStreams;
const started: { reader: StreamReader; clients: { destroy(): void }[] }[] = [];
/** Stopped after each test, like the service. */
export const endpoints: ScriptedStreams[] = [];

/** Each test gets its own scripted service and lease table, and leaves no reader behind. */
export function readAScriptedStream(): void {
  beforeEach(async () => {
    engine = engineClient();
    leaseTable = await createStreamTable(engine);
    service = await ScriptedStreams.start(engineEndpoint());
    endpoints.push(service);
  });

  afterEach(async () => {
    for (const { reader, clients } of started.splice(0)) {
      await reader.stop({ deadlineMs: 100 });
      for (const client of clients) client.destroy();
    }
    for (const endpoint of endpoints.splice(0)) await endpoint.stop();
    await dropTable(engine, leaseTable);
    engine.destroy();
  });
}

/** The contents of a record: `item=value`. */
export const said = (record: StreamRecord) =>
  `${record.dynamodb?.Keys?.['PK']?.S}=${record.dynamodb?.NewImage?.['value']?.N}`;

/** A reader with short waits, not started yet. */
export function read(
  handle: StreamReaderOptions['handle'],
  options: Partial<StreamReaderOptions> = {},
  at = service,
) {
  const settings = {
    endpoint: at.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  };
  const clients = [new DynamoDBStreamsClient(settings), new DynamoDBClient(settings)] as const;
  const reader = new StreamReader({
    streams: clients[0],
    dynamodb: clients[1],
    table: service.table,
    consumer: 'spec',
    leases: { table: leaseTable },
    handle,
    leaseDurationMs: 600,
    checkpointIntervalMs: 0,
    maxPollIntervalMs: 20,
    discoveryIntervalMs: 100,
    ...options,
  });
  started.push({ reader, clients: [...clients] });
  return reader;
}

/** A handler that records what it is given. */
export function writingDown(seen: string[]) {
  return ({ records }: RecordBatch) => {
    seen.push(...records.map(said));
    return Promise.resolve();
  };
}

export const leases = () => new LeaseStore({ dynamodb: engine, table: leaseTable, consumer: 'spec' }).list();

/** Makes every lease look as if it had been written so many hours ago. */
export async function ageLeases(hours: number): Promise<void> {
  const past = Date.now() - hours * 60 * 60 * 1000;
  for (const { streamArn, shardId, readUntil } of await leases())
    await engine.send(
      new UpdateItemCommand({
        TableName: leaseTable,
        Key: { PK: { S: 'lease:spec' }, SK: { S: `${streamArn}|${shardId}` } },
        UpdateExpression: `SET createdAt = :at${readUntil === undefined ? '' : ', readUntil = :until'}`,
        ExpressionAttributeValues: {
          ':at': { S: new Date(past).toISOString() },
          ...(readUntil === undefined ? {} : { ':until': { N: String(past) } }),
        },
      }),
    );
}

export async function expectSeen(seen: string[], expected: string[]) {
  await eventually(`${expected.join(' ')} seen`, () => expected.every((text) => seen.includes(text)));
}
