import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { engineClient, engineEndpoint } from '../../../test/support/engines/engine.js';
import { eventually } from '../../../test/support/eventually.js';
import { startRecordedBus, type BusFault } from '../../../test/support/streams/recorded-bus.js';
import { commit, createStreamTable, dropTable } from '../../../test/support/streams/stream-table.js';
import { startStreamProcessor } from './node-host.js';
import { masterKeyFile } from '../../../test/support/directory/master-key.js';

// Generous for a busy machine: processes are started and leases waited for.

let client: DynamoDBClient;
let table: string;

beforeAll(() => {
  client = engineClient();
});
beforeEach(async () => {
  table = await createStreamTable(client);
});
afterEach(() => dropTable(client, table));
afterAll(() => client.destroy());

/** A bus that takes longer is sent the same once more, and a lease that ends is taken over: on a busy machine only if that is the test. */
const run = (busUrl: string, tuning: Parameters<typeof startStreamProcessor>[2] = {}) =>
  startStreamProcessor(
    {
      table,
      eventBus: 'rollbook',
      masterKeyFile: masterKeyFile(),
      dynamodbEndpoint: engineEndpoint(),
      eventBridgeEndpoint: busUrl,
    },
    () => {},
    tuning,
  );

test('publishes what was committed before and after it started, in order, once', async () => {
  const bus = await startRecordedBus();
  const ids = await commit(client, table, 'user_a', 0, 3);
  const processor = await run(bus.url);
  ids.push(...(await commit(client, table, 'user_a', 3)), ...(await commit(client, table, 'user_a', 4, 2)));
  await eventually('all six events are on the bus', () => bus.received.length >= 6);
  await processor.stop();
  expect(bus.received.map((entry) => entry.id)).toEqual(ids);
  await bus.stop();
});

test('a bus that refuses entries, throttles, hangs and goes away costs time, not events and not order', async () => {
  const faults: BusFault[] = [
    { kind: 'fail-entries', indexes: [0, 2] },
    { kind: 'throttle' },
    { kind: 'accept-and-hang' },
    { kind: 'down' },
    { kind: 'fail-entries', indexes: [1], code: 'ThrottlingException' },
  ];
  const bus = await startRecordedBus((request) => faults[request] ?? { kind: 'none' });
  const users = ['user_a', 'user_b', 'user_c', 'user_d'];
  const ids: string[] = [];
  for (const user of users) ids.push(...(await commit(client, table, user, 0, 4)));
  const processor = await run(bus.url, { leaseDurationMs: 1_000, busTimeoutMs: 500 });
  const seen = () => new Set(bus.received.map((entry) => entry.id));
  await eventually('every event is on the bus', () => seen().size === ids.length);
  await processor.stop();
  for (const user of users) {
    const own = bus.received.filter((entry) => entry.subject === user).map((entry) => entry.sequence);
    expect([...new Set(own)]).toEqual([1, 2, 3, 4]);
  }
  for (const { id, detail } of bus.received)
    expect(bus.received.find((entry) => entry.id === id)?.detail).toBe(detail);
  await bus.stop();
});
