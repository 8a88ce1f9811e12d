import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findEngine } from './binary.js';
import { lockData, type DataLock } from './data-lock.js';
import { guard } from './guard.js';
import { keepStreamRecordsFast } from './stream-records.js';

export interface EngineOptions {
  /** The SQLite file with the data. By default: a temporary one, deleted with the engine. */
  databaseFile?: string;
  /** A port of 127.0.0.1. By default: a free one. */
  port?: number;
  /** Receives one line for anything a person should know: an maintenance that was left out, for example. */
  onNotice?: (line: string) => void;
}

export interface Engine {
  /** `http://127.0.0.1:<port>` */
  readonly endpoint: string;
  readonly databaseFile: string;
  readonly pid: number;
  /** Resolves when the engine has ended, with `expected: false` if nobody stopped it. */
  readonly exited: Promise<{ expected: boolean }>;
  stop(): Promise<void>;
}

export class EngineStartError extends Error {
  override readonly name = 'EngineStartError';
}

const HEALTH_DEADLINE_MS = 10_000;
const MAINTENANCE_INTERVAL_MS = 10 * 60 * 1000;

/**
 * Starts the embedded DynamoDB-compatible engine on a free loopback port and waits until it answers.
 *
 * The engine is stopped by `stop()`, and in every other way this process can end: see guard.ts.
 * @throws EngineNotInstalledError, EngineStartError, DataInUseError
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const { command, leadingArguments } = findEngine();
  const temporaryFolder = options.databaseFile ? '' : await mkdtemp(join(tmpdir(), 'rollbook-engine-'));
  const databaseFile = options.databaseFile ?? join(temporaryFolder, 'engine.db');
  await mkdir(dirname(databaseFile), { recursive: true });
  const lock = await lockData(databaseFile);
  try {
    return await start(options, [command, ...leadingArguments], databaseFile, temporaryFolder, lock);
  } catch (error) {
    await lock.release();
    if (temporaryFolder) await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
}

async function start(
  options: EngineOptions,
  command: string[],
  databaseFile: string,
  temporaryFolder: string,
  lock: DataLock,
): Promise<Engine> {
  // Another process may take the free port before the engine has bound it: then try the next one.
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await freePort());
    const endpoint = `http://127.0.0.1:${port}`;
    const engineArguments = [
      'serve',
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--db-path',
      databaseFile,
    ];
    const guarded = await spawnGuarded(temporaryFolder, [...command, ...engineArguments]);
    if (await becomesHealthy(endpoint, guarded.child)) {
      await lock.engineStarted(guarded.enginePid, endpoint);
      return running(endpoint, databaseFile, guarded, options, lock);
    }
    await stopGuarded(guarded.child);
    if (attempt === 3)
      throw new EngineStartError(
        `The embedded engine did not start: ${guarded.errorOutput().trim() || 'no answer'}`,
      );
  }
}

function running(
  endpoint: string,
  databaseFile: string,
  { child, enginePid }: Guarded,
  { onNotice = () => {} }: EngineOptions,
  lock: DataLock,
): Engine {
  const maintenance = () => {
    const result = keepStreamRecordsFast(databaseFile);
    if (!result.done) onNotice(`The engine's stream records were not trimmed: ${result.reason}.`);
  };
  maintenance();
  const maintenanceTimer = setInterval(maintenance, MAINTENANCE_INTERVAL_MS).unref();

  let stopping = false;
  const exited = new Promise<{ expected: boolean }>((resolve) => {
    child.once('exit', () => {
      clearInterval(maintenanceTimer);
      // If only the guard had been killed, the engine would still be running.
      if (!stopping) killIfAlive(enginePid);
      resolve({ expected: stopping });
    });
  });
  return {
    endpoint,
    databaseFile,
    pid: enginePid,
    exited,
    async stop() {
      stopping = true;
      await stopGuarded(child);
      await lock.release();
    },
  };
}

interface Guarded {
  child: ChildProcess;
  enginePid: number;
  errorOutput: () => string;
}

async function spawnGuarded(temporaryFolder: string, engineCommand: string[]): Promise<Guarded> {
  const child = spawn(process.execPath, ['--eval', `(${guard.toString()})()`], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, ROLLBOOK_GUARDED: JSON.stringify([temporaryFolder, ...engineCommand]) },
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-2_000);
  });
  const enginePid = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { enginePid: number }).enginePid));
    child.once('error', reject);
    child.once('exit', () =>
      reject(new EngineStartError(`The embedded engine did not start: ${output.trim()}`)),
    );
  });
  // Neither the channel nor the pipe keeps this process alive: the engine lives as long as its launcher, not longer.
  child.unref();
  child.channel?.unref();
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
  return { child, enginePid, errorOutput: () => output };
}

async function stopGuarded(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.ref();
  if (child.connected) child.disconnect();
  await exited;
}

async function becomesHealthy(endpoint: string, child: ChildProcess): Promise<boolean> {
  const deadline = Date.now() + HEALTH_DEADLINE_MS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    try {
      const answer = await fetch(endpoint, { signal: AbortSignal.timeout(1_000) });
      if ((await answer.text()).startsWith('healthy')) return true;
    } catch {
      // Not listening yet.
    }
    await delay(10);
  }
  return false;
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // Already gone.
  }
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
