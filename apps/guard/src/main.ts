import { RollbookError } from '#libs/client';
import { Guard } from '#libs/guard';
import { runProgram, type ProgramHost, type Running } from '#libs/program';
import { GuardMetrics } from './metrics.js';
import { startGuardServer } from './server.js';
import { readSettings } from './settings.js';

const STOP_MS = 10_000;

/** The guard as a process next to any service: `rollbook guard`. It listens at once, and refuses until its copy is up to date. */
async function start({ say, fail }: ProgramHost): Promise<Running> {
  const { guard: options, extAuthz, ...where } = readSettings(process.env);
  // Until the API is there, everything is refused.
  const guard = new Guard({ ...options, startWithinMs: Infinity, onNotice: say });
  const metrics = new GuardMetrics(guard);
  const server = await startGuardServer(guard, where, metrics);
  const host = 'host' in where.place ? where.place.host : '127.0.0.1';
  // Who does not use Envoy loads nothing of gRPC.
  const envoy =
    extAuthz &&
    (await (await import('./ext-authz.js')).startExtAuthz(guard, { ...where, ...extAuthz, host }, metrics));
  let isStopping = false;
  guard.start().then(
    () => say(`ready at ${server.url}`),
    (error: unknown) => isStopping || fail(error),
  );
  return {
    url: server.url,
    async stop() {
      isStopping = true;
      await Promise.all([server.stop(), envoy?.stop()]);
      await guard.close();
    },
  };
}

function explain(error: unknown): string {
  if (error instanceof RollbookError) return `The API refuses the guard: ${error.message}`;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Another program listens there: ${message}.`;
  return syscall === 'listen' ? `It cannot listen there: ${message}.` : message;
}

await runProgram({ name: 'guard', stopWithinMs: STOP_MS, start, explain });
