import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { GetItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import {
  commandUser,
  createUser,
  grantTenant,
  migrateTable,
  openDirectory,
  planShape,
  requireTable,
  verifyShape,
  type Directory,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyWireItem, putWireItems } from '../../support/directory/items.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { listByName, NEXT_SHAPE, nextVersionClient } from '../../support/directory/next-shape.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { engineEndpoint, indexesSettled } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';

/** The long run: ROLLBOOK_MIGRATION_ITEMS=1000000 ROLLBOOK_TEST_ENGINE=weak npm test -- test/faults/killed/migration-killed */
const STORED = Number(process.env['ROLLBOOK_MIGRATION_ITEMS'] ?? 200);
const IS_LONG = STORED > 10_000;
/** Of each account that nobody writes; a partition of the weak table takes so many writes a second. */
const OF_AN_ACCOUNT = 1_000;
/** Which commands change meanwhile. */
const USERS = 60;
const KILLS = 10;
const WRITERS_PAUSE_MS = IS_LONG ? 40 : 5;
// The embedded engine reads the whole table for each page of a segment: with 200,000 items 71 ms instead of 2.
const PAGES = IS_LONG ? { pageSize: 100, segments: 1 } : { pageSize: 10, segments: 2 };
/** Of the process that migrates, which ends with an error if it needs more: its programs alone take half. */
const MAX_HEAP_MB = 160;
/** Twelve processes start, each of which takes its time on a loaded machine. */
const WITHIN_MS = 300_000 + STORED * 6;
const PROGRAM = fileURLToPath(new URL('migration-process.ts', import.meta.url));
const TYPESCRIPT = new URL('../../jest/typescript.mjs', import.meta.url).href;

let opened: TestDirectory;
let next: { directory: Directory; destroy: () => void };
let tenant: Tenant;
beforeAll(async () => {
  opened = await openTestDirectory();
  const client = nextVersionClient();
  const cursorSecret = 'the cursor secret of a test, 32 characters or more';
  const { tableName } = opened;
  const directory = openDirectory({ client, tableName, cursorSecret, masterKey: testMasterKey() });
  next = { directory, destroy: () => client.destroy() };
  ({ tenant } = await startAccount(opened.directory));
});
afterAll(async () => {
  next.destroy();
  await opened.close();
}, WITHIN_MS);

const place = () => ({ client: opened.client, tableName: opened.tableName });
const nextPlace = () => ({ ...place(), shape: NEXT_SHAPE });

interface Page {
  read: number;
  rss: number;
}
/** Those of all processes. */
const pages: Page[] = [];

/** @returns the signal it ended with; null when it came to its end */
async function migrateInProcess(death: { killAt?: number; applied?: boolean } = {}): Promise<string | null> {
  const settings = { endpoint: engineEndpoint(), tableName: opened.tableName, ...PAGES, ...death };
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`, '--conditions=source', '--import', TYPESCRIPT],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  for await (const line of createInterface(child.stdout!)) pages.push(JSON.parse(line) as Page);
  const [code, signal] = (await exited) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The migration ended with ${code}.`);
  return signal;
}

/** The name each user was last given by a command that succeeded, and how many commands did. */
const names = new Map<UserId, string>();
let commands = 0;

/** Creates and renames users until it is stopped; each user by one writer at a time, so that the order is known. */
function startWriter(directory: Directory, writer: string, renamed?: readonly UserId[]) {
  const at = grantTenant(directory, tenant.accountId);
  const own: UserId[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const name = `${writer} ${n}`;
      if (n % 10 === 0) {
        const email = `${writer}${n}@x.example`;
        const { state } = await createUser(at, { name, email, role: 'member' }, byOperator);
        own.push(state.userId);
        names.set(state.userId, name);
      } else {
        const userId = (renamed ?? own)[n % (renamed ?? own).length]!;
        await commandUser(at, userId, { type: 'change_user', name }, byOperator);
        names.set(userId, name);
      }
      commands += 1;
      await delay(WRITERS_PAUSE_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await writing;
    },
    /** Until it has made so many commands more. */
    async wrote(more: number) {
      const upTo = commands + more;
      while (commands < upTo) await Promise.race([delay(5), writing]);
    },
  };
}

const sorted = (all: Iterable<string>) => [...all].sort();
async function expectIndexed(): Promise<void> {
  await indexesSettled();
  const listed = await listByName(opened.client, opened.tableName, tenant.accountId);
  expect(listed.filter((name) => name !== 'Olga Owner').sort()).toEqual(sorted(names.values()));
  for (const [accountId, users] of storedUsers())
    expect(await listByName(opened.client, opened.tableName, accountId)).toEqual(
      users.map(({ name }) => name),
    );
}

/** By account and in the order of their names. */
function* storedUsers() {
  for (let from = 0; from < STORED; from += OF_AN_ACCOUNT) {
    const users = Array.from({ length: Math.min(OF_AN_ACCOUNT, STORED - from) }, (_, n) => {
      const number = String(from + n).padStart(7, '0');
      return { userId: `user_${number}`, name: `Stored ${number}`, email: `s${number}@x.example` };
    });
    yield [`acct_${from}`, users] as const;
  }
}

/** As items: by commands, a million would take hours. */
async function storeUsers(): Promise<void> {
  const items = (await everyWireItem(opened)) as Record<string, AttributeValue>[];
  const like = items.find(({ entity }) => entity?.S === 'user')!;
  const rest = storedUsers();
  const lane = async () => {
    for (const [accountId, users] of rest)
      await putWireItems(
        opened,
        users.map(({ userId, name, email }) => {
          const [PK, SK] = [{ S: `account:${accountId}` }, { S: `user:${userId}` }];
          const own = {
            accountId: { S: accountId },
            userId: { S: userId },
            name: { S: name },
            email: { S: email },
          };
          return { ...like, PK, SK, ...own, lastEvents: { S: '[]' } };
        }),
      );
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
}

const total = (all: readonly Page[]) => all.reduce((sum, { read }) => sum + read, 0);

test(
  'a table goes to the next shape while it is written, killed at ten points, and back, and nothing is lost',
  async () => {
    for (let n = 0; n < USERS; n += 1) {
      const input = { name: `U${n}`, email: `u${n}@x.example`, role: 'member' } as const;
      names.set((await createUser(tenant, input, byOperator)).state.userId, input.name);
    }
    await storeUsers();
    expect(await planShape(nextPlace())).toMatchObject({
      found: 4,
      wanted: 5,
      missing: ['GSI2'],
      isNeeded: true,
      items: { written: STORED + USERS + 1 },
    });
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /it has no index GSI2; its shape is 4, not 5\..*rollbook migrate --run/,
    );

    const old = startWriter(opened.directory, 'old1', [...names.keys()]);
    const startedAt = performance.now();
    const callsOfOne = Math.floor(STORED / (KILLS + 2));
    for (let kill = 1; kill <= KILLS; kill += 1)
      expect(await migrateInProcess({ killAt: callsOfOne + kill * 2, applied: kill % 2 === 0 })).toBe(
        'SIGKILL',
      );
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /its shape is 4, not 5/,
    );
    expect(await migrateInProcess()).toBeNull();
    const [seconds, during] = [(performance.now() - startedAt) / 1_000, commands];
    await requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE });

    // Both versions are used for a while, and then the next alone.
    let newer = startWriter(next.directory, 'new2');
    await newer.wrote(20);
    await old.stop();
    await newer.wrote(10);
    const { contended, read: all } = await migrateTable(nextPlace(), PAGES);
    await newer.stop();
    expect(contended).toBe(0);
    // Each process went on from the last page of the one before.
    expect(total(pages)).toBeLessThanOrEqual(all + KILLS * PAGES.segments * PAGES.pageSize);
    expect(await verifyShape(nextPlace())).toBe(0);
    await expectIndexed();

    // And back: the version before goes on, and leaves what it does not know.
    await requireTable(opened.client, opened.tableName);
    const again = startWriter(opened.directory, 'old3', [...names.keys()].slice(1));
    await migrateTable(place());
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /its shape is 4, not 5/,
    );
    const [userId] = [...names.keys()] as [UserId];
    const rename = { type: 'change_user', name: 'Renamed' } as const;
    await commandUser(tenant, userId, rename, byOperator);
    names.set(userId, 'Renamed');
    const Key = { PK: { S: `account:${tenant.accountId}` }, SK: { S: `user:${userId}` } };
    const reading = new GetItemCommand({ TableName: opened.tableName, Key, ConsistentRead: true });
    const { Item } = await opened.client.send(reading);
    expect(Item).toMatchObject({ name: { S: 'Renamed' }, GSI2PK: { S: `names:${tenant.accountId}` } });
    await again.wrote(10);
    await again.stop();

    // Forward again: what has been written since follows.
    newer = startWriter(next.directory, 'new4');
    await migrateTable(nextPlace(), PAGES);
    await newer.wrote(5);
    await newer.stop();
    await requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE });
    await expectIndexed();
    await indexesSettled();
    const findings = await findingsOf(tenant);
    expect(findings.filter(({ level }) => level === 'wrong')).toEqual([]);
    if (IS_LONG)
      process.stderr.write(
        `${total(pages)} items read in ${Math.round(seconds)} s, beside ${during} commands; ` +
          `most memory ${Math.round(Math.max(...pages.map(({ rss }) => rss)) / 2 ** 20)} MB\n`,
      );
  },
  WITHIN_MS,
);
