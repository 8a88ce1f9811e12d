import { NO_PLACE, type Place, type Session, type Store } from './store.js';

/** A client of `pg`, as far as it is used. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** A `Pool` of `pg`, as far as it is used. */
export interface PostgresPool {
  connect(): Promise<PostgresClient & { release(error?: Error | boolean): void }>;
}

const TABLES = `
CREATE TABLE IF NOT EXISTS rollbook_subscriptions (
  name text PRIMARY KEY, phase text NOT NULL, cursor text, epoch integer NOT NULL, revision integer NOT NULL, unseen text NOT NULL
);
CREATE TABLE IF NOT EXISTS rollbook_sequences (
  name text NOT NULL, subject text NOT NULL, sequence integer NOT NULL, PRIMARY KEY (name, subject)
);`;

/** Any number that other programs are unlikely to lock: two that start at once would otherwise both make the tables. */
const TABLES_LOCK = 7_265_015_662;
const KNOW = `INSERT INTO rollbook_subscriptions (name, phase, cursor, epoch, revision, unseen)
  VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (name) DO NOTHING`;
const PLACE =
  'SELECT phase, cursor, epoch, revision, unseen FROM rollbook_subscriptions WHERE name = $1 FOR UPDATE';
const SAVE_PLACE = `UPDATE rollbook_subscriptions
  SET phase = $2, cursor = $3, epoch = $4, revision = $5, unseen = $6 WHERE name = $1`;
const SEQUENCES =
  'SELECT subject, sequence FROM rollbook_sequences WHERE name = $1 AND subject = ANY($2::text[])';
const SAVE_SEQUENCES = `INSERT INTO rollbook_sequences (name, subject, sequence)
  SELECT $1, * FROM unnest($2::text[], $3::integer[])
  ON CONFLICT (name, subject) DO UPDATE SET sequence = excluded.sequence`;

/** In PostgreSQL, in two tables whose names begin with `rollbook_`. */
class PostgresStore implements Store<PostgresClient> {
  readonly eventsPerTransaction = 500;

  constructor(
    private readonly pool: PostgresPool,
    private readonly name: string,
  ) {}

  async prepare(): Promise<void> {
    await this.inTransaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [TABLES_LOCK]);
      await client.query(TABLES);
      await client.query(KNOW, valuesOf(this.name, NO_PLACE));
    });
  }

  transact<T>(work: (session: Session<PostgresClient>) => Promise<T>): Promise<T> {
    return this.inTransaction(async (client) => {
      // Other processes wait here, so that nothing that is read below changes.
      const { rows } = await client.query(PLACE, [this.name]);
      return work(this.session(client, (rows[0] as Place | undefined) ?? NO_PLACE));
    });
  }

  private session(client: PostgresClient, before: Place): Session<PostgresClient> {
    const { name } = this;
    return {
      tx: client,
      place: before,
      sequencesOf: async (subjects) => {
        const { rows } = await client.query(SEQUENCES, [name, [...new Set(subjects)]]);
        return new Map(
          (rows as { subject: string; sequence: number }[]).map((row) => [row.subject, row.sequence]),
        );
      },
      save: async ({ place, sequences = new Map<string, number>() }) => {
        if (place && place.epoch !== before.epoch)
          await client.query('DELETE FROM rollbook_sequences WHERE name = $1', [name]);
        if (place) await client.query(SAVE_PLACE, valuesOf(name, place));
        if (sequences.size > 0)
          await client.query(SAVE_SEQUENCES, [name, [...sequences.keys()], [...sequences.values()]]);
      },
    };
  }

  private async inTransaction<T>(work: (client: PostgresClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      failure = await client.query('ROLLBACK').then(
        () => undefined,
        (reason: unknown) => reason as Error,
      );
      throw error;
    } finally {
      // A connection that could not be rolled back is not used again.
      client.release(failure);
    }
  }
}

function valuesOf(name: string, { phase, cursor, epoch, revision, unseen }: Place): unknown[] {
  return [name, phase, cursor, epoch, revision, unseen];
}

/**
 * Keeps how far a subscription is in PostgreSQL; its functions write to the same database.
 * @param name of the subscription, when several use the database
 */
export function postgresStore(pool: PostgresPool, name = 'default'): Store<PostgresClient> {
  return new PostgresStore(pool, name);
}
