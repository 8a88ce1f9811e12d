import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

interface Beside {
  args?: string[];
  nodeArgs?: string[];
  environment: NodeJS.ProcessEnv;
}

/** Another program of those linked with this one, in this process's place where the system can do that: one process less, and signals reach it without help. */
export async function runBeside(
  program: string,
  { args = [], nodeArgs = [], environment }: Beside,
): Promise<void> {
  // Linked programs are all in one folder (tools/link.mjs).
  const file = fileURLToPath(new URL(`./${program}.js`, import.meta.url));
  const commandLine = [...nodeArgs, file, ...args];
  if (process.execve) process.execve(process.execPath, [process.execPath, ...commandLine], environment);
  const child = spawn(process.execPath, commandLine, { stdio: 'inherit', env: environment });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
