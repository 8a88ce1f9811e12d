// Runs the `check.ts` beside a module, from TypeScript, in this process's place.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} beside the URL of that module
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [environment]
 */
export function runCheck(beside, args, environment = process.env) {
  const child = spawn(
    process.execPath,
    [
      '--conditions=source',
      '--import',
      new URL('../jest/typescript.mjs', import.meta.url).href,
      '--enable-source-maps',
      fileURLToPath(new URL('check.ts', beside)),
      ...args,
    ],
    { stdio: 'inherit', env: { ...environment, NODE_NO_WARNINGS: '1' } },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
