import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import {
  expectSeen,
  read,
  readAScriptedStream,
  service,
  writingDown,
} from '../../../test/support/streams/scripted-reading.js';
import { StreamFeed, type StreamFeedOptions } from './index.js';

const HOUR_MS = 60 * 60 * 1000;

readAScriptedStream();

let streams: DynamoDBStreamsClient;
beforeEach(() => {
  streams = new DynamoDBStreamsClient({
    endpoint: service.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
});
afterEach(() => streams.destroy());

const feedOf = (options: Omit<StreamFeedOptions, 'streams'>) => new StreamFeed({ streams, ...options });
const pagesRead = () => service.calls.filter((call) => call === 'GetRecords').length;

/** Never polls by itself within a test. */
const TOLD_ONLY = { minPollIntervalMs: HOUR_MS, maxPollIntervalMs: HOUR_MS };

test('a shard at rest is read when the feed is resumed, and not before', async () => {
  const shard = service.openShard();
  const seen: string[] = [];
  const feed = feedOf(TOLD_ONLY);
  await read(writingDown(seen), { feed }).start();
  await eventually('it has looked once', () => pagesRead() === 1);
  service.append(shard, 'a', 1);
  await delay(100);
  expect(seen).toEqual([]);
  feed.wake();
  await expectSeen(seen, ['a=1']);
});

test('a wake-up in the middle of a read or of work is not lost', async () => {
  const shard = service.openShard();
  const seen: string[] = [];
  const feed = feedOf(TOLD_ONLY);
  let next = 2;
  await read(
    async ({ records }) => {
      await writingDown(seen)({ records } as never);
      if (next <= 20) service.append(shard, 'a', next++);
      feed.wake();
    },
    { feed },
  ).start();
  service.append(shard, 'a', 1);
  feed.wake();
  await expectSeen(seen, ['a=1', 'a=20']);
});

test('two consumers of one process read each page once, and each has its own checkpoint', async () => {
  const shard = service.openShard();
  const feed = feedOf({ ...TOLD_ONLY, pageSize: 1 });
  const [first, second]: [string[], string[]] = [[], []];
  const expected = Array.from({ length: 20 }, (_, n) => `a=${n}`);
  await read(writingDown(first), { feed, consumer: 'first' }).start();
  await read(writingDown(second), { feed, consumer: 'second' }).start();
  await eventually('both are at the tip', () => pagesRead() >= 1);
  await delay(50);
  const before = pagesRead();
  for (let n = 0; n < 20; n += 1) service.append(shard, 'a', n);
  feed.wake();
  await expectSeen(first, expected);
  await expectSeen(second, expected);
  expect([first, second]).toEqual([expected, expected]);
  // Twenty records, and the empty pages at the tip.
  expect(pagesRead() - before).toBeLessThan(30);
});

test('a consumer that gathers handles the first record at once, and what follows meanwhile as one batch', async () => {
  const shard = service.openShard();
  const feed = feedOf(TOLD_ONLY);
  const [quick, gathered, batches]: [string[], string[], number[]] = [[], [], []];
  await read(writingDown(quick), { feed, consumer: 'quick' }).start();
  const gathering = async (batch: Parameters<ReturnType<typeof writingDown>>[0]) => {
    batches.push(batch.records.length);
    await writingDown(gathered)(batch);
  };
  await read(gathering, { feed, consumer: 'gathering', gatherMs: 2_000 }).start();
  for (let n = 0; n < 20; n += 1) {
    service.append(shard, 'a', n);
    feed.wake();
    // Each is a page of its own for those who do not wait.
    await expectSeen(quick, [`a=${n}`]);
    if (n === 0) await expectSeen(gathered, ['a=0']);
  }
  await expectSeen(gathered, ['a=19']);
  expect(gathered).toEqual(quick);
  expect(batches[0]).toBe(1);
  expect(batches.length).toBeLessThan(10);
});

test('a consumer that hangs holds nobody up, and reads older records for itself', async () => {
  const shard = service.openShard();
  const feed = feedOf({ maxPollIntervalMs: 20 });
  const [quick, slow]: [string[], string[]] = [[], []];
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await read(writingDown(quick), { feed, consumer: 'quick' }).start();
  const hanging = async (batch: Parameters<ReturnType<typeof writingDown>>[0]) => {
    await held;
    await writingDown(slow)(batch);
  };
  await read(hanging, { feed, consumer: 'slow' }).start();
  const expected = Array.from({ length: 3_000 }, (_, n) => `a=${n}`);
  for (let n = 0; n < 3_000; n += 1) {
    service.append(shard, 'a', n);
    if (n % 500 === 499) await expectSeen(quick, [`a=${n}`]);
  }
  expect(quick).toEqual(expected);
  expect(slow).toEqual([]);
  release();
  await expectSeen(slow, ['a=2999']);
  expect(slow).toEqual(expected);
});

test('a closed shard ends for every consumer, and its children follow for each', async () => {
  const parent = service.openShard();
  const feed = feedOf({ maxPollIntervalMs: 20 });
  const [first, second]: [string[], string[]] = [[], []];
  await read(writingDown(first), { feed, consumer: 'first' }).start();
  await read(writingDown(second), { feed, consumer: 'second' }).start();
  service.append(parent, 'a', 1);
  const [child = ''] = service.split(parent);
  service.append(child, 'a', 2);
  await expectSeen(first, ['a=1', 'a=2']);
  await expectSeen(second, ['a=1', 'a=2']);
  expect([first, second]).toEqual([
    ['a=1', 'a=2'],
    ['a=1', 'a=2'],
  ]);
});

describe('records of one sequence number, as emulators give them,', () => {
  function appendTwins(shard: string, value: number): void {
    service.append(shard, 'a', value);
    const first = service.recordsUpTo(shard, 'SHARD_END').at(-1)!;
    const NewImage = { PK: { S: 'a' }, value: { N: String(value + 1) } };
    service.appendRecord(shard, { ...first, dynamodb: { ...first.dynamodb, NewImage } });
  }

  test.each([1, 1_000])('are all handled, in pages of %s, and the shard is read on', async (pageSize) => {
    const shard = service.openShard();
    const seen: string[] = [];
    appendTwins(shard, 1);
    await read(writingDown(seen), { pageSize }).start();
    await expectSeen(seen, ['a=1', 'a=2']);
    appendTwins(shard, 3);
    service.append(shard, 'a', 5);
    await expectSeen(seen, ['a=3', 'a=4', 'a=5']);
  });
});

describe('a service that gives the same page again and again', () => {
  const notices: string[] = [];
  const reading = (seen: string[]) =>
    read(writingDown(seen), { pageSize: 1, onNotice: (line) => notices.push(line) });
  beforeEach(() => notices.splice(0));

  test('is reported, and read on from when it does no longer', async () => {
    const shard = service.openShard();
    const seen: string[] = [];
    for (const value of [1, 2, 3]) service.append(shard, 'a', value);
    service.standsStill = true;
    await reading(seen).start();
    await eventually('it is reported', () => notices.some((line) => line.includes('again and again')));
    expect(seen).not.toContain('a=2');
    service.standsStill = false;
    await expectSeen(seen, ['a=2', 'a=3']);
  });

  test('lists no shards for ever', async () => {
    for (let n = 0; n < 5; n += 1) service.openShard();
    service.standsStill = true;
    const reader = reading([]);
    void reader.start();
    await eventually('it is reported', () =>
      notices.some((line) => line.includes('list of shards leads back')),
    );
    service.standsStill = false;
    await eventually('all are read', () => reader.metrics().shards.length === 5);
  });
});
