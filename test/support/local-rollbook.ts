import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What `npm start` runs, as a process of its own. */
export interface LocalRollbook {
  apiUrl: string;
  busUrl: string;
  dataFolder: string;
  operatorToken: string;
  process: ChildProcess;
  /** What it has printed so far. */
  output: () => string;
  /** Ctrl-C. */
  stop(): Promise<number | null>;
}

const START = fileURLToPath(new URL('../../apps/local/start.mjs', import.meta.url));

/** Starts Rollbook with its data in a folder, on free ports, and waits until it says that it is ready. */
export async function startLocalRollbook(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<LocalRollbook> {
  const [apiPort, busPort] = [await freePort(), await freePort()];
  const { ROLLBOOK_DYNAMODB_ENDPOINT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [START], {
    env: {
      ...inherited,
      PORT: String(apiPort),
      ROLLBOOK_BUS_PORT: String(busPort),
      ROLLBOOK_DATA_DIR: dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (output.includes('Ctrl-C stops it.')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    busUrl: `http://127.0.0.1:${busPort}`,
    dataFolder,
    operatorToken: (await readFile(join(dataFolder, 'operator-token'), 'utf8')).trim(),
    process: child,
    output: () => output,
    async stop() {
      const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      return exited;
    },
  };
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
