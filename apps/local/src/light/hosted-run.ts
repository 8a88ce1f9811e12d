// Nothing here waits for what it costs (see ADR 28).
// oxlint-disable-next-line no-restricted-imports
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';
import { timed, type Program, type ProgramHost, type Running } from '#libs/program';
import type { Run } from '../supervision/run.js';

/** Whose work is done: what fails in any callback is traced to the program that it belongs to. */
const working = new AsyncLocalStorage<(error: unknown) => void>();

/** Called once. What cannot be traced ends the process: its supervisor brings all of it back. */
export function traceFailures(): void {
  for (const occasion of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(occasion, (error: unknown) => {
      const crash = working.getStore();
      if (crash) return crash(error);
      process.stderr.write(`${stackOf(error)}\n`);
      process.exit(1);
    });
}

/** Runs a program in this process beside others, each of which fails and ends by itself. */
export function startHosted(program: Program, log: Writable, onReady: (running: Running) => void): Run {
  let isEnding = false;
  let listen: (message: unknown) => void = () => {};
  let settle: (how: string) => void = () => {};
  const ended = new Promise<string>((resolve) => (settle = resolve));
  const complain = (text: string) => {
    log.write(`${text}\n`);
    process.stderr.write(`${text}\n`);
  };
  const end = (how: string) => {
    if (isEnding) return;
    isEnding = true;
    const tooLong = setTimeout(() => giveUp(program), program.stopWithinMs);
    void starting
      .then(
        (running) => running.stop(how),
        () => undefined,
      )
      .catch((error: unknown) => complain(`The ${program.name} did not stop cleanly: ${String(error)}`))
      .then(() => {
        clearTimeout(tooLong);
        log.end();
        settle(how);
      });
  };
  const host: ProgramHost = {
    say: (line) => void log.write(timed(line)),
    fail(error) {
      complain(program.explain(error));
      end('it cannot go on');
    },
  };
  const crash = (error: unknown) => {
    complain(stackOf(error));
    end('an error was not caught');
  };
  const ready = (running: Running) => {
    if (isEnding) return;
    onReady(running);
    listen({ ready: true });
  };
  const starting = working.run(crash, () => program.start(host));
  starting.then(ready, (error: unknown) => host.fail(error));
  return {
    send() {},
    onMessage: (listener) => void (listen = listener),
    stop: () => end('the supervisor stops it'),
    kill: () => giveUp(program),
    ended,
  };
}

/** A program cannot be ended against its will without the others. */
function giveUp({ name }: Program): never {
  process.stderr.write(
    `The ${name} does not stop: the programs in the same process are restarted with it.\n`,
  );
  process.exit(1);
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
