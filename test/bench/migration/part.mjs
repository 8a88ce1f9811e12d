// A table of very many users gets an index while commands change it: `migrateTable`, as `rollbook migrate --run` calls it, which is
// `runMigration` of single-table. At a bounded rate, and nothing may be lost.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CREDENTIALS, library, REGION } from '../engines.mjs';
import { fill } from '../fill.mjs';
import { addRound } from '../frame/measures.mjs';

const TableName = 'bench';
const by = { actor: 'operator:bench', correlationId: 'bench' };

export const title = 'Migration';
export const about = `Adds an index, and writes its keys for the users already stored, at a limited rate on the embedded engine, while four
clients create users, and rename these and those being migrated: how long it takes, what it costs, and that nothing is lost.
\`--long\` migrates a million.`;

export const settings = ({ quick, long }) => ({
  users: quick ? 5_000 : long ? 1_000_000 : 100_000,
  unitsPerSecond: 10_000,
  writers: 4,
});

export async function run(measures, progress, { users, unitsPerSecond, writers }) {
  progress.expect(3);
  const [{ startEngine }, { fileMasterKey }, directoryLib] = await Promise.all(
    ['embedded-engine', 'secrets', 'directory'].map((name) => library(name)),
  );
  const singleTable = await import('@rollbook/single-table');
  const { commandUser, createAccount, createUser, ensureTable, grantTenant, openDirectory } = directoryLib;
  const shape = nextShape(directoryLib, singleTable);
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
  const engine = await startEngine();
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: REGION, credentials: CREDENTIALS });
  const place = { client, tableName: TableName, shape };
  try {
    await ensureTable(client, TableName);
    const cursorSecret = 'the cursor secret of a bench, 32 characters or more';
    const masterKey = fileMasterKey(join(folder, 'master-key'));
    const directory = openDirectory({ client, tableName: TableName, cursorSecret, masterKey });
    const tenant = grantTenant(
      directory,
      (await createAccount(directory, { name: 'Large' }, by)).state.accountId,
    );
    fill({ engine, tableName: TableName }, users, (n) => [head(tenant.accountId, n)]);
    progress.step('written as items');

    const live = startWriting(writers, {
      create: (input) => createUser(tenant, input, by),
      rename: (userId, name) => commandUser(tenant, userId, { type: 'change_user', name }, by),
      oldUser: () => userIdOf(Math.floor(Math.random() * users)),
    });
    const startedAt = performance.now();
    // One segment: what is filled in has none that the engine knows.
    const bounds = { unitsPerSecond, segments: 1 };
    const { written, contended, units } = await directoryLib.migrateTable(place, bounds);
    const seconds = (performance.now() - startedAt) / 1000;
    const { created, names, durations } = await live.stop();
    progress.step('migrated');

    // What the version before has written meanwhile follows, and then nothing is left.
    await directoryLib.migrateTable(place, bounds);
    assert.equal(await directoryLib.verifyShape(place), 0);
    const table = singleTable.connectTable(shape.definition, { client, tableName: TableName, cursorSecret });
    let listed = 0;
    for await (const { userId, name } of table.each(shape.byName, { accountId: tenant.accountId })) {
      listed += 1;
      if (names.has(userId)) assert.equal(name, names.get(userId));
    }
    assert.equal(listed, users + created);
    const row = `${users.toLocaleString('en')} users, at most ${unitsPerSecond.toLocaleString('en')} units a second`;
    const figures = measures.table({ title: 'A new index', rowTitle: 'table' });
    addRound(figures, row, {
      seconds,
      'items a second': written / seconds,
      'units a second': units / seconds,
      'live writers': writers,
      'live commands': durations.length,
      'their p99, ms': durations.sort((a, b) => a - b)[Math.floor(durations.length * 0.99)],
    });
    measures.remark(
      `${written.toLocaleString('en')} items written, ${contended} contended. Nothing was lost of the users and of ${durations.length.toLocaleString('en')} live commands: each user is listed under the name they were last given.`,
    );
    progress.step('verified');
  } finally {
    client.destroy();
    await engine.stop();
    rmSync(folder, { recursive: true });
  }
}

/** The shape of a next version, which lists an account's users by name. */
function nextShape({ rollbookTable }, { convert, defineEntity, defineTable, string }) {
  const definition = defineTable({
    ...rollbookTable,
    indexes: { ...rollbookTable.indexes, GSI2: { partitionKey: 'GSI2PK', sortKey: 'GSI2SK' } },
  });
  const user = defineEntity(definition, {
    name: 'user',
    key: { PK: 'account:{accountId}', SK: 'user:{userId}' },
    indexes: { GSI2: { GSI2PK: 'names:{accountId}', GSI2SK: '{name}:{userId}' } },
    attributes: { accountId: string(), userId: string(), name: string().optional() },
  });
  return { version: 2, definition, rules: [convert(user)], byName: user.by('GSI2') };
}

const userIdOf = (n) => `user_m${String(n).padStart(8, '0')}`;

function head(accountId, n) {
  const userId = userIdOf(n);
  const at = new Date(0).toISOString();
  return {
    PK: `account:${accountId}`,
    SK: `user:${userId}`,
    entity: 'user',
    accountId,
    userId,
    name: `Member ${n}`,
    email: `m${n}@x.example`,
    role: 'member',
    status: 'active',
    membershipCount: 0,
    version: 1,
    lastEvents: [],
    createdAt: at,
    updatedAt: at,
  };
}

/** Several clients at once, each of which creates a user, and renames it and one of the old ones, until they are stopped. */
function startWriting(writers, { create, rename, oldUser }) {
  const names = new Map();
  const durations = [];
  let created = 0;
  let isStopped = false;
  const timed = async (command) => {
    const from = performance.now();
    const outcome = await command;
    durations.push(performance.now() - from);
    return outcome;
  };
  const renameTo = async (userId, name) => {
    await timed(rename(userId, name));
    names.set(userId, name);
  };
  const write = async (_, writer) => {
    for (let n = 0; !isStopped; n += 1) {
      const input = { name: `New ${writer} ${n}`, email: `new${writer}-${n}@x.example`, role: 'member' };
      const { userId } = (await timed(create(input))).state;
      created += 1;
      await renameTo(userId, `Renamed ${writer} ${n}`);
      // Each of the old ones is renamed once, so that it is known which name was the last.
      const old = oldUser();
      if (!names.has(old)) await renameTo(old, `Renamed ${old}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const writing = Promise.all(Array.from({ length: writers }, write));
  return {
    async stop() {
      isStopped = true;
      await writing;
      return { created, names, durations };
    },
  };
}
