import type { DatabaseSync } from 'node:sqlite';
import { loadSqlite } from '#libs/embedded-engine';
import type {
  AccountLine,
  KnownCheckpoint,
  MonitoredState,
  Tree,
  WitnessAnswer,
} from '#libs/transparency-log';

// Durable when a statement returns, also where the power fails then.
const TABLES = `
PRAGMA synchronous = EXTRA;
PRAGMA busy_timeout = 5000;
CREATE TABLE IF NOT EXISTS cosigned (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, root BLOB NOT NULL, note TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS monitored (origin TEXT PRIMARY KEY, size INTEGER NOT NULL, edge TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS lines (
  origin TEXT NOT NULL, account TEXT NOT NULL, size INTEGER NOT NULL, root BLOB NOT NULL, PRIMARY KEY (origin, account)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS forks (origin TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (origin, reason)) STRICT;`;

const PUT_COSIGNED = `INSERT INTO cosigned (origin, size, root, note) VALUES (?, ?, ?, ?)
  ON CONFLICT (origin) DO UPDATE SET size = excluded.size, root = excluded.root, note = excluded.note`;
const PUT_TREE = `INSERT INTO monitored (origin, size, edge) VALUES (?, ?, ?)
  ON CONFLICT (origin) DO UPDATE SET size = excluded.size, edge = excluded.edge`;
const PUT_LINE = `INSERT INTO lines (origin, account, size, root) VALUES (?, ?, ?, ?)
  ON CONFLICT (origin, account) DO UPDATE SET size = excluded.size, root = excluded.root`;

/** What a witness has cosigned and a monitor has read, in one file of SQLite, which processes may share. */
export class WitnessState implements MonitoredState {
  private readonly database: DatabaseSync;

  constructor(file: string) {
    this.database = new (loadSqlite().DatabaseSync)(file);
    this.database.exec(TABLES);
  }

  cosigned(origin: string): KnownCheckpoint | undefined {
    return this.get('SELECT size, root, note FROM cosigned WHERE origin = ?', origin);
  }

  decide(origin: string, by: (known: KnownCheckpoint | undefined) => WitnessAnswer): WitnessAnswer {
    return this.atOnce(() => {
      const answer = by(this.cosigned(origin));
      const { cosigned } = answer;
      if (cosigned)
        this.database.prepare(PUT_COSIGNED).run(origin, cosigned.size, cosigned.root, cosigned.note);
      return answer;
    });
  }

  tree(origin: string): Tree {
    const stored = this.get<{ size: number; edge: string }>(
      'SELECT size, edge FROM monitored WHERE origin = ?',
      origin,
    );
    if (!stored) return { size: 0, edge: [] };
    const edge = (JSON.parse(stored.edge) as string[]).map((hash) => Buffer.from(hash, 'base64'));
    return { size: stored.size, edge };
  }

  line(origin: string, accountId: string): Pick<AccountLine, 'size' | 'root'> | undefined {
    return this.get('SELECT size, root FROM lines WHERE origin = ? AND account = ?', origin, accountId);
  }

  save(origin: string, { size, edge }: Tree, lines: readonly AccountLine[]): void {
    this.atOnce(() => {
      const put = this.database.prepare(PUT_LINE);
      for (const line of lines) put.run(origin, line.accountId, line.size, line.root);
      const hashes = edge.map((hash) => Buffer.from(hash).toString('base64'));
      this.database.prepare(PUT_TREE).run(origin, size, JSON.stringify(hashes));
    });
  }

  /** For good: what was signed stays signed. @returns false if it is known */
  noteFork(origin: string, reason: string): boolean {
    const put = this.database.prepare('INSERT OR IGNORE INTO forks (origin, reason) VALUES (?, ?)');
    return put.run(origin, reason).changes === 1;
  }

  forks(): string[] {
    const rows = this.database.prepare('SELECT origin, reason FROM forks ORDER BY rowid').all();
    return (rows as { origin: string; reason: string }[]).map(forkLine);
  }

  close(): void {
    this.database.close();
  }

  private get<Row>(statement: string, ...keys: string[]): Row | undefined {
    return this.database.prepare(statement).get(...keys) as Row | undefined;
  }

  private atOnce<T>(act: () => T): T {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
      throw error;
    }
  }
}

export const forkLine = ({ origin, reason }: { origin: string; reason: string }): string =>
  `FORK of the log ${origin}: ${reason}`;
