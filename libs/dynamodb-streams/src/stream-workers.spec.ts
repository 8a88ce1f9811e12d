import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '../../../test/support/eventually.js';
import {
  endpoints,
  engine,
  expectSeen,
  leases,
  leaseTable,
  read,
  readAScriptedStream,
  said,
  service,
  writingDown,
} from '../../../test/support/streams/scripted-reading.js';
import { LeaseStore } from './index.js';

// Generous for a busy machine: processes are started and leases expire.

readAScriptedStream();

describe('workers', () => {
  test('share the shards evenly, and one that starts later gets its share', async () => {
    for (let n = 0; n < 4; n += 1) service.openShard();
    // Long leases: even on a busy machine, none must expire during the test.
    const patient = { leaseDurationMs: 6_000 };
    const first = read(writingDown([]), patient);
    await first.start();
    await eventually('the first reads all', () => first.metrics().shards.length === 4);
    const second = read(writingDown([]), patient);
    await second.start();
    await eventually(
      'each reads two',
      () => first.metrics().shards.length === 2 && second.metrics().shards.length === 2,
    );
    expect(first.metrics().leasesLost).toBe(0);
  });

  test('take over from one that died, from its checkpoint, once its lease has expired', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    const dying = await service.secondEndpoint();
    endpoints.push(dying);
    const [seenByFirst, seenBySecond]: [string[], string[]] = [[], []];
    const first = read(writingDown(seenByFirst), {}, dying);
    await first.start();
    await expectSeen(seenByFirst, ['a=1']);
    await eventually('saved', async () => (await leases())[0]?.checkpoint !== 'TRIM_HORIZON');
    dying.cut = true;
    const second = read(writingDown(seenBySecond));
    await second.start();
    service.append(shard, 'a', 2);
    await expectSeen(seenBySecond, ['a=2']);
    expect(seenBySecond).toEqual(['a=2']);
    expect(second.metrics().takeovers).toBe(1);
    await eventually('the first has noticed', () => first.metrics().leasesLost === 1);
  });

  test('that come back after their lease was taken save nothing: the fence holds, and the batch is called off', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    const stalled = await service.secondEndpoint();
    endpoints.push(stalled);
    let release = () => {};
    let wasAborted: boolean | undefined;
    const first = read(
      async ({ signal }) => {
        await new Promise<void>((resolve) => (release = resolve));
        wasAborted = signal.aborted;
      },
      {},
      stalled,
    );
    await first.start();
    await eventually('the batch is at hand', () => first.metrics().batches === 1);
    stalled.cut = true;
    const seen: string[] = [];
    const second = read(writingDown(seen));
    await second.start();
    await expectSeen(seen, ['a=1']);
    service.append(shard, 'a', 2);
    await expectSeen(seen, ['a=2']);
    await eventually('both are saved', async () => (await leases())[0]?.checkpoint === '2');
    stalled.cut = false;
    release();
    await eventually('the first has given up', () => first.metrics().leasesLost === 1 || wasAborted === true);
    await delay(100);
    const [lease] = await leases();
    expect(lease).toMatchObject({ checkpoint: '2', owner: second.workerId, counter: 2 });
    expect(first.metrics()).toMatchObject({ records: 0 });
  });

  test('keep out a zombie by the fencing token alone, whatever its clock says', async () => {
    const store = new LeaseStore({ dynamodb: engine, table: leaseTable, consumer: 'spec' });
    await store.create({ streamArn: 'arn', shardId: 's' });
    const [created] = await store.list();
    const zombie = await store.take(created!, 'same-name', Date.now() - 1);
    const [expired] = await store.list();
    const successor = await store.take(expired!, 'same-name', Date.now() + 60_000);
    expect(successor?.counter).toBe(2);
    expect(await store.save({ ...zombie!, checkpoint: '99' })).toBeUndefined();
    expect(await store.release(zombie!)).toBe(false);
    expect((await store.list())[0]).toMatchObject({ checkpoint: 'TRIM_HORIZON', counter: 2 });
  });
});

describe('the handler', () => {
  test('gets unfinished records again, without the finished ones, and no checkpoint passes them', async () => {
    const shard = service.openShard();
    for (const value of [1, 2, 3, 4]) service.append(shard, value === 2 ? 'slow' : 'quick', value);
    const batches: string[][] = [];
    const checkpoints: (string | undefined)[] = [];
    await read(async ({ records }) => {
      batches.push(records.map(said));
      if (batches.length > 1) checkpoints.push((await leases())[0]?.checkpoint);
      return { unfinished: batches.length < 3 ? records.filter((record) => said(record) === 'slow=2') : [] };
    }).start();
    await eventually('three batches', () => checkpoints.length === 2);
    expect(batches).toEqual([['quick=1', 'slow=2', 'quick=3', 'quick=4'], ['slow=2'], ['slow=2']]);
    expect(checkpoints).toEqual(['1', '1']);
    await eventually('all is saved', async () => (await leases())[0]?.checkpoint === '4');
  });

  test('gets the whole batch again when it throws', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    const seen: string[] = [];
    await read(({ records }) => {
      seen.push(...records.map(said));
      return seen.length < 3 ? Promise.reject(new Error('no')) : Promise.resolve();
    }).start();
    await eventually('three attempts', () => seen.length === 3);
    await eventually('saved', async () => (await leases())[0]?.checkpoint === '1');
  });

  test('runs in lanes by item: side by side, each item in order, and the checkpoint at the lowest finished record', async () => {
    const shard = service.openShard();
    const items = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const value of [1, 2, 3]) for (const item of items) service.append(shard, item, value);
    const seen: string[] = [];
    let atOnce = 0;
    let most = 0;
    let failures = 2;
    const reader = read(
      async ({ records }) => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await delay(5);
        atOnce -= 1;
        if (records.some((record) => said(record) === 'c=2') && failures-- > 0) throw new Error('lane c');
        seen.push(...records.map(said));
      },
      { lanes: 4 },
    );
    await reader.start();
    await eventually('all is saved', async () => (await leases())[0]?.checkpoint === '18');
    expect(most).toBeGreaterThan(1);
    for (const item of items)
      expect(seen.filter((text) => text.startsWith(item))).toEqual([`${item}=1`, `${item}=2`, `${item}=3`]);
    expect(reader.metrics().retries).toBe(2);
  });
});

describe('stopping', () => {
  test('finishes the batch at hand, saves it, and gives the lease back', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    let finished = false;
    const reader = read(async () => {
      await delay(100);
      finished = true;
    });
    await reader.start();
    await eventually('the batch is at hand', () => reader.metrics().batches === 1);
    await reader.stop();
    expect(finished).toBe(true);
    const [lease] = await leases();
    expect(lease).toMatchObject({ checkpoint: '1', expiry: 0 });
    expect(lease?.owner).toBeUndefined();
  });

  test('gives up after the deadline: the batch is called off and stays unfinished', async () => {
    const shard = service.openShard();
    service.append(shard, 'a', 1);
    let calledOff = false;
    const reader = read(({ signal, records }) => {
      return new Promise((resolve) =>
        signal.addEventListener('abort', () => {
          calledOff = true;
          resolve({ unfinished: records });
        }),
      );
    });
    await reader.start();
    await eventually('the batch is at hand', () => reader.metrics().batches === 1);
    await reader.stop({ deadlineMs: 100 });
    expect(calledOff).toBe(true);
    expect((await leases())[0]?.checkpoint).toBe('TRIM_HORIZON');
  });
});

describe('a part of the work of another consumer', () => {
  test('begins where that one has got to, and reads shards that are new to both from their beginning', async () => {
    const [root, other] = [service.openShard(), service.openShard()];
    service.append(root, 'a', 1);
    const first: string[] = [];
    const before = read(writingDown(first));
    await before.start();
    await expectSeen(first, ['a=1']);
    await before.stop();
    service.append(root, 'a', 2);
    service.append(other, 'b', 1);
    const second: string[] = [];
    const part = () => read(writingDown(second), { consumer: 'part', beginAfter: 'spec' });
    const reader = part();
    await reader.start();
    await expectSeen(second, ['a=2', 'b=1']);
    await reader.stop();
    // It has places of its own now, whatever the other does.
    await read(writingDown(first)).start();
    await expectSeen(first, ['b=1']);
    service.append(root, 'a', 3);
    await expectSeen(first, ['a=3']);
    await part().start();
    await expectSeen(second, ['a=3']);
    expect(second.sort()).toEqual(['a=2', 'a=3', 'b=1']);
  });
});

describe('gathering', () => {
  test('grows with what is handled, and lets a single record wait for nothing', async () => {
    const shard = service.openShard();
    const rates: number[] = [];
    const seen: string[] = [];
    const gatherMs = (perSecond: number) => {
      rates.push(perSecond);
      return 1;
    };
    await read(writingDown(seen), { gatherMs }).start();
    service.append(shard, 'a', 0);
    await expectSeen(seen, ['a=0']);
    for (let value = 1; value <= 40; value += 1) service.append(shard, 'a', value);
    await expectSeen(seen, ['a=40']);
    expect(rates[0]).toBe(1);
    expect(Math.max(...rates)).toBeGreaterThan(30);
    await delay(2_500);
    service.append(shard, 'a', 41);
    await expectSeen(seen, ['a=41']);
    expect(rates.at(-1)).toBeLessThan(10);
  });
});
