import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RunningApi } from '../api/api.js';
import { watchContract } from '../contract.js';
import { masterKeyFile } from '../directory/master-key.js';
import { nodeEnvironment } from './node-environment.js';

/** The built API as a separate process, with the table and issuer of a running one. */
export interface ApiProcess {
  url: string;
  child: ChildProcess;
  /** Its whole output, on both channels. */
  output(): string;
  exit: Promise<[number | null, string | null]>;
}

const program = fileURLToPath(new URL('../../../dist/programs/api.js', import.meta.url));

export async function startApiProcess(
  { configuration, issuer }: RunningApi,
  environment: NodeJS.ProcessEnv = {},
): Promise<ApiProcess> {
  const child = fork(program, {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...nodeEnvironment(),
      PORT: '0',
      ROLLBOOK_CURSOR_SECRET: configuration.cursorSecret,
      ROLLBOOK_JWT_ISSUER: issuer.issuer,
      ROLLBOOK_JWKS_URL: issuer.jwksUrl.href,
      ROLLBOOK_TABLE: configuration.table.name,
      ROLLBOOK_DYNAMODB_ENDPOINT: configuration.table.endpoint,
      ROLLBOOK_MASTER_KEY_FILE: masterKeyFile(),
      ...environment,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  const exit = once(child, 'exit') as ApiProcess['exit'];
  const started = once(child, 'message') as Promise<[{ url: string }]>;
  const first = await Promise.race([started, exit.then(() => undefined)]);
  if (!first) throw new Error(`The API did not start: ${output}`);
  void exit.then(watchContract(first[0].url));
  return { url: first[0].url, child, output: () => output, exit };
}
