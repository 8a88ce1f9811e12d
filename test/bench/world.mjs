// An engine, and a directory on a table of it, for parts that measure the directory's own functions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startWeakTableBefore } from '../support/weak-table/start.mjs';
import { ENGINES, library } from './engines.mjs';

export const by = { actor: 'operator:bench', correlationId: 'bench' };
const TABLE = 'rollbook';
const CURSOR_SECRET = 'the cursor secret of a bench, 32 characters or more';
const WRITERS = 4;
const CALLS_IN_FLIGHT = 50;
const MAX_OF_A_BATCH = 25;

/**
 * @param weak settings of a table as weak as the service's, which then stands before the engine
 * @returns the directory and its library; `used` counts calls, units and retries since it was last reset
 */
export async function openWorld({ weak, ...options } = {}) {
  const lib = await library('directory');
  const { fileMasterKey } = await library('secrets');
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-bench-'));
  const engine = await ENGINES.embedded.start();
  const table = weak && (await startWeakTableBefore(engine.endpoint, weak));
  const { endpoint } = table ?? engine;
  // As the API's processes have it.
  const { dynamoDBClient, overUndici } = await library('aws-clients');
  const client = dynamoDBClient({ endpoint, handler: overUndici(CALLS_IN_FLIGHT), keepSigningKey: true });
  await lib.ensureTable(client, TABLE);
  const used = { calls: 0, read: 0, write: 0, cancelled: 0 };
  const masterKeyFile = join(folder, 'master-key');
  const directory = lib.openDirectory({
    client,
    tableName: TABLE,
    cursorSecret: CURSOR_SECRET,
    masterKey: fileMasterKey(masterKeyFile),
    joinReads: true,
    ...options,
    onCall({ capacity, error }) {
      used.calls += 1;
      used.read += capacity?.read ?? 0;
      used.write += capacity?.write ?? 0;
      if (error?.includes('TransactionCanceled')) used.cancelled += 1;
    },
  });
  return {
    lib,
    directory,
    client,
    used,
    engine,
    masterKeyFile,
    tableName: TABLE,
    /** What another process needs to open the directory. */
    place: { endpoint, tableName: TABLE, cursorSecret: CURSOR_SECRET, masterKeyFile },
    resetUsed: () => Object.assign(used, { calls: 0, read: 0, write: 0, cancelled: 0 }),
    writeItems: (count, itemsOf) => writeItems(client, count, itemsOf),
    async close() {
      client.destroy();
      await table?.stop();
      await engine.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An account with so many users, the first of them its owner. */
export async function createUsers({ lib, directory }, count) {
  const { accountId } = (await lib.createAccount(directory, { name: 'Bench' }, by)).state;
  const tenant = lib.grantTenant(directory, accountId);
  const rows = Array.from({ length: count }, (_, n) => ({
    name: `User ${n}`,
    email: `user${n}@bench.example`,
    role: n === 0 ? 'owner' : 'member',
  }));
  const created = await lib.createUsers(tenant, rows, by);
  return { tenant, users: created.rows.map(({ state }) => state.userId) };
}

/** Writes items as they are, past all commands. `itemsOf(n)` gives those of one step. */
async function writeItems(client, count, itemsOf) {
  let [next, waiting] = [0, []];
  const writer = async () => {
    while (next < count || waiting.length > 0) {
      while (waiting.length < MAX_OF_A_BATCH && next < count) waiting.push(...itemsOf(next++));
      const puts = waiting
        .splice(0, MAX_OF_A_BATCH)
        .map((item) => ({ PutRequest: { Item: marshall(item) } }));
      let pending = { [TABLE]: puts };
      while (Object.keys(pending).length > 0)
        pending =
          (await client.send(new BatchWriteItemCommand({ RequestItems: pending }))).UnprocessedItems ?? {};
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}
