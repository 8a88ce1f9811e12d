/** @engines both */
import { join } from 'node:path';
import {
  beginNextLog,
  commandUser,
  fillHistories,
  openLogs,
  runLogRound,
  type Directory,
  type Signing,
  type Tenant,
} from '#libs/directory';
import type { UserId } from '#libs/domain';
import { fileLogKey, fileLogMark } from '#libs/secrets';
import { append, emptyTree, leafHash, parseCheckpoint, rootOf } from '#libs/transparency-log';
import { byOperator, openUnreliably } from '../../support/directory/directory.js';
import { killedAt, signingThrough } from '../../support/directory/log-processes.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { indexesSettled } from '../../support/engines/engine.js';
import { restoreItems, storedItems, type StoredItem } from '../../support/directory/stored-items.js';
import { startAccount } from '../../support/streams/busy-directory.js';

/** That the log never has two roots for one size: processes killed at each call, several at once, lost answers, tables that are older. */

let system: LoggedDirectory;
let account: { tenant: Tenant; accountId: string; ownerId: UserId };
let named = 0;
/** Every text that was signed. */
let signed: string[];

beforeEach(async () => {
  system = await openLoggedDirectory();
  signed = [];
  account = await startAccount(system.directory);
});
afterEach(() => system.close());

async function change(count = 1): Promise<void> {
  const { tenant, ownerId } = account;
  for (let change = 0; change < count; change += 1)
    await commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${(named += 1)}` }, byOperator);
}

const onSign = (text: string) => void signed.push(text);
/** As a process of its own has it. */
const signing = () => signingThrough(system, onSign);
const killed = (call: number, point: 'before' | 'after') => killedAt(system, { call, point, onSign });

/** One root for each size, and each the root of what the log has now. */
async function expectOneHistory(): Promise<void> {
  const heads = signed.map((text) => parseCheckpoint(text));
  const { installation } = openLogs(system.directory, system.signing.key);
  const newest = parseCheckpoint((await installation.checkpoint())!.split('\n\n')[0]! + '\n');
  const entries: Uint8Array[] = [];
  for (let bundle = 0; bundle * 256 < newest.size; bundle += 1)
    entries.push(...(await installation.entries(bundle, Math.min(256, newest.size - bundle * 256)))!);
  const leaves = entries.map(leafHash);
  for (const { size, root } of [...heads, newest])
    expect({ size, root: rootOf(append(emptyTree, leaves.slice(0, size))) }).toEqual({
      size,
      root: new Uint8Array(root),
    });
  await system.expectProven(account.accountId);
}

test('killed before and after each of its calls, what the next process signs is of the same history', async () => {
  let kills = 0;
  for (const point of ['before', 'after'] as const)
    for (let call = 1; ; call += 1) {
      await change(call % 5 === 0 ? 60 : 1);
      const { wasKilled, ...by } = killed(call, point);
      await system.round(by).catch((error: unknown) => expect(String(error)).toContain('killed'));
      if (call % 3 === 0) await change();
      await system.round({ directory: system.reopened(), signing: signing() });
      if (!wasKilled()) break;
      kills += 1;
    }
  expect(kills).toBeGreaterThan(24);
  expect(system.notices).toEqual([]);
  await expectOneHistory();
}, 240_000);

test('of several processes at once, with clocks an hour apart, one appends', async () => {
  const ahead = [0, 3_600_000, -3_600_000];
  const processes = ahead.map((by) => ({
    directory: system.reopened({ now: () => Date.now() + by }),
    signing: signing(),
  }));
  const onNotice = (line: string) => void system.notices.push(line);
  await system.feed();
  let isBusy = true;
  // Each sees another part of what happens meanwhile.
  const changing = (async () => {
    for (let round = 0; round < 30; round += 1) {
      await change(2);
      await system.feed();
    }
    isBusy = false;
  })();
  await Promise.all([
    changing,
    ...processes.map(async ({ directory, signing: own }) => {
      while (isBusy) await runLogRound(directory, own, onNotice);
    }),
  ]);
  expect(signed.length).toBeGreaterThan(10);
  await system.round({ directory: system.reopened(), signing: signing() });
  expect(system.notices).toEqual([]);
  await expectOneHistory();
}, 120_000);

test('a write whose answer is lost is recognised as its own', async () => {
  const { engine, directory, close } = await openUnreliably(system);
  const own = signing();
  const lost = new Set<string>();
  for (let round = 0; round < 8; round += 1) {
    await change(round === 2 ? 260 : 1);
    await system.feed();
    engine.decide = (operation, body) => {
      if (operation !== 'PutItem' || lost.has(body)) return 'pass';
      lost.add(body);
      return 'lose answer';
    };
    await runLogRound(directory, own, (line) => void system.notices.push(line));
    engine.decide = null;
  }
  await close();
  expect(lost.size).toBeGreaterThan(16);
  await system.round({ signing: signing() });
  expect(system.notices).toEqual([]);
  await expectOneHistory();
}, 120_000);

test('what could not be signed is signed with the next round of the same process', async () => {
  const own = signing();
  const { sign } = own.key;
  let isDown = true;
  const key = {
    ...own.key,
    sign: (message: Uint8Array) => (isDown ? Promise.reject(new Error('KMS')) : sign(message)),
  };
  const by = { directory: system.reopened(), signing: { ...own, key } };
  await expect(system.round(by)).rejects.toThrow('KMS');
  isDown = false;
  await system.round(by);
  await expectOneHistory();
});

const allItems = () => storedItems(system);
const restore = (items: readonly StoredItem[]) => restoreItems(system, items);

test('a table that was restored to an earlier moment stops the log, also when it has grown past it', async () => {
  await system.round({ signing: signing() });
  const earlier = await allItems();
  for (let round = 0; round < 2; round += 1) {
    await change();
    await system.round({ signing: signing() });
  }
  await restore(earlier);
  const texts = signed.length;
  await expect(runLogRound(system.reopened(), signing(), () => {})).rejects.toThrow('The table is behind');
  // A process that works while nobody looks at the mark: as the attacker would.
  await expect(runLogRound(system.reopened(), { ...signing(), ...withoutMark() }, () => {})).rejects.toThrow(
    'the mark of the log',
  );
  for (let round = 0; round < 4; round += 1) {
    await change();
    await system.feed();
    await expect(runLogRound(system.reopened(), signing(), () => {})).rejects.toThrow(/behind|rewritten/);
  }
  expect(signed).toHaveLength(texts);
}, 60_000);

const withoutMark = (): Pick<Signing, 'mark'> => ({
  mark: { read: () => Promise.resolve(undefined), replace: () => Promise.resolve(true) },
});

test('a table without its log, or with another key, is refused', async () => {
  await system.round({ signing: signing() });
  const items = await allItems();
  await restore(items.filter(({ PK }) => !PK?.S?.includes('log:')));
  await expect(runLogRound(system.reopened(), signing(), () => {})).rejects.toThrow('The table has no log');
  await restore(items);
  const { key } = signing();
  const other = { ...signing(), key: { ...key, origin: 'another.example/log' } };
  await expect(runLogRound(system.reopened(), other, () => {})).rejects.toThrow('another name or key');
});

test('what happened before there were feeds comes first, by a walk that may be killed anywhere', async () => {
  const later = (minutes: number): Directory => system.reopened({ now: () => Date.now() + minutes * 60_000 });
  await change(3);
  await system.skip();
  // The feeds begin with this one.
  await change();
  await indexesSettled();
  await system.round({ directory: later(6), signing: signing() });
  const { accounts } = openLogs(system.directory, system.signing.key);
  await indexesSettled();
  await fillHistories(later(10), { onNotice: () => {} });
  for (let call = 1; ; call += 1) {
    const { wasKilled, ...by } = killed(call, call % 2 === 0 ? 'before' : 'after');
    await runLogRound({ ...by.directory, now: () => Date.now() + 12 * 60_000 }, by.signing, () => {}).catch(
      () => {},
    );
    if (!wasKilled()) break;
  }
  await system.round({ directory: later(12), signing: signing() });
  expect(await accounts.head(account.accountId)).toMatchObject({ size: 7 });
  await expectOneHistory();
}, 60_000);

test('the next log has another name and key, begins with the last checkpoint, and has a line of every account', async () => {
  const other = await startAccount(system.directory, 'Other');
  await system.round({ signing: signing() });
  const earlier = await allItems();
  await change();
  const { checkpoint } = await system.round({ signing: signing() });
  await restore(earlier);
  const file = join(system.folder, 'next.key');
  const next = { key: fileLogKey(file), mark: fileLogMark(file) };
  await expect(beginNextLog(system.reopened(), signing(), checkpoint!.note)).rejects.toThrow('already');
  await beginNextLog(system.reopened(), next, checkpoint!.note);
  await indexesSettled();
  await runLogRound(system.reopened({ now: () => Date.now() + 600_000 }), next, () => {});
  Object.assign(system.signing, next, { last: undefined });
  expect(await system.expectProven(account.accountId)).toMatchObject({ origin: next.key.origin, size: 2 });
  await system.expectProven(other.accountId);
  const [first] = (await openLogs(system.directory, next.key).installation.entries(0, 1))!;
  expect(Buffer.from(first!.slice(1)).toString()).toBe(checkpoint!.note);
});
