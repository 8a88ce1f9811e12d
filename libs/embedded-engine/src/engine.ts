import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { lockData, type DataLock } from './data-lock.js';
import { guard } from './guard.js';
import { addressOf, freeAddress } from './loopback-address.js';
import { findEngine, type EngineProgram } from './programs.js';
import { answerOf } from './http-answer.js';
import { keepStreamRecordsFast } from './stream-records.js';

export interface EngineOptions {
  /** The SQLite file with the data. By default: a temporary one, deleted with the engine. */
  databaseFile?: string;
  /** A folder that is removed when the engine has ended, however its launcher ends. By default: the one of a temporary file. */
  temporaryFolder?: string;
  /** The endpoint that an earlier engine had. By default: see loopback-address.ts. */
  endpoint?: string;
  /** Receives one line for anything a person should know: maintenance that was left out, for example. */
  onNotice?: (line: string) => void;
}

export interface Engine {
  /** `http://<an address of this machine>:<port>` */
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

/** The embedded engine takes milliseconds, DynamoDB Local seconds. */
const HEALTH_DEADLINE_MS = 30_000;
const MAINTENANCE_INTERVAL_MS = 10 * 60 * 1000;

/**
 * Starts the engine of this platform on a free loopback port and waits until it answers: the embedded one, or DynamoDB Local.
 *
 * The engine is stopped by `stop()`, and in every other way this process can end: see guard.ts.
 * @throws EngineNotInstalledError, EngineStartError, DataInUseError
 */
export async function startEngine(options: EngineOptions = {}): Promise<Engine> {
  const program = findEngine();
  const temporaryFolder =
    options.temporaryFolder ??
    (options.databaseFile ? '' : await mkdtemp(join(tmpdir(), 'rollbook-engine-')));
  const databaseFile = resolve(options.databaseFile ?? join(temporaryFolder, 'engine.db'));
  await mkdir(dirname(databaseFile), { recursive: true });
  const lock = await lockData(databaseFile);
  try {
    return await start(options, program, { databaseFile, temporaryFolder, lock });
  } catch (error) {
    await lock.release();
    if (temporaryFolder) await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
}

interface Data {
  databaseFile: string;
  /** Removed with the engine. Empty if there is none. */
  temporaryFolder: string;
  lock: DataLock;
}

async function start(options: EngineOptions, program: EngineProgram, data: Data): Promise<Engine> {
  // Another process may take the free port before the engine has bound it: then try the next one.
  for (let attempt = 1; ; attempt += 1) {
    const address = options.endpoint
      ? addressOf(options.endpoint)
      : await freeAddress(program.listensOnOneAddress);
    const endpoint = `http://${address.host}:${address.port}`;
    const guarded = await spawnGuarded(data, program.commandLine(address, data.databaseFile));
    if (await becomesHealthy(endpoint, program, guarded.child)) {
      await data.lock.engineStarted(guarded.enginePid, endpoint);
      const onNotice = options.onNotice ?? (() => {});
      const stopMaintenance =
        program.name === 'embedded engine' ? maintain(data.databaseFile, onNotice) : noteFallback(onNotice);
      return running(endpoint, data, guarded, stopMaintenance);
    }
    await stopGuarded(guarded.child);
    if (attempt === 3)
      throw new EngineStartError(
        `The ${program.name} did not start: ${guarded.errorOutput().trim() || 'no answer'}`,
      );
  }
}

/** @returns how to stop it */
function maintain(databaseFile: string, onNotice: (line: string) => void): () => void {
  const maintenance = () => {
    const result = keepStreamRecordsFast(databaseFile);
    if (!result.done) onNotice(`The engine's stream records were not trimmed: ${result.reason}.`);
  };
  maintenance();
  const timer = setInterval(maintenance, MAINTENANCE_INTERVAL_MS).unref();
  return () => clearInterval(timer);
}

function noteFallback(onNotice: (line: string) => void): () => void {
  onNotice(
    `There is no embedded engine for ${process.platform}-${process.arch}: this runs on Amazon's DynamoDB Local.`,
  );
  return () => {};
}

function running(
  endpoint: string,
  { databaseFile, lock }: Data,
  { child, enginePid }: Guarded,
  stopMaintenance: () => void,
): Engine {
  let stopping = false;
  const exited = new Promise<{ expected: boolean }>((resolve) => {
    child.once('exit', () => {
      stopMaintenance();
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

async function spawnGuarded(
  { databaseFile, temporaryFolder }: Data,
  engineCommand: string[],
): Promise<Guarded> {
  const child = spawn(process.execPath, ['--eval', `(${guard.toString()})()`], {
    detached: true,
    // DynamoDB Local leaves a file in the current folder.
    cwd: dirname(databaseFile),
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

async function becomesHealthy(
  endpoint: string,
  { isHealthy }: EngineProgram,
  child: ChildProcess,
): Promise<boolean> {
  const deadline = Date.now() + HEALTH_DEADLINE_MS;
  while (Date.now() < deadline && child.exitCode === null && child.signalCode === null) {
    try {
      if (isHealthy(await answerOf(endpoint))) return true;
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
