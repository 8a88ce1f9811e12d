/**
 * Runs in a small separate Node process, between the launcher and the engine, so that the engine can never outlive its
 * launcher: however the launcher ends, even by SIGKILL, the IPC channel closes and the engine is stopped. The guard leads
 * its own process group, so Ctrl-C in a terminal only reaches the launcher, which then stops its programs in the right
 * order.
 *
 * The command comes through the environment, so that searching for the engine by its name, to stop or kill it, finds only
 * the engine. The function is passed to `node --eval` as source text: it must not refer to anything outside itself.
 */
export function guard(): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const { rmSync } = process.getBuiltinModule('node:fs');
  const { ROLLBOOK_GUARDED: guarded = '[]', ...env } = process.env;
  const [temporaryFolder, command, ...engineArguments] = JSON.parse(guarded) as string[];
  const engine = spawn(command as string, engineArguments, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const stop = () => engine.kill('SIGTERM');
  const finish = (code: number) => {
    if (temporaryFolder) rmSync(temporaryFolder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(code);
  };
  process.on('disconnect', () => {
    stop();
    // A stopped engine answers SIGTERM at once; one that hangs must not survive either.
    setTimeout(() => engine.kill('SIGKILL'), 3_000).unref();
  });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  engine.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    finish(1);
  });
  engine.on('exit', (code) => finish(code ?? 0));
  process.send?.({ enginePid: engine.pid });
}
