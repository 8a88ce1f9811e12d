import { setTimeout as delay } from 'node:timers/promises';
import {
  commandUser,
  createAccount,
  createUser,
  grantTenant,
  readFeed,
  rollbookTable,
  type Tenant,
} from '#libs/directory';
import { defineEntity, number, record, string, boolean } from '@rollbook/single-table';
import { byOperator, openTestDirectory, type TestDirectory } from '../support/directory/directory.js';
import { engineEndpoint } from '../support/engines/engine.js';
import { eventually } from '../support/eventually.js';
import { startAccount } from '../support/streams/busy-directory.js';
import { startRecordedBus } from '../support/streams/recorded-bus.js';
import {
  startStreamProcessorProcess,
  type StreamProcessorProcess,
} from '../support/streams/stream-processor-process.js';
import { seeded } from './proof/random.js';
import { shardTheStream } from './proof/sharded-stream.js';

/** What a feed states about itself while its processors are stopped, killed, replaced, and their shards split. */

const SEED = Number(process.env['ROLLBOOK_SEED'] ?? 1);
const STEPS = 60;
/** Longer than it takes from one statement to the next. */
const WATCHED_MS = 6_000;

const random = seeded(SEED);
let system: TestDirectory;
let bus: Awaited<ReturnType<typeof startRecordedBus>>;
let stream: Awaited<ReturnType<typeof shardTheStream>>;
let tenant: Tenant;
let ownerId: Awaited<ReturnType<typeof startAccount>>['ownerId'];
let processors: StreamProcessorProcess[];
/** Each commit's event, and when its command had returned. */
let commits: { eventId: string; doneAt: number }[];
/** What a reader has of the feed up to its end. */
let seen: Set<string>;
let cursor: string | undefined;

beforeEach(async () => {
  system = await openTestDirectory();
  bus = await startRecordedBus();
  stream = await shardTheStream(system.client, engineEndpoint(), system.tableName, random);
  [commits, seen, cursor, processors] = [[], new Set(), undefined, []];
  const { state, events } = await createAccount(system.directory, { name: 'Acme' }, byOperator);
  tenant = grantTenant(system.directory, state.accountId);
  committed(events);
  start();
  // A feed begins with its account.
  await eventually('the feed has begun', async () => (await readOn(), seen.size > 0));
  const created = await createUser(
    tenant,
    { name: 'Olga', email: 'olga@example.com', role: 'owner' },
    byOperator,
  );
  ownerId = created.state.userId;
  committed(created.events);
});
afterEach(async () => {
  for (const { child, kill, exited } of processors) {
    child.kill('SIGCONT');
    kill();
    await exited;
  }
  await stream.stop();
  await bus.stop();
  await system.close();
});

function start(): void {
  const where = { table: system.tableName, busUrl: bus.url, endpoint: stream.service.url };
  processors.push(startStreamProcessorProcess(where));
}

async function commit(): Promise<number> {
  const command = { type: 'change_user', name: `Olga ${commits.length}` } as const;
  return committed((await commandUser(tenant, ownerId, command, byOperator)).events);
}

/** @returns the time by which they were committed */
function committed(events: readonly { eventId: string }[]): number {
  const doneAt = Date.now();
  for (const { eventId } of events) commits.push({ eventId, doneAt });
  return doneAt;
}

/** Reads on to the end. @returns up to when it is complete; every commit from before that must have been read */
async function readOn(): Promise<number> {
  for (;;) {
    const page = await readFeed(system.directory, tenant.accountId, { after: cursor, limit: 100 });
    for (const { event } of page.events) seen.add(event.eventId);
    cursor = page.cursor;
    if (!page.upToDate) continue;
    const completeTo = page.completeTo ?? 0;
    const missing = commits.filter(({ eventId, doneAt }) => doneAt < completeTo && !seen.has(eventId));
    expect(missing).toEqual([]);
    return completeTo;
  }
}

const becomesComplete = (until: number) =>
  eventually('the feed says that it is complete up to then', async () => (await readOn()) > until);

/** Reads for longer than a statement takes. */
async function expectStandingStill(before: number): Promise<void> {
  const until = performance.now() + WATCHED_MS;
  while (performance.now() < until) {
    expect(await readOn()).toBeLessThan(before);
    await delay(100);
  }
}

test('is complete up to now while nothing happens, and stands still while the processor is stopped or ended', async () => {
  await becomesComplete(Date.now());
  await becomesComplete(Date.now());
  const [first] = processors as [StreamProcessorProcess];
  first.child.kill('SIGSTOP');
  const stoppedAt = await commit();
  await expectStandingStill(stoppedAt);
  first.child.kill('SIGCONT');
  await becomesComplete(stoppedAt);
  first.kill();
  await first.exited;
  const endedAt = await commit();
  await expectStandingStill(endedAt);
  start();
  await becomesComplete(endedAt);
});

/** As a repair leaves it that is under way: nothing may be appended. */
const part = defineEntity(rollbookTable, {
  name: 'feed-part',
  key: { PK: 'feed:{scope}', SK: 'part:{sequence:12}' },
  attributes: {
    scope: string(),
    sequence: number(),
    at: string(),
    commits: string(),
    fedUpTo: record(string()),
    filling: boolean().optional(),
  },
});

test('stands still while a commit cannot be appended, though other shards and accounts go on', async () => {
  const { table } = system.directory;
  await becomesComplete(Date.now());
  const scope = tenant.accountId;
  const last = { limit: 1, order: 'descending', consistent: true } as const;
  const [end] = (await table.query(part, { scope }, last)).items;
  const mark = { ...end!, commits: '[]', at: new Date().toISOString() };
  await table.create(part, { ...mark, sequence: mark.sequence + 1, filling: true });
  const blockedAt = await commit();
  await startAccount(system.directory, 'Other');
  await expectStandingStill(blockedAt);
  await table.create(part, { ...mark, sequence: mark.sequence + 2, filling: false });
  await becomesComplete(blockedAt);
});

test('never states more than it has, whatever is committed, stopped, killed and split', async () => {
  start();
  await becomesComplete(Date.now());
  let isOver = false;
  const reading = (async () => {
    while (!isOver) {
      await readOn();
      await delay(20);
    }
  })();
  for (let step = 0; step < STEPS; step += 1) {
    const some = random.pick(processors);
    const choice = random.below(10);
    if (choice === 0) stream.split();
    else if (choice === 1) some.child.kill('SIGSTOP');
    else if (choice === 2) for (const { child } of processors) child.kill('SIGCONT');
    else if (choice === 3) {
      some.kill();
      await some.exited;
      processors.splice(processors.indexOf(some), 1);
      start();
    } else await commit();
    await delay(random.below(300));
  }
  for (const { child } of processors) child.kill('SIGCONT');
  await becomesComplete(await commit());
  isOver = true;
  await reading;
});
