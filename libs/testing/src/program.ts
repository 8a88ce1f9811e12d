import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Program {
  apiUrl: string;
  /** For as long as any test moves the clock. */
  operatorToken: string;
  /** Which the programs' clock reads. */
  clockFile: string;
  stop: () => Promise<void>;
}

const TOKEN_DAYS = '36500';
const READY = 'Ctrl-C stops it.';

/** `rollbook dev --memory` of the package that is installed, on free ports. It ends with this process, however that ends. */
export async function startProgram(seed: string | undefined): Promise<Program> {
  const launcher = findLauncher();
  const folder = mkdtempSync(join(tmpdir(), 'rollbook-testing-'));
  const clockFile = join(folder, 'clock');
  writeFileSync(clockFile, new Float64Array([0]));
  const [port, busPort, signInPort] = await freePorts(3);
  const { NODE_OPTIONS: inherited = '', ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [launcher, 'dev', '--memory', ...(seed === undefined ? [] : ['--seed', seed])],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...environment,
        NODE_OPTIONS: `${withoutTheRunners(inherited)} --import ${new URL('moved-clock.js', import.meta.url).href}`,
        ROLLBOOK_TESTING_CLOCK: clockFile,
        PORT: String(port),
        ROLLBOOK_BUS_PORT: String(busPort),
        ROLLBOOK_SIGN_IN_PORT: String(signInPort),
      },
    },
  );
  const exited = once(child, 'exit');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(READY)) resolve();
      });
    child.once('error', reject);
    void exited.then(([code]) => reject(new Error(`rollbook dev ended with ${code}:\n${output}`)));
  });
  // A test run that has nothing else to do may end.
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as { unref(): void }).unref();
  process.once('exit', () => child.kill('SIGTERM'));
  const dataFolder = /^ {2}Data +(.*)$/m.exec(output)?.[1] ?? '';
  return {
    apiUrl: `http://127.0.0.1:${port}`,
    operatorToken: await tokenOf(launcher, dataFolder),
    clockFile,
    async stop() {
      child.ref();
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function tokenOf(launcher: string, dataFolder: string): Promise<string> {
  const env = { ...process.env, NODE_OPTIONS: '', ROLLBOOK_DATA_DIR: dataFolder };
  const args = [launcher, 'token', '--operator', '--days', TOKEN_DAYS];
  return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
}

function findLauncher(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('rollbook/package.json')), 'rollbook.mjs');
  } catch (error) {
    throw new Error('The package rollbook is not installed: `npm install --save-dev rollbook`.', {
      cause: error,
    });
  }
}

/** A runner's own loaders and conditions are not for the programs. */
function withoutTheRunners(options: string): string {
  return options
    .split(/\s+/)
    .filter((option) => /^--(max-|stack-|use-|dns-)/.test(option))
    .join(' ');
}

/** All at once, so that they differ. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
