import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { commandUser, createUser, type Tenant } from '#libs/directory';
import type { UserId } from '#libs/domain';
import {
  classicEventBus,
  DeadLetters,
  discardLetter,
  redriveAggregate,
  republishAccount,
} from '#libs/event-publishing';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { startAccount } from '../support/streams/busy-directory.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { indexesSettled } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startRecordedBus, type BusFault } from '../support/streams/recorded-bus.js';
import {
  startStreamProcessorProcess,
  type StreamProcessorProcess,
} from '../support/streams/stream-processor-process.js';

// Generous for a busy machine: processes are started and leases waited for.

let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let fault: (request: number, ids: string[]) => BusFault;
let processor: StreamProcessorProcess;
let letters: DeadLetters;
let eventBridge: EventBridgeClient;

beforeEach(async () => {
  system = await openTestDirectory();
  fault = () => ({ kind: 'none' });
  bus = await startRecordedBus((request, ids) => fault(request, ids));
  processor = startStreamProcessorProcess({ table: system.tableName, busUrl: bus.url });
  letters = new DeadLetters(system.client, system.tableName);
  eventBridge = new EventBridgeClient({
    endpoint: bus.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  await processor.ready;
});

afterEach(async () => {
  await processor.stop();
  eventBridge.destroy();
  await bus.stop();
  await system.close();
});

const port = () => classicEventBus(eventBridge, 'rollbook');
const idsOnBus = () => [...new Set(bus.received.map((entry) => entry.id))];
const ofAggregate = (id: string) => idsOnBus().filter((each) => each.startsWith(`${id}.`));

async function rename(tenant: Tenant, userId: UserId, name: string) {
  await commandUser(tenant, userId, { type: 'change_user', name }, byOperator);
}

test('an event the bus refuses for good is parked with its reason; its aggregate waits, others go on; redrive sends all in order', async () => {
  const { tenant, ownerId } = await startAccount(system.directory);
  fault = (_, ids) => ({
    kind: 'fail-entries',
    indexes: ids.flatMap((id, index) => (id === `${ownerId}.2` ? [index] : [])),
    code: 'MalformedDetail',
  });
  await rename(tenant, ownerId, 'Second');
  await eventually('the letter is there', async () => (await letters.list()).length === 1);
  await rename(tenant, ownerId, 'Third');
  await rename(tenant, ownerId, 'Fourth');
  const other = await createUser(tenant, { name: 'Bo', email: 'bo@example.com', role: 'member' }, byOperator);
  await eventually('others go on', () => idsOnBus().includes(`${other.state.userId}.1`));
  await eventually('later ones wait', async () => (await letters.list()).length === 3);
  expect(ofAggregate(ownerId)).toEqual([`${ownerId}.1`]);
  const parked = await letters.list(ownerId);
  expect(parked.map(({ version, events }) => ({ version, events }))).toEqual([
    { version: 2, events: 1 },
    { version: 3, events: 1 },
    { version: 4, events: 1 },
  ]);
  expect(parked[0]?.reason).toContain('MalformedDetail');
  expect(parked[1]?.reason).toBe('waits for an earlier event');

  // While the bus still refuses it, a redrive changes nothing and says why.
  expect(await redriveAggregate(system.directory, port(), letters, ownerId)).toMatchObject({
    published: 0,
    stopped: expect.stringContaining('MalformedDetail') as string,
  });
  fault = () => ({ kind: 'none' });
  expect(await redriveAggregate(system.directory, port(), letters, ownerId)).toEqual({
    aggregateId: ownerId,
    published: 3,
  });
  await rename(tenant, ownerId, 'Fifth');
  await eventually('later events pass again', () => idsOnBus().includes(`${ownerId}.5`));
  expect(ofAggregate(ownerId)).toEqual([1, 2, 3, 4, 5].map((version) => `${ownerId}.${version}`));
  expect(await letters.parkedAggregates()).toEqual([]);
});

test('a head item that cannot be read is parked, and a redrive publishes its events from the table', async () => {
  const { tenant, accountId, ownerId } = await startAccount(system.directory);
  await eventually('the start is on the bus', () => idsOnBus().includes(`${ownerId}.1`));
  // What a broken writer would leave: a new version whose events are not what they should be.
  processor.kill();
  await processor.exited;
  await rename(tenant, ownerId, 'Second');
  await system.client.send(
    new UpdateItemCommand({
      TableName: system.tableName,
      Key: { PK: { S: `account:${accountId}` }, SK: { S: `user:${ownerId}` } },
      UpdateExpression: 'SET lastEvents = :broken, version = :next',
      ExpressionAttributeValues: { ':broken': { S: 'not JSON' }, ':next': { N: '3' } },
    }),
  );
  processor = startStreamProcessorProcess({ table: system.tableName, busUrl: bus.url });
  await eventually('the letter is there', async () => (await letters.list()).length === 1);
  expect(await letters.list(ownerId)).toMatchObject([
    { version: 3, events: 1, accountId, reason: 'the head item carries no events' },
  ]);
  expect(ofAggregate(ownerId)).toEqual([`${ownerId}.1`, `${ownerId}.2`]);
  const result = await redriveAggregate(system.directory, port(), letters, ownerId);
  expect(result.stopped).toBe('the table has 0 of its 1 events');
  expect(await discardLetter(letters, ownerId, 3)).toBe(true);
  expect(await letters.parkedAggregates()).toEqual([]);
});

test('a window of the account log is sent again with the same ids and bytes, in order', async () => {
  const from = new Date();
  const { tenant, accountId, ownerId, events } = await startAccount(system.directory);
  for (const name of ['Second', 'Third']) await rename(tenant, ownerId, name);
  await eventually('all are on the bus', () => idsOnBus().length === events.length + 2);
  await processor.stop();
  const first = bus.received.splice(0);
  await indexesSettled();
  expect(await republishAccount(system.directory, port(), accountId, from, new Date())).toBe(5);
  const byId = (entries: typeof first) => Object.fromEntries(entries.map(({ id, detail }) => [id, detail]));
  expect(byId(bus.received)).toEqual(byId(first));
  expect(ofAggregate(ownerId)).toEqual([1, 2, 3].map((version) => `${ownerId}.${version}`));
  bus.received.splice(0);
  expect(
    await republishAccount(system.directory, port(), accountId, new Date(0), new Date(from.getTime() - 1)),
  ).toBe(0);
});
