import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandUser } from '#libs/directory';
import { seeded } from '../../faults/proof/random.js';
import { byOperator } from '../../support/directory/directory.js';
import { auditLogs, keepLogs, type Kept } from '../../support/directory/log-auditor.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { restoreItems, storedItems, type StoredItem } from '../../support/directory/stored-items.js';
import { startAccount } from '../../support/streams/busy-directory.js';

/** An attacker with all rights to the table, but not the key or the mark; an auditor who kept what was signed once. */

const ATTACKS = Number(process.env['ROLLBOOK_LOG_ATTACKS'] ?? 300);
const ROUNDS = 4;
/** The auditor's visit. */
const KEPT_AFTER = 2;

let system: LoggedDirectory;
let accounts: Awaited<ReturnType<typeof startAccount>>[];
let kept: Kept;
let stored: StoredItem[];
let earlier: StoredItem[];
let marks: string;

beforeAll(async () => {
  system = await openLoggedDirectory();
  accounts = [await startAccount(system.directory), await startAccount(system.directory, 'Other')];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { tenant, ownerId } of accounts)
      for (let change = 0; change < 3; change += 1)
        await commandUser(tenant, ownerId, { type: 'change_user', name: `O ${round} ${change}` }, byOperator);
    await system.round();
    if (round === 0) earlier = await storedItems(system);
    if (round === KEPT_AFTER)
      kept = await keepLogs(
        system,
        accounts.map(({ accountId }) => accountId),
      );
  }
  stored = await storedItems(system);
  marks = mkdtempSync(join(tmpdir(), 'rollbook-marks-'));
  cpSync(system.folder, marks, { recursive: true });
});
afterAll(async () => {
  rmSync(marks, { recursive: true });
  await system.close();
});

const audit = () => auditLogs(system, [kept]);

type Attack = (items: StoredItem[], random: () => number) => StoredItem[];

const pick = <T>(from: readonly T[], random: () => number): T => from[Math.floor(random() * from.length)]!;
const isIn = (prefix: string) => (item: StoredItem) => item['PK']!.S!.startsWith(prefix);
const eventsOf = (items: StoredItem[], random: () => number) => {
  const { ownerId } = pick(accounts, random);
  // Old enough to be covered by what was kept.
  return items.filter((item) => isIn(`events:${ownerId}`)(item) && Number(item['version']!.N) <= 6);
};
const without = (items: StoredItem[], gone: readonly StoredItem[]) =>
  items.filter((item) => !gone.includes(item));
const changed = (items: StoredItem[], item: StoredItem, change: StoredItem) => [
  ...without(items, [item]),
  { ...item, ...change },
];
const commitsOf = (part: StoredItem) => JSON.parse(part['commits']!.S!) as [string, number, number][];
const oldParts = (items: StoredItem[], random: () => number) =>
  items
    .filter(isIn(`feed:${pick(accounts, random).accountId}`))
    .sort((one, other) => Number(one['sequence']!.N) - Number(other['sequence']!.N))
    .slice(0, 2);
/** So that the worker builds the tree once more, of what is there now. */
const withoutTree = (items: StoredItem[], accountId: string) => [
  ...without(items, items.filter(isIn(`log:${accountId}`))),
  {
    PK: { S: 'log-due' },
    SK: { S: `account:${accountId}` },
    scope: { S: accountId },
    entity: { S: 'log-due' },
  },
];

const KINDS: Record<string, Attack> = {
  'changes an event': (items, random) =>
    changed(items, pick(eventsOf(items, random), random), { at: { S: '2020-01-01T00:00:00.000Z' } }),
  'deletes an event': (items, random) => without(items, [pick(eventsOf(items, random), random)]),
  'inserts an event': (items, random) => {
    const part = pick(oldParts(items, random), random);
    const commits = commitsOf(part);
    commits.splice(Math.floor(random() * commits.length), 0, pick(commits, random));
    return changed(items, part, { commits: { S: JSON.stringify(commits) } });
  },
  'changes the order': (items, random) => {
    const part = pick(oldParts(items, random), random);
    const commits = commitsOf(part);
    return changed(items, part, { commits: { S: JSON.stringify([...commits.slice(1), commits[0]]) } });
  },
  'truncates a feed': (items, random) => without(items, [pick(oldParts(items, random), random)]),
  'deletes events, and has the tree built again': (items, random) => {
    const event = pick(eventsOf(items, random), random);
    const accountId = event['accountId']!.S!;
    const parts = items.filter(isIn(`feed:${accountId}`));
    const other = parts.map((part) => ({
      ...part,
      commits: {
        S: JSON.stringify(
          commitsOf(part).filter(
            ([id, first]) => !(id === event['aggregateId']!.S && first === Number(event['version']!.N)),
          ),
        ),
      },
    }));
    return withoutTree([...without(items, [event, ...parts]), ...other], accountId);
  },
  'changes an event, and has the tree built again': (items, random) => {
    const event = pick(eventsOf(items, random), random);
    return withoutTree(changed(items, event, { forged: { S: String(random()) } }), event['accountId']!.S!);
  },
  'replays an earlier tree': (items, random) => {
    const { accountId } = pick(accounts, random);
    const isOfTree = isIn(`log:${accountId}`);
    return [...without(items, items.filter(isOfTree)), ...earlier.filter(isOfTree)];
  },
  'replays the whole log of all accounts': (items) => [
    ...without(items, items.filter(isIn('installation-log:'))),
    ...earlier.filter(isIn('installation-log:')),
  ],
  'swaps two accounts': (items) => {
    const [one, other] = accounts.map(({ accountId }) => accountId) as [string, string];
    const swap = (text: string) => (text.includes(one) ? text.replace(one, other) : text.replace(other, one));
    const isSwapped = (item: StoredItem) => isIn('feed:acct')(item) || isIn('log:acct')(item);
    return items.map((item) =>
      isSwapped(item)
        ? { ...item, PK: { S: swap(item['PK']!.S!) }, scope: { S: swap(item['scope']!.S!) } }
        : item,
    );
  },
  'keeps two lines for an account': (items, random) => {
    const batch = pick(
      items.filter((item) => item['entity']?.S === 'log-batch'),
      random,
    );
    const lines = JSON.parse(batch['lines']!.S!) as [string, number, string][];
    lines[0]![2] = Buffer.alloc(32, Math.floor(random() * 256)).toString('base64');
    return changed(items, batch, { lines: { S: JSON.stringify(lines) } });
  },
};

test('nothing is found where nothing was attacked', async () => {
  expect(await audit()).toBeUndefined();
});

test(`${ATTACKS} attacks on what was kept are found`, async () => {
  const seed = Number(process.env['ROLLBOOK_SEED'] ?? 1);
  const random = seeded(seed).next;
  const missed: string[] = [];
  for (let attack = 0; attack < ATTACKS; attack += 1) {
    const name = pick(Object.keys(KINDS), random);
    const items = KINDS[name]!(stored, random);
    await restoreItems(system, items);
    // The worker goes on, and signs what it can.
    await system.round({ directory: system.reopened(), signing: system.anotherSigning() }).catch(() => {});
    const found = await audit().catch((error: unknown) => String(error));
    if (found === undefined) missed.push(name);
    await restoreItems(system, stored);
    rmSync(system.folder, { recursive: true });
    cpSync(marks, system.folder, { recursive: true });
  }
  expect(missed).toEqual([]);
  expect(await audit()).toBeUndefined();
}, 14_400_000);
