import { commandUser } from '#libs/directory';
import { startAccount } from '../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { engineEndpoint, indexesSettled } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import { startStreamProcessorProcess } from '../support/streams/stream-processor-process.js';
import { seeded } from './proof/random.js';
import { shardTheStream } from './proof/sharded-stream.js';

// Generous for a busy machine: processes are started and leases waited for.

let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let stream: Awaited<ReturnType<typeof shardTheStream>>;

beforeEach(async () => {
  system = await openTestDirectory();
  bus = await startRecordedBus();
  stream = await shardTheStream(system.client, engineEndpoint(), system.tableName, seeded(1));
});
afterEach(async () => {
  await stream.stop();
  await bus.stop();
  await system.close();
});

test('what was trimmed from the stream before it was published is sent from the account log, in order', async () => {
  const { directory, tableName: table } = system;
  const where = { table, busUrl: bus.url, endpoint: stream.service.url };
  const { tenant, ownerId, events } = await startAccount(directory);
  const first = startStreamProcessorProcess(where);
  await eventually('the start is on the bus', () => bus.received.length >= events.length);
  // Before that it does not yet know what to do when it is told to stop, and leaves no checkpoint.
  await first.ready;
  await first.stop();

  // Nobody reads while this happens, until the stream has forgotten it.
  for (const name of ['Second', 'Third', 'Fourth'])
    await commandUser(tenant, ownerId, { type: 'change_user', name }, byOperator);
  const isOwner = ({ dynamodb }: { dynamodb: { Keys: Record<string, { S?: string }> } }) =>
    dynamodb.Keys['SK']?.S === `user:${ownerId}`;
  await eventually('the stream has had it', () => stream.service.recordCount(isOwner) === 4);
  stream.service.trimAll();

  // A gap in the stream is hours old.
  await indexesSettled();
  const second = startStreamProcessorProcess(where);
  const ofOwner = () => bus.received.filter(({ subject }) => subject === ownerId);
  await eventually('it is on the bus', () => ofOwner().some(({ sequence }) => sequence === 4));
  // And the stream is read on.
  await commandUser(tenant, ownerId, { type: 'change_user', name: 'Fifth' }, byOperator);
  await eventually('the next one too', () => ofOwner().some(({ sequence }) => sequence === 5));
  await second.stop();
  expect([...new Set(ofOwner().map(({ sequence }) => sequence))]).toEqual([1, 2, 3, 4, 5]);
  for (const { id, detail } of bus.received)
    expect(bus.received.find((entry) => entry.id === id)?.detail).toBe(detail);
  expect(second.notices.join('\n')).toMatch(/RECORDS MISSING[\s\S]*REPAIRED/);
});
