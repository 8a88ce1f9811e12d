import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import {
  ageLeases,
  expectSeen,
  leases,
  read,
  readAScriptedStream,
  said,
  service,
  writingDown,
} from '../../../test/support/streams/scripted-reading.js';
import type { Gap } from './index.js';

// Generous for a busy machine: processes are started and leases expire.

readAScriptedStream();

describe('shards', () => {
  test('are found on every page of the description, and read from their first record', async () => {
    const shards = Array.from({ length: 5 }, () => service.openShard());
    for (const [index, shard] of shards.entries()) service.append(shard, `item${index}`, index);
    const seen: string[] = [];
    await read(writingDown(seen)).start();
    await expectSeen(seen, ['item0=0', 'item1=1', 'item2=2', 'item3=3', 'item4=4']);
    expect(service.calls.filter((call) => call === 'DescribeStream').length).toBeGreaterThanOrEqual(3);
  });

  test('appear by a split: children follow their parents, generation after generation, from their first record', async () => {
    const root = service.openShard();
    service.append(root, 'a', 1);
    const seen: string[] = [];
    await read(writingDown(seen)).start();
    await expectSeen(seen, ['a=1']);
    service.append(root, 'a', 2);
    const [left = '', right = ''] = service.split(root);
    service.append(left, 'a', 3);
    service.append(right, 'b', 1);
    const [leaf = ''] = service.split(left, 1);
    service.append(leaf, 'a', 4);
    await expectSeen(seen, ['a=4', 'b=1']);
    expect(seen.filter((text) => text.startsWith('a'))).toEqual(['a=1', 'a=2', 'a=3', 'a=4']);
  });

  test('wait until the end of their parent is durable', async () => {
    const root = service.openShard();
    service.append(root, 'a', 1);
    const [child = ''] = service.split(root, 1);
    service.append(child, 'a', 2);
    const seen: string[] = [];
    const order: string[] = [];
    const reader = read(writingDown(seen), {
      onStep: async (step, { shardId }) => {
        if (step === 'before-shard-end' && shardId === root) {
          service.cut = true;
          await delay(150);
          order.push(`children before the end is saved: ${seen.filter((text) => text === 'a=2').length}`);
          service.cut = false;
        }
        if (step === 'before-handle' && shardId === child) {
          const parent = (await leases()).find((lease) => lease.shardId === root);
          order.push(`parent at ${parent?.checkpoint}`);
        }
      },
    });
    await reader.start();
    await expectSeen(seen, ['a=2']);
    expect(order).toEqual(['children before the end is saved: 0', 'parent at SHARD_END']);
  });

  test('wait for a parent that is found and not finished, however often they are looked for', async () => {
    const root = service.openShard();
    service.append(root, 'a', 1);
    const [child = ''] = service.split(root, 1);
    service.append(child, 'a', 2);
    const seen: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await read(async ({ records }) => {
      if (records.map(said).includes('a=1')) await held;
      seen.push(...records.map(said));
    }).start();
    const looks = () => service.calls.filter((call) => call === 'DescribeStream').length;
    const before = looks();
    await eventually('it has looked for shards again', () => looks() > before + 4);
    expect((await leases()).map(({ shardId }) => shardId)).toEqual([root]);
    release();
    await expectSeen(seen, ['a=2']);
    expect(seen).toEqual(['a=1', 'a=2']);
  });

  test('whose parent is listed no more are read at once', async () => {
    const root = service.openShard();
    const [child = ''] = service.split(root, 1);
    service.forgetShard(root);
    service.append(child, 'a', 1);
    const seen: string[] = [];
    await read(writingDown(seen)).start();
    await expectSeen(seen, ['a=1']);
  });
});

describe('the service', () => {
  test('expires iterators: reading continues after the last record, and none is repeated', async () => {
    const shard = service.openShard();
    const seen: string[] = [];
    const reader = read(writingDown(seen));
    await reader.start();
    for (let value = 1; value <= 5; value += 1) {
      service.append(shard, 'a', value);
      await expectSeen(seen, [`a=${value}`]);
      service.expireIterators();
    }
    expect(seen).toEqual(['a=1', 'a=2', 'a=3', 'a=4', 'a=5']);
    await eventually('an expired iterator was met', () => reader.metrics().expiredIterators > 0);
  });

  test('throttles and fails: reading continues after a pause', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    service.faults.push(
      { operation: 'DescribeStream', error: 'LimitExceededException' },
      { operation: 'GetShardIterator', error: 'ThrottlingException' },
      { operation: 'GetRecords', error: 'LimitExceededException' },
      { operation: 'GetRecords', error: 'InternalServerError', status: 500 },
    );
    const seen: string[] = [];
    const reader = read(writingDown(seen));
    await reader.start();
    await expectSeen(seen, ['a=1']);
    expect(reader.metrics()).toMatchObject({ throttles: 2, streamErrors: 3 });
  });

  test('returns empty pages before a record: that is not the end', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    service.emptyPages = 3;
    const seen: string[] = [];
    const reader = read(writingDown(seen));
    await reader.start();
    await expectSeen(seen, ['a=1']);
    expect(reader.metrics().emptyPages).toBeGreaterThanOrEqual(3);
  });
});

describe('records that are gone before they were read', () => {
  test('lost by trimming are announced and repaired since the last one read before reading continues', async () => {
    const shard = service.openShard();
    const readAt = Date.now() - 60_000;
    service.append(shard, 'a', 1, readAt);
    const seen: string[] = [];
    const first = read(writingDown(seen));
    await first.start();
    await expectSeen(seen, ['a=1']);
    await first.stop();
    for (let value = 2; value <= 4; value += 1) service.append(shard, 'a', value);
    service.trim(shard, 3);

    const gaps: Gap[] = [];
    const notices: string[] = [];
    const second = read(writingDown(seen), {
      onNotice: (line) => notices.push(line),
      onGap: (gap) => {
        gaps.push(gap);
        seen.push('repaired');
        return gaps.length === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      },
    });
    await second.start();
    await expectSeen(seen, ['a=4']);
    expect(seen).toEqual(['a=1', 'repaired', 'repaired', 'a=4']);
    expect(gaps[0]).toMatchObject({ reason: 'trimmed', shardId: shard, since: readAt });
    expect(notices.join()).toContain('RECORDS MISSING');
    expect(second.metrics().gaps).toBe(1);
  });

  test('by age count as trimmed too, on an engine that does not say so', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    const seen: string[] = [];
    const first = read(writingDown(seen));
    await first.start();
    await expectSeen(seen, ['a=1']);
    await first.stop();
    await ageLeases(25);
    service.append(shard, 'a', 2);
    const gaps: Gap[] = [];
    await read(writingDown(seen), { onGap: (gap) => Promise.resolve(void gaps.push(gap)) }).start();
    await expectSeen(seen, ['a=2']);
    expect(gaps).toHaveLength(1);
  });

  test('of a shard that was found and never read are repaired, from a day before it was found', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    const first = read(() => Promise.reject(new Error('not today')));
    await first.start();
    await eventually('it was tried', () => first.metrics().retries > 0);
    await first.stop();
    await ageLeases(25);
    service.trimAll();
    service.append(shard, 'a', 2);
    const [{ createdAt = 0 } = {}] = await leases();
    const [seen, gaps]: [string[], Gap[]] = [[], []];
    await read(writingDown(seen), { onGap: (gap) => Promise.resolve(void gaps.push(gap)) }).start();
    await expectSeen(seen, ['a=2']);
    expect(gaps).toEqual([
      { streamArn: service.arn, shardId: shard, reason: 'trimmed', since: createdAt - 24 * 60 * 60 * 1000 },
    ]);
  });

  test('of a shard that nobody had found yet are repaired, from where its parent was read to', async () => {
    const root = service.openShard();
    service.append(root, 'a', 1);
    const [child = ''] = service.split(root, 1);
    const seen: string[] = [];
    // Ends before it has looked for the children of what it has read.
    const first = read(writingDown(seen), { onStep: (step) => void (service.cut ||= step === 'shard-end') });
    await first.start();
    await eventually('the end is saved', async () => (await leases())[0]?.checkpoint === 'SHARD_END');
    await first.stop();
    service.append(child, 'a', 2);
    service.trimAll();
    service.forgetShard(root);
    await ageLeases(25);
    const [{ readUntil = 0 } = {}] = await leases();
    service.append(child, 'a', 3);
    service.cut = false;
    const gaps: Gap[] = [];
    await read(writingDown(seen), { onGap: (gap) => Promise.resolve(void gaps.push(gap)) }).start();
    await expectSeen(seen, ['a=3']);
    expect(gaps).toEqual([{ streamArn: service.arn, shardId: child, reason: 'trimmed', since: readUntil }]);
  });

  test('are none where a shard had nothing to read for longer than records are kept', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1, Date.now() - 25 * 60 * 60 * 1000);
    const [seen, gaps]: [string[], Gap[]] = [[], []];
    const first = read(writingDown(seen));
    await first.start();
    await expectSeen(seen, ['a=1']);
    // A renewal saves how far an idle shard was read.
    const idleSince = Date.now() - 10 * 60_000;
    await eventually('the lease says so', async () => ((await leases())[0]?.readUntil ?? 0) > idleSince);
    await first.stop();
    service.append(shard, 'a', 2);
    await read(writingDown(seen), { onGap: (gap) => Promise.resolve(void gaps.push(gap)) }).start();
    await expectSeen(seen, ['a=2']);
    expect(gaps).toEqual([]);
  });

  test('with a replaced stream: the old one is read to its end, the gap repaired, then the new one read', async () => {
    const before = service.openShard();
    service.append(before, 'a', 1);
    const seen: string[] = [];
    const onGap = (gap: Gap) => Promise.resolve(void seen.push(gap.reason));
    const first = read(writingDown(seen), { onGap });
    await first.start();
    await expectSeen(seen, ['a=1']);
    await first.stop();
    service.append(before, 'a', 2);
    service.replaceStream();
    service.append(service.openShard(), 'a', 3);
    await read(writingDown(seen), { onGap }).start();
    await expectSeen(seen, ['a=3']);
    expect(seen).toEqual(['a=1', 'a=2', 'stream_replaced', 'a=3']);
  });

  test('with a stream that is gone: that is announced and repaired before the new one is read', async () => {
    const before = service.openShard();
    service.append(before, 'a', 1);
    const seen: string[] = [];
    const onGap = (gap: Gap) => Promise.resolve(void seen.push(gap.reason));
    const first = read(writingDown(seen), { onGap });
    await first.start();
    await expectSeen(seen, ['a=1']);
    await first.stop();
    const old = service.arn;
    service.replaceStream();
    service.forgetStream(old);
    service.append(service.openShard(), 'a', 3);
    await read(writingDown(seen), { onGap }).start();
    await expectSeen(seen, ['a=3']);
    expect(seen).toEqual(['a=1', 'stream_gone', 'a=3']);
  });

  test('while it runs, a replaced stream is noticed', async () => {
    service.append(service.openShard(), 'a', 1);
    const seen: string[] = [];
    await read(writingDown(seen)).start();
    await expectSeen(seen, ['a=1']);
    service.replaceStream();
    service.append(service.openShard(), 'a', 2);
    await expectSeen(seen, ['a=2']);
  });
});

test('the iterator age is that of the last finished record while there is more, and 0 at the tip', async () => {
  const shard = service.openShard();
  service.append(shard, 'a', 1, Date.now() - 5_000);
  service.append(shard, 'a', 2, Date.now() - 4_000);
  let release = () => {};
  const reader = read(
    async ({ records }) => {
      if (said(records[0]!) === 'a=2') await new Promise<void>((resolve) => (release = resolve));
    },
    { pageSize: 1 },
  );
  await reader.start();
  await eventually('the second is at hand', () => reader.metrics().batches === 2);
  expect(reader.metrics().iteratorAgeMs).toBeGreaterThanOrEqual(5_000);
  release();
  await eventually('at the tip', () => reader.metrics().iteratorAgeMs === 0);
});
