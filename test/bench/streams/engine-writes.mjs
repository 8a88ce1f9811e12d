// Writes to a table with a stream, on the embedded engine, as records pile up: with the maintenance of stream-records.ts and
// without it.
//
//   node test/bench/streams/engine-writes.mjs [puts, default 20000]
import { DatabaseSync } from 'node:sqlite';
import { DynamoDBClient, PutItemCommand, CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { prepare } from '../../../apps/local/prepare.mjs';

prepare();
const { startEngine } = await import('../../../dist/libs/embedded-engine/src/index.js');
const puts = Number(process.argv[2] ?? 20_000);
const STEP = Math.ceil(puts / 5);

for (const maintenance of [true, false]) {
  const engine = await startEngine();
  if (!maintenance) {
    const database = new DatabaseSync(engine.databaseFile);
    database.exec(
      'PRAGMA busy_timeout = 5000; DROP INDEX rollbook_stream_sequence; DROP INDEX rollbook_stream_shard',
    );
    database.close();
  }
  const client = new DynamoDBClient({
    endpoint: engine.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await client.send(
    new CreateTableCommand({
      TableName: 'things',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'PK', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'PK', KeyType: 'HASH' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    }),
  );
  console.log(maintenance ? 'with the indexes' : 'without the indexes');
  for (let done = 0; done < puts; done += STEP) {
    const start = performance.now();
    for (let n = 0; n < STEP; n += 4)
      await Promise.all(
        [0, 1, 2, 3].map((lane) =>
          client.send(
            new PutItemCommand({ TableName: 'things', Item: { PK: { S: `item-${done + n + lane}` } } }),
          ),
        ),
      );
    const rate = STEP / ((performance.now() - start) / 1000);
    console.log(`  after ${String(done).padStart(6)} records: ${rate.toFixed(0)} puts/s`);
  }
  client.destroy();
  await engine.stop();
}
