import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import {
  ACCOUNTS_SCOPE,
  addMember,
  commandUser,
  createAccount,
  createServiceGroup,
  createUser,
  getServiceGroup,
  grantTenant,
  readFeed,
  removeMember,
  removeServiceGroup,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { StreamReader } from '#libs/dynamodb-streams';
import { feeder } from '../../apps/stream-processor/src/feeder/feeder.js';
import { startStreamProcessor, type StreamProcessor } from '../../apps/stream-processor/src/node-host.js';
import { isNoCommit } from '../../apps/stream-processor/src/publisher/committed-events.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { masterKeyFile } from '../support/directory/master-key.js';
import { engineEndpoint } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import { startStreamProcessorProcess } from '../support/streams/stream-processor-process.js';
import { seeded } from './proof/random.js';
import { shardTheStream } from './proof/sharded-stream.js';

/** The feeds, while their reader is killed, taken over from an earlier version; and beside a job that hangs. */

let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let stream: Awaited<ReturnType<typeof shardTheStream>>;
let clients: { streams: DynamoDBStreamsClient; dynamodb: DynamoDBClient };
let tenant: Tenant;
let accountId: string;
let ownerId: UserId | undefined;
/** In the order in which they were committed. */
let committed: string[];

beforeEach(async () => {
  system = await openTestDirectory();
  bus = await startRecordedBus();
  stream = await shardTheStream(system.client, engineEndpoint(), system.tableName, seeded(1));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const at = { endpoint: stream.service.url, region: 'us-east-1', credentials };
  clients = { streams: new DynamoDBStreamsClient(at), dynamodb: new DynamoDBClient(at) };
  const { state, events } = await createAccount(system.directory, { name: 'Acme' }, byOperator);
  accountId = state.accountId;
  tenant = grantTenant(system.directory, accountId);
  committed = events.map(({ eventId }) => eventId);
  // A feed begins with its account, and that of all with the first.
  const beginning = feedAs('beginning');
  await beginning.start();
  await expectFed();
  await beginning.stop();
  const olga = { name: 'Olga', email: 'olga@example.com', role: 'owner' as const };
  const owner = await createUser(tenant, olga, byOperator);
  ownerId = owner.state.userId;
  committed.push(...owner.events.map(({ eventId }) => eventId));
});
afterEach(async () => {
  Object.assign(stream.service, { onForward: () => {}, onAnswer: () => {} });
  for (const client of Object.values(clients)) client.destroy();
  await stream.stop();
  await bus.stop();
  await system.close();
});

const where = () => ({ table: system.tableName, busUrl: bus.url, endpoint: stream.service.url });

function startHere(): Promise<StreamProcessor> {
  const { table, busUrl: eventBridgeEndpoint, endpoint: dynamodbEndpoint } = where();
  const paths = { masterKeyFile: masterKeyFile(), dynamodbEndpoint, eventBridgeEndpoint };
  return startStreamProcessor({ table, eventBus: 'rollbook', ...paths }, () => {}, {
    leaseDurationMs: 1_000,
    maxPollIntervalMs: 50,
  });
}

/** Feeds what is committed, under the name of this consumer. */
function feedAs(consumer: string): StreamReader {
  const { directory, tableName: table } = system;
  const handle = feeder({ directory, onNotice: () => {} });
  const tuning = { leaseDurationMs: 1_000, checkpointIntervalMs: 0, maxPollIntervalMs: 50 };
  return new StreamReader({ ...clients, table, consumer, ignore: isNoCommit, handle, ...tuning });
}

async function change(): Promise<void> {
  const command = { type: 'change_user', name: `Olga ${committed.length}` } as const;
  const { events } = await commandUser(tenant, ownerId!, command, byOperator);
  committed.push(...events.map(({ eventId }) => eventId));
}

async function fed(scope: string): Promise<string[]> {
  const page = await readFeed(system.directory, scope, { limit: 1_000 });
  return page.events.map(({ event }) => event.eventId);
}

/** Each event once, and those of each subject in their order. */
async function expectFed(): Promise<void> {
  for (const scope of [accountId, ACCOUNTS_SCOPE]) {
    await eventually('all is fed', async () => (await fed(scope)).length >= committed.length);
    await delay(200);
    const ids = await fed(scope);
    expect([...ids].sort()).toEqual([...committed].sort());
    const ofOwner = (id: string) => ownerId !== undefined && id.startsWith(ownerId);
    expect(ids.filter(ofOwner)).toEqual(committed.filter(ofOwner));
  }
}

// Killed at its other calls, and throttled: test/simulation.
test('killed when it appends to a feed, before and after, it feeds each event once', async () => {
  for (const point of ['onForward', 'onAnswer'] as const) {
    let isHeld = false;
    const { child, kill, exited } = startStreamProcessorProcess({
      ...where(),
      tuning: { stateEveryMs: 100 },
    });
    stream.service[point] = (operation, input) => {
      if (operation !== 'PutItem' || !JSON.stringify(input).includes('feed:acct')) return;
      isHeld = true;
      kill();
    };
    await change();
    await eventually('it is killed', () => isHeld);
    await exited;
    expect(child.signalCode).toBe('SIGKILL');
    stream.service[point] = () => {};
  }
  await change();
  const last = startStreamProcessorProcess(where());
  await expectFed();
  await last.stop();
});

test('beside the version before, which fed as a part of its projector, it goes on where that one is, and feeds each event once', async () => {
  const before = feedAs('projector');
  await before.start();
  for (let n = 0; n < 5; n += 1) await change();
  await expectFed();
  const processor = await startHere();
  for (let n = 0; n < 20; n += 1) {
    await change();
    if (n === 10) await before.stop();
  }
  await expectFed();
  expect(processor.metrics().feeder?.records).toBeLessThanOrEqual(20);
  await processor.stop();
});

test('a job whose transaction hangs holds up no revocation, and no count', async () => {
  const { serviceGroupId } = (await createServiceGroup(tenant, { name: 'dev' }, byOperator)).state;
  const input = { name: 'Ben', email: 'ben@example.com', role: 'member' as const };
  const users = [ownerId!, (await createUser(tenant, input, byOperator)).state.userId];
  const other = await startAccount(system.directory, 'Globex');
  await addMember(other.tenant, other.serviceGroupId, other.ownerId, byOperator);
  for (const userId of users) await addMember(tenant, serviceGroupId, userId, byOperator);
  let isHeld = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  stream.service.onForward = (operation, request) => {
    if (operation !== 'TransactWriteItems' || !JSON.stringify(request).includes('"job:')) return;
    isHeld = true;
    return held;
  };
  const processor = await startHere();
  const { state } = await removeServiceGroup(other.tenant, other.serviceGroupId, byOperator);
  expect(state.jobId).toBeDefined();
  await eventually('the job hangs', () => isHeld);
  const removed = (await removeMember(tenant, serviceGroupId, users[1]!, byOperator)).events[0]!.eventId;
  const startedAt = performance.now();
  await eventually('the revocation is fed', async () => (await fed(accountId)).includes(removed));
  // A job's slice alone is longer.
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  await eventually('the count is right', async () => {
    const { memberCount } = await getServiceGroup(tenant, serviceGroupId);
    return memberCount?.members === 1;
  });
  release();
  await processor.stop();
});
