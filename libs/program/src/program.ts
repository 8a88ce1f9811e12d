import { giveBackMemoryWhenIdle } from './idle-memory.js';

/** What a program has started. */
export interface Running {
  readonly url?: string;
  stop(): Promise<unknown>;
}

export interface ProgramOptions {
  /** Its name in a sentence: `API`. */
  name: string;
  /** How long stopping in order may take, in milliseconds. Then it ends all the same. */
  stopWithinMs: number;
  /** The line that says why it could not start. */
  explain: (error: unknown) => string;
  onStop?: (reason: string) => void;
}

/**
 * Runs until SIGTERM, SIGINT or the end of its supervisor, which closes the channel in whatever way it ends. The supervisor
 * is told when the program is ready, and may ask whether it still responds.
 */
export async function runProgram(start: () => Promise<Running>, options: ProgramOptions): Promise<void> {
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
    options.onStop?.(reason);
    setTimeout(() => exit(1), options.stopWithinMs).unref();
    running.stop().then(
      () => exit(0),
      (error: unknown) => {
        process.stderr.write(`The ${options.name} did not stop cleanly: ${String(error)}\n`);
        exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  process.on('disconnect', () => {
    isOrphan = true;
    stop('the supervisor ended');
  });
  process.on('message', (message) => {
    if ((message as { responds?: boolean }).responds) process.send?.({ responds: true });
  });
  // A supervisor has started it beside others, on a developer's machine.
  if (process.send) giveBackMemoryWhenIdle();
  try {
    running = await start();
    process.send?.({ ready: true, url: running.url });
  } catch (error) {
    process.stderr.write(`${options.explain(error)}\n`);
    process.exit(1);
  }
}
