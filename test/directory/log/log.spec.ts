import type { CallReport } from '@rollbook/single-table';
import { commandUser, createUser, LogMemory, openLogs, readFeed, type Tenant } from '#libs/directory';
import { byOperator } from '../../support/directory/directory.js';
import { testOfCalls } from '../../support/engines/engine.js';
import { openLoggedDirectory, type LoggedDirectory } from '../../support/directory/logged.js';
import { startAccount } from '../../support/streams/busy-directory.js';

let system: LoggedDirectory;
let named = 0;

beforeEach(async () => {
  system = await openLoggedDirectory();
});
afterEach(() => system.close());

async function addUsers(tenant: Tenant, count: number): Promise<void> {
  for (let user = 0; user < count; user += 1) {
    const name = crypto.randomUUID();
    await createUser(tenant, { name, email: `${name}@x.example`, role: 'member' }, byOperator);
  }
}

test('each event gets a leaf, its account a line in a batch, and the batch a signed checkpoint', async () => {
  const { accountId, tenant } = await startAccount(system.directory);
  const other = await startAccount(system.directory, 'Other');
  await system.round();
  expect(await system.expectProven(accountId)).toMatchObject({ size: 1 });
  await system.expectProven(other.accountId);
  await addUsers(tenant, 3);
  await system.round();
  expect(await system.expectProven(accountId)).toMatchObject({ size: 2 });
  // It did not change, and its proof goes on from the batch that it was in.
  expect(await system.expectProven(other.accountId)).toMatchObject({ size: 2 });
  await system.round();
  expect(await system.expectProven(accountId)).toMatchObject({ size: 2 });
  expect(system.notices).toEqual([]);
});

test('an event that no checkpoint covers yet is pending, and one of another account is unknown', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  const other = await startAccount(system.directory, 'Other');
  await system.round();
  const { events } = await createUser(
    tenant,
    { name: 'Una', email: 'una@x.example', role: 'member' },
    byOperator,
  );
  await system.feed();
  const { accounts } = openLogs(system.directory, system.signing.key);
  expect(await accounts.proof(accountId, events[0]!.eventId)).toBe('pending');
  expect(await accounts.proof(other.accountId, `${ownerId}.1`)).toBe('unknown');
});

test('a tree of several tiles grows in rounds of any size, and each of its events has a proof', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  for (const more of [250, 1, 2, 600]) {
    for (let change = 0; change < more; change += 1)
      await commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${(named += 1)}` }, byOperator);
    await system.round();
  }
  const { accounts } = openLogs(system.directory, system.signing.key);
  expect(await accounts.head(accountId)).toMatchObject({ size: 856 });
  await system.expectProven(accountId);
  const entries = [
    await accounts.entries(accountId, 0, 256),
    await accounts.entries(accountId, 3, 88),
  ].flat();
  expect(entries).toHaveLength(344);
  expect(await accounts.tile(accountId, 0, 3, 89)).toBeUndefined();
  expect(await accounts.tile(accountId, 1, 0, 3)).toHaveLength(96);
  const { events } = await readFeed(system.directory, accountId, { limit: 300 });
  expect(events.map(({ event }) => event.eventId).slice(0, 256)).toEqual(
    entries
      .slice(0, 256)
      .map((entry) => (JSON.parse(Buffer.from(entry!.slice(1)).toString()) as { eventId: string }).eventId),
  );
});

test('1,000 events in one round cost at most 0.1 write units each, one alone at most 4, a round without any none', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  const calls: CallReport[] = [];
  const directory = system.reopened({ onCall: (call) => calls.push(call) });
  const units = async (changes: number) => {
    for (let change = 0; change < changes; change += 1)
      await commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${(named += 1)}` }, byOperator);
    await system.feed();
    calls.length = 0;
    await system.round({ directory });
    return calls.reduce((sum, { capacity }) => sum + (capacity?.write ?? 0), 0);
  };
  await units(1);
  expect(await units(1)).toBe(4);
  expect(await units(0)).toBe(0);
  expect(await units(1_000)).toBeLessThanOrEqual(100);
  await system.expectProven(accountId);
});

testOfCalls()('a proof takes 8 calls at most, and an event is found by its hash alone', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  const change = () =>
    commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${(named += 1)}` }, byOperator);
  for (let changes = 0; changes < 509; changes += 1) await change();
  await system.round();
  const calls: CallReport[] = [];
  const { key } = system.signing;
  const callsOf = async (...versions: number[]) => {
    for (const version of versions) {
      // Of a process that has read nothing yet.
      const { accounts } = openLogs(system.reopened({ onCall: (call) => calls.push(call) }), key);
      calls.length = 0;
      expect(await accounts.proof(accountId, `${ownerId}.${version}`)).toMatchObject({ index: version + 1 });
      expect(calls.map(({ operation }) => operation).slice(8)).toEqual([]);
    }
  };
  await callsOf(2, 300, 500);
  // As many as are behind the last full tile at most, each in a part of the feed of its own.
  for (let changes = 0; changes < 255; changes += 1) {
    await change();
    await system.feed();
  }
  await system.round();
  expect(await openLogs(system.directory, key).accounts.head(accountId)).toMatchObject({ size: 767 });
  await callsOf(2, 511, 600, 765);
});

test('what a process remembers of a log changes no proof, however the log grows', async () => {
  const { accountId, tenant, ownerId } = await startAccount(system.directory);
  const { key } = system.signing;
  const memory = new LogMemory();
  for (const more of [1, 1, 120, 3, 140, 256, 2]) {
    for (let change = 0; change < more; change += 1)
      await commandUser(tenant, ownerId, { type: 'change_user', name: `Olga ${(named += 1)}` }, byOperator);
    await system.round();
    const { size } = (await openLogs(system.directory, key).accounts.head(accountId))!;
    for (const version of [2, Math.ceil(size / 2), size - 3, size - 2].filter((each) => each > 1)) {
      const proofs = [memory, undefined].map((each) =>
        openLogs(system.directory, key, each).accounts.proof(accountId, `${ownerId}.${version}`),
      );
      const [remembered, read] = await Promise.all(proofs);
      expect(remembered).toEqual(read);
      expect(read).toMatchObject({ index: version + 1 });
    }
  }
});
