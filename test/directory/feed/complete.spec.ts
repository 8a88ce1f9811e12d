import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { commandUser, openDirectory, readFeed, stateComplete } from '#libs/directory';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { watchFeeds } from '../../../apps/stream-processor/src/feeder/watched-feeds.js';
import { engineBehind } from '../../support/engines/engine.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { eventually } from '../../support/eventually.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { streamShards } from '../../support/streams/stream-records.js';

let system: TestDirectory;
beforeEach(async () => {
  system = await openTestDirectory();
});
afterEach(() => system.close());

async function completeTo(directory = system.directory): Promise<number | undefined> {
  return (await readFeed(directory, 'acct_any', { limit: 1 })).completeTo;
}

test('a statement from the future counts as none, and is not believed later either', async () => {
  const { client, tableName } = system;
  const { cursorSecret } = system.directory;
  let now = Date.now();
  const directory = openDirectory({
    client,
    tableName,
    cursorSecret,
    masterKey: testMasterKey(),
    now: () => now,
  });
  expect(await completeTo(directory)).toBeUndefined();
  const ahead = now + 60_000;
  await stateComplete(directory, ahead);
  now += 2_000;
  expect(await completeTo(directory)).toBeUndefined();
  now = ahead + 2_000;
  expect(await completeTo(directory)).toBeUndefined();
  await stateComplete(directory, ahead + 1_000);
  now += 2_000;
  expect(await completeTo(directory)).toBe(ahead + 1_000);
});

describe('where nothing reads the stream while nothing happens', () => {
  const ending = new AbortController();
  const streams = new DynamoDBStreamsClient({
    endpoint: engineBehind(),
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  afterAll(() => streams.destroy());
  const watch = (signal: AbortSignal) =>
    watchFeeds({
      directory: system.directory,
      streams,
      dynamodb: system.client,
      table: system.tableName,
      onNotice: () => {},
      signal,
    });

  /** As an event source mapping does: everything, from the beginning. */
  async function handleAll(): Promise<void> {
    for (const { shardId, records } of await streamShards(system.client, system.tableName))
      await feeder({ directory: system.directory, onNotice: () => {} })({
        records,
        shardId,
        signal: ending.signal,
      });
  }

  test('nothing is stated while nobody follows a feed', async () => {
    await watch(new AbortController().signal);
    expect(await completeTo()).toBeUndefined();
  });

  test('it is stated up to when the feeds have what the stream has, while somebody follows one', async () => {
    const { tenant, ownerId } = await startAccount(system.directory);
    await handleAll();
    await system.directory.feedClock.noteFollower();
    const end = new AbortController();
    const watching = watch(end.signal);
    const begunAt = Date.now();
    await eventually('it is complete', async () => ((await completeTo()) ?? 0) > begunAt);
    await commandUser(tenant, ownerId, { type: 'change_user', name: 'Olga' }, byOperator);
    const committedAt = Date.now();
    // Longer than from one statement to the next.
    for (const until = performance.now() + 6_000; performance.now() < until;) {
      expect(await completeTo()).toBeLessThan(committedAt);
      await delay(100);
    }
    await handleAll();
    await eventually('it is complete again', async () => ((await completeTo()) ?? 0) > committedAt);
    end.abort();
    await watching;
  });
});
