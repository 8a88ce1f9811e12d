import {
  createUser,
  openDirectory,
  readEventsOfParts,
  readFeedParts,
  stateComplete,
  type Directory,
} from '#libs/directory';
import { toPublishedEvent, type PublishedEvent } from '#libs/event-contracts';
import { cutObjects, objectKey, writeObject, type FeedObject } from '#libs/log-forms';
import { feeder } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { collect } from '../../support/collect.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { streamShards } from '../../support/streams/stream-records.js';

const MINUTE = 60_000;

let system: TestDirectory;
let processor: Directory;
let clock: number;
const fed = new Map<string, number>();

beforeEach(async () => {
  system = await openTestDirectory();
  fed.clear();
  clock = Math.ceil(Date.now() / (5 * MINUTE)) * 5 * MINUTE;
  const { client, tableName, directory } = system;
  const { cursorSecret } = directory;
  processor = openDirectory({
    client,
    tableName,
    cursorSecret,
    masterKey: testMasterKey(),
    now: () => clock,
  });
});
afterEach(() => system.close());

/** Appends what is committed, at the time of `clock`. */
async function feed(): Promise<void> {
  const { signal } = new AbortController();
  const handle = feeder({ directory: processor, onNotice: () => {} });
  for (const { shardId, records } of await streamShards(system.client, system.tableName)) {
    const next = records.slice(fed.get(shardId) ?? 0);
    fed.set(shardId, records.length);
    expect((await handle({ records: next, signal, shardId })).unfinished).toEqual([]);
  }
}

async function objects(accountId: string, from?: number): Promise<FeedObject[]> {
  const { parts, completeTo } = await readFeedParts(processor, accountId, from);
  return collect(cutObjects(parts, completeTo));
}

async function* published(accountId: string, object: FeedObject): AsyncGenerator<PublishedEvent> {
  for await (const event of readEventsOfParts(processor, accountId, object)) yield toPublishedEvent(event);
}

test('what a feed got in five minutes is an object, and a repetition writes the same bytes', async () => {
  const { tenant, accountId, events } = await startAccount(system.directory);
  await feed();
  clock += 2 * MINUTE;
  const una = await createUser(tenant, { name: 'Una', email: 'una@x.example', role: 'member' }, byOperator);
  await feed();
  clock += 4 * MINUTE;
  const ugo = await createUser(tenant, { name: 'Ugo', email: 'ugo@x.example', role: 'member' }, byOperator);
  await feed();
  const [first, ...others] = await objects(accountId);
  expect(others).toEqual([]);
  const idsOf = async (object: FeedObject) =>
    (await collect(published(accountId, object))).map(({ id }) => id);
  expect(await idsOf(first!)).toEqual([...events, ...una.events].map(({ eventId }) => eventId));
  const write = (object: FeedObject) => writeObject(published(accountId, object), { personalData: true });
  const written = await write(first!);
  // Nothing says yet that no more is coming in these five minutes.
  clock += 5 * MINUTE;
  await stateComplete(processor, clock);
  const [again, second] = await objects(accountId);
  expect(again).toEqual(first);
  expect(objectKey(accountId, again!)).toBe(objectKey(accountId, first!));
  expect(await write(again!)).toEqual(written);
  expect(await idsOf(second!)).toEqual(ugo.events.map(({ eventId }) => eventId));
  expect(await objects(accountId, first!.last + 1)).toEqual([second]);
});
