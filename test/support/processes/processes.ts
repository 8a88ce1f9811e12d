import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment } from './node-environment.js';

/** A built program of `dist/programs` in a separate process, as in a container. */
export interface Process {
  /** Its output when it was ready. */
  message: { ready: boolean; url?: string };
  child: ChildProcess;
  /** SIGTERM, as sent by an orchestrator; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL: no chance to release anything. */
  kill(): Promise<void>;
}

export async function startProcess(app: string, environment: NodeJS.ProcessEnv): Promise<Process> {
  const program = fileURLToPath(new URL(`../../../dist/programs/${app}.js`, import.meta.url));
  const child = fork(program, {
    execArgv: [],
    env: { ...nodeEnvironment(), NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [message] = (await Promise.race([
    once(child, 'message'),
    exited.then(([code]) => Promise.reject(new Error(`${app} exited with ${code} before it was ready.`))),
  ])) as [Process['message']];
  return {
    message,
    child,
    async stop() {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The peak memory of a process, in MB; 0 if the system has no such figure (only Linux has it). */
export function peakMemoryOf(pid: number | undefined): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return 0;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}
