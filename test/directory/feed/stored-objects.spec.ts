import { createUser, openDirectory, stateComplete, type Directory } from '#libs/directory';
import { feeder, feedHistories } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { storeObjects } from '../../../apps/stream-processor/src/log/log-objects.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { engineClient, indexesSettled } from '../../support/engines/engine.js';
import { startBucket, type TestBucket } from '../../support/streams/bucket.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { streamShards } from '../../support/streams/stream-records.js';

const MINUTE = 60_000;
const { signal } = new AbortController();

let system: TestDirectory;
let processor: Directory;
let bucket: TestBucket;
let clock: number;
let notices: string[];
const fed = new Map<string, number>();

beforeEach(async () => {
  [system, bucket] = await Promise.all([openTestDirectory(), startBucket()]);
  fed.clear();
  notices = [];
  clock = Math.ceil(Date.now() / (5 * MINUTE)) * 5 * MINUTE;
  processor = openProcessor(system.client);
});
afterEach(async () => {
  await bucket.stop();
  await system.close();
});

function openProcessor(client: TestDirectory['client']): Directory {
  const { cursorSecret } = system.directory;
  const { tableName } = system;
  return openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now: () => clock });
}

/** Appends what is committed, at the time of `clock`. */
async function feed(): Promise<void> {
  const handle = feeder({ directory: processor, onNotice: () => {} });
  for (const { shardId, records } of await streamShards(system.client, system.tableName)) {
    const next = records.slice(fed.get(shardId) ?? 0);
    fed.set(shardId, records.length);
    expect((await handle({ records: next, signal, shardId })).unfinished).toEqual([]);
  }
}

/** What a process does in the minutes that follow. */
async function stored(by = processor, to = bucket.bucket, personalData = false): Promise<void> {
  const options = { onNotice: (line: string) => void notices.push(line), signal };
  await storeObjects(by, { bucket: to, personalData }, options);
  clock += MINUTE;
}

/** An account with events of two times five minutes. @returns the ids of its events */
async function accountWithEvents() {
  const { tenant, accountId, events } = await startAccount(system.directory);
  await feed();
  clock += 5 * MINUTE;
  const input = { name: 'Una Lovelace', email: 'una@lovelace.example', role: 'member' } as const;
  const later = await createUser(tenant, input, byOperator);
  await feed();
  clock += MINUTE;
  return { accountId, ids: [...events, ...later.events].map(({ eventId }) => eventId) };
}

async function complete(): Promise<void> {
  clock += 10 * MINUTE;
  await stateComplete(processor, clock);
}

const idsIn = (accountId: string) => bucket.eventsOf(accountId).map(({ id }) => id);

test('what was appended in five minutes is stored once it is complete, and only once', async () => {
  const { accountId, ids } = await accountWithEvents();
  await stored();
  // The feed has gone on behind the first object; of the second, nothing says that it is complete.
  expect(idsIn(accountId)).toEqual(ids.slice(0, -1));
  await complete();
  await stored();
  expect(idsIn(accountId)).toEqual(ids);
  const puts = bucket.puts.length;
  expect(bucket.puts.filter(({ key }) => key.startsWith(accountId))).toHaveLength(2);
  await stored();
  expect(bucket.puts).toHaveLength(puts);
  expect(notices).toEqual([]);
});

test('an account from before there were feeds is stored once its history is fed', async () => {
  const { accountId, events } = await startAccount(system.directory);
  for (const { shardId, records } of await streamShards(system.client, system.tableName))
    fed.set(shardId, records.length);
  const { accountId: younger, ids } = await accountWithEvents();
  await complete();
  await indexesSettled();
  await stored();
  expect([idsIn(accountId), idsIn(younger)]).toEqual([[], ids]);
  await complete();
  await feedHistories(processor, () => {});
  await complete();
  await stored();
  expect(idsIn(accountId)).toEqual(events.map(({ eventId }) => eventId));
  await stored();
  expect(notices).toEqual([]);
});

test.each([true, false])(
  'names and emails are in it if personal data is stored: %s',
  async (personalData) => {
    const { accountId } = await accountWithEvents();
    await complete();
    await stored(processor, bucket.bucket, personalData);
    const text = JSON.stringify(bucket.eventsOf(accountId));
    expect(text).toContain('user.created');
    expect(/lovelace/i.test(text)).toBe(personalData);
  },
);

test('an account whose object is refused is tried again, and holds up no other', async () => {
  const [refused, other] = [await accountWithEvents(), await accountWithEvents()];
  await complete();
  bucket.refuses = (key) => key.startsWith(refused.accountId);
  await stored();
  expect([idsIn(refused.accountId), idsIn(other.accountId)]).toEqual([[], other.ids]);
  expect(notices).toEqual([expect.stringContaining(`Events of ${refused.accountId} could not be stored`)]);
  bucket.refuses = () => false;
  await stored();
  expect(idsIn(refused.accountId)).toEqual(refused.ids);
});

test('killed at any call, each event is stored once, and what is stored again is the same bytes', async () => {
  let most = 0;
  await stored();
  for (const after of [false, true])
    for (let nth = 1, isKilled = true; isKilled; nth += 1) {
      const { accountId, ids } = await accountWithEvents();
      await complete();
      let calls = 0;
      const dying = async <T>(call: () => Promise<T>): Promise<T> => {
        calls += 1;
        if (calls > nth || (calls === nth && !after)) throw new Error('killed');
        const result = await call();
        if (calls === nth) throw new Error('killed');
        return result;
      };
      const client = engineClient();
      const step = { step: 'initialize' } as const;
      client.middlewareStack.add((next) => (args) => dying(() => next(args)), step);
      const put: typeof bucket.bucket.put = (...given) => dying(() => bucket.bucket.put(...given));
      await stored(openProcessor(client), { put });
      client.destroy();
      isKilled = calls >= nth;
      most = Math.max(most, calls);
      await stored();
      expect({ nth, after, ids: idsIn(accountId) }).toEqual({ nth, after, ids });
    }
  expect(most).toBeGreaterThan(15);
  const bodies = Map.groupBy(bucket.puts, ({ key }) => key);
  const repeated = [...bodies.values()].filter(({ length }) => length > 1);
  expect(repeated.length).toBeGreaterThan(1);
  for (const [first, ...others] of repeated) for (const { body } of others) expect(body).toEqual(first!.body);
});
