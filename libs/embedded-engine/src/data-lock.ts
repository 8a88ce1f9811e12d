import { readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export class DataInUseError extends Error {
  override readonly name = 'DataInUseError';
}

interface Holder {
  launcherPid: number;
  /** Known once the engine answers. */
  enginePid?: number;
  endpoint?: string;
}

export interface DataLock {
  /** Says which engine uses the data now. */
  engineStarted(enginePid: number, endpoint: string): Promise<void>;
  release(): Promise<void>;
}

/** How long an engine whose launcher was killed is given to end. */
const ENDING_MS = 5_000;
/** How long a launcher is given that is just ending. */
const GRACE_MS = 500;

/**
 * Makes sure that only one engine at a time uses a database file. SQLite would allow a second one, and both would number
 * stream records separately. The lock is a file next to the database; one left by a crash is recognised because its
 * processes are gone.
 * @throws DataInUseError
 */
export async function lockData(databaseFile: string): Promise<DataLock> {
  const lockFile = `${databaseFile}.lock`;
  const mine: Holder = { launcherPid: process.pid };
  const startedAt = Date.now();
  while (!(await create(lockFile, mine))) {
    const holder = await read(lockFile);
    if (holder && (await isAlive(holder))) {
      const patience = isRunning(holder.launcherPid) ? GRACE_MS : ENDING_MS;
      if (Date.now() - startedAt > patience)
        throw new DataInUseError(
          `The data in ${databaseFile} is in use by another process (${holder.launcherPid}). ` +
            'Stop it first, or use another data directory.',
        );
      await delay(50);
    } else await rm(lockFile, { force: true });
  }
  return {
    async engineStarted(enginePid, endpoint) {
      await writeFile(lockFile, JSON.stringify({ ...mine, enginePid, endpoint }));
    },
    async release() {
      await rm(lockFile, { force: true });
    },
  };
}

export async function findRunningEngine(databaseFile: string): Promise<string | undefined> {
  const holder = await read(`${databaseFile}.lock`);
  return holder?.endpoint !== undefined && (await isAlive(holder)) ? holder.endpoint : undefined;
}

async function create(lockFile: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(lockFile, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function read(lockFile: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(lockFile, 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

/** A process id alone proves nothing: it may now belong to another program. An engine must also answer. */
async function isAlive({ launcherPid, enginePid, endpoint }: Holder): Promise<boolean> {
  if (enginePid === undefined || endpoint === undefined) return isRunning(launcherPid);
  if (!isRunning(enginePid)) return false;
  try {
    await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
