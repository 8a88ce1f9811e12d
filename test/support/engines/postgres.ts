import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Where Debian's packages put the programs of a server, beside those on the PATH. */
const DEBIAN = '/usr/lib/postgresql';

const folders = [
  ...(process.env['PATH'] ?? '').split(':'),
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []),
];
const programs = folders.find((folder) =>
  ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
);

/** Whether there is PostgreSQL. Where there is none, it says what is skipped. */
export function hasPostgres(forWhat: string): boolean {
  if (programs === undefined)
    process.stderr.write(
      `Skipped: ${forWhat}, as there are no initdb and postgres on the PATH or in ${DEBIAN}.\n`,
    );
  return programs !== undefined;
}

export function describeWithPostgres(title: string, tests: () => void): void {
  (hasPostgres(title) ? describe : describe.skip)(title, tests);
}

/** A server of its own, which only a socket in its folder leads to. */
export async function startPostgres() {
  if (programs === undefined) throw new Error('There is no PostgreSQL.');
  const folder = mkdtempSync(join(tmpdir(), 'pg-'));
  const owner = unprivileged();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const options = { ...owner, cwd: folder };
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'tests', '--no-sync'],
    options,
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr.toString()}`);
  const args = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'];
  const server = spawn(join(programs, 'postgres'), args, { ...options, stdio: 'ignore' });
  const exit = once(server, 'exit');
  const pool = (max = 4) => {
    const made = new pg.Pool({ host: folder, user: 'tests', database: 'postgres', max });
    // A connection that a kill has left behind may still be there when the server ends it.
    made.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const first = pool(1);
  while (!(await first.query('SELECT 1').then(Boolean, () => false))) {
    if (server.exitCode !== null) throw new Error('PostgreSQL has ended.');
    await delay(50);
  }
  await first.end();
  return {
    pool,
    /** Where it is, for other programs: a socket. */
    url: `postgresql:///postgres?host=${encodeURIComponent(folder)}&user=tests`,
    async stop(): Promise<void> {
      // Ends connections too: https://www.postgresql.org/docs/current/server-shutdown.html
      server.kill('SIGINT');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** It refuses to run as root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (name: string, flag: string) => Number(spawnSync('id', [flag, name]).stdout.toString() || NaN);
  const name = Number.isNaN(idOf('postgres', '-u')) ? 'nobody' : 'postgres';
  return { uid: idOf(name, '-u'), gid: idOf(name, '-g') };
}
