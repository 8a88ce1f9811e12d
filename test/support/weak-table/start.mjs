// Starts the weak table in front of an engine, for tests and benches.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('main.ts', import.meta.url));
const TYPESCRIPT = new URL('../../jest/typescript.mjs', import.meta.url).href;

/**
 * @param {string} engine the endpoint of the engine behind it
 * @param {NodeJS.ProcessEnv} settings what should be weaker or stronger than documented: see settings.ts
 * @returns {Promise<{ endpoint: string, stop(): Promise<void> }>}
 */
export async function startWeakTableBefore(engine, settings = {}) {
  const child = fork(PROGRAM, [engine], {
    execArgv: ['--conditions=source', '--import', TYPESCRIPT],
    env: { ...process.env, ...settings },
    // Its own options: those of the tests are for the tests.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [{ endpoint }] = await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`The weak table ended with exit code ${code}.`))),
  ]);
  return {
    endpoint,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
