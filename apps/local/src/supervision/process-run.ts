import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { watchHeartbeat } from './heartbeat.js';
import { appendTo } from './log-file.js';
import type { Run } from './run.js';

export interface ProcessOptions {
  /** Its name in `dist/programs`, where this one is too: `api`. */
  program: string;
  environment: NodeJS.ProcessEnv;
  /** Where its output goes. Its stderr is also shown. */
  logFile: string;
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

/** Runs a program in a separate process, as in production. It ends with this one: its IPC channel closes. */
export function startProcess({ program, environment, logFile }: ProcessOptions): Run {
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
  return {
    send: (message) => void (child.connected && child.send(message, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    stop: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
    ended: new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
      // It could not even be started.
      child.once('error', (error) => child.pid === undefined && resolve(error.message));
    }),
    watch: (heartbeat) => watchHeartbeat(child, heartbeat),
  };
}
