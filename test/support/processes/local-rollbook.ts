import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** `npm start`, as a separate process. */
export interface LocalRollbook {
  apiUrl: string;
  busUrl: string;
  dataFolder: string;
  operatorToken: string;
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Ctrl-C. */
  stop(): Promise<number | null>;
}

const START = fileURLToPath(new URL('../../../apps/local/start.mjs', import.meta.url));

/** Starts Rollbook with its data in a folder, on free ports, and waits until it reports that it is ready. */
export async function startLocalRollbook(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<LocalRollbook> {
  const [apiPort, busPort, signInPort] = [await freePort(), await freePort(), await freePort()];
  const { ROLLBOOK_DYNAMODB_ENDPOINT: _, ROLLBOOK_MASTER_KEY_FILE: __, ...inherited } = process.env;
  const child = spawn(process.execPath, [START, ...args], {
    env: {
      ...inherited,
      PORT: String(apiPort),
      ROLLBOOK_BUS_PORT: String(busPort),
      ROLLBOOK_SIGN_IN_PORT: String(signInPort),
      ROLLBOOK_DATA_DIR: dataFolder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (output.includes('Ctrl-C stops it.')) resolve();
    });
    void exited.then((code) => reject(new Error(`npm start ended with ${code}: ${output}`)));
  });
  return {
    apiUrl: `http://127.0.0.1:${apiPort}`,
    busUrl: `http://127.0.0.1:${busPort}`,
    dataFolder,
    operatorToken: (await readFile(join(dataFolder, 'operator-token'), 'utf8')).trim(),
    process: child,
    output: () => output,
    async stop() {
      child.kill('SIGINT');
      return exited;
    },
  };
}

/** Below those that systems give to clients (from 32768 on), where a connection of any program may have it by the time it is used. */
const PORTS = { from: 10_000, count: 22_000 };
const givenOut = new Set<number>();

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.trunc(Math.random() * PORTS.count);
    if (givenOut.has(port) || !(await isFree(port))) continue;
    givenOut.add(port);
    return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** A refused start: its exit code and its whole output. */
export async function refusedStart(
  dataFolder: string,
  environment: NodeJS.ProcessEnv = {},
  args: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const ports = {
    PORT: String(await freePort()),
    ROLLBOOK_BUS_PORT: String(await freePort()),
    ROLLBOOK_SIGN_IN_PORT: String(await freePort()),
  };
  const { ROLLBOOK_DYNAMODB_ENDPOINT: _, ROLLBOOK_MASTER_KEY_FILE: __, ...inherited } = process.env;
  const env = { ...inherited, ...ports, ROLLBOOK_DATA_DIR: dataFolder, ...environment };
  return new Promise((resolve) =>
    execFile(process.execPath, [START, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
}

/** The process ids of a process's children and their descendants. */
export async function descendantsOf(pid: number | undefined): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const children = new Map<number, number[]>();
  for (const line of stdout.trim().split('\n')) {
    const [child = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    children.set(parent, [...(children.get(parent) ?? []), child]);
  }
  const of = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap((child) => [child, ...of(child)]);
  return of(pid ?? 0);
}

/** True if a process with that id exists and is not a zombie. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch (error) {
    // Without /proc, a process that can be signalled exists.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && process.platform !== 'linux';
  }
}
