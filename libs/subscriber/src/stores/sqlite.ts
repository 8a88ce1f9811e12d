import type { DatabaseSync } from 'node:sqlite';
import { NO_PLACE, type Place, type Session, type Store } from './store.js';

export type Sqlite = Pick<DatabaseSync, 'exec' | 'prepare'>;

const TABLES = `
CREATE TABLE IF NOT EXISTS rollbook_subscriptions (
  name TEXT PRIMARY KEY, phase TEXT NOT NULL, cursor TEXT, epoch INTEGER NOT NULL, revision INTEGER NOT NULL, unseen TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS rollbook_sequences (
  name TEXT NOT NULL, subject TEXT NOT NULL, sequence INTEGER NOT NULL, PRIMARY KEY (name, subject)
) STRICT, WITHOUT ROWID;`;

const PLACE = 'SELECT phase, cursor, epoch, revision, unseen FROM rollbook_subscriptions WHERE name = ?';
const SAVE_PLACE = `INSERT INTO rollbook_subscriptions (name, phase, cursor, epoch, revision, unseen) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (name) DO UPDATE SET phase = excluded.phase, cursor = excluded.cursor, epoch = excluded.epoch,
  revision = excluded.revision, unseen = excluded.unseen`;
const SEQUENCE = 'SELECT sequence FROM rollbook_sequences WHERE name = ? AND subject = ?';
const SAVE_SEQUENCE = `INSERT INTO rollbook_sequences (name, subject, sequence) VALUES (?, ?, ?)
  ON CONFLICT (name, subject) DO UPDATE SET sequence = excluded.sequence`;

/**
 * In a database of `node:sqlite`, in two tables whose names begin with `rollbook_`. Give it a connection of its own: what others
 * write through it meanwhile is in the same transaction.
 */
class SqliteStore implements Store<Sqlite> {
  readonly eventsPerTransaction = 500;

  constructor(
    private readonly database: Sqlite,
    private readonly name: string,
  ) {}

  prepare(): Promise<void> {
    this.database.exec(TABLES);
    return Promise.resolve();
  }

  async transact<T>(work: (session: Session<Sqlite>) => Promise<T>): Promise<T> {
    const { database } = this;
    // Other processes wait here, so that nothing that is read below changes.
    database.exec('BEGIN IMMEDIATE');
    try {
      const place = (database.prepare(PLACE).get(this.name) as Place | undefined) ?? NO_PLACE;
      const result = await work(this.session(place));
      database.exec('COMMIT');
      return result;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }

  private session(before: Place): Session<Sqlite> {
    const { database, name } = this;
    const sequence = database.prepare(SEQUENCE);
    return {
      tx: database,
      place: { ...before },
      sequencesOf: (subjects) => {
        const known = new Map<string, number>();
        for (const subject of new Set(subjects)) {
          const row = sequence.get(name, subject) as { sequence: number } | undefined;
          if (row) known.set(subject, row.sequence);
        }
        return Promise.resolve(known);
      },
      save: ({ place, sequences }) => {
        if (place && place.epoch !== before.epoch)
          database.prepare('DELETE FROM rollbook_sequences WHERE name = ?').run(name);
        if (place) {
          const { phase, cursor, epoch, revision, unseen } = place;
          database.prepare(SAVE_PLACE).run(name, phase, cursor, epoch, revision, unseen);
        }
        const save = database.prepare(SAVE_SEQUENCE);
        for (const [subject, last] of sequences ?? []) save.run(name, subject, last);
        return Promise.resolve();
      },
    };
  }
}

/** What cannot be rolled back has been by the database itself (https://www.sqlite.org/lang_transaction.html). */
function rollBack(database: Sqlite): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // The first error says why.
  }
}

/**
 * Keeps how far a subscription is in a database of `node:sqlite`; its functions write to the same database.
 * @param name of the subscription, when several use the database
 */
export function sqliteStore(database: Sqlite, name = 'default'): Store<Sqlite> {
  return new SqliteStore(database, name);
}
