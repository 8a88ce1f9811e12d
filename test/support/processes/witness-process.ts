import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../documented-commands.js';

export interface WitnessProcess {
  url: string;
  /** As it printed it. */
  key: string;
  /** What it has said. */
  output(): string;
  stop(): Promise<number | null>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

export const WITNESS = [join(ROOT, 'dist/programs/rollbook.js'), 'witness'];

/** `rollbook witness` for the file `logs` of a folder. With another key, it has a state of its own. */
export async function startWitness(
  folder: string,
  { key = 'key', args = [], env = {} }: { key?: string; args?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<WitnessProcess> {
  const files = ['--logs', 'logs', '--key', key, '--state', `${key}.db`];
  const name = ['--name', `witness.example/${key}`, '--port', '0'];
  const child = spawn(process.execPath, [...WITNESS, ...files, ...name, ...args], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1', ...env },
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('ready at')) resolve();
      });
  });
  await Promise.race([ready, exited.then(() => Promise.reject(new Error(`It ended: ${output}`)))]);
  const [, url = ''] = /ready at (\S+)/.exec(output) ?? [];
  const [, printed = ''] = /key of this witness: (\S+)/.exec(output) ?? [];
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return (await exited)[0];
  };
  return {
    ...{ url, key: printed, output: () => output },
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
