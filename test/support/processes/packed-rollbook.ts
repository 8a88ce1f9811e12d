import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ForeignProject } from '../foreign-project.js';
import { freePort } from './local-rollbook.js';

export interface PackedRollbook {
  url: string;
  /** Its folder of data. */
  data: string;
  token: string;
  output: string;
  /** @returns its exit code */
  stop(): Promise<unknown>;
}

/** `npx rollbook dev` of the package that the project has installed, until it is ready. */
export async function startPacked(
  project: ForeignProject,
  args: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<PackedRollbook> {
  const port = await freePort();
  const env = project.environment({
    ROLLBOOK_BUS_PORT: String(await freePort()),
    ROLLBOOK_SIGN_IN_PORT: String(await freePort()),
    ...settings,
  });
  const launcher = join(project.folder, 'node_modules/rollbook/rollbook.mjs');
  const child = spawn(process.execPath, [launcher, 'dev', '--port', String(port), ...args], {
    cwd: project.folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Ctrl-C stops it.')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`rollbook dev ended with ${code}: ${output}`)));
  });
  const data = /Data {7}(.*)/.exec(output)?.[1] ?? '';
  const token = readFileSync(join(data, 'operator-token'), 'utf8').trim();
  const stop = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    return (await exited)[0];
  };
  return { url: `http://127.0.0.1:${port}`, data, token, output, stop };
}
