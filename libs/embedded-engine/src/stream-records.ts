import { loadSqlite } from './sqlite.js';

/**
 * Two things the engine leaves to be desired as a DynamoDB stand-in, put right in its SQLite file while it runs
 * (SQLite in WAL mode allows a second connection):
 *
 * - With a stream enabled, each write looks up the highest sequence number with
 *   `MAX(CAST(sequence_number AS INTEGER))`, and each poll of a shard sorts by it, both without an index: the write
 *   rate falls as records pile up. Two indexes make both flat.
 * - Records are never trimmed. DynamoDB keeps them 24 hours
 *   (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Streams.html). The newest record of each table
 *   is always kept: with none left, the engine would start its sequence numbers at 1 again.
 *
 * An engine whose file does not look as expected is left alone, with a notice that says why.
 */

const EXPECTED_COLUMNS = ['id', 'table_name', 'sequence_number', 'shard_id', 'created_at'];

const INDEXES = [
  `CREATE INDEX IF NOT EXISTS rollbook_stream_sequence
     ON _stream_records(table_name, CAST(sequence_number AS INTEGER))`,
  `CREATE INDEX IF NOT EXISTS rollbook_stream_shard
     ON _stream_records(table_name, shard_id, sequence_number)`,
];

const TRIM = `DELETE FROM _stream_records
  WHERE created_at < ?
    AND id NOT IN (SELECT MAX(id) FROM _stream_records GROUP BY table_name)`;

export const STREAM_RETENTION_SECONDS = 24 * 60 * 60;

export type StreamRecordMaintenance = { done: true; trimmed: number } | { done: false; reason: string };

/** @param databaseFile may be open in the engine @param now milliseconds since the epoch */
export function keepStreamRecordsFast(
  databaseFile: string,
  now: number = Date.now(),
): StreamRecordMaintenance {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(databaseFile);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info('_stream_records')`)
      .all()
      .map((row) => (row as { name: string }).name);
    const missing = EXPECTED_COLUMNS.filter((column) => !columns.includes(column));
    if (missing.length > 0)
      return { done: false, reason: `its table _stream_records has no column ${missing.join(', ')}` };
    for (const index of INDEXES) database.exec(index);
    const { changes } = database.prepare(TRIM).run(Math.floor(now / 1000) - STREAM_RETENTION_SECONDS);
    return { done: true, trimmed: Number(changes) };
  } catch (error) {
    return { done: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    database.close();
  }
}
