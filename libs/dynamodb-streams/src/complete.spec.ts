import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import {
  leases,
  read,
  readAScriptedStream,
  said,
  service,
} from '../../../test/support/streams/scripted-reading.js';
import type { RecordBatch, StreamReader } from './index.js';

readAScriptedStream();

/** Holds up the handler at a record until it is released. */
function heldUpAt(text: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isReached = false;
  return {
    handle: async ({ records }: RecordBatch) => {
      if (!records.map(said).includes(text)) return;
      isReached = true;
      await held;
    },
    reached: () => eventually(`${text} is being handled`, () => isReached),
    release: () => release(),
  };
}

const becomesLater = (reader: StreamReader, than: number) =>
  eventually('it is complete up to then', () => (reader.completeTo() ?? 0) > than);

/** For as long as an idle shard is read many times. */
async function expectStandingStill(reader: StreamReader, before: number): Promise<void> {
  const reads = () => service.calls.filter((call) => call === 'GetRecords').length;
  const from = reads();
  await eventually('others are read on', () => reads() > from + 20);
  expect(reader.completeTo() ?? 0).toBeLessThan(before);
}

/** What a stream delays is taken off: that long after something, a reader is past it. */
const ARRIVAL_MS = 2_000;

test('a shard in which nothing happens is complete up to when it was last found empty', async () => {
  service.openShard();
  service.openShard();
  const reader = read(() => Promise.resolve(), { staysFresh: true });
  await reader.start();
  const startedAt = Date.now();
  await becomesLater(reader, startedAt - ARRIVAL_MS);
  expect(reader.completeTo()).toBeLessThanOrEqual(Date.now() - ARRIVAL_MS);
});

test('a record that is being handled holds up the statement about all shards', async () => {
  const [shard] = [service.openShard(), service.openShard()];
  const slow = heldUpAt('a=1');
  const reader = read(slow.handle, { staysFresh: true });
  await reader.start();
  await becomesLater(reader, 0);
  service.append(shard, 'a', 1);
  await slow.reached();
  const reachedAt = Date.now();
  await delay(ARRIVAL_MS);
  await expectStandingStill(reader, reachedAt);
  slow.release();
  await becomesLater(reader, reachedAt);
});

test('a shard that has ended holds it up until its children are found, and they until their records are handled', async () => {
  const [root] = [service.openShard(), service.openShard()];
  const slow = heldUpAt('b=1');
  const reader = read(slow.handle, { staysFresh: true, discoveryIntervalMs: 1_000_000 });
  await reader.start();
  await becomesLater(reader, 0);
  service.faults.push(
    ...Array.from({ length: 12 }, () => ({
      operation: 'DescribeStream',
      error: 'InternalServerError',
      status: 500,
    })),
  );
  const [, right = ''] = service.split(root);
  service.append(right, 'b', 1);
  const splitAt = Date.now();
  await eventually('the end is saved', async () =>
    (await leases()).some(({ shardId, checkpoint }) => shardId === root && checkpoint === 'SHARD_END'),
  );
  await delay(ARRIVAL_MS);
  await expectStandingStill(reader, splitAt);
  service.faults.length = 0;
  await slow.reached();
  await expectStandingStill(reader, splitAt);
  slow.release();
  await becomesLater(reader, splitAt);
});

test('workers that share the shards state no more than the one that is behind', async () => {
  const [one, other] = [service.openShard(), service.openShard()];
  const slow = heldUpAt('a=1');
  const readers = [0, 1].map(() => read(slow.handle, { staysFresh: true }));
  await Promise.all(readers.map((reader) => reader.start()));
  await eventually('each has a shard', () => readers.every((reader) => reader.metrics().shards.length === 1));
  for (const reader of readers) await becomesLater(reader, 0);
  for (const shard of [one, other]) service.append(shard, shard === one ? 'a' : 'c', 1);
  await slow.reached();
  const reachedAt = Date.now();
  await delay(ARRIVAL_MS);
  for (const reader of readers) await expectStandingStill(reader, reachedAt);
  slow.release();
  for (const reader of readers) await becomesLater(reader, reachedAt);
});
