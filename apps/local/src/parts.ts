import { spawn, type ChildProcess, type Serializable } from 'node:child_process';
import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { watchHeartbeat } from './heartbeat.js';

export interface PartOptions {
  title: string;
  /** Its name in `dist/programs`, where this one is too: `api`. */
  program: string;
  environment: NodeJS.ProcessEnv;
  /** Where its output goes. Its stderr is also shown. */
  logFile: string;
  /** Called when it is ready, and when it has ended. */
  onChange: () => void;
}

/** A program of Rollbook in a separate process, as in production. */
export interface Part {
  readonly title: string;
  readonly isUp: boolean;
  readonly firstStart: Promise<boolean>;
  send(message: Serializable): void;
  /** Ends it and restarts it at once, because its program has changed. */
  restart(): void;
  stop(): Promise<void>;
}

const START_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 10_000;
/** How long a program may take to end before it is restarted. */
const RESTART_DEADLINE_MS = 500;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A program that answers nothing for half a minute, and computes all the while, is ended and restarted. */
const HEARTBEAT = { askedEveryMs: 10_000, patience: 2 };
const STEADY_MS = 60_000;

export function pauseBefore(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 10));
}

/** Restarts it, with growing pauses, whenever it ends unasked. It ends with this process: its IPC channel closes. */
export function startPart(options: PartOptions): Part {
  const { title, onChange } = options;
  const stopping = new AbortController();
  let change = new AbortController();
  let settle: (isUp: boolean) => void = () => {};
  const firstStart = new Promise<boolean>((resolve) => (settle = resolve));
  let current: ChildProcess | undefined;
  let isUp = false;
  const setUp = (next: boolean) => {
    if (isUp === next) return;
    isUp = next;
    onChange();
  };

  const keepRunning = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures += 1) {
      const startedAt = Date.now();
      const startedAfter = change.signal.aborted;
      if (startedAfter) change = new AbortController();
      const child = launch(options);
      current = child;
      const unready = setTimeout(() => child.kill('SIGKILL'), START_DEADLINE_MS);
      child.on('message', (message) => {
        if (!(message as { ready?: boolean }).ready) return;
        clearTimeout(unready);
        setUp(true);
        settle(true);
        watchHeartbeat(child, {
          ...HEARTBEAT,
          onChange: setUp,
          onStuck: () => console.error(`The ${title} was busy and answered nothing: it is ended.`),
        });
        if (startedAfter) console.log(`The ${title} has restarted with the change.`);
      });
      const ending = await endOf(child);
      clearTimeout(unready);
      setUp(false);
      settle(false);
      if (stopping.signal.aborted) return;
      if (Date.now() - startedAt > STEADY_MS) failures = 0;
      if (!change.signal.aborted) {
        const pause = pauseBefore(failures);
        console.error(`The ${title} ended (${ending}) and will be restarted in ${pause / 1000} s.`);
        const signal = AbortSignal.any([stopping.signal, change.signal]);
        await delay(pause, undefined, { signal }).catch(() => {});
      }
      if (change.signal.aborted) failures = -1;
    }
  };
  const running = keepRunning();
  return {
    title,
    get isUp() {
      return isUp;
    },
    firstStart,
    send(message) {
      // A program that has just ended gets the message when it is ready again.
      if (isUp && current?.connected) current.send(message, () => {});
    },
    restart() {
      change.abort();
      const old = current;
      old?.kill('SIGTERM');
      setTimeout(() => old?.kill('SIGKILL'), RESTART_DEADLINE_MS).unref();
    },
    async stop() {
      stopping.abort();
      current?.kill('SIGTERM');
      const forced = setTimeout(() => current?.kill('SIGKILL'), STOP_DEADLINE_MS);
      await running;
      clearTimeout(forced);
    },
  };
}

/**
 * Here memory is short, not time: Node would let new objects pile up, and the C library keep memory for each thread. Below a
 * limit of 2 GB, V8 lets the heap grow to less than twice what is in use before it collects, and above it to four times.
 */
const SPARING = {
  // Each program collects by itself when it is idle, and V8 would again some seconds later.
  flags: ['--max-old-space-size=1536', '--no-memory-reducer'],
  environment: { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' },
};
/** In megabytes, for new objects. With 16 instead of 4, a page of 25 takes the API a fifth less of a processor. */
const SEMI_SPACE: Readonly<Record<string, number>> = { api: 16, 'stream-processor': 4 };
const LEAST_SEMI_SPACE = 1;

function launch({ program, environment, logFile }: PartOptions): ChildProcess {
  const semiSpace = SEMI_SPACE[program] ?? LEAST_SEMI_SPACE;
  const child = spawn(
    process.execPath,
    [
      ...SPARING.flags,
      `--max-semi-space-size=${semiSpace}`,
      fileURLToPath(new URL(`./${program}.js`, import.meta.url)),
    ],
    {
      env: { ...SPARING.environment, ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // This process handles Ctrl-C in a terminal: it stops its programs in order.
      detached: true,
    },
  );
  const log = appendTo(logFile);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => process.stderr.write(text));
  child.once('close', () => log.end());
  return child;
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    // It could not even be started.
    child.once('error', (error) => child.pid === undefined && resolve(error.message));
  });
}

function appendTo(file: string): Writable {
  let open: WriteStream | undefined;
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        open ??= openLog(file, () => (open = undefined));
        open.write(chunk, () => done());
      } catch {
        done();
      }
    },
    final(done) {
      if (open) open.end(() => done());
      else done();
    },
  });
}

function openLog(file: string, onError: () => void): WriteStream {
  mkdirSync(dirname(file), { recursive: true });
  return createWriteStream(file, { flags: 'a' }).on('error', onError);
}
