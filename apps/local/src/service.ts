import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface ServiceOptions {
  /** What people see it called. */
  title: string;
  /** Its name in `dist/programs`: `api`. */
  program: string;
  environment: NodeJS.ProcessEnv;
  /** Where its output goes. What it says on stderr is shown as well. */
  logFile: string;
  onGivingUp: (reason: string) => void;
}

/** A part of Rollbook that runs in a process of its own, as it does in production. */
export interface Service {
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 10_000;
const RESTART_DELAY_MS = 500;
const RESTARTS_PER_MINUTE = 5;

/**
 * Starts a service and waits until it says that it is ready. One that ends without being asked to is started again, up
 * to five times a minute. Services end with this process, whatever ends it: their IPC channel closes.
 *
 * @throws Error with what the service wrote on stderr, when it does not get ready
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const restarts: number[] = [];
  let stopping = false;
  let current = launch(options);

  const keepRunning = async (child: ChildProcess) => {
    await exitOf(child);
    while (!stopping) {
      const now = Date.now();
      restarts.push(now);
      if (restarts.filter((at) => at > now - 60_000).length > RESTARTS_PER_MINUTE)
        return options.onGivingUp(`The ${options.title} keeps ending; see ${options.logFile}.`);
      console.error(`The ${options.title} ended unexpectedly and is started again.`);
      await delay(RESTART_DELAY_MS);
      if (stopping) return;
      current = launch(options);
      await current.ready.catch(() => {});
      await exitOf(current.child);
    }
  };

  await current.ready;
  void keepRunning(current.child);
  return {
    async stop() {
      stopping = true;
      const { child } = current;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = exitOf(child);
      child.kill('SIGTERM');
      const forced = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS);
      await exited;
      clearTimeout(forced);
    },
  };
}

function launch({ title, program, environment, logFile }: ServiceOptions) {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', fileURLToPath(new URL(`../../../programs/${program}.js`, import.meta.url))],
    {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C in a terminal is this process's to handle: it stops its services in order.
      detached: true,
    },
  );
  const log = createWriteStream(logFile, { flags: 'a' });
  let complaint = '';
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2_000);
    process.stderr.write(text);
  });
  child.once('close', () => log.end());
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`The ${title} did not get ready.`)), START_DEADLINE_MS);
    child.on('message', (message) => {
      if (!(message as { ready?: boolean }).ready) return;
      clearTimeout(late);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(late);
      reject(
        new Error(
          complaint.trim() ? `The ${title} did not start.` : `The ${title} did not start; see ${logFile}.`,
        ),
      );
    });
  });
  return { child, ready };
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => child.once('exit', () => resolve()));
}
