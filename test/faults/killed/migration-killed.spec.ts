import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  commandUser,
  createUser,
  migrateTable,
  openDirectory,
  planShape,
  requireTable,
  verifyShape,
  type Directory,
  type Tenant,
} from '#libs/directory';
import { byOperator, openTestDirectory, type TestDirectory } from '../../support/directory/directory.js';
import { everyItem } from '../../support/directory/items.js';
import { testMasterKey } from '../../support/directory/master-key.js';
import { listByName, NEXT_SHAPE, nextVersionClient } from '../../support/directory/next-shape.js';
import { findingsOf } from '../../support/directory/nothing-wrong.js';
import { engineEndpoint, indexesSettled, onWeakTable } from '../../support/engines/engine.js';
import { startAccount } from '../../support/streams/busy-directory.js';

const USERS = 60;
const KILLS = 10;
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
});

const place = () => ({ client: opened.client, tableName: opened.tableName });
const nextPlace = () => ({ ...place(), shape: NEXT_SHAPE });

/** @returns the signal it ended with; null when it came to its end */
async function migrateInProcess(death: { killAt?: number; applied?: boolean } = {}): Promise<string | null> {
  const settings = { endpoint: engineEndpoint(), tableName: opened.tableName, ...death };
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    execArgv: ['--conditions=source', '--import', TYPESCRIPT],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The migration ended with ${code}.`);
  return signal;
}

/** The name each user was last given by a command that succeeded, and how many commands did. */
const names = new Map<string, string>();
let commands = 0;

/** Creates and renames users until it is stopped; each user by one writer at a time, so that the order is known. */
function startWriter(directory: Directory, writer: string, renamed?: readonly string[]) {
  const own: string[] = [];
  let isStopped = false;
  const writing = (async () => {
    for (let n = 0; !isStopped; n += 1) {
      const name = `${writer} ${n}`;
      if (n % 10 === 0) {
        const email = `${writer}${n}@x.example`;
        const { state } = await createUser(directory, tenant, { name, email, role: 'member' }, byOperator);
        own.push(state.userId);
        names.set(state.userId, name);
      } else {
        const userId = (renamed ?? own)[n % (renamed ?? own).length]!;
        await commandUser(directory, tenant, userId, { type: 'change_user', name }, byOperator);
        names.set(userId, name);
      }
      commands += 1;
      await delay(5);
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
}

test(
  'a table goes to the next shape while it is written, killed at ten points, and back, and nothing is lost',
  async () => {
    for (let n = 0; n < USERS; n += 1) {
      const input = { name: `U${n}`, email: `u${n}@x.example`, role: 'member' } as const;
      names.set((await createUser(opened.directory, tenant, input, byOperator)).state.userId, input.name);
    }
    expect(await planShape(nextPlace())).toMatchObject({
      found: 1,
      wanted: 2,
      missing: ['GSI2'],
      isNeeded: true,
      items: { written: USERS + 1 },
    });
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /it has no index GSI2; its shape is 1, not 2\..*rollbook migrate --run/,
    );

    const old = startWriter(opened.directory, 'old1', [...names.keys()]);
    for (let kill = 1; kill <= KILLS; kill += 1)
      expect(await migrateInProcess({ killAt: 2 + kill * 2, applied: kill % 2 === 0 })).toBe('SIGKILL');
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /its shape is 1, not 2/,
    );
    expect(await migrateInProcess()).toBeNull();
    await requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE });

    // Both versions are used for a while, and then the next alone.
    let newer = startWriter(next.directory, 'new2');
    await newer.wrote(20);
    await old.stop();
    await newer.wrote(10);
    expect((await migrateTable(nextPlace(), { pageSize: 10 })).contended).toBe(0);
    await newer.stop();
    expect(await verifyShape(nextPlace())).toBe(0);
    await expectIndexed();

    // And back: the version before goes on, and leaves what it does not know.
    await requireTable(opened.client, opened.tableName);
    await migrateTable(place());
    await expect(requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE })).rejects.toThrow(
      /its shape is 1, not 2/,
    );
    const [userId] = [...names.keys()] as [string];
    const rename = { type: 'change_user', name: 'Renamed' } as const;
    await commandUser(opened.directory, tenant, userId, rename, byOperator);
    names.set(userId, 'Renamed');
    const renamed = (await everyItem(opened)).find((item) => item['SK'] === `user:${userId}`);
    expect(renamed).toMatchObject({ name: 'Renamed', GSI2PK: `names:${tenant.accountId}` });
    const again = startWriter(opened.directory, 'old3', [...names.keys()]);
    await again.wrote(10);
    await again.stop();

    // Forward again: what has been written since follows.
    newer = startWriter(next.directory, 'new4');
    await migrateTable(nextPlace(), { pageSize: 10 });
    await newer.wrote(5);
    await newer.stop();
    await requireTable(opened.client, opened.tableName, { shape: NEXT_SHAPE });
    await expectIndexed();
    await indexesSettled();
    const findings = await findingsOf(opened.directory, tenant);
    expect(findings.filter(({ level }) => level === 'wrong')).toEqual([]);
  },
  onWeakTable() ? 300_000 : 120_000,
);
