import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestDirectory } from '../../support/directory/directory.js';
import { masterKeyFile } from '../../support/directory/master-key.js';
import { engineEndpoint } from '../../support/engines/engine.js';
import { nodeEnvironment } from '../../support/processes/node-environment.js';

const PROGRAM = fileURLToPath(new URL('job-process.mjs', import.meta.url));

export interface Death {
  /** The call at which it ends itself, and whether the engine carries that out before. */
  killAt?: number;
  applied?: boolean;
  /** Only transactions count. */
  commits?: boolean;
}

/** @returns the signal it ended with; null when it came to its end */
export async function runJobInProcess(
  { tableName }: TestDirectory,
  jobId: string,
  death: Death = {},
): Promise<string | null> {
  const settings = { endpoint: engineEndpoint(), tableName, masterKeyFile: masterKeyFile() };
  const child = fork(PROGRAM, [JSON.stringify({ ...settings, jobId, ...death })], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...nodeEnvironment(), NODE_NO_WARNINGS: '1' },
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (signal === null && code !== 0) throw new Error(`The job's process ended with ${code}.`);
  return signal;
}
