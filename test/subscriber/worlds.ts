import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CreateTableCommand, DeleteTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { MemoryStore, type Handlers, type AnyEvent, type Store } from '@rollbook/subscriber';
import { dynamodbStore, type Writes } from '@rollbook/subscriber/dynamodb';
import { postgresStore, type PostgresClient } from '@rollbook/subscriber/postgres';
import { sqliteStore, type Sqlite } from '@rollbook/subscriber/sqlite';
import { engineClient, uniqueTableName } from '../support/engines/engine.js';
import type { Postgres } from '../support/engines/postgres.js';
import type { KillSwitch } from './kill-switch.js';

/** What a subscription of a database is opened with, by one process. */
export interface Opened {
  store: Store<never>;
  on: Handlers<never>;
  otherwise: (tx: never, event: AnyEvent) => void | Promise<void>;
  reset: (tx: never) => void | Promise<void>;
  /** The connections of the process end. */
  end: () => void | Promise<void>;
}

/** A database with what the functions of a subscription keep in it: the memberships, and how often each event was handled. */
export interface World {
  open(kill: KillSwitch): Opened | Promise<Opened>;
  /** Memberships as `user group`, and events by their ids, in the order in which they were handled where there is one. */
  contents(): Promise<{ members: string[]; handled: string[] }>;
  /** Empties it, so that a subscription begins anew. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const pairOf = ({ data }: AnyEvent) => {
  const { userId, serviceGroupId } = data as { userId: string; serviceGroupId: string };
  return [userId, serviceGroupId] as const;
};

/** The events of a snapshot have no place in a history. */
const isOfFeed = ({ sequence }: AnyEvent) => sequence !== undefined;

/** Several transactions, though there are few events. */
const inSmallTransactions = <Tx>(store: Store<Tx>): Store<never> =>
  Object.assign(Object.create(store) as Store<never>, { eventsPerTransaction: 7 });

const SQLITE_TABLES = `
CREATE TABLE IF NOT EXISTS members (user_id TEXT, group_id TEXT, PRIMARY KEY (user_id, group_id));
CREATE TABLE IF NOT EXISTS handled (id TEXT);`;

export function sqliteWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'subscriber-'));
  const file = join(folder, 'copy.sqlite');
  const opened = () => {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;' + SQLITE_TABLES);
    return database;
  };
  return {
    open(kill) {
      const database = opened();
      const killable: Sqlite = {
        exec: (sql) => kill.around(() => database.exec(sql)),
        prepare: (sql) => {
          const statement = database.prepare(sql);
          return {
            get: (...values: never[]) => kill.around(() => statement.get(...values)),
            run: (...values: never[]) => kill.around(() => statement.run(...values)),
          } as unknown as ReturnType<Sqlite['prepare']>;
        },
      };
      const run = (tx: Sqlite, sql: string, ...values: string[]) => void tx.prepare(sql).run(...values);
      const note = (tx: Sqlite, event: AnyEvent) => {
        if (isOfFeed(event)) run(tx, 'INSERT INTO handled VALUES (?)', event.id);
      };
      const on: Handlers<Sqlite> = {
        'service_group.member_added': (tx, event) => {
          run(tx, 'INSERT OR REPLACE INTO members VALUES (?, ?)', ...pairOf(event));
          note(tx, event);
        },
        'service_group.member_removed': (tx, event) => {
          run(tx, 'DELETE FROM members WHERE user_id = ? AND group_id = ?', ...pairOf(event));
          note(tx, event);
        },
        'user.removed': (tx, event) => {
          run(tx, 'DELETE FROM members WHERE user_id = ?', event.subject);
          note(tx, event);
        },
      };
      const reset = (tx: Sqlite) => {
        run(tx, 'DELETE FROM members');
        run(tx, 'DELETE FROM handled');
      };
      const end = () => database.close();
      return { store: inSmallTransactions(sqliteStore(killable)), on, otherwise: note, reset, end };
    },
    contents() {
      const database = opened();
      const members = database.prepare("SELECT user_id || ' ' || group_id AS pair FROM members").all();
      const handled = database.prepare('SELECT id FROM handled ORDER BY rowid').all();
      database.close();
      return Promise.resolve({
        members: members.map(({ pair }) => String(pair)).sort(),
        handled: handled.map(({ id }) => String(id)),
      });
    },
    clear() {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
      return Promise.resolve();
    },
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  };
}

export async function postgresWorld(server: Postgres): Promise<World> {
  const outside = server.pool(1);
  await outside.query(`
    DROP TABLE IF EXISTS members, handled, rollbook_subscriptions, rollbook_sequences;
    CREATE TABLE members (user_id text, group_id text, PRIMARY KEY (user_id, group_id));
    CREATE TABLE handled (place serial, id text)`);
  return {
    open(kill) {
      const pool = server.pool(2);
      const killable = {
        connect: async () => {
          const client = await pool.connect();
          try {
            kill.place();
          } catch (error) {
            client.release(true);
            throw error;
          }
          return {
            query: (text: string, values?: unknown[]) => kill.around(() => client.query(text, values)),
            release: (error?: Error | boolean) => client.release(error ?? kill.isDead),
          };
        },
      };
      const note = async (tx: PostgresClient, event: AnyEvent) => {
        if (isOfFeed(event)) await tx.query('INSERT INTO handled (id) VALUES ($1)', [event.id]);
      };
      const on: Handlers<PostgresClient> = {
        'service_group.member_added': async (tx, event) => {
          await tx.query('INSERT INTO members VALUES ($1, $2) ON CONFLICT DO NOTHING', [...pairOf(event)]);
          await note(tx, event);
        },
        'service_group.member_removed': async (tx, event) => {
          await tx.query('DELETE FROM members WHERE user_id = $1 AND group_id = $2', [...pairOf(event)]);
          await note(tx, event);
        },
        'user.removed': async (tx, event) => {
          await tx.query('DELETE FROM members WHERE user_id = $1', [event.subject]);
          await note(tx, event);
        },
      };
      const reset = async (tx: PostgresClient) => void (await tx.query('TRUNCATE members, handled'));
      const store = inSmallTransactions(postgresStore(killable));
      return { store, on, otherwise: note, reset, end: () => pool.end() };
    },
    async contents() {
      const members = await outside.query<{ pair: string }>(
        "SELECT user_id || ' ' || group_id AS pair FROM members",
      );
      const handled = await outside.query<{ id: string }>('SELECT id FROM handled ORDER BY place');
      return {
        members: members.rows.map(({ pair }) => pair).sort(),
        handled: handled.rows.map(({ id }) => id),
      };
    },
    async clear() {
      await outside.query(
        'TRUNCATE members, handled; DROP TABLE IF EXISTS rollbook_subscriptions, rollbook_sequences',
      );
    },
    close: () => outside.end(),
  };
}

export async function dynamodbWorld(): Promise<World> {
  const raw: DynamoDBClient = engineClient();
  const outside = DynamoDBDocumentClient.from(raw);
  const table = uniqueTableName();
  await raw.send(
    new CreateTableCommand({
      TableName: table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  const all = async () => {
    const found: Record<string, string>[] = [];
    for (let from: Record<string, unknown> | undefined, first = true; first || from; first = false) {
      const page = await outside.send(
        new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey: from }),
      );
      found.push(...((page.Items ?? []) as Record<string, string>[]));
      from = page.LastEvaluatedKey;
    }
    return found;
  };
  const remove = async (client: Pick<DynamoDBDocumentClient, 'send'>, kinds: readonly string[]) => {
    const keys = (await all()).filter(({ pk }) => kinds.some((kind) => pk?.startsWith(kind)));
    for (let from = 0; from < keys.length; from += 25) {
      const deletes = keys
        .slice(from, from + 25)
        .map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } }));
      let left: Record<string, typeof deletes> | undefined = { [table]: deletes };
      while (left && Object.keys(left).length > 0) {
        const answer = await client.send(new BatchWriteCommand({ RequestItems: left }));
        left = answer.UnprocessedItems as typeof left;
      }
    }
  };
  return {
    open(kill) {
      const client = {
        send: (command: never) => kill.around(() => outside.send(command)),
      } as unknown as DynamoDBDocumentClient;
      const key = (event: AnyEvent) => {
        const [pk, sk] = pairOf(event);
        return { pk: `member#${pk}`, sk };
      };
      // A second time would be refused.
      const note = (tx: Writes, { id, sequence }: AnyEvent) => {
        if (sequence === undefined) return;
        const Item = { pk: 'handled', sk: id };
        tx.write({ Put: { TableName: table, Item, ConditionExpression: 'attribute_not_exists(pk)' } });
      };
      const on: Handlers<Writes> = {
        'service_group.member_added': (tx, event) => {
          tx.write({ Put: { TableName: table, Item: key(event) } });
          note(tx, event);
        },
        'service_group.member_removed': (tx, event) => {
          tx.write({ Delete: { TableName: table, Key: key(event) } });
          note(tx, event);
        },
        'user.removed': async (tx, event) => {
          const theirs = (await all()).filter(({ pk }) => pk === `member#${event.subject}`);
          tx.write(...theirs.map(({ pk, sk }) => ({ Delete: { TableName: table, Key: { pk, sk } } })));
          note(tx, event);
        },
      };
      const reset = () => remove(client, ['member#', 'handled']);
      const store = dynamodbStore({ client, table }) as unknown as Store<never>;
      return { store, on, otherwise: note, reset, end: () => undefined };
    },
    async contents() {
      const items = await all();
      const members = items.filter(({ pk }) => pk?.startsWith('member#'));
      const handled = items.filter(({ pk }) => pk === 'handled');
      return {
        members: members.map(({ pk, sk }) => `${pk?.replace('member#', '')} ${sk}`).sort(),
        handled: handled.map(({ sk }) => sk ?? ''),
      };
    },
    clear: () => remove(outside, ['']),
    async close() {
      await raw.send(new DeleteTableCommand({ TableName: table }));
      raw.destroy();
    },
  };
}

interface Memory {
  members: Set<string>;
  handled: string[];
}

export function memoryWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), 'subscriber-'));
  const file = join(folder, 'copy.json');
  const stored = () =>
    new MemoryStore<Memory>({
      file,
      // Not later, by a process that is dead.
      saveAfterMs: 3_600_000,
      create: (given) => {
        const { members = [], handled = [] } = (given ?? {}) as { members?: string[]; handled?: string[] };
        return { members: new Set(members), handled: [...handled] };
      },
      toJSON: ({ members, handled }) => ({ members: [...members], handled }),
    });
  return {
    open(kill) {
      const store = stored();
      const transact = store.transact.bind(store);
      store.transact = (work) =>
        kill.around(() =>
          transact(work).then((result) => {
            // Each change is in the file at once, so that a kill is between any two.
            kill.around(() => store.save());
            return result;
          }),
        );
      const note = ({ handled }: Memory, event: AnyEvent) => {
        if (isOfFeed(event)) handled.push(event.id);
      };
      const on: Handlers<Memory> = {
        'service_group.member_added': (state, event) => {
          state.members.add(pairOf(event).join(' '));
          note(state, event);
        },
        'service_group.member_removed': (state, event) => {
          state.members.delete(pairOf(event).join(' '));
          note(state, event);
        },
        'user.removed': (state, event) => {
          for (const pair of state.members)
            if (pair.startsWith(`${event.subject} `)) state.members.delete(pair);
          note(state, event);
        },
      };
      const reset = ({ members, handled }: Memory) => {
        members.clear();
        handled.length = 0;
      };
      return { store: store as unknown as Store<never>, on, otherwise: note, reset, end: () => undefined };
    },
    contents() {
      const { members, handled } = stored().state;
      return Promise.resolve({ members: [...members].sort(), handled });
    },
    clear() {
      if (existsSync(file)) rmSync(file);
      return Promise.resolve();
    },
    close: () => Promise.resolve(rmSync(folder, { recursive: true })),
  };
}
