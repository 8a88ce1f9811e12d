import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
} from '@aws-sdk/client-dynamodb-streams';
import { loadSqlite } from './sqlite.js';
import { keepStreamRecordsFast, startEngine, STREAM_RETENTION_SECONDS, type Engine } from './index.js';

const { DatabaseSync } = loadSqlite();
type Database = InstanceType<typeof DatabaseSync>;

let folder: string;
let engine: Engine;
let dynamodb: DynamoDBClient;
let streams: DynamoDBStreamsClient;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollbook-spec-'));
  engine = await startEngine({ databaseFile: join(folder, 'a.db') });
  const settings = {
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  };
  dynamodb = new DynamoDBClient(settings);
  streams = new DynamoDBStreamsClient(settings);
  await dynamodb.send(
    new CreateTableCommand({
      TableName: 'things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  await waitUntilTableExists({ client: dynamodb, maxWaitTime: 5, minDelay: 1 }, { TableName: 'things' });
});

afterEach(async () => {
  dynamodb.destroy();
  streams.destroy();
  await engine.stop();
  await rm(folder, { recursive: true });
});

async function put(from: number, to: number) {
  for (let n = from; n <= to; n += 1)
    await dynamodb.send(new PutItemCommand({ TableName: 'things', Item: { PK: { S: `item-${n}` } } }));
}

async function streamedItems(): Promise<{ items: string[]; sequences: bigint[] }> {
  const { Streams } = await streams.send(new ListStreamsCommand({ TableName: 'things' }));
  const StreamArn = Streams?.[0]?.StreamArn;
  const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }));
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId;
  const { ShardIterator } = await streams.send(
    new GetShardIteratorCommand({ StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }),
  );
  const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }));
  return {
    items: Records.map((record) => record.dynamodb?.Keys?.['PK']?.S ?? ''),
    sequences: Records.map((record) => BigInt(record.dynamodb?.SequenceNumber ?? 0)),
  };
}

function inFile<T>(work: (database: Database) => T): T {
  const database = new DatabaseSync(engine.databaseFile);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    return work(database);
  } finally {
    database.close();
  }
}

const plan = (database: Database, query: string): string =>
  database
    .prepare(`EXPLAIN QUERY PLAN ${query}`)
    .all()
    .map((row) => (row as { detail: string }).detail)
    .join('; ');

// The two queries the engine runs for each write to a table with a stream, and for each poll.
const NEXT_SEQUENCE = `SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1
  FROM _stream_records WHERE table_name = 'things'`;
const POLL = `SELECT event_name, keys_json, new_image FROM _stream_records
  WHERE table_name = 'things' AND shard_id = 's' AND CAST(sequence_number AS INTEGER) > 5
  ORDER BY CAST(sequence_number AS INTEGER) LIMIT 100`;

test('from the start, neither a write nor a poll reads through the records that piled up', () => {
  const plans = inFile((database) => [plan(database, NEXT_SEQUENCE), plan(database, POLL)]);
  expect(plans[0]).toMatch(/USING (COVERING )?INDEX rollbook_stream_sequence/);
  expect(plans[1]).toMatch(/USING (COVERING )?INDEX rollbook_stream_s/);
  for (const text of plans) expect(text).not.toMatch(/SCAN|TEMP B-TREE/);
});

test('without the indexes they would: the check above can fail', () => {
  const plans = inFile((database) => {
    database.exec('DROP INDEX rollbook_stream_sequence; DROP INDEX rollbook_stream_shard');
    return [plan(database, NEXT_SEQUENCE), plan(database, POLL)];
  });
  expect(plans.join('; ')).toMatch(/SCAN|TEMP B-TREE/);
});

test('trims what is older than 24 hours, and nothing else', async () => {
  await put(1, 3);
  inFile((database) => {
    const old = Math.floor(Date.now() / 1000) - STREAM_RETENTION_SECONDS - 1;
    database.prepare('UPDATE _stream_records SET created_at = ? WHERE id <= 2').run(old);
  });
  expect(keepStreamRecordsFast(engine.databaseFile)).toEqual({ done: true, trimmed: 2 });
  expect((await streamedItems()).items).toEqual(['item-3']);
});

test('keeps the newest record however old it is, so that sequence numbers go on rising', async () => {
  await put(1, 3);
  const before = await streamedItems();
  const inTwoDays = Date.now() + 2 * STREAM_RETENTION_SECONDS * 1000;
  expect(keepStreamRecordsFast(engine.databaseFile, inTwoDays)).toEqual({ done: true, trimmed: 2 });
  await put(4, 4);
  const after = await streamedItems();
  expect(after.items).toEqual(['item-3', 'item-4']);
  expect(after.sequences[1]).toBeGreaterThan(before.sequences.at(-1) as bigint);
});

test('leaves a file it does not know alone, and says why', () => {
  const file = join(folder, 'other.db');
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE _stream_records (id INTEGER PRIMARY KEY, table_name TEXT, sequence TEXT)');
  other.exec(`INSERT INTO _stream_records (table_name, sequence) VALUES ('t', '1')`);
  const contents = () => other.prepare('SELECT name, sql FROM sqlite_master').all();
  const before = contents();
  expect(keepStreamRecordsFast(file)).toEqual({
    done: false,
    reason: 'its table _stream_records has no column sequence_number, shard_id, created_at',
  });
  expect(contents()).toEqual(before);
  expect(other.prepare('SELECT COUNT(*) AS n FROM _stream_records').get()).toMatchObject({ n: 1 });
  other.close();
});
