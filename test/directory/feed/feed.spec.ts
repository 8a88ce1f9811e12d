import {
  ACCOUNTS_SCOPE,
  addMember,
  commandUser,
  createUser,
  FeedNotReadyError,
  fillHistories,
  openDirectory,
  readFeed,
  removeMember,
  type Directory,
  type FeedRequest,
  type Tenant,
} from '#libs/directory';
import type { StreamRecord } from '#libs/dynamodb-streams';
import { feeder, feedSince } from '../../../apps/stream-processor/src/feeder/feeder.js';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { eachEventOfAccount } from '../../support/directory/settled.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';
import { streamShards } from '../../support/streams/stream-records.js';

const MINUTE = 60_000;

let system: TestDirectory;
/** How far the clock of each is ahead. */
const ahead = { commands: 0, processor: 0 };
let commands: Directory;
let processor: Directory;

beforeEach(async () => {
  system = await openTestDirectory();
  Object.assign(ahead, { commands: 0, processor: 0 });
  [commands, processor] = [reopened(() => ahead.commands), reopened(() => ahead.processor)];
});
afterEach(() => system.close());

function reopened(aheadBy: () => number): Directory {
  const { client, tableName, directory } = system;
  const { cursorSecret } = directory;
  const now = () => Date.now() + aheadBy();
  return openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey(), now });
}

const shardId = 'shardId-00000001';

async function records(): Promise<StreamRecord[]> {
  return (await streamShards(system.client, system.tableName)).flatMap((shard) => shard.records);
}

async function handle(given: StreamRecord[]): Promise<void> {
  const { signal } = new AbortController();
  const { unfinished } = await feeder({ directory: processor, onNotice: () => {} })({
    records: given,
    signal,
    shardId,
  });
  expect(unfinished).toEqual([]);
}

async function readAll(scope: string, request: Partial<FeedRequest> = {}): Promise<string[]> {
  const found: string[] = [];
  let [after, upToDate] = [request.after, false];
  while (!upToDate) {
    const page = await readFeed(processor, scope, { limit: 10, ...request, after });
    found.push(...page.events.map(({ event }) => event.eventId));
    ({ cursor: after, upToDate } = page);
  }
  return found;
}

async function logged(tenant: Tenant): Promise<string[]> {
  const ids: string[] = [];
  for await (const { eventId } of eachEventOfAccount(tenant, new Date(0), new Date(Date.now() + 60 * MINUTE)))
    ids.push(eventId);
  return ids;
}

async function addUsers(tenant: Tenant, count: number): Promise<void> {
  for (let user = 0; user < count; user += 1) {
    const name = crypto.randomUUID();
    await createUser(tenant, { name, email: `${name}@x.example`, role: 'member' }, byOperator);
  }
}

test('a feed has what happened, in pages of any size, and in parts of a commit', async () => {
  const { tenant, accountId, ownerId, serviceGroupId } = await startAccount(commands);
  const changes = { name: 'Olga', externalId: 'x', metadata: { a: 1 } };
  await commandUser(tenant, ownerId, { type: 'change_user', ...changes }, byOperator);
  await addMember(tenant, serviceGroupId, ownerId, byOperator);
  await handle(await records());
  const events = await logged(tenant);
  for (const limit of [1, 2, 3, 100]) expect(await readAll(accountId, { limit })).toEqual(events);
  expect(await readAll(ACCOUNTS_SCOPE)).toEqual(events);
  expect(await readAll(accountId, { types: ['user.created'] })).toEqual([`${ownerId}.1`]);
  const ofGroup = await readAll(accountId, { subject: serviceGroupId });
  expect(ofGroup).toEqual([`${serviceGroupId}.1`, events.at(-1)]);
});

test('from now on is what comes, and an end is remembered', async () => {
  const { tenant, accountId, ownerId, serviceGroupId } = await startAccount(commands);
  await handle(await records());
  const { cursor, upToDate, events } = await readFeed(processor, accountId, { after: 'now', limit: 10 });
  expect({ upToDate, events }).toEqual({ upToDate: true, events: [] });
  await addMember(tenant, serviceGroupId, ownerId, byOperator);
  await removeMember(tenant, serviceGroupId, ownerId, byOperator);
  await handle(await records());
  const came = await readAll(accountId, { after: cursor });
  expect(came).toEqual((await logged(tenant)).slice(-2));
});

test('a cursor is of one feed only, and cannot be made up', async () => {
  const { accountId } = await startAccount(commands);
  const { cursor } = await readFeed(processor, accountId, { limit: 1 });
  for (const [scope, after] of [
    [ACCOUNTS_SCOPE, cursor],
    ['acct_other', cursor],
    [accountId, 'made-up'],
    [accountId, cursor.slice(0, -4) + 'AAAA'],
  ] as const)
    await expect(readFeed(processor, scope, { after, limit: 1 })).rejects.toMatchObject({
      code: 'InvalidCursor',
    });
});

test('a feed that begins when there are events has them all, once, and in order, however often it is interrupted', async () => {
  const { tenant, accountId } = await startAccount(commands);
  await addUsers(tenant, 600);
  const before = (await records()).length;
  await addUsers(tenant, 1);
  // An earlier version fed nothing.
  await handle((await records()).slice(before));
  await expect(readFeed(processor, accountId, { limit: 1 })).rejects.toThrow(FeedNotReadyError);
  await expect(readFeed(processor, accountId, { after: 'now', limit: 1 })).rejects.toThrow(FeedNotReadyError);
  Object.assign(ahead, { commands: 2 * MINUTE, processor: 2 * MINUTE });
  const fromNow = await readFeed(processor, accountId, { after: 'now', limit: 1 });
  const untilNow = (await records()).length;
  await addUsers(tenant, 2);
  await handle((await records()).slice(untilNow));
  expect(await readAll(accountId, { after: fromNow.cursor })).toEqual((await logged(tenant)).slice(-2));

  ahead.processor = 4 * MINUTE;
  await indexesSettled();
  const notices: string[] = [];
  const onNotice = (line: string) => notices.push(line);
  let parts = 0;
  const interrupted = {
    get aborted() {
      return (parts += 1) % 3 === 0;
    },
  } as AbortSignal;
  for (let round = 0; round < 4; round += 1)
    await fillHistories(processor, { onNotice, signal: interrupted });
  await fillHistories(processor, { onNotice });
  expect(await readAll(accountId, { limit: 1_000 })).toEqual(await logged(tenant));
  expect(await readAll(ACCOUNTS_SCOPE, { limit: 1_000 })).toEqual(await logged(tenant));
  await fillHistories(processor, { onNotice });
  expect(notices.filter((line) => line.startsWith('FED: '))).not.toHaveLength(0);
});

test('what the stream lost is fed from the log, before what comes after it', async () => {
  const { tenant, accountId, ownerId, serviceGroupId } = await startAccount(commands);
  await handle(await records());
  const lostFrom = (await records()).length;
  await addMember(tenant, serviceGroupId, ownerId, byOperator);
  await addUsers(tenant, 3);
  const lostTo = (await records()).length;
  ahead.processor = 2 * MINUTE;
  await indexesSettled();
  await feedSince(processor, { from: new Date(Date.now() - MINUTE), to: new Date() });
  ahead.commands = 2 * MINUTE;
  await removeMember(tenant, serviceGroupId, ownerId, byOperator);
  await handle((await records()).slice(lostTo));
  // By another process, from before the loss.
  processor = reopened(() => ahead.processor);
  await handle((await records()).slice(lostFrom));
  expect(await readAll(accountId)).toEqual(await logged(tenant));
  expect(await readAll(ACCOUNTS_SCOPE)).toEqual(await logged(tenant));
});

test('what the stream lost before a feed began is left to its history', async () => {
  const { tenant, accountId, ownerId, serviceGroupId } = await startAccount(commands);
  await addMember(tenant, serviceGroupId, ownerId, byOperator);
  const lostTo = (await records()).length;
  await indexesSettled();
  Object.assign(ahead, { commands: 2 * MINUTE, processor: 2 * MINUTE });
  await addUsers(tenant, 1);
  const begunAt = (await records()).length;
  await handle((await records()).slice(lostTo));
  const to = new Date(Date.now() + ahead.processor);
  await feedSince(processor, { from: new Date(Date.now() - MINUTE), to });
  // From before the moment up to which the history is read.
  await removeMember(tenant, serviceGroupId, ownerId, byOperator);
  await handle((await records()).slice(begunAt));
  ahead.processor = 6 * MINUTE;
  await indexesSettled();
  await fillHistories(processor, { onNotice: () => {} });
  for (const scope of [accountId, ACCOUNTS_SCOPE]) expect(await readAll(scope)).toEqual(await logged(tenant));
});
