import { giveBackMemoryWhenIdle } from './idle-memory.js';
import { listenOnLoopback } from './loopback-server.js';

/** What a program has started. */
export interface Running {
  readonly url?: string;
  stop(reason: string): Promise<unknown>;
}

/** Where a program runs: a process of its own, or one that it shares with others. */
export interface ProgramHost {
  /** Writes a line of its log. */
  readonly say: (line: string) => void;
  /** Ends it, with the line that says why. */
  readonly fail: (error: unknown) => void;
}

export interface Program {
  /** Its name in a sentence: `API`. */
  name: string;
  /** How long stopping in order may take, in milliseconds. Then it ends all the same. */
  stopWithinMs: number;
  start(host: ProgramHost): Promise<Running>;
  /** The line that says why it could not start, or go on. */
  explain(error: unknown): string;
}

/**
 * Runs until SIGTERM, SIGINT or the end of its supervisor, which closes the channel in whatever way it ends. The supervisor
 * is told when the program is ready, and may ask whether it still responds.
 */
export async function runProgram(program: Program): Promise<void> {
  const { name, stopWithinMs } = program;
  let running: Running | undefined;
  let isOrphan = false;
  let stopping = false;
  // Nobody reads an orphan's output: at an ordinary exit what is left of it would be written again and again.
  const exit = (code: number) => {
    if (isOrphan) process.kill(process.pid, 'SIGKILL');
    process.exit(code);
  };
  const stop = (reason: string) => {
    if (!running) return exit(0);
    if (stopping) return;
    stopping = true;
    setTimeout(() => exit(1), stopWithinMs).unref();
    running.stop(reason).then(
      () => exit(0),
      (error: unknown) => {
        process.stderr.write(`The ${name} did not stop cleanly: ${String(error)}\n`);
        exit(1);
      },
    );
  };
  const fail = (error: unknown) => {
    process.stderr.write(`${program.explain(error)}\n`);
    process.exit(1);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.on('disconnect', () => {
    isOrphan = true;
    stop('the supervisor ended');
  });
  process.on('message', (message) => {
    if ((message as { responds?: boolean }).responds) process.send?.({ responds: true });
  });
  // A supervisor has started it with others, on a developer's machine.
  if (process.send) giveBackMemoryWhenIdle();
  try {
    running = await program.start({ say: (line) => process.stdout.write(timed(line)), fail });
    await answerHealthChecks(process.env['ROLLBOOK_HEALTH_PORT']);
    process.send?.({ ready: true, url: running.url });
  } catch (error) {
    fail(error);
  }
}

/**
 * For a container, which is healthy while this answers: the program has started, and nothing holds it up. What it needs and cannot
 * reach it waits for, or it ends.
 */
async function answerHealthChecks(port: string | undefined): Promise<void> {
  if (!port) return;
  if (!/^[1-9]\d{0,4}$/.test(port)) throw new Error(`ROLLBOOK_HEALTH_PORT must be a port, not "${port}".`);
  await listenOnLoopback({ port: Number(port) }, ({ url }, response) => {
    response.writeHead(url === '/health' ? 200 : 404).end();
  });
}

/** A line of a log. */
export function timed(line: string): string {
  return `${new Date().toISOString()} ${line}\n`;
}
