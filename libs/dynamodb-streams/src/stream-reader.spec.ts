import { jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBStreamsClient } from '@aws-sdk/client-dynamodb-streams';
import { engineClient, engineEndpoint } from '../../../test/support/engine.js';
import { eventually } from '../../../test/support/eventually.js';
import { ScriptedStreams } from '../../../test/support/scripted-streams.js';
import { createStreamTable, dropTable } from '../../../test/support/stream-table.js';
import {
  LeaseStore,
  StreamReader,
  type Gap,
  type RecordBatch,
  type StreamReaderOptions,
  type StreamRecord,
} from './index.js';

// Generous for a busy machine: processes are started and leases waited for.
jest.setTimeout(120_000);

let engine: DynamoDBClient;
let leaseTable: string;
let service: ScriptedStreams;
const started: { reader: StreamReader; clients: { destroy(): void }[] }[] = [];
const endpoints: ScriptedStreams[] = [];

beforeEach(async () => {
  engine = engineClient();
  leaseTable = await createStreamTable(engine);
  service = await ScriptedStreams.start(engineEndpoint());
  endpoints.push(service);
});

afterEach(async () => {
  for (const { reader, clients } of started.splice(0)) {
    await reader.stop({ deadlineMs: 100 });
    for (const client of clients) client.destroy();
  }
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
  await dropTable(engine, leaseTable);
  engine.destroy();
});

/** What a record says: `item=value`. */
const said = (record: StreamRecord) =>
  `${record.dynamodb?.Keys?.['PK']?.S}=${record.dynamodb?.NewImage?.['value']?.N}`;

function read(
  handle: StreamReaderOptions['handle'],
  options: Partial<StreamReaderOptions> = {},
  at = service,
) {
  const settings = {
    endpoint: at.url,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  };
  const clients = [new DynamoDBStreamsClient(settings), new DynamoDBClient(settings)] as const;
  const reader = new StreamReader({
    streams: clients[0],
    dynamodb: clients[1],
    table: service.table,
    consumer: 'spec',
    leases: { table: leaseTable },
    handle,
    leaseDurationMs: 600,
    checkpointIntervalMs: 0,
    maxPollIntervalMs: 20,
    discoveryIntervalMs: 100,
    ...options,
  });
  started.push({ reader, clients: [...clients] });
  return reader;
}

/** A handler that writes down what it was given. */
function writingDown(seen: string[]) {
  return ({ records }: RecordBatch) => {
    seen.push(...records.map(said));
    return Promise.resolve();
  };
}

const leases = () => new LeaseStore({ dynamodb: engine, table: leaseTable, consumer: 'spec' }).list();

async function expectSeen(seen: string[], expected: string[]) {
  await eventually(`${expected.join(' ')} seen`, () => expected.every((text) => seen.includes(text)));
}

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
  test('expires iterators: reading goes on behind the last record, and none comes twice', async () => {
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

  test('throttles and fails: reading goes on after a pause', async () => {
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
  test('by trimming are announced, repaired since the last one read, and only then reading goes on', async () => {
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
    service.append(shard, 'a', 1, Date.now() - 25 * 60 * 60 * 1000);
    const seen: string[] = [];
    const first = read(writingDown(seen));
    await first.start();
    await expectSeen(seen, ['a=1']);
    await first.stop();
    service.append(shard, 'a', 2);
    const gaps: Gap[] = [];
    await read(writingDown(seen), { onGap: (gap) => Promise.resolve(void gaps.push(gap)) }).start();
    await expectSeen(seen, ['a=2']);
    expect(gaps).toHaveLength(1);
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

describe('workers', () => {
  test('share the shards evenly, and one that starts later gets its share', async () => {
    for (let n = 0; n < 4; n += 1) service.openShard();
    // Long leases: on a busy machine, none must expire while this looks on.
    const patient = { leaseDurationMs: 3_000 };
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
    await store.create('arn', { shardId: 's' });
    const [created] = await store.list();
    const zombie = await store.take(created!, 'same-name', Date.now() - 1);
    const [expired] = await store.list();
    const successor = await store.take(expired!, 'same-name', Date.now() + 60_000);
    expect(successor?.counter).toBe(2);
    expect(await store.save({ ...zombie!, checkpoint: '99' })).toBe(false);
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
    const before = Date.now();
    await reader.stop({ deadlineMs: 100 });
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(calledOff).toBe(true);
    expect((await leases())[0]?.checkpoint).toBe('TRIM_HORIZON');
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
